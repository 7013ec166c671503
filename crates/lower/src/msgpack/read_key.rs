//! Keys of members.

use super::Msgpack;
use super::dialect::Keys;
use super::members::{key, key_name};
use crate::plan::Member;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, Expr, ValueType};

/// The number of a key that no member has.
const NONE: u64 = u64::MAX;

impl Msgpack<'_> {
    /// Reads a key if there are more members; yields that flag, and the key: a name, or a number.
    pub(super) fn read_key(
        &self,
        b: &mut FunctionBuilder,
        more: Expr,
        (members, keys): (&[&Member], Keys),
    ) -> Vec<Expr> {
        let key = match keys {
            Keys::Zids => {
                let zid = |b: &mut FunctionBuilder| vec![self.numbers.read_int(b).reinterpret()];
                b.if_yields(more.clone(), &[("zid", ValueType::U64)], zid, |_| vec![0u64.into()])[0]
            }
            Keys::Numbers => {
                let number = |b: &mut FunctionBuilder| vec![self.read_number(b, members)];
                b.if_yields(more.clone(), &[("number", ValueType::U64)], number, |_| vec![0u64.into()])[0]
            }
            Keys::Names => {
                let none = |_: &mut FunctionBuilder| vec![b"".as_slice().into()];
                b.if_yields(more.clone(), &[("name", ValueType::Bytes)], |b| vec![self.heads.read_run(b)], none)[0]
            }
        };
        vec![more, key.into()]
    }

    /// Reads the number of a member, or its name.
    fn read_number(&self, b: &mut FunctionBuilder, members: &[&Member]) -> Expr {
        let first = Expr::from(b.peek("first"));
        let is_integer =
            first.clone().below(0x80u64) | (first.clone() - 0xccu64).below(8u64) | Expr::from(0xe0u64).at_most(first);
        let number = |b: &mut FunctionBuilder| vec![self.numbers.read_key(b, NONE)];
        let named = |b: &mut FunctionBuilder| {
            let name = self.heads.read_run(b);
            let arms = members.iter().filter_map(|member| {
                let number = u64::from(member.number?);
                let body = b.block(|_| vec![number.into()]);
                Some(Arm { keys: vec![Const::Bytes(key_name(member).into())], body })
            });
            let arms = arms.collect();
            let other = b.block(|_| vec![NONE.into()]);
            vec![b.switch(name, arms, other, &[("number", ValueType::U64)])[0].into()]
        };
        b.if_yields(is_integer, &[("number", ValueType::U64)], number, named)[0].into()
    }

    /// Returns the key of a member in a keyed loop, and its label.
    pub(super) fn keys_of(&self, keys: Keys, member: &Member) -> (Const, Vec<u8>) {
        let label = key(&self.heads, keys, member);
        match (keys, member.number) {
            (Keys::Numbers | Keys::Zids, Some(number)) => (Const::U64(number.into()), label),
            (Keys::Names | Keys::Numbers | Keys::Zids, _) => (Const::Bytes(key_name(member).into()), label),
        }
    }
}

/// Returns the type of keys.
pub(super) fn key_type(keys: Keys) -> ValueType {
    match keys {
        Keys::Numbers | Keys::Zids => ValueType::U64,
        Keys::Names => ValueType::Bytes,
    }
}
