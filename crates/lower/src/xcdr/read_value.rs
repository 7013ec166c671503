use super::Xcdr;
use crate::cdr::float128::read_float128;
use crate::cdr::form::Form;
use crate::cdr::length::limit_read;
use crate::cdr::read::{Layout, read_bool};
use crate::plan::check_enum;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, EnumId, Type};
use polywire_ir::{Expr, Place};

impl Xcdr<'_> {
    pub(super) fn read(&self, b: &mut FunctionBuilder, (ty, form): (&Type, Form<'_>), place: Place, layout: Layout) {
        match ty {
            Type::Bool => {
                let flag = read_bool(b);
                b.set(place, flag);
            }
            Type::Int { bits, signed, .. } => {
                let number = layout.read(b, "number", bits / 8);
                b.set(place, if *signed { number.reinterpret() } else { number });
            }
            Type::Float { bits } => {
                let float = layout.read(b, "float", bits / 8);
                b.set(place, float);
            }
            Type::Enum(id) => {
                let number = self.read_number(b, *id, layout);
                b.set(place, number);
            }
            Type::Text { .. } => {
                let text = self.read_text(b, form, layout);
                b.set(place, text);
            }
            Type::Bytes => {
                let len = layout.read(b, "len", 4);
                limit_read(b, len.clone(), form.bound());
                let bytes = b.read_span("bytes", len);
                b.set(place, bytes);
            }
            Type::FixedBytes(_, BytesMeaning::Float128) if self.is_corba => read_float128(b, place, layout),
            Type::FixedBytes(len, _) => {
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Type::Struct(id) => layout.call(b, self.codecs[*id].read, place),
            Type::Union(id) => layout.call(b, self.codecs[*id].read, place),
            Type::List(element) => self.read_list(b, (element, form), place, layout),
            Type::Map(entry) => self.read_list(b, (&Type::Struct(*entry), form), place, layout),
            Type::Array(element, len) => self.read_array(b, (element, form), (place, *len), layout),
        }
    }

    /// Reads the number of an enumerator (I64).
    pub(super) fn read_number(&self, b: &mut FunctionBuilder, id: EnumId, layout: Layout) -> Expr {
        let width = self.enum_width(id);
        let bits = layout.read(b, "number", width);
        let number = if self.types.enumeration(id).signed { bits.sign_extended(8 * width) } else { bits.reinterpret() };
        check_enum(b, self.types, id, &number);
        number
    }

    /// Bytes of an enumerator.
    pub(super) fn enum_width(&self, id: EnumId) -> u8 {
        match self.types.enumeration(id).bits {
            8 => 1,
            16 => 2,
            _ => 4,
        }
    }
}
