//! Messages to structs, oneofs to unions.

use super::{Around, Maker, well_known};
use crate::proto::descriptor::{Field, Message, Oneof, Tree, numbers};
use polywire_model::attr::StructAttrs;
use polywire_model::{DeclKind, Struct, Type, Union};

impl<'a> Maker<'a, '_> {
    /// Declares the struct and the unions of a message, and what is nested in it. The entries of maps are no structs.
    pub(super) fn declare_message(&mut self, around: Around<'_>, it: &'a Message) {
        if it.is_map_entry() {
            return;
        }
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
            return;
        }
        let inside = inside(around, it);
        let mut fields: Vec<polywire_model::Field> = Vec::new();
        for field in &it.fields {
            match real_oneofs(it).find(|(_, index)| field.oneof == Some(*index)) {
                None => fields.extend(self.field(field)),
                Some((oneof, _)) if fields.last().is_some_and(|last| last.name == oneof.name) => {}
                Some((oneof, index)) => fields.extend(self.oneof(&inside, it, oneof, index)),
            }
        }
        let attrs = StructAttrs {
            message_set: it.is_message_set(),
            well_known: well_known::mark(&self.module, &inside),
            ..StructAttrs::default()
        };
        if let Some(id) = self.find_here(around, &it.name) {
            let kind = DeclKind::Struct(Struct { fields, keeps_unknown: true, attrs });
            self.model.decls[id.0 as usize].kind = kind;
        }
        it.messages.iter().for_each(|nested| self.define_message(&inside, nested));
    }

    /// Defines the union of a oneof and yields the field that holds it. A union can hold none of its cases, so the
    /// field itself is always there.
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
        self.model.decls[id.0 as usize].kind = DeclKind::Union(Union { cases });
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

/// Oneofs with their indices, but for those that stand for the presence of a proto3 optional field.
fn real_oneofs(message: &Message) -> impl Iterator<Item = (&Oneof, u32)> {
    let is_synthetic = |index: u32| message.fields.iter().any(|it| it.proto3_optional && it.oneof == Some(index));
    message.oneofs.iter().zip(0..).filter(move |(_, index)| !is_synthetic(*index))
}
