//! Entries of maps whose values are of a closed enum: an entry with a number that the enum lacks is an unknown field of
//! the message with the map (Protocol Buffers documentation, "Enum Behavior").

use super::Protobuf;
use super::plan::{Member, Rule};
use super::read::until_window_ends;
use super::scalar::read_varint;
use super::unknown::Owner;
use super::value::Value;
use crate::plan::{Keyed, default_const};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, StructId, Types};
use polywire_ir::{Const, Expr, FuncId, Function, KeyedArm, Separation, ValueType};

/// Returns the closed enum of an entry's values, if any.
pub(super) fn closed_value(types: &Types, entry: &[Member]) -> Option<EnumId> {
    let [_, Member { value: Value::Enum(id), rule: Rule::Always, .. }] = entry else { return None };
    Some(*id).filter(|id| !types.enumeration(*id).open)
}

impl Protobuf<'_> {
    /// Reads an entry after its key: puts it into the map, or keeps all of it as unknown.
    pub(super) fn read_entry(
        &self,
        b: &mut FunctionBuilder,
        (member, id): (&Member, StructId),
        owner: &Owner,
        scan: FuncId,
    ) {
        let Some(values) = closed_value(self.types, self.plan(id)) else { return };
        let start = b.let_("start", Expr::Pos);
        let len = read_varint(b);
        let entry = b.read_span("entry", len);
        let number = b.at(entry, 0u64, &[("number", ValueType::I64)], |b| {
            b.call(scan, vec![], &[("last", ValueType::I64)]).into_iter().map(Expr::from).collect()
        });
        let put = |b: &mut FunctionBuilder| {
            b.push(member.place(&owner.place), ("message", member.ty.clone()), |b, value| {
                b.at(entry, 0u64, &[], |b| {
                    self.call_reader(b, (self.codecs[id].read, id), value.into(), true.into());
                    vec![]
                });
            });
        };
        let keep = |b: &mut FunctionBuilder| {
            owner.take(b, member.tag(2).as_slice().into(), Expr::Since(Box::new(start.into())));
        };
        b.if_else(Expr::IsMember(values, Box::new(number[0].into())), put, keep);
    }

    /// Finds the number of an entry's value: the last one, or the enum's first if there is none.
    pub(super) fn scan_entry(&self, id: StructId) -> Function {
        let value = &self.plan(id)[1];
        let mut b = self.scaffold.function("scan", id);
        let first = Expr::Const(default_const(self.types, &value.ty, value.default.as_ref()));
        let last = Keyed {
            key: ValueType::U64,
            carried: vec![("number", ValueType::I64, first)],
            count: None,
            separation: Separation::default(),
        }
        .build(
            &mut b,
            |b, _| until_window_ends(b),
            |b, _| {
                let body = b.block(|b| vec![read_varint(b).sign_extended(32)]);
                vec![KeyedArm { keys: vec![Const::U64(value.key(0))], label: vec![], repeats: false, body }]
            },
            |b, key, carried| {
                self.skippers.field(b, key);
                vec![carried[0].into()]
            },
        );
        b.finish(vec![last[0].into()], vec![ValueType::I64])
    }
}
