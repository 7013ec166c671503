//! Enumerators by name, and sets as objects of booleans; other numbers as numbers.

use super::SbeJson;
use crate::json::name::quoted;
use crate::json::read::{between_members, read_name};
use crate::plan::{Keyed, arm, block, check_enum};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, EnumMember, EnumType, Named};
use polywire_ir::{
    Arm, Const, ErrorCode, Expr, FuncId, Function, KeyedArm, ReadLeaf, Setting, ValueType, VarId, WriteLeaf,
};
use std::collections::HashSet;

/// The functions of an enum or a set.
#[derive(Clone, Copy)]
pub(super) struct EnumFunctions {
    /// `write_Name(number, null)` (I64) for enums, `write_Name(bits)` (U64) for sets.
    pub write: FuncId,
    /// `read_Name(null) -> number`, `read_Name() -> bits`.
    pub read: FuncId,
}

/// The name of the null value.
const NULL: &str = "null";

impl SbeJson<'_> {
    pub(super) fn write_enum(&self, id: EnumId) -> Function {
        let it = self.types.enumeration(id);
        let mut b = self.scaffold.function("write", Named::Enum(id));
        if it.flags {
            let bits = b.value_param("bits", ValueType::U64);
            write_set(&mut b, it, bits);
        } else {
            let number = b.value_param("number", ValueType::I64);
            let null = b.value_param("null", ValueType::I64);
            write_enumerator(&mut b, it, (number, null));
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_enum(&self, id: EnumId) -> Function {
        let it = self.types.enumeration(id);
        let mut b = self.scaffold.function("read", Named::Enum(id));
        if it.flags {
            let bits = self.read_set(&mut b, it);
            return b.finish(vec![bits], vec![ValueType::U64]);
        }
        let null = b.value_param("null", ValueType::I64);
        let found = [("number", ValueType::I64)];
        let is_quoted = Expr::from(b.peek("next")).is(u64::from(b'"'));
        let by_number = |b: &mut FunctionBuilder| {
            let number = match is_wide_unsigned(it) {
                true => Expr::from(b.read_leaf("number", ReadLeaf::JsonUint)).reinterpret(),
                false => b.read_leaf("number", ReadLeaf::JsonInt).into(),
            };
            check_enum(b, self.types, id, &number);
            vec![number]
        };
        let number = b.if_yields(is_quoted, &found, |b| vec![read_enumerator(b, it, null)], by_number);
        b.finish(vec![number[0].into()], vec![ValueType::I64])
    }

    fn read_set(&self, b: &mut FunctionBuilder, it: &EnumType) -> Expr {
        let found = [("bits", ValueType::U64)];
        let is_object = Expr::from(b.peek("next")).is(u64::from(b'{'));
        let read = |b: &mut FunctionBuilder| {
            b.expect(b"{", ErrorCode::WrongKind);
            let carried = vec![("bits", ValueType::U64, 0u64.into())];
            let keyed = Keyed { key: ValueType::Bytes, carried, count: None, separation: between_members() };
            let bits = keyed.build(
                b,
                |b, index| b.block(|b| read_name(b, index)),
                |b, carried| choices(b, it, carried[0]),
                |b, _, carried| {
                    b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownMember);
                    self.skippers.value(b);
                    vec![carried[0].into()]
                },
            );
            vec![bits[0].into()]
        };
        let number = |b: &mut FunctionBuilder| {
            let bits = Expr::from(b.read_leaf("number", ReadLeaf::JsonUint));
            b.check(bits.clone().is(bits.clone().low_bits(it.bits)), ErrorCode::OutOfRange);
            vec![bits]
        };
        b.if_yields(is_object, &found, read, number)[0].into()
    }
}

fn is_wide_unsigned(it: &EnumType) -> bool {
    it.bits == 64 && !it.signed
}

fn has_null_name(it: &EnumType) -> bool {
    it.members.iter().any(|member| &*member.name == NULL)
}

fn write_enumerator(b: &mut FunctionBuilder, it: &EnumType, (number, null): (VarId, VarId)) {
    let mut named = HashSet::new();
    let members = it.members.iter().filter(|member| named.insert(member.number));
    let name = |b: &mut FunctionBuilder, name: &str| b.write_bytes(quoted(name).as_bytes());
    let arms: Vec<Arm> =
        members.map(|member| arm(b, vec![Const::I64(member.number)], |b| name(b, &member.name))).collect();
    let as_number = |b: &mut FunctionBuilder| match is_wide_unsigned(it) {
        true => b.write_leaf(WriteLeaf::DecimalUint, vec![Expr::from(number).reinterpret()]),
        false => b.write_leaf(WriteLeaf::DecimalInt, vec![number.into()]),
    };
    let other = block(b, |b| match has_null_name(it) {
        true => as_number(b),
        false => b.if_else(number.is(null), |b| name(b, NULL), as_number),
    });
    b.switch(number.into(), arms, other, &[]);
}

fn read_enumerator(b: &mut FunctionBuilder, it: &EnumType, null: VarId) -> Expr {
    let name = b.read_leaf("name", ReadLeaf::JsonString);
    let numbers = it.members.iter().map(|member| (&*member.name, Expr::from(member.number)));
    let none = Some((NULL, Expr::from(null))).filter(|_| !has_null_name(it));
    let arms = numbers
        .chain(none)
        .map(|(name, number)| Arm { keys: vec![Const::Bytes(name.into())], body: b.block(|_| vec![number]) });
    let arms = arms.collect();
    let unknown = b.block(|b| {
        b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownEnumerator);
        vec![null.into()]
    });
    b.switch(name.into(), arms, unknown, &[("number", ValueType::I64)])[0].into()
}

/// A set with bits that have no name is a number.
fn write_set(b: &mut FunctionBuilder, it: &EnumType, bits: VarId) {
    let named = it.members.iter().fold(0, |all, member| all | member.number as u64);
    b.if_else(
        (bits & !named).is(0u64),
        |b| {
            b.write_bytes(b"{ ");
            for (index, member) in it.members.iter().enumerate() {
                let comma = if index > 0 { ", " } else { "" };
                b.write_bytes(format!("{comma}{}: ", quoted(&member.name)).as_bytes());
                let is_chosen = (bits & member.number as u64).is_not(0u64);
                b.if_else(is_chosen, |b| b.write_bytes(b"true"), |b| b.write_bytes(b"false"));
            }
            b.write_bytes(b" }");
        },
        |b| b.write_leaf(WriteLeaf::DecimalUint, vec![bits.into()]),
    );
}

fn choices(b: &mut FunctionBuilder, it: &EnumType, bits: VarId) -> Vec<KeyedArm> {
    let choice = |member: &EnumMember| KeyedArm {
        keys: vec![Const::Bytes(member.name.clone().into())],
        label: format!("{}:", quoted(&member.name)).into(),
        repeats: false,
        body: b.block(|b| {
            let bit = member.number as u64;
            b.skip_leaf(ReadLeaf::JsonSpace);
            let is_chosen = Expr::from(b.read_leaf("chosen", ReadLeaf::JsonBool));
            vec![is_chosen.choose(bits | bit, bits & !bit)]
        }),
    };
    it.members.iter().map(choice).collect()
}
