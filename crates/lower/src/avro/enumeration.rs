//! Enums: the index of a symbol.

use crate::plan::block;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::EnumType;
use polywire_ir::{Arm, Const, ErrorCode, Expr, ValueType};
use std::collections::HashSet;

/// Whether members are numbered from 0 in their order, so that number and index are the same.
fn is_dense(it: &EnumType) -> bool {
    it.members.iter().zip(0..).all(|(member, index)| member.number == index)
}

/// The index (I64) of the member with this number (I64); of several the first.
pub(super) fn index_of(b: &mut FunctionBuilder, it: &EnumType, number: Expr) -> Expr {
    if is_dense(it) {
        check_index(b, it, number.clone());
        return number;
    }
    let mut seen = HashSet::new();
    let members = it.members.iter().zip(0i64..).filter(|(member, _)| seen.insert(member.number));
    let pairs = members.map(|(member, index)| (member.number, index)).collect();
    map(b, number, pairs)
}

/// The number (I64) of the member with this index (I64).
pub(super) fn number_of(b: &mut FunctionBuilder, it: &EnumType, index: Expr) -> Expr {
    if is_dense(it) {
        check_index(b, it, index.clone());
        return index;
    }
    let pairs = it.members.iter().zip(0i64..).map(|(member, index)| (index, member.number)).collect();
    map(b, index, pairs)
}

fn check_index(b: &mut FunctionBuilder, it: &EnumType, index: Expr) {
    b.check(index.reinterpret().below(it.members.len() as u64), ErrorCode::UnknownEnumerator);
}

fn map(b: &mut FunctionBuilder, from: Expr, pairs: Vec<(i64, i64)>) -> Expr {
    let arm = |(from, to): (i64, i64)| Arm { keys: vec![Const::I64(from)], body: b.block(|_| vec![to.into()]) };
    let arms = pairs.into_iter().map(arm).collect();
    let mut unknown = block(b, |b| b.fail(ErrorCode::UnknownEnumerator));
    unknown.yields = vec![0i64.into()];
    b.switch(from, arms, unknown, &[("mapped", ValueType::I64)])[0].into()
}
