//! The discriminators of unions. If the schema states no labels, they are an unsigned long: 0 for no case, else the case's place
//! plus one.

use super::Xcdr;
use super::length_code;
use crate::cdr::labels::Labels;
use crate::cdr::read::{Layout, read_bool};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Type, UnionId};
use polywire_ir::{Expr, ValueType};

impl Xcdr<'_> {
    pub(super) fn labels(&self, id: UnionId) -> Option<&Labels> {
        self.labels[id.0 as usize].as_ref()
    }

    /// Reads a label: I64 for a signed integer or an enum, else U64.
    pub(super) fn read_label(&self, b: &mut FunctionBuilder, id: UnionId, layout: Layout) -> Expr {
        match self.labels(id).map(|it| &it.ty) {
            Some(Type::Bool) => read_bool(b).as_int(),
            Some(Type::Int { bits, signed: true, .. }) => layout.read(b, "label", bits / 8).sign_extended(*bits),
            Some(Type::Enum(it)) => self.read_number(b, *it, layout),
            _ => layout.read(b, "label", self.label_width(id)),
        }
    }

    /// Returns the type of what [`Self::read_label`] returns.
    pub(super) fn label_type(&self, id: UnionId) -> ValueType {
        match self.labels(id).map(|it| &it.ty) {
            Some(Type::Int { signed: true, .. } | Type::Enum(_)) => ValueType::I64,
            _ => ValueType::U64,
        }
    }

    /// Bytes of a label.
    pub(super) fn label_width(&self, id: UnionId) -> u8 {
        match self.labels(id).map(|it| &it.ty) {
            Some(Type::Int { bits, .. }) => bits / 8,
            Some(Type::Enum(id)) => self.enum_width(*id),
            Some(_) => 1,
            None => 4,
        }
    }

    pub(super) fn label_code(&self, id: UnionId) -> u8 {
        length_code::of_width(self.label_width(id))
    }
}
