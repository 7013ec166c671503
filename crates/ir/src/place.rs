//! The types of places.
//!
//! Design: docs/decisions/0008-maps-are-pushed-entries.md

use crate::types::{Type, Types};
use crate::{Function, Place, Step, ValueType};

/// The type of a [`Place`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlaceType<'a> {
    /// A value of this type.
    Value(&'a Type),
    /// An optional of this type.
    Optional(&'a Type),
    /// A case of a union that has no value.
    Mark,
}

impl<'a> PlaceType<'a> {
    /// Returns the type of the value, if there is one to read.
    pub fn value(self) -> Option<&'a Type> {
        match self {
            Self::Value(ty) => Some(ty),
            Self::Optional(_) | Self::Mark => None,
        }
    }

    /// Returns the type after one step, or `None` if the step is impossible.
    pub fn step(self, types: &'a Types, step: &Step) -> Option<Self> {
        match (self, step) {
            (Self::Value(Type::Struct(id)), Step::Field(index)) => {
                let field = types.structs.get(id.0 as usize)?.fields.get(*index as usize)?;
                Some(if field.optional { Self::Optional(&field.ty) } else { Self::Value(&field.ty) })
            }
            (Self::Value(Type::Union(id)), Step::Case(index)) => {
                let case = types.unions.get(id.0 as usize)?.cases.get(*index as usize)?;
                Some(case.ty.as_ref().map_or(Self::Mark, Self::Value))
            }
            (Self::Value(Type::List(element) | Type::Array(element, _)), Step::At(_)) => Some(Self::Value(element)),
            (Self::Optional(ty), Step::Some) => Some(Self::Value(ty)),
            (Self::Value(_) | Self::Optional(_) | Self::Mark, _) => None,
        }
    }
}

impl Types {
    /// Returns the type after some steps from a value of type `root`.
    pub fn walk<'a>(&'a self, root: &'a Type, steps: &[Step]) -> Option<PlaceType<'a>> {
        steps.iter().try_fold(PlaceType::Value(root), |at, step| at.step(self, step))
    }

    /// Returns the type of a place in a function.
    pub fn at<'a>(&'a self, function: &'a Function, place: &Place) -> Option<PlaceType<'a>> {
        match &function.vars.get(place.root.0 as usize)?.ty {
            ValueType::Ref(root) => self.walk(root, &place.steps),
            ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
        }
    }
}
