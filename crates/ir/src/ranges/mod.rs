//! Value ranges: which integers the variables and expressions of functions can be, and what else is known at each op.
//!
//! [`Ranges`] answers for variables and expressions wherever they are used, for instance whether a number fits 32 bits.
//! [`visit`] goes through functions with all that is [`Known`] at each op: the conditions that hold there, the lengths of
//! bytes, the ranges of values. Both take time in proportion to the size of the module.
//!
//! Invariant: what is known is true in every run that gets there, for all inputs, settings and limits.
//!
//! Design: docs/decisions/0064-value-ranges.md

mod arithmetic;
mod facts;
mod join;
mod known;
mod node;
mod numbers;
mod ops;
mod range;
mod walk;

pub use known::Known;
pub use node::{Equal, ValueId};
pub use range::Range;
pub use walk::{Visitor, visit};

use crate::types::Types;
use crate::{Expr, FuncId, Function, Module, VarId};
use std::sync::Arc;

/// The ranges of the variables and results of a module's functions.
pub struct Ranges {
    types: Arc<Types>,
    functions: Vec<FunctionRanges>,
}

/// The ranges of a function's variables, by [`VarId`], and of its results; `None` for bytes and native values.
#[derive(Clone, Debug, Default)]
pub(crate) struct FunctionRanges {
    pub vars: Vec<Option<Range>>,
    pub results: Vec<Option<Range>>,
}

impl Ranges {
    /// Analyses a module.
    pub fn of(module: &Module) -> Self {
        visit(&mut module.clone(), &mut Silent)
    }

    /// Returns the range of a Bool, U64 or I64 variable; `None` for other types.
    pub fn var(&self, func: FuncId, var: VarId) -> Option<Range> {
        self.functions[func.0 as usize].vars.get(var.0 as usize).copied().flatten()
    }

    /// Returns the range of a result of a function; `None` for bytes.
    pub fn result(&self, func: FuncId, index: usize) -> Option<Range> {
        self.functions[func.0 as usize].results.get(index).copied().flatten()
    }

    /// Returns the range of an expression of a function, wherever it is used; `None` for bytes.
    pub fn expr(&self, func: FuncId, function: &Function, expr: &Expr) -> Option<Range> {
        let mut known = Known::new(&self.types, function);
        expr.visit_uses(&mut |var| known.bind_in_range(var, self.var(func, var)));
        known.range(expr)
    }
}

struct Silent;

impl Visitor for Silent {}
