//! Messages to structs, oneofs to unions.

use super::{Around, Maker, well_known};
use crate::proto::descriptor::{Field, Message, Oneof, Tree, numbers};
use polywire_model::attr::{ProtobufField, StructAttrs};
use polywire_model::{DeclKind, Presence, Struct, Type, Union};
use std::collections::{HashMap, HashSet};

impl<'a> Maker<'a, '_> {
    /// Declares the struct and the unions of a message, and its nested declarations.
    pub(super) fn declare_message(&mut self, around: Around<'_>, it: &'a Message) {
        let deprecated = Tree::flag(&it.options, numbers::MESSAGE_DEPRECATED);
        self.declare(around, &it.name, it.node, deprecated, DeclKind::Struct(Struct::default()));
        let inside = inside(around, it);
        for (oneof, _) in real_oneofs(it) {
            self.declare(&inside, &oneof.name, oneof.node, false, DeclKind::Union(Union::default()));
        }
        it.messages.iter().for_each(|nested| self.declare_message(&inside, nested));
        it.enums.iter().for_each(|nested| self.enumeration(&inside, nested));
    }

    pub(super) fn define_message(&mut self, around: Around<'_>, it: &'a Message) {
        if it.is_map_entry() {
            return self.define_entry(around, it);
        }
        let inside = inside(around, it);
        let real: HashMap<u32, &Oneof> = real_oneofs(it).map(|(oneof, index)| (index, oneof)).collect();
        let mut fields: Vec<polywire_model::Field> = Vec::new();
        for field in &it.fields {
            match field.oneof.and_then(|index| Some((*real.get(&index)?, index))) {
                None => fields.extend(self.field(field)),
                Some((oneof, _)) if fields.last().is_some_and(|last| last.name == oneof.name) => {}
                Some((oneof, index)) => fields.extend(self.oneof(&inside, it, oneof, index)),
            }
        }
        let attrs = StructAttrs {
            message_set: it.is_message_set(),
            well_known: well_known::mark(&self.module, &inside),
            reserved_names: it.reserved_names.clone(),
            ..StructAttrs::default()
        };
        if let Some(id) = self.find_here(around, &it.name) {
            let kind = DeclKind::Struct(Struct { fields, keeps_unknown: true, attrs, ..Struct::default() });
            self.model.decls[id.0 as usize].kind = kind;
        }
        it.messages.iter().for_each(|nested| self.define_message(&inside, nested));
    }

    /// In a map entry, neither key nor value can be absent, and unknown fields are dropped.
    fn define_entry(&mut self, around: Around<'_>, it: &'a Message) {
        let [key, value] = it.fields.as_slice() else { return };
        let fields = [key, value].map(|field| self.field(field));
        let (Some(id), [Some(key), Some(value)]) = (self.find_here(around, &it.name), fields) else { return };
        let always = |mut field: polywire_model::Field| {
            field.presence = Presence::Implicit;
            // Entries and their values are always length-delimited, regardless of features.
            field.attrs.protobuf = field.attrs.protobuf.map(|it| ProtobufField { group: false, ..it });
            field
        };
        self.model.decls[id.0 as usize].kind = DeclKind::Struct(Struct::entry(always(key), always(value)));
    }

    /// Defines the union of a oneof and returns the field that holds it. The union has a state without a case, so the
    /// field itself is always present.
    fn oneof(
        &mut self,
        inside: Around<'_>,
        message: &'a Message,
        oneof: &Oneof,
        index: u32,
    ) -> Option<polywire_model::Field> {
        let members: Vec<&Field> = message.fields.iter().filter(|field| field.oneof == Some(index)).collect();
        let cases = members.into_iter().filter_map(|field| self.case(field)).collect();
        let id = self.find_here(inside, &oneof.name)?;
        self.model.decls[id.0 as usize].kind = DeclKind::Union(Union { cases, ..Union::default() });
        let place = self.places.of(oneof.node);
        let mut field = polywire_model::Field::new(&oneof.name, Type::Named(id));
        field.doc = place.doc.clone();
        field.span = place.name;
        Some(field)
    }
}

fn inside(around: Around<'_>, it: &Message) -> Vec<String> {
    around.iter().chain([&it.name]).cloned().collect()
}

/// Returns oneofs with their indices, except synthetic ones of proto3 optional fields.
fn real_oneofs(message: &Message) -> impl Iterator<Item = (&Oneof, u32)> {
    let synthetic = message.fields.iter().filter(|it| it.proto3_optional).filter_map(|it| it.oneof);
    let synthetic: HashSet<u32> = synthetic.collect();
    message.oneofs.iter().zip(0..).filter(move |(_, index)| !synthetic.contains(index))
}
