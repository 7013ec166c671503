//! What writers of values are told, and what they tell.

use super::super::Cdr;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Expr, Function, ValueType, VarId};

/// What writers take and return.
pub(super) const STATE: [(&str, ValueType); 2] = [("count", ValueType::U64), ("ended", ValueType::U64)];

/// Where a value is written.
#[derive(Clone, Copy)]
pub(in crate::cdr) struct Spot {
    /// Origin of alignment; U64.
    pub origin: VarId,
    /// How many values with chunks enclose it; U64.
    pub level: VarId,
    pub state: State,
}

/// What changes while values are written.
#[derive(Clone, Copy)]
pub(in crate::cdr) struct State {
    /// How many values have begun; U64.
    pub count: VarId,
    /// The level of the outermost value that has ended and whose end has not been written, because that of a value around it may end both;
    /// 0 if there is none; U64.
    pub ended: VarId,
}

impl Spot {
    /// The parameters behind those of all writers.
    pub fn params(b: &mut FunctionBuilder, origin: VarId) -> Self {
        let [count, ended, level] = ["count", "ended", "level"].map(|name| b.value_param(name, ValueType::U64));
        Self { origin, level, state: State { count, ended } }
    }

    /// At the start of a message.
    pub fn outermost(b: &mut FunctionBuilder, origin: VarId) -> Self {
        let [count, ended, level] = ["count", "ended", "level"].map(|name| b.let_(name, 0u64));
        Self { origin, level, state: State { count, ended } }
    }

    pub(super) fn with(self, state: State) -> Self {
        Self { state, ..self }
    }
}

impl State {
    pub(super) fn of(vars: &[VarId]) -> Self {
        Self { count: vars[0], ended: vars[1] }
    }

    pub(super) fn yields(self) -> Vec<Expr> {
        vec![self.count.into(), self.ended.into()]
    }
}

impl Cdr<'_> {
    /// The arguments of a writer of values.
    pub(super) fn spot_args(&self, value: Arg, spot: Spot) -> Vec<Arg> {
        let state = [spot.state.count, spot.state.ended, spot.level].map(|it| Arg::Value(it.into()));
        self.writer_args(value, spot.origin).into_iter().chain(state).collect()
    }
}

/// Ends a function that writes.
pub(super) fn finish(b: FunctionBuilder, state: State) -> Function {
    b.finish(state.yields(), STATE.map(|(_, ty)| ty).to_vec())
}
