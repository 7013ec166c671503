//! Enums whose numbers differ from their ordinals: each number is encoded as its ordinal.

use super::Capnp;
use crate::plan::{enum_decls, map_number};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Literal, Type};
use polywire_ir::{Expr, Place};
use polywire_model::Model;

/// For each enum its numbers by ordinal; empty if each number equals its ordinal.
pub(super) type Ordinals = [Vec<i64>];

/// Those of a model.
pub(super) fn ordinals(model: &Model) -> Vec<Vec<i64>> {
    enum_decls(model).map(|it| it.attrs.capnp_ordinals.clone()).collect()
}

impl Capnp<'_> {
    fn numbers(&self, scalar: &Scalar) -> Option<&[i64]> {
        let Type::Enum(EnumId(index)) = scalar.ty else { return None };
        self.ordinals.get(index as usize).map(Vec::as_slice).filter(|numbers| !numbers.is_empty())
    }

    /// Returns true if an enum's numbers are mapped to ordinals, which always fit.
    pub(super) fn is_mapped(&self, scalar: &Scalar) -> bool {
        self.numbers(scalar).is_some()
    }

    /// The bits of the scalar at a place.
    pub(super) fn scalar_bits(&self, b: &mut FunctionBuilder, scalar: &Scalar, place: Place) -> Expr {
        match self.numbers(scalar) {
            None => scalar.get(place),
            Some(numbers) => {
                let pairs = numbers.iter().zip(0i64..).map(|(number, ordinal)| (*number, ordinal)).collect();
                map_number(b, Expr::Get(place), pairs).reinterpret()
            }
        }
    }

    /// Returns the scalar from its zero-extended bits, which are XORed with those of a new value; refuses a number that
    /// is not in its enum.
    pub(super) fn scalar_value(
        &self,
        b: &mut FunctionBuilder,
        (scalar, default): (&Scalar, Option<&Literal>),
        bits: Expr,
    ) -> Expr {
        let bits = match self.default_bits(scalar, default) {
            0 => bits,
            default => bits ^ default,
        };
        match self.numbers(scalar) {
            None => scalar.checked(b, self.types, bits),
            Some(numbers) => {
                let pairs = numbers.iter().zip(0i64..).map(|(number, ordinal)| (ordinal, *number)).collect();
                let number = map_number(b, bits.reinterpret(), pairs);
                scalar.checked_number(b, self.types, number)
            }
        }
    }

    /// The bits of a new value.
    pub(super) fn default_bits(&self, scalar: &Scalar, default: Option<&Literal>) -> u64 {
        match (self.numbers(scalar), default) {
            (None, _) => scalar.default_bits(self.types, default),
            (Some(numbers), Some(Literal::Int(default))) => {
                numbers.iter().zip(0..).find(|(number, _)| i128::from(**number) == *default).map_or(0, |(_, at)| at)
            }
            (Some(_), _) => 0,
        }
    }
}
