//! Enums: the index of a symbol.

use crate::plan::map_number;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::EnumType;
use polywire_ir::{ErrorCode, Expr};
use std::collections::HashSet;

/// Returns true if members are numbered from 0 in their order, so that number and index are the same.
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
    map_number(b, number, pairs)
}

/// The number (I64) of the member with this index (I64).
pub(super) fn number_of(b: &mut FunctionBuilder, it: &EnumType, index: Expr) -> Expr {
    if is_dense(it) {
        check_index(b, it, index.clone());
        return index;
    }
    let pairs = it.members.iter().zip(0i64..).map(|(member, index)| (index, member.number)).collect();
    map_number(b, index, pairs)
}

fn check_index(b: &mut FunctionBuilder, it: &EnumType, index: Expr) {
    b.check(index.reinterpret().below(it.members.len() as u64), ErrorCode::UnknownEnumerator);
}
