//! Scalars as formats of fixed width see them: patterns of bits.

use crate::plan::default_const;
use polywire_ir::types::{Literal, Type, Types};
use polywire_ir::{Const, Expr, Place};

/// A scalar type: what fits into a fixed number of bits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scalar {
    /// Bool, Int, Float or Enum.
    pub ty: Type,
    /// How many bits the format gives it: 1 for a Bool in formats that pack bits.
    pub bits: u8,
    /// An integer or an enum that can be negative.
    pub signed: bool,
}

impl Scalar {
    /// The type as a scalar of its own width, if it is one. A Bool has one bit, an enum the width that it declares.
    pub fn of(types: &Types, ty: &Type) -> Option<Self> {
        let (bits, signed) = match ty {
            Type::Bool => (1, false),
            Type::Int { bits, signed } => (*bits, *signed),
            Type::Float { bits } => (*bits, false),
            Type::Enum(id) => (types.enumeration(*id).bits, types.enumeration(*id).signed),
            Type::Text { .. }
            | Type::Bytes
            | Type::FixedBytes(_)
            | Type::Struct(_)
            | Type::Union(_)
            | Type::List(_)
            | Type::Array(..) => return None,
        };
        Some(Self { ty: ty.clone(), bits, signed })
    }

    /// Bytes that it takes, at least one.
    pub fn width(&self) -> u8 {
        self.bits.div_ceil(8)
    }

    /// The bits of the scalar at a place: a U64 of which only the low ones count.
    pub fn get(&self, place: Place) -> Expr {
        match self.ty {
            Type::Bool => Expr::Get(place).as_int(),
            Type::Enum(_) => Expr::Get(place).reinterpret(),
            _ if self.signed => Expr::Get(place).reinterpret(),
            _ => Expr::Get(place),
        }
    }

    /// The scalar whose bits are a zero-extended U64.
    pub fn value(&self, bits: Expr) -> Expr {
        match self.ty {
            Type::Bool => bits.is_not(0u64),
            _ if self.signed => bits.sign_extended(self.bits),
            Type::Enum(_) => bits.reinterpret(),
            _ => bits,
        }
    }

    /// The bits of a new value.
    pub fn default_bits(&self, types: &Types, default: Option<&Literal>) -> u64 {
        let all = match default_const(types, &self.ty, default) {
            Const::Bool(value) => u64::from(value),
            Const::U64(value) => value,
            Const::I64(value) => value as u64,
            Const::Bytes(_) => 0,
        };
        all & (u64::MAX >> (64 - self.bits))
    }
}
