//! Constants.

use super::ty::{Place, decimal_text};
use super::{Maker, annotation, path};
use crate::idl::tree::{self, Definition, Kind, Value};
use polywire_model::{DeclKind, Literal, Meaning, NamedConstant, Text, Type};

impl<'a> Maker<'a> {
    pub(super) fn constant(&mut self, definition: &'a Definition, ty: &'a tree::Type, value: &'a Value) {
        let it = match value {
            Value::Fixed(digits, scale) => fixed(*digits, *scale),
            value => {
                let place = Place { owner: definition, stem: "value", span: definition.span };
                let ty = match self.resolved(&place, ty).ty {
                    // The value is known to 64 bits only.
                    Type::FixedBytes(..) => Type::Float { bits: 64 },
                    ty => ty,
                };
                let value = match value {
                    Value::Enumerator(id, place) => self.number(*id, *place),
                    value => annotation::literal(&ty, value),
                };
                value.map(|value| NamedConstant { ty, value })
            }
        };
        if let Some(it) = it {
            self.add(definition, path(definition), DeclKind::Constant(it));
        }
    }

    fn number(&self, id: tree::DefId, place: usize) -> Option<Literal> {
        let Kind::Enum(members) = &self.definition(id).kind else { return None };
        members.get(place).map(|it| Literal::Int(it.number.into()))
    }
}

fn fixed(digits: i128, scale: u8) -> Option<NamedConstant> {
    Some(match i64::try_from(digits) {
        Ok(number) => NamedConstant {
            ty: Type::Int { bits: 64, signed: true, meaning: Meaning::Decimal { scale } },
            value: Literal::Int(number.into()),
        },
        Err(_) => NamedConstant { ty: Type::Text(Text::default()), value: Literal::Text(decimal_text(digits, scale)) },
    })
}
