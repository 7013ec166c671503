use super::Xcdr;
use crate::cdr::float128::write_halves;
use crate::cdr::form::Form;
use crate::cdr::length::limit_written;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{BytesMeaning, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, FuncId, Order, Place, VarId};

impl Xcdr<'_> {
    pub(super) fn write(&self, b: &mut FunctionBuilder, (ty, form): (&Type, Form<'_>), place: Place, origin: VarId) {
        match ty {
            Type::Bool => b.write_int(Expr::Get(place).as_int(), 1, Order::Little),
            Type::Int { bits, .. } | Type::Float { bits } => self.write_number(b, Expr::Get(place), bits / 8, origin),
            Type::Enum(id) => self.write_number(b, Expr::Get(place), self.enum_width(*id), origin),
            Type::Text { .. } => self.write_text(b, form, place, origin),
            Type::Bytes => {
                limit_written(b, Expr::Len(place.clone()), form.bound());
                self.write_count(b, Expr::Len(place.clone()), origin);
                b.write(Datum::Span(Expr::Get(place)));
            }
            Type::FixedBytes(_, BytesMeaning::Float128) if self.is_corba => {
                self.align(b, 8, origin);
                write_halves(b, place, self.order);
            }
            Type::FixedBytes(..) => b.write(Datum::Span(Expr::Get(place))),
            Type::Struct(id) => call(b, self.codecs[*id].encode, place, origin),
            Type::Union(id) => call(b, self.codecs[*id].encode, place, origin),
            Type::List(element) => self.write_list(b, (element, form), place, origin),
            Type::Map(entry) => self.write_list(b, (&Type::Struct(*entry), form), place, origin),
            Type::Array(element, _) => self.write_array(b, (element, form), place, origin),
        }
    }

    /// Appends an integer at its next aligned position.
    pub(super) fn write_number(&self, b: &mut FunctionBuilder, value: Expr, width: u8, origin: VarId) {
        self.align(b, width, origin);
        b.write_int(value, width, self.order);
    }

    pub(super) fn write_count(&self, b: &mut FunctionBuilder, count: Expr, origin: VarId) {
        b.check(count.clone().at_most(u64::from(u32::MAX)), ErrorCode::TooLarge);
        self.write_number(b, count, 4, origin);
    }

    fn align(&self, b: &mut FunctionBuilder, width: u8, origin: VarId) {
        if width > 1 {
            b.write(Datum::Align { to: width.min(self.version.largest_alignment()).into(), from: origin.into() });
        }
    }
}

fn call(b: &mut FunctionBuilder, encode: FuncId, value: Place, origin: VarId) {
    b.call(encode, vec![Arg::Place(value), Arg::Value(origin.into())], &[]);
}
