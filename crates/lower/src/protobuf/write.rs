use super::message_set::item_of;
use super::plan::{Member, Rule, varint};
use super::scalar::write_scalar;
use super::value::Value;
use super::{FORMAT, Protobuf};
use crate::plan::is_default;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Arm, Block, Const, Datum, ErrorCode, Expr, Function, Place, Prefix, WriteLeaf};

impl Protobuf<'_> {
    pub(super) fn encode_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("encode", id);
        let is_message_set = self.message_sets.contains_key(&id);
        for run in self.plan(id).chunk_by(of_one_union) {
            match run {
                [member] if is_message_set && item_of(member).is_some() => self.write_item(&mut b, member, &value),
                [member] => self.write_member(&mut b, member, &value),
                cases => self.write_cases(&mut b, cases, &value),
            }
        }
        if self.types.record(id).keeps_unknown {
            b.write(Datum::Span(Expr::Unknown { place: value, format: FORMAT.to_owned() }));
        }
        b.finish(vec![], vec![])
    }

    fn write_member(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        let (place, value) = (member.place(owner), member.value_place(owner));
        match member.rule {
            Rule::Implicit => self.write_implicit(b, member, value),
            Rule::Always => self.write_record(b, member, value),
            Rule::Optional => b.when(Expr::Present(place), |b| self.write_record(b, member, value)),
            Rule::Required => {
                b.check(Expr::Present(place), ErrorCode::MissingField);
                self.write_record(b, member, value);
            }
            Rule::Repeated { packed: false } | Rule::Array { packed: false, .. } => {
                b.each(place, ("element", member.ty.clone()), None, |b, item, _| {
                    self.write_record(b, member, item.into());
                });
            }
            Rule::Repeated { packed: true } => self.write_packed(b, member, place),
            Rule::Array { packed: true, len } => self.write_packed_array(b, member, len, place),
            Rule::Case(case) => {
                b.when(Expr::Case(place).is(u64::from(case) + 1), |b| self.write_record(b, member, value));
            }
        }
    }

    /// A message is always written, without checking whether all its fields are defaults.
    fn write_implicit(&self, b: &mut FunctionBuilder, member: &Member, value: Place) {
        if let Value::Message(_) | Value::Group(_) = member.value {
            return self.write_record(b, member, value);
        }
        let absent = is_default(self.types, &member.ty, member.default.as_ref(), &value);
        b.when(!absent, |b| self.write_record(b, member, value));
    }

    /// Cases of one union with adjacent numbers.
    fn write_cases(&self, b: &mut FunctionBuilder, cases: &[Member], owner: &Place) {
        let arms = cases.iter().filter_map(|member| match member.rule {
            Rule::Case(case) => Some((member, case)),
            Rule::Implicit
            | Rule::Always
            | Rule::Optional
            | Rule::Required
            | Rule::Repeated { .. }
            | Rule::Array { .. } => None,
        });
        let arms = arms.map(|(member, case)| Arm {
            keys: vec![Const::U64(u64::from(case) + 1)],
            body: b.block(|b| {
                self.write_record(b, member, member.value_place(owner));
                vec![]
            }),
        });
        let arms = arms.collect();
        b.switch(Expr::Case(cases[0].place(owner)), arms, Block::default(), &[]);
    }

    fn write_record(&self, b: &mut FunctionBuilder, member: &Member, value: Place) {
        b.write_bytes(&member.tag(member.value.wire_type()));
        self.write_value(b, member, value);
    }

    fn write_value(&self, b: &mut FunctionBuilder, member: &Member, value: Place) {
        match member.value {
            Value::Scalar(scalar) => write_scalar(b, scalar, Expr::Get(value)),
            Value::Enum(id) => self.write_enum(b, id, Expr::Get(value)),
            Value::Bytes => {
                b.write_leaf(WriteLeaf::Varint, vec![Expr::Len(value.clone())]);
                b.write(Datum::Span(Expr::Get(value)));
            }
            Value::FixedBytes(len) => {
                b.write_leaf(WriteLeaf::Varint, vec![u64::from(len).into()]);
                b.write(Datum::Span(Expr::Get(value)));
            }
            Value::Message(id) => b.measured(Prefix::Varint, |b| self.write_message(b, id, value)),
            Value::Group(id) => {
                self.write_message(b, id, value);
                b.write_bytes(&member.tag(4));
            }
            Value::Mark => b.write_bytes(&[0]),
        }
    }

    pub(super) fn write_message(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        b.call(self.codecs[id].encode, vec![Arg::Place(value)], &[]);
    }

    fn write_packed(&self, b: &mut FunctionBuilder, member: &Member, list: Place) {
        b.when(Expr::Len(list.clone()).is_not(0u64), |b| {
            b.write_bytes(&member.tag(2));
            if let Some(width) = member.value.fixed_width() {
                b.write_leaf(WriteLeaf::Varint, vec![Expr::Len(list.clone()) * u64::from(width)]);
                return self.write_elements(b, member, list);
            }
            b.measured(Prefix::Varint, |b| self.write_elements(b, member, list));
        });
    }

    fn write_packed_array(&self, b: &mut FunctionBuilder, member: &Member, len: u32, array: Place) {
        if len == 0 {
            return;
        }
        b.write_bytes(&member.tag(2));
        match member.value.fixed_width() {
            Some(width) => {
                b.write_bytes(&varint(u64::from(len) * u64::from(width)));
                self.write_elements(b, member, array);
            }
            None => b.measured(Prefix::Varint, |b| self.write_elements(b, member, array)),
        }
    }

    fn write_elements(&self, b: &mut FunctionBuilder, member: &Member, list: Place) {
        b.each(list, ("element", member.ty.clone()), None, |b, item, _| self.write_value(b, member, item.into()));
    }
}

fn of_one_union(left: &Member, right: &Member) -> bool {
    matches!((left.rule, right.rule), (Rule::Case(_), Rule::Case(_))) && left.field == right.field
}
