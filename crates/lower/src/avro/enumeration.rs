//! Enums: the index of a symbol.

use crate::plan::map_number;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr};

/// Returns true if each number equals its index.
fn is_dense(numbers: &[i64]) -> bool {
    numbers.iter().zip(0..).all(|(number, index)| *number == index)
}

/// The index (I64) of a number (I64) of an enum.
pub(super) fn index_of(b: &mut FunctionBuilder, numbers: &[i64], number: Expr) -> Expr {
    if is_dense(numbers) {
        check_index(b, numbers, number.clone());
        return number;
    }
    map_number(b, number, numbers.iter().copied().zip(0..).collect())
}

/// The number (I64) of an enum with this index (I64).
pub(super) fn number_of(b: &mut FunctionBuilder, numbers: &[i64], index: Expr) -> Expr {
    if is_dense(numbers) {
        check_index(b, numbers, index.clone());
        return index;
    }
    map_number(b, index, (0..).zip(numbers.iter().copied()).collect())
}

fn check_index(b: &mut FunctionBuilder, numbers: &[i64], index: Expr) {
    b.check(index.reinterpret().below(numbers.len() as u64), ErrorCode::UnknownEnumerator);
}
