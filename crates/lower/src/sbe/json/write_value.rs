//! Values in blocks.

use super::SbeJson;
use crate::sbe::schema::null::null_of;
use crate::sbe::schema::plan::Form;
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Meaning, Type};
use polywire_ir::{Arg, Expr, Place, WriteLeaf};

impl SbeJson<'_> {
    pub(super) fn write_fixed(&self, b: &mut FunctionBuilder, form: &Form, place: Place, spaces: &Expr) {
        match form {
            Form::Scalar(scalar) => self.write_scalar(b, scalar, Expr::Get(place)),
            Form::Text(..) => self.texts.write(b, Expr::Get(place)),
            Form::Array(scalar, _) => {
                b.write_bytes(b"[");
                b.each(place, ("element", scalar.ty.clone()), None, |b, item, index| {
                    b.when(index.is_not(0u64), |b| b.write_bytes(b", "));
                    self.write_scalar(b, scalar, Expr::Get(item.into()));
                });
                b.write_bytes(b"]");
            }
            Form::Composite(id) => self.write_object(b, *id, place, spaces),
        }
    }

    /// Writes a value of the scalar's own type.
    pub(super) fn write_scalar(&self, b: &mut FunctionBuilder, scalar: &Scalar, value: Expr) {
        match &scalar.ty {
            Type::Enum(id) => {
                let null = scalar.value(null_of(scalar).into());
                b.call(self.enums[id.0 as usize].write, vec![Arg::Value(value), Arg::Value(null)], &[]);
            }
            Type::Int { meaning: Meaning::Flags(id), .. } => {
                b.call(self.enums[id.0 as usize].write, vec![Arg::Value(value)], &[]);
            }
            Type::Int { meaning: Meaning::Character, .. } => self.write_character(b, value),
            Type::Float { bits } => self.floats.write(b, *bits == 32, value),
            _ if scalar.signed => b.write_leaf(WriteLeaf::DecimalInt, vec![value]),
            // The reference implementation reads them into a signed integer.
            _ if scalar.bits == 64 => b.write_leaf(WriteLeaf::DecimalInt, vec![value.reinterpret()]),
            _ => b.write_leaf(WriteLeaf::DecimalUint, vec![value]),
        }
    }

    /// Writes the character of this number in Unicode.
    fn write_character(&self, b: &mut FunctionBuilder, value: Expr) {
        let text = b.scratch("character", |b| {
            b.call(self.write_code_point, vec![Arg::Value(value)], &[]);
        });
        self.texts.write(b, text.into());
    }
}
