//! Walks one function, tracking its scope and the destination of its output.

use super::extent::put_len;
use super::{Rule, Violation};
use crate::types::Types;
use crate::{Block, Effects, Expr, Function, Module, Op, ParamKind, SiteId, ValueType, VarId, ops_of};
use std::collections::HashSet;

/// Checks one function of a module whose references are valid.
pub(super) fn check(module: &Module, function: &Function, effects: &[Effects], extents: &[u64]) -> Vec<Violation> {
    let own = module.functions.iter().position(|it| std::ptr::eq(it, function));
    let section = own.and_then(|index| effects.get(index)).is_some_and(|effects| effects.section);
    let mut checker = Checker {
        module,
        types: &module.types,
        function,
        effects,
        extents,
        mode: if section { Mode::Section { size: None, strided: false } } else { Mode::Stream },
        scope: vec![State::Unbound; function.vars.len()],
        bound: vec![],
        sites: HashSet::new(),
        path: vec![],
        violations: vec![],
    };
    for param in &function.params {
        let is_ref = matches!(checker.var_type(param.var), Some(ValueType::Ref(_)));
        if is_ref != (param.kind != ParamKind::Value) {
            checker.report(Rule::Type, "a native value is passed to be read or built, any other as a value");
        }
        checker.bind_as(param.var, param.kind);
    }
    checker.block("", &function.body, &function.results);
    checker.violations
}

/// The destination of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// The end of the stream.
    Stream,
    /// A section.
    Section {
        /// Its bytes, if known.
        size: Option<u64>,
        /// True if it is an element in a loop with a stride, or part of one.
        strided: bool,
    },
}

/// The state of a variable's binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Unbound,
    InScope(ParamKind),
    Gone,
}

pub(super) struct Checker<'a> {
    pub(super) module: &'a Module,
    pub(super) types: &'a Types,
    pub(super) function: &'a Function,
    pub(super) effects: &'a [Effects],
    /// By function: the number of bytes that it puts into its caller's section.
    pub(super) extents: &'a [u64],
    pub(super) mode: Mode,
    pub(super) scope: Vec<State>,
    /// Variables in scope, in the order of their bindings.
    pub(super) bound: Vec<VarId>,
    sites: HashSet<SiteId>,
    path: Vec<String>,
    violations: Vec<Violation>,
}

impl<'a> Checker<'a> {
    pub(super) fn report(&mut self, rule: Rule, message: impl Into<String>) {
        let (function, path) = (self.function.name.clone(), self.path.join("/"));
        self.violations.push(Violation { rule, function, path, message: message.into() });
    }

    pub(super) fn require(&mut self, holds: bool, rule: Rule, message: &str) {
        if !holds {
            self.report(rule, message);
        }
    }

    pub(super) fn site(&mut self, site: SiteId) {
        let fresh = self.sites.insert(site);
        self.require(fresh, Rule::Site, "another op has this site");
    }

    /// Checks a block in a new scope.
    pub(super) fn block(&mut self, name: &str, block: &Block, yields: &[ValueType]) {
        self.block_with(name, block, yields, |_| {});
    }

    /// Checks a block with additional variables, bound by `bind`.
    pub(super) fn block_with(&mut self, name: &str, block: &Block, yields: &[ValueType], bind: impl FnOnce(&mut Self)) {
        let outer = self.bound.len();
        if !name.is_empty() {
            self.path.push(name.to_owned());
        }
        bind(self);
        for (op, index) in block.ops.iter().zip(0..) {
            self.path.push(format!("{index}:{}", op.name()));
            self.op(op);
            self.path.pop();
        }
        self.require(block.yields.len() == yields.len(), Rule::Arity, "the block yields another number of values");
        block.yields.iter().zip(yields).for_each(|(value, ty)| self.expect(value, ty));
        if !name.is_empty() {
            self.path.pop();
        }
        for var in self.bound.drain(outer..) {
            self.scope[var.0 as usize] = State::Gone;
        }
    }

    /// Checks a block with another destination of output.
    pub(super) fn block_in(&mut self, mode: Mode, block: &Block, results: &[VarId]) {
        let outer = std::mem::replace(&mut self.mode, mode);
        self.block("body", block, &self.types_of(results));
        self.mode = outer;
        self.bind_results(results);
    }

    /// Checks that a range of bytes is within the section.
    pub(super) fn within(&mut self, offset: u32, len: u64) {
        if let Mode::Section { size: Some(size), .. } = self.mode
            && u64::from(offset) + len > size
        {
            self.report(Rule::Extent, format!("{len} bytes at {offset} end behind the section's {size}"));
        }
    }

    pub(super) fn put_len(&self, what: &crate::Datum) -> u64 {
        put_len(self.types, self.function, what)
    }

    pub(super) fn expect(&mut self, expr: &Expr, ty: &ValueType) {
        if let Some(found) = self.expr(expr)
            && !fits(&found, ty)
        {
            self.report(Rule::Type, format!("{ty:?} expected, not {found:?}"));
        }
    }

    fn op(&mut self, op: &Op) {
        match op {
            ops_of!(control) => self.control(op),
            ops_of!(reading) => self.reading(op),
            ops_of!(building) => self.building(op),
            ops_of!(writing) => self.writing(op),
        }
    }
}

/// Returns true if a value of type `found` can be used for `expected`.
pub(super) fn fits(found: &ValueType, expected: &ValueType) -> bool {
    found == expected || matches!((found, expected), (ValueType::Section(_), ValueType::Bytes))
}
