//! Enums, and unions of tables, structs and texts.

use super::{Maker, documentation};
use crate::fbs::schema::{Enum, EnumValue};
use polywire_model::attr::{CaseAttrs, EnumAttrs, UnionAttrs};
use polywire_model::{Case, Decl, DeclKind, Enumerator, Type, Union};

impl Maker<'_> {
    pub(super) fn enumeration(&self, it: &Enum) -> Decl {
        let kind = if it.is_union { DeclKind::Union(self.union(it)) } else { DeclKind::Enum(enumeration(it)) };
        self.decl(&it.home, &it.head, kind)
    }

    fn union(&self, it: &Enum) -> Union {
        let scalar = it.scalar();
        Union {
            cases: it.values.iter().filter(|value| value.ty.is_some()).map(|value| self.case(value)).collect(),
            discriminator: Some(Type::int((scalar.size() * 8) as u8, scalar.is_signed())),
            removed: Vec::new(),
            attrs: UnionAttrs { flatbuffers: true, ..UnionAttrs::default() },
        }
    }

    fn case(&self, it: &EnumValue) -> Case {
        Case {
            name: it.head.name.clone(),
            ty: it.ty.map(|base| self.value_type(base)),
            labels: vec![it.number.into()],
            is_default: false,
            default: None,
            boxed: false,
            doc: documentation(&it.head.doc),
            deprecated: false,
            span: it.head.span,
            attrs: CaseAttrs::default(),
        }
    }
}

/// A message may have numbers without a name, from a newer schema.
fn enumeration(it: &Enum) -> polywire_model::Enum {
    let scalar = it.scalar();
    let member = |value: &EnumValue| Enumerator {
        name: value.head.name.clone(),
        number: value.number,
        doc: documentation(&value.head.doc),
        deprecated: false,
        span: value.head.span,
    };
    polywire_model::Enum {
        bits: (scalar.size() * 8) as u8,
        signed: scalar.is_signed(),
        open: true,
        flags: is_set(it),
        members: it.values.iter().map(member).collect(),
        attrs: EnumAttrs { flatbuffers: true, ..EnumAttrs::default() },
    }
}

/// Sets of flags are unsigned.
pub(super) fn is_set(it: &Enum) -> bool {
    it.is_flags() && !it.scalar().is_signed()
}
