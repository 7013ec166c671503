use super::array::{in_fixed, read_blocks, read_fixed};
use super::enumeration::number_of;
use super::facts::FieldFacts;
use super::min_size::min_size;
use super::number::{as_int, is_long, read_int, read_len, read_long, read_number};
use super::{Avro, duration, form};
use crate::plan::{arm, bound_elements, case_arms, switch_case};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type, UnionId};
use polywire_ir::{Arg, Const, ErrorCode, Expr, Function, Order, Place, ValueType};
use polywire_model::Presence;
use polywire_model::attr::{AvroForm, AvroKind, AvroStrictness};

impl Avro<'_> {
    pub(super) fn read_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        match self.facts.record(id).kind {
            AvroKind::Duration => duration::read(&mut b, self.orders.fields(id), &value),
            AvroKind::Record | AvroKind::Error | AvroKind::Value => {
                for index in self.orders.fields(id) {
                    let field = &self.types.record(id).fields[index as usize];
                    self.read_field(&mut b, field, self.facts.field(id, index), value.field(index));
                }
            }
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_union(&self, id: UnionId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let branch = read_int(&mut b, "branch");
        let facts = self.facts.union(id);
        let key = |index| Const::I64(facts.branch(self.orders.case(id, index) - 1) as i64);
        let none = facts.null.map(|null| arm(&mut b, vec![Const::I64(null as i64)], |_| {}));
        let cases = case_arms(&mut b, self.types.union(id), &value, key, |b, (index, ty), place| {
            self.read(b, (ty, &facts.forms[index as usize]), place);
        });
        switch_case(&mut b, branch, none.into_iter().chain(cases).collect());
        b.finish(vec![], vec![])
    }

    fn read_field(&self, b: &mut FunctionBuilder, field: &FieldType, facts: &FieldFacts, place: Place) {
        let ty = (&field.ty, &facts.form);
        let open = |b: &mut FunctionBuilder| {
            b.open(place.clone(), None, ("present", field.ty.clone()), |b, bind, _| {
                self.read(b, ty, bind.into());
            });
        };
        match facts.presence {
            Presence::Implicit => self.read(b, ty, place),
            Presence::Required => open(b),
            Presence::Optional => {
                let branch = read_int(b, "branch").reinterpret();
                b.check(branch.clone().at_most(1u64), ErrorCode::UnknownCase);
                b.when(branch.is(1 - facts.null), open);
            }
        }
    }

    fn read(&self, b: &mut FunctionBuilder, (ty, form): (&Type, &AvroForm), place: Place) {
        if form::read(b, self.decimals, (ty, form), &place) {
            return;
        }
        match ty {
            Type::Bool => {
                let flag = read_bool(b, self.options.strictness);
                b.set(place, flag);
            }
            Type::Int { bits, signed, .. } => {
                let number = read_number(b, is_long(*bits, *signed), self.options.strictness);
                let value = as_int(b, number, *bits, *signed);
                b.set(place, value);
            }
            Type::Float { bits } => {
                let float = b.read_int("float", bits / 8, Order::Little);
                b.set(place, float);
            }
            Type::Text { .. } | Type::Bytes => {
                let len = read_len(b);
                let bytes = b.read_span("bytes", len);
                b.set(place, bytes);
            }
            Type::FixedBytes(len, _) => {
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Type::Enum(id) => {
                let index = read_int(b, "index");
                let number = number_of(b, self.orders.numbers(*id), index);
                b.set(place, number);
            }
            Type::Struct(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::Union(id) => drop(b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[])),
            Type::List(element) => self.read_list(b, (element, form), place),
            Type::Array(element, len) => self.read_array(b, (element, *len, form), place),
            Type::Map(entry) => self.read_list(b, (&Type::Struct(*entry), form), place),
        }
    }

    fn read_array(&self, b: &mut FunctionBuilder, (element, len, form): (&Type, u32, &AvroForm), place: Place) {
        match in_fixed(element) {
            Some(signed) => read_fixed(b, (element, len), place, signed),
            None => read_blocks(b, (element, len), place, |b, item| self.read(b, (element, form), item)),
        }
    }

    fn read_list(&self, b: &mut FunctionBuilder, (element, form): (&Type, &AvroForm), place: Place) {
        let min_size = min_size(self.types, element);
        each_block(b, |b, count| {
            bound_elements(b, count.clone(), min_size);
            b.fill(place, count, ("element", element.clone()), |b, item, _| self.read(b, (element, form), item.into()));
        });
    }
}

/// Runs the body for the count of each block of an array or map. A negative count is followed by the block's length in
/// bytes, which allows skipping it.
pub(super) fn each_block(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder, Expr)) {
    let first = read_count(b);
    b.loop_while(
        vec![("count", ValueType::U64, first)],
        |carried| carried[0].is_not(0u64),
        |b, carried| {
            body(b, carried[0].into());
            vec![read_count(b)]
        },
    );
}

pub(super) fn read_count(b: &mut FunctionBuilder) -> Expr {
    let count = read_long(b, "count");
    let negative = count.clone().below(0i64);
    b.when(negative.clone(), |b| drop(read_long(b, "size")));
    negative.choose(Expr::from(0i64) - count.clone(), count).reinterpret()
}

/// Reads a byte 0 or 1.
pub(super) fn read_bool(b: &mut FunctionBuilder, strictness: AvroStrictness) -> Expr {
    let byte = Expr::from(b.read_int("byte", 1, Order::Little));
    match strictness {
        AvroStrictness::Strict => b.check(byte.clone().at_most(1u64), ErrorCode::OutOfRange),
        AvroStrictness::AsJava => {}
    }
    byte.is(1u64)
}
