//! Values whose first byte usually tells what they are. Nil is one of the other cases, which a rare function reads.
//!
//! Design: docs/decisions/0119-rare-heads.md

use super::head::NIL;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Expr, FuncId, Function, ValueType};

/// A value, or nil.
pub(crate) struct Found {
    /// Nil stands instead of the value; Bool.
    pub nil: Expr,
    /// Without meaning beside nil.
    pub value: Expr,
}

/// Calls a function that reads a value or nil.
pub(super) fn find(b: &mut FunctionBuilder, func: FuncId, value: (&str, ValueType)) -> Found {
    let results = b.call(func, vec![], &[("nil", ValueType::Bool), value]);
    Found { nil: results[0].into(), value: results[1].into() }
}

/// Reads the usual value behind a head, or calls the function for another head. Returns the flag for nil, and the value.
pub(super) fn found(
    b: &mut FunctionBuilder,
    head: &Expr,
    is_usual: Expr,
    usual: impl FnOnce(&mut FunctionBuilder) -> Expr,
    (behind, ty): (FuncId, ValueType),
) -> Vec<Expr> {
    let results = [("nil", ValueType::Bool), ("value", ty)];
    let other = |b: &mut FunctionBuilder| {
        b.call(behind, vec![Arg::Value(head.clone())], &results).into_iter().map(Expr::from).collect()
    };
    let found = b.if_yields(is_usual, &results, |b| vec![false.into(), usual(b)], other);
    found.into_iter().map(Expr::from).collect()
}

/// A rare function that reads what is behind another head than nil. Yields the flag for nil, and the value.
pub(super) fn behind_nil(
    name: String,
    ty: ValueType,
    read: impl FnOnce(&mut FunctionBuilder, Expr) -> Expr,
) -> Function {
    let mut b = FunctionBuilder::new(name);
    let head = Expr::from(b.value_param("head", ValueType::U64));
    let is_nil = head.clone().is(u64::from(NIL[0]));
    let none = if ty == ValueType::I64 { 0i64.into() } else { 0u64.into() };
    let value = b.if_yields(is_nil.clone(), &[("value", ty.clone())], |_| vec![none], |b| vec![read(b, head)])[0];
    b.rare();
    b.finish(vec![is_nil, value.into()], vec![ValueType::Bool, ty])
}
