use super::min_size::min_size;
use super::{Raw, unknown_formats};
use crate::plan::{arm, bound_elements, case_arms, check_enum, check_range, switch_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, Op, Order, Place, VarId};

impl Raw<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let record = self.types.record(id);
        for index in self.orders.fields(id) {
            self.read_field(&mut b, &record.fields[index as usize], value.field(index));
        }
        if record.keeps_unknown {
            unknown_formats().for_each(|format| read_unknown(&mut b, &value, format));
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let case = b.read_int("case", 4, Order::Little);
        let key = |index| Const::U64(self.orders.case(id, index));
        let mut arms =
            case_arms(&mut b, self.types.union(id), &value, key, |b, (_, ty), place| self.read(b, ty, place));
        arms.push(arm(&mut b, vec![Const::U64(0)], |_| {}));
        switch_case(&mut b, case.into(), arms);
        b.finish(vec![], vec![])
    }

    fn read_field(&self, b: &mut FunctionBuilder, field: &FieldType, place: Place) {
        if !field.optional {
            return self.read(b, &field.ty, place);
        }
        let present = read_flag(b, "present");
        b.when(present, |b| {
            b.open(place, None, ("present_value", field.ty.clone()), |b, bind, _| self.read(b, &field.ty, bind.into()));
        });
    }

    fn read(&self, b: &mut FunctionBuilder, ty: &Type, place: Place) {
        match ty {
            Type::Bool => {
                let flag = read_flag(b, "flag");
                b.set(place, flag);
            }
            Type::Int { bits, signed, .. } => read_int(b, place, *bits, *signed),
            Type::Float { bits } => read_int(b, place, *bits, false),
            Type::Enum(id) => {
                let number = Expr::from(b.read_int("number", 8, Order::Little)).reinterpret();
                check_enum(b, self.types, *id, &number);
                b.set(place, number);
            }
            Type::Text { .. } | Type::Bytes => {
                let bytes = read_run(b);
                b.set(place, bytes);
            }
            Type::FixedBytes(len, _) => {
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Type::Struct(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::Union(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.read_list(b, element, place),
            Type::Map(entry) => self.read_list(b, &Type::Struct(*entry), place),
            Type::Array(element, len) => self.read_elements(b, element, u64::from(*len).into(), place),
        }
    }

    fn read_list(&self, b: &mut FunctionBuilder, element: &Type, place: Place) {
        let count = b.read_int("count", 4, Order::Little);
        bound_elements(b, count.into(), min_size(self.types, element));
        self.read_elements(b, element, count.into(), place);
    }

    fn read_elements(&self, b: &mut FunctionBuilder, element: &Type, count: Expr, place: Place) {
        b.fill(place, count, ("element", element.clone()), |b, item, _| self.read(b, element, item.into()));
    }
}

fn read_flag(b: &mut FunctionBuilder, name: &str) -> Expr {
    let flag = Expr::from(b.read_int(name, 1, Order::Little));
    b.check(flag.clone().at_most(1u64), ErrorCode::OutOfRange);
    flag.is(1u64)
}

fn read_int(b: &mut FunctionBuilder, place: Place, bits: u8, signed: bool) {
    let bits_read = Expr::from(b.read_int("number", 8, Order::Little));
    let number = if signed { bits_read.reinterpret() } else { bits_read };
    check_range(b, &number, bits, signed);
    b.set(place, number);
}

fn read_run(b: &mut FunctionBuilder) -> VarId {
    let len = b.read_int("len", 4, Order::Little);
    b.read_span("bytes", len)
}

fn read_unknown(b: &mut FunctionBuilder, value: &Place, format: &str) {
    let bytes = read_run(b);
    b.op(Op::Retain { place: value.clone(), format: format.to_owned(), value: bytes.into() });
}
