//! Values without parts, and the promotions of numbers.

use super::{Reason, Resolution};
use crate::avro::facts::unqualified;
use crate::avro::number::{as_int, is_long, read_len, read_number};
use crate::avro::read::read_bool;
use crate::avro::written::Written;
use crate::avro::{branch, form};
use crate::plan::Floats;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Expr, FuncId, Order, Place};
use polywire_model::attr::{AvroBase, AvroForm};

impl Resolution<'_> {
    pub(super) fn read_scalar(
        &self,
        b: &mut FunctionBuilder,
        written: &Written,
        (ty, form): (&Type, &AvroForm),
        place: Place,
    ) {
        let name = branch::name(self.reader.types, ty, form);
        match (ty, form::base(ty, form), written) {
            (_, Some(AvroBase::Bytes | AvroBase::String), Written::Bytes | Written::String) => {
                form::read(b, self.reader.decimals, (ty, form), &place);
            }
            (_, Some(AvroBase::Fixed(fixed)), _) => {
                let names = unqualified(&fixed.name, &fixed.aliases);
                if self.check_fixed(b, written, (&name, &names), u64::from(fixed.size))
                    && !form::read(b, self.reader.decimals, (ty, form), &place)
                {
                    let bytes = b.read_span("bytes", u64::from(fixed.size));
                    b.set(place, bytes);
                }
            }
            (_, Some(_), _) => self.refuse(b, written, name, Reason::Kind),
            (Type::FixedBytes(len, _), None, _) => {
                if self.check_fixed(b, written, (&name, &[]), u64::from(*len)) {
                    let bytes = b.read_span("bytes", u64::from(*len));
                    b.set(place, bytes);
                }
            }
            (Type::Bool, _, Written::Boolean) => {
                let flag = read_bool(b, self.reader.options.strictness);
                b.set(place, flag);
            }
            (Type::Int { bits, signed, .. }, None, Written::Int | Written::Long)
                if *written == Written::Int || is_long(*bits, *signed) =>
            {
                let number = read_number(b, *written == Written::Long, self.reader.options.strictness);
                let value = as_int(b, number, *bits, *signed);
                b.set(place, value);
            }
            (Type::Float { bits }, _, Written::Int | Written::Long | Written::Float | Written::Double)
                if *bits == 64 || *written != Written::Double =>
            {
                let float = self.read_float(b, written, *bits);
                b.set(place, float);
            }
            (Type::Text { .. } | Type::Bytes, _, Written::Bytes | Written::String) => {
                let len = read_len(b);
                let bytes = b.read_span("bytes", len);
                b.set(place, bytes);
            }
            _ => self.refuse(b, written, name, Reason::Kind),
        }
    }

    /// Reads a number as a float of this many bits; yields its bits.
    fn read_float(&self, b: &mut FunctionBuilder, written: &Written, bits: u8) -> Expr {
        match (written, bits) {
            (Written::Float, 64) => {
                let float = b.read_int("float", 4, Order::Little);
                Floats::call(b, self.floats.f64_of_f32, float)
            }
            (Written::Float | Written::Double, _) => b.read_int("float", bits / 8, Order::Little).into(),
            (_, 64) => {
                let number = read_number(b, *written == Written::Long, self.reader.options.strictness);
                float_of_long(b, number, self.floats.f64_of_uint, 1 << 63)
            }
            _ => {
                let number = read_number(b, *written == Written::Long, self.reader.options.strictness);
                float_of_long(b, number, self.floats.f32_of_uint, 1 << 31)
            }
        }
    }
}

/// Converts an integer (I64) to a float with this sign bit; yields its bits.
pub(in crate::avro) fn float_of_long(b: &mut FunctionBuilder, number: Expr, of_uint: FuncId, sign: u64) -> Expr {
    let negative = number.clone().below(0i64);
    let magnitude = negative.clone().choose(Expr::from(0i64) - number.clone(), number).reinterpret();
    Floats::call_signed(b, of_uint, negative, magnitude, sign)
}
