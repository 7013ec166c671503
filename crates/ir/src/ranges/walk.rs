use super::join::End;
use super::known::Known;
use super::node::{Equal, ValueId};
use super::range::Range;
use super::{FunctionRanges, Ranges};
use crate::types::Types;
use crate::{Arm, Block, Calls, Const, Expr, Function, Module, Op, VarId, ops_of};

/// Sees the ops of functions with what is known there, and may replace parts of them by others of the same meaning.
pub trait Visitor {
    /// Sees an op before it runs.
    fn op(&mut self, _known: &mut Known, _op: &mut Op) {}

    /// Sees an expression, after its operands, and what it equals where it is evaluated.
    fn expr(&mut self, _expr: &mut Expr, _equal: Equal) {}
}

/// Visits all functions, callees before their callers, so that callers know the ranges of results.
pub fn visit(module: &mut Module, visitor: &mut dyn Visitor) -> Ranges {
    let (calls, types) = (Calls::of(module), module.types.clone());
    let mut found: Vec<Option<FunctionRanges>> = vec![None; module.functions.len()];
    calls.solve(|id| {
        let function = &mut module.functions[id.0 as usize];
        let ranges = visit_function(&types, function, &found, visitor);
        found[id.0 as usize] = Some(ranges);
        false
    });
    Ranges { types, functions: found.into_iter().map(Option::unwrap_or_default).collect() }
}

fn visit_function(
    types: &Types,
    function: &mut Function,
    callees: &[Option<FunctionRanges>],
    visitor: &mut dyn Visitor,
) -> FunctionRanges {
    let mut body = std::mem::take(&mut function.body);
    let vars = function.vars.iter().map(|var| Range::of_type(&var.ty)).collect();
    let known = Known::new(types, function);
    let mut walk = Walk { known, callees, visitor, found: FunctionRanges { vars, results: Vec::new() } };
    for param in &function.params {
        walk.bind_unknown(param.var);
    }
    let end = walk.block(&mut body);
    let mut found = walk.found;
    found.results = end.ranges;
    function.body = body;
    found
}

pub(super) struct Walk<'a> {
    pub known: Known<'a>,
    /// Of the functions visited before.
    pub callees: &'a [Option<FunctionRanges>],
    visitor: &'a mut dyn Visitor,
    found: FunctionRanges,
}

impl Walk<'_> {
    /// Visits a block that runs once.
    pub fn block(&mut self, block: &mut Block) -> End {
        let mut runs = true;
        for op in &mut block.ops {
            runs &= self.op(op);
        }
        let values: Vec<ValueId> = block.yields.iter_mut().map(|value| self.value(value)).collect();
        let ranges = values.iter().map(|value| self.known.scalar_range(*value)).collect();
        End { runs, values, ranges, cursor: self.known.cursor }
    }

    /// Visits a block that may run, or run several times. What is learned in it is forgotten.
    pub fn scoped(&mut self, block: &mut Block, first: impl FnOnce(&mut Known)) -> End {
        let scope = self.known.enter();
        first(&mut self.known);
        let end = self.block(block);
        self.known.leave(&scope);
        end
    }

    pub fn value(&mut self, expr: &mut Expr) -> ValueId {
        self.known.value_mut(expr, &mut |expr, equal| self.visitor.expr(expr, equal))
    }

    pub fn operand(&mut self, expr: &mut Expr) {
        self.value(expr);
    }

    pub fn bind(&mut self, var: VarId, value: ValueId) {
        self.known.bind(var, value);
        self.note(var, value);
    }

    pub fn bind_unknown(&mut self, var: VarId) -> ValueId {
        let value = self.known.bind_unknown(var);
        self.note(var, value);
        value
    }

    pub fn bind_in_range(&mut self, var: VarId, range: Option<Range>) -> ValueId {
        let value = self.known.bind_unknown(var);
        range.into_iter().for_each(|range| self.known.narrow(value, range));
        self.note(var, value);
        value
    }

    fn note(&mut self, var: VarId, value: ValueId) {
        if let Some(noted) = self.found.vars.get_mut(var.0 as usize) {
            *noted = self.known.scalar_range(value);
        }
    }

    pub fn bind_all(&mut self, vars: &[VarId], values: &[ValueId]) {
        vars.iter().zip(values).for_each(|(var, value)| self.bind(*var, *value));
    }

    pub fn bind_all_unknown(&mut self, vars: &[VarId]) {
        for var in vars {
            self.bind_unknown(*var);
        }
    }

    /// Returns false if no op after this one runs.
    fn op(&mut self, op: &mut Op) -> bool {
        self.visitor.op(&mut self.known, op);
        match op {
            ops_of!(control) => return self.control(op),
            ops_of!(reading) => self.reading(op),
            ops_of!(building | writing) => self.building_or_writing(op),
        }
        true
    }
}

pub(super) fn range_of_keys(keys: &[Const]) -> Option<Range> {
    let ranges = keys.iter().map(|key| key.number().map(Range::exact));
    ranges.reduce(|all, range| Some(all?.union(range?))).flatten()
}

/// Returns the arm with a key.
pub(super) fn arm_of<'a>(arms: &'a mut [Arm], key: &Const) -> Option<&'a mut Arm> {
    arms.iter_mut().find(|arm| arm.keys.contains(key))
}
