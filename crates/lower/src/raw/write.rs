use super::{Raw, unknown_formats};
use crate::plan::{write_case, write_len};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type, UnionId};
use polywire_ir::{Arg, Datum, Expr, Function, Order, Place};

impl Raw<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let record = self.types.record(id);
        for index in self.orders.fields(id) {
            self.write_field(&mut b, &record.fields[index as usize], value.field(index));
        }
        if record.keeps_unknown {
            unknown_formats().for_each(|format| write_unknown(&mut b, &value, format));
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn encode_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let case = self.orders.case_of(&mut b, id, value.clone());
        b.write_int(case, 4, Order::Little);
        write_case(&mut b, self.types.union(id), value, |b, (_, ty), place| self.write(b, ty, place));
        b.finish(vec![], vec![])
    }

    fn write_field(&self, b: &mut FunctionBuilder, field: &FieldType, place: Place) {
        if !field.optional {
            return self.write(b, &field.ty, place);
        }
        b.write_int(Expr::Present(place.clone()).as_int(), 1, Order::Little);
        b.when(Expr::Present(place.clone()), |b| self.write(b, &field.ty, place.some()));
    }

    fn write(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Bool => b.write_int(Expr::Get(place).as_int(), 1, Order::Little),
            Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => b.write_int(Expr::Get(place), 8, Order::Little),
            Type::Text { .. } | Type::Bytes => write_run(b, Expr::Get(place)),
            Type::FixedBytes(..) => b.write(Datum::Span(Expr::Get(place))),
            Type::Struct(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::Union(id) => drop(b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.write_list(b, element, place),
            Type::Map(entry) => self.write_list(b, &Type::Struct(*entry), place),
            Type::Array(element, _) => self.write_elements(b, element, place),
        }
    }

    fn write_list(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        write_len(b, Expr::Len(place.clone()), Order::Little);
        self.write_elements(b, element, place);
    }

    fn write_elements(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        b.each(place, ("element", element.clone()), None, |b, item, _| self.write(b, element, item.into()));
    }
}

fn write_unknown(b: &mut FunctionBuilder, value: &Place, format: &str) {
    write_run(b, Expr::Unknown { place: value.clone(), format: format.to_owned() });
}

fn write_run(b: &mut FunctionBuilder, bytes: Expr) {
    write_len(b, bytes.clone().bytes_len(), Order::Little);
    b.write(Datum::Span(bytes));
}
