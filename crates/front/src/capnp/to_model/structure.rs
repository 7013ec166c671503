//! Structs and groups to structs, their unnamed unions to unions.

use super::Maker;
use super::field::ModelMember;
use crate::capnp::nodes::{Brand, Node, Struct};
use polywire_model::attr::{CapnpStruct, StructAttrs};
use polywire_model::capnp_layout::Slot;
use polywire_model::{self as model, Case, DeclKind, Field, Union};

/// The field that holds the unnamed union. It cannot clash: names in schemas have no underscores.
const UNION_FIELD: &str = "which";

impl<'n> Maker<'n, '_> {
    /// Converts a struct. Fields are in the order of their ordinals, in which they were added to the schema; the union
    /// is ordered by its first member.
    pub(super) fn structure(&mut self, node: &'n Node, it: &'n Struct, brand: &Brand) -> model::Struct {
        let (mut fields, mut cases) = (Vec::new(), Vec::new());
        let mut union_at = None;
        for field in &it.fields {
            let member = self.member(field, brand);
            match field.discriminant {
                Some(number) => {
                    union_at.get_or_insert(fields.len());
                    cases.push(case(field, number, member));
                }
                None => fields.extend(plain_field(field, member)),
            }
        }
        if let Some(at) = union_at {
            fields.insert(at, self.union(node, it, cases, brand));
        }
        let (data_words, pointers, is_group) = (it.data_words, it.pointers, it.is_group);
        let capnp = Some(CapnpStruct { data_words, pointers, is_group });
        model::Struct { fields, attrs: StructAttrs { capnp, ..StructAttrs::default() }, ..model::Struct::default() }
    }

    fn union(&mut self, node: &'n Node, it: &Struct, cases: Vec<Case>, brand: &Brand) -> Field {
        let mut name = self.name_of(node, brand);
        name.push("Which".to_owned());
        let id = self.declare((node, self.file.clone()), name, DeclKind::Union(Union { cases, ..Union::default() }));
        self.model.decls[id.0 as usize].doc.clear();
        let is_taken = it.fields.iter().any(|field| field.name == UNION_FIELD);
        let name = if is_taken { format!("{UNION_FIELD}_") } else { UNION_FIELD.to_owned() };
        let mut field = Field::new(&name, model::Type::Named(id));
        field.attrs.capnp_slot = Some(Slot::Data(it.discriminant_offset << 4));
        field.span = node.span;
        field
    }
}

fn plain_field(field: &crate::capnp::nodes::Field, member: ModelMember) -> Option<Field> {
    let ModelMember::Value { ty, presence, default, elements, message, slot, opaque } = member else { return None };
    let mut it = Field::new(&field.name, ty);
    it.presence = presence;
    it.default = default;
    it.default_elements = elements;
    it.doc = field.doc.trim_end().to_owned();
    it.span = field.span;
    it.attrs.capnp_slot = Some(slot);
    it.attrs.capnp_ordinal = field.ordinal;
    it.attrs.capnp_default = message;
    it.attrs.capnp_opaque = opaque;
    Some(it)
}

fn case(field: &crate::capnp::nodes::Field, number: u16, member: ModelMember) -> Case {
    let (ty, default, message, slot, opaque) = match member {
        ModelMember::Value { ty, default, message, slot, opaque, .. } => (Some(ty), default, message, slot, opaque),
        ModelMember::Nothing => (None, None, None, Slot::Nothing, None),
    };
    let capnp = Some(model::attr::CapnpCase { number, slot });
    let attrs = model::attr::CaseAttrs {
        capnp_ordinal: field.ordinal,
        capnp,
        capnp_default: message,
        capnp_opaque: opaque,
        ..model::attr::CaseAttrs::default()
    };
    Case {
        name: field.name.clone(),
        ty,
        labels: Vec::new(),
        is_default: false,
        default,
        boxed: false,
        doc: field.doc.trim_end().to_owned(),
        deprecated: false,
        span: field.span,
        attrs,
    }
}
