//! Enumerators and flags: by name, several of them in one text, or by number.

use super::FlatcJson;
use super::tokens::in_quotes;
use crate::plan::{arm, block, check_enum};
use crate::text::class::begins_word;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, EnumType, Named};
use polywire_ir::{Arm, Const, ErrorCode, Expr, FuncId, Function, Setting, ValueType, VarId, WriteLeaf};
use std::collections::HashSet;

/// The functions of an enum.
#[derive(Clone, Copy)]
pub(super) struct EnumFunctions {
    /// `write_Name(number)`: an I64, or the bits of flags.
    pub write: FuncId,
    /// `read_Name() -> (number, known)`: false if a name is ignored.
    pub read: FuncId,
}

impl FlatcJson<'_> {
    pub(super) fn write_enum(&self, id: EnumId) -> Function {
        let it = self.types.enumeration(id);
        let mut b = self.scaffold.function("write", Named::Enum(id));
        match it.flags {
            true => {
                let value = b.value_param("value", ValueType::U64);
                write_flags(&mut b, it, value);
            }
            false => {
                let number = b.value_param("number", ValueType::I64);
                write_enumerator(&mut b, it, number);
            }
        }
        b.finish(vec![], vec![])
    }

    pub(super) fn read_enum(&self, id: EnumId) -> Function {
        let it = self.types.enumeration(id);
        let mut b = self.scaffold.function("read", Named::Enum(id));
        let results = [("number", ValueType::I64), ("known", ValueType::Bool)];
        let read = in_quotes(&mut b, &results, |b, quoted| {
            let next = Expr::from(b.peek("next"));
            let by_name = |b: &mut FunctionBuilder| self.read_names(b, it, quoted);
            let by_number = |b: &mut FunctionBuilder| {
                let number = if it.signed { self.tokens.bare_int(b) } else { self.tokens.bare_uint(b).reinterpret() };
                vec![number, true.into()]
            };
            b.if_yields(begins_word(next), &results, by_name, by_number).into_iter().map(Expr::from).collect()
        });
        let number = read[0].clone();
        b.when(read[1].clone(), |b| match it.flags {
            true => {
                let kept = number.clone().low_bits(it.bits).reinterpret();
                b.check(number.is(kept), ErrorCode::OutOfRange);
            }
            false => check_enum(b, self.types, id, &number),
        });
        b.finish(read, vec![ValueType::I64, ValueType::Bool])
    }

    /// Reads names, in quotes also several with a space between them, whose numbers are joined.
    fn read_names(&self, b: &mut FunctionBuilder, it: &EnumType, quoted: Expr) -> Vec<Expr> {
        let carried = vec![
            ("more", ValueType::Bool, true.into()),
            ("bits", ValueType::U64, 0u64.into()),
            ("known", ValueType::Bool, true.into()),
        ];
        let last = b.loop_while(
            carried,
            |carried| carried[0].into(),
            |b, carried| {
                let name = self.tokens.word(b);
                let mut names = HashSet::new();
                let members = it.members.iter().filter(|member| names.insert(&member.name));
                let arms = members.map(|member| Arm {
                    keys: vec![Const::Bytes(member.name.clone().into())],
                    body: b.block(|_| vec![(member.number as u64).into(), true.into()]),
                });
                let arms = arms.collect();
                let unknown = b.block(|b| {
                    b.check(Expr::Setting(Setting::IgnoreUnknown), ErrorCode::UnknownEnumerator);
                    vec![0u64.into(), false.into()]
                });
                let found = b.switch(name, arms, unknown, &[("bits", ValueType::U64), ("known", ValueType::Bool)]);
                let more = b.if_yields(
                    quoted,
                    &[("more", ValueType::Bool)],
                    |b| {
                        let space = Expr::from(b.matches("space", b" "));
                        vec![space & begins_word(b.peek("next").into())]
                    },
                    |_| vec![false.into()],
                );
                vec![more[0].into(), carried[1] | found[0], carried[2] & found[1]]
            },
        );
        vec![Expr::from(last[1]).reinterpret(), last[2].into()]
    }
}

/// A number without a name is written as a number.
fn write_enumerator(b: &mut FunctionBuilder, it: &EnumType, number: VarId) {
    let mut named = HashSet::new();
    let members = it.members.iter().filter(|member| named.insert(member.number));
    let arms: Vec<Arm> = members
        .map(|member| {
            arm(b, vec![Const::I64(member.number)], |b| b.write_bytes(format!("\"{}\"", member.name).as_bytes()))
        })
        .collect();
    let other = block(b, |b| match it.signed || it.bits < 64 {
        true => b.write_leaf(WriteLeaf::DecimalInt, vec![number.into()]),
        false => b.write_leaf(WriteLeaf::DecimalUint, vec![Expr::from(number).reinterpret()]),
    });
    b.switch(number.into(), arms, other, &[]);
}

/// Flags are written by name if each of them has one, else as a number.
fn write_flags(b: &mut FunctionBuilder, it: &EnumType, value: VarId) {
    let mut named = 0u64;
    let mut flags = Vec::new();
    for member in &it.members {
        let bit = member.number as u64;
        if bit.is_power_of_two() && named & bit == 0 {
            flags.push((bit, named, &member.name));
            named |= bit;
        }
    }
    let has_names = value.is_not(0u64) & (value & !named).is(0u64);
    b.if_else(
        has_names,
        |b| {
            b.write_bytes(b"\"");
            for (bit, before, name) in flags {
                b.when((value & bit).is_not(0u64), |b| {
                    if before != 0 {
                        b.when((value & before).is_not(0u64), |b| b.write_bytes(b" "));
                    }
                    b.write_bytes(name.as_bytes());
                });
            }
            b.write_bytes(b"\"");
        },
        |b| b.write_leaf(WriteLeaf::DecimalUint, vec![value.into()]),
    );
}
