//! Enumerators by their names.

use super::Texts;
use crate::plan::check_enum;
use crate::text::class::is_digit;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{EnumId, Types};
use polywire_ir::{Arm, Const, Expr, ValueType};
use std::collections::HashSet;

/// The results of reading an enumerator.
const ENUMERATOR: [(&str, ValueType); 2] = [("number", ValueType::I64), ("known", ValueType::Bool)];

impl Texts {
    /// Returns an enumerator by its name or number, and false if there is none of this name.
    pub fn enumerator(&self, b: &mut FunctionBuilder, types: &Types, id: EnumId, text: Expr) -> (Expr, Expr) {
        let text = self.trimmed(b, text);
        let mut named = HashSet::new();
        let members = types.enumeration(id).members.iter().filter(|member| named.insert(member.name.as_str()));
        let arms = members.map(|member| Arm {
            keys: vec![Const::Bytes(member.name.clone().into())],
            body: b.block(|_| vec![member.number.into(), true.into()]),
        });
        let arms = arms.collect();
        let other = b.block(|b| {
            let begins = [("begins", ValueType::Bool)];
            let is_number = b.at(text.clone(), 0u64, &begins, |b| {
                let next = Expr::from(b.peek("next"));
                vec![is_digit(next.clone()) | next.is(u64::from(b'-'))]
            });
            let numbered = |b: &mut FunctionBuilder| {
                let number = match types.enumeration(id).is_wide_unsigned() {
                    true => self.integer(b, text.clone(), false).reinterpret(),
                    false => self.integer(b, text.clone(), true),
                };
                check_enum(b, types, id, &number);
                vec![number, true.into()]
            };
            let read = b.if_yields(is_number[0].into(), &ENUMERATOR, numbered, |_| vec![0i64.into(), false.into()]);
            vec![read[0].into(), read[1].into()]
        });
        let read = match Vec::is_empty(&arms) {
            true => b.if_yields(true.into(), &ENUMERATOR, |b| inline(b, other), |_| vec![0i64.into(), false.into()]),
            false => b.switch(text, arms, other, &ENUMERATOR),
        };
        (read[0].into(), read[1].into())
    }
}

fn inline(b: &mut FunctionBuilder, block: polywire_ir::Block) -> Vec<Expr> {
    block.ops.into_iter().for_each(|op| b.op(op));
    block.yields
}
