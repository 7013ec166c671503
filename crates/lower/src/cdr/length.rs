//! Lengths and their limits.

use super::write::write_aligned;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Order, VarId};

/// Appends a length.
pub(crate) fn write_count(b: &mut FunctionBuilder, count: Expr, origin: VarId, order: Order) {
    b.check(count.clone().at_most(u64::from(u32::MAX)), ErrorCode::TooLarge);
    write_aligned(b, count, 4, (origin, order));
}

/// The largest length; none if it is not limited.
#[derive(Clone)]
pub(crate) struct Limit(Option<Expr>);

impl Limit {
    pub const NONE: Self = Self(None);

    /// That of a bound in the message, which is 0 for no limit.
    pub fn of_bound(bound: Expr) -> Self {
        Self(Some(bound.clone().is(0u64).choose(u64::MAX, bound)))
    }
}

impl From<Option<u32>> for Limit {
    fn from(most: Option<u32>) -> Self {
        Self(most.map(|most| u64::from(most).into()))
    }
}

/// Refuses to write a length above its limit.
pub(crate) fn limit_written(b: &mut FunctionBuilder, len: impl Into<Expr>, limit: impl Into<Limit>) {
    if let Limit(Some(most)) = limit.into() {
        b.check(len.into().at_most(most), ErrorCode::TooLarge);
    }
}

/// Refuses a length above its limit in a message.
pub(crate) fn limit_read(b: &mut FunctionBuilder, len: impl Into<Expr>, limit: impl Into<Limit>) {
    if let Limit(Some(most)) = limit.into() {
        b.check(len.into().at_most(most), ErrorCode::OutOfRange);
    }
}
