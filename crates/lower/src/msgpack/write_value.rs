use super::Msgpack;
use super::head::{ARRAY, NIL};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, Expr, Order, Place};

impl Msgpack<'_> {
    pub(super) fn write_value(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Bool => b.write_int(Expr::Get(place).as_int() + 0xc2u64, 1, Order::Big),
            Type::Int { signed: false, .. } => self.numbers.uint(b, Expr::Get(place)),
            Type::Int { signed: true, .. } => self.numbers.int(b, Expr::Get(place)),
            Type::Enum(id) => self.numbers.enumerator(b, self.types.enumeration(*id), Expr::Get(place)),
            Type::Float { bits } => {
                b.write_bytes(if *bits == 32 { &[0xca] } else { &[0xcb] });
                b.write_int(Expr::Get(place), bits / 8, Order::Big);
            }
            Type::Text { .. } => {
                self.heads.text(b, Expr::Len(place.clone()));
                b.write(Datum::Span(Expr::Get(place)));
            }
            Type::Bytes => {
                self.heads.bytes(b, Expr::Len(place.clone()));
                b.write(Datum::Span(Expr::Get(place)));
            }
            Type::FixedBytes(len, _) => {
                b.write_bytes(&self.heads.bytes_constant(u64::from(*len)));
                b.write(Datum::Span(Expr::Get(place)));
            }
            Type::Struct(id) => match self.types.nullable(ty) {
                Some(value) => self.write_nullable(b, &value.ty, place.field(0)),
                None => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            },
            Type::Union(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::List(element) => {
                self.heads.array(b, Expr::Len(place.clone()));
                self.write_elements(b, element, place);
            }
            Type::Map(entry) => self.write_entries(b, *entry, place),
            Type::Array(element, len) => {
                b.write_bytes(&ARRAY.constant(u64::from(*len)));
                self.write_elements(b, element, place);
            }
        }
    }

    fn write_nullable(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        let value = place.some();
        let write = |b: &mut FunctionBuilder| self.write_value(b, ty, value);
        b.if_else(Expr::Present(place), write, |b| b.write_bytes(&NIL));
    }

    fn write_entries(&self, b: &mut FunctionBuilder, entry: StructId, place: Place) {
        let (key, value) = self.types.entry(entry);
        self.heads.map(b, Expr::Len(place.clone()));
        b.each(place, ("entry", Type::Struct(entry)), None, |b, item, _| {
            let item = Place::from(item);
            self.write_value(b, key, item.field(0));
            self.write_value(b, value, item.field(1));
        });
    }

    fn write_elements(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        b.each(place, ("element", element.clone()), None, |b, item, _| self.write_value(b, element, item.into()));
    }
}
