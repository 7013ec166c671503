//! Finds function results that are parts of the regions they read: the end of the readable memory is then known, and
//! returned with the result.

use polywire_ir::{Block, Calls, Expr, FuncId, Function, Module, Op, ReadWhat, ValueType, VarId};
use std::collections::BTreeSet;

/// Results of type Bytes with a known end of readable memory, by function and position. Rarely called functions have
/// none.
pub struct ReadableEnds(BTreeSet<(FuncId, usize)>);

impl ReadableEnds {
    /// Solves all functions together.
    pub fn of(module: &Module, calls: &Calls) -> Self {
        let mut known = Self(BTreeSet::new());
        // Views do not copy the bytes that they read.
        if !module.views.is_empty() {
            return known;
        }
        calls.solve(|id| {
            let found = known.of_function(id, module.function(id));
            found.into_iter().filter(|it| known.0.insert(*it)).count() > 0
        });
        known
    }

    /// Returns true if a result comes with its readable end.
    pub fn has(&self, func: FuncId, result: usize) -> bool {
        self.0.contains(&(func, result))
    }

    fn of_function(&self, id: FuncId, function: &Function) -> Vec<(FuncId, usize)> {
        let mut read = BTreeSet::new();
        self.block(&function.body, false, &mut read);
        let is_bytes = |position: usize| function.results[position] == ValueType::Bytes;
        let positions = (0..function.results.len()).filter(|_| !function.rare);
        let found = positions.filter(|it| is_bytes(*it) && is_read(&function.body.yields[*it], &read));
        found.map(|position| (id, position)).collect()
    }

    /// Adds the variables that a block binds to parts of regions; `own` is true in a region of its own, false at the
    /// caller's cursor.
    fn block(&self, block: &Block, own: bool, read: &mut BTreeSet<VarId>) {
        for op in &block.ops {
            match op {
                Op::Read { what: ReadWhat::Span(_), results, .. } if own => read.extend(results),
                Op::Let { var, value } if is_read(value, read) => drop(read.insert(*var)),
                Op::Call { func, results, .. } => {
                    read.extend(results.iter().enumerate().filter(|(at, _)| self.has(*func, *at)).map(|(_, var)| var));
                }
                Op::At { body, results, .. } | Op::Window { body, results, .. } => {
                    self.block(body, own || matches!(op, Op::At { .. }), read);
                    let yielded = results.iter().zip(&body.yields).filter(|(_, value)| is_read(value, read));
                    let yielded: Vec<VarId> = yielded.map(|(result, _)| *result).collect();
                    read.extend(yielded);
                }
                _ => op.blocks().into_iter().for_each(|inner| self.block(inner, own, read)),
            }
        }
    }
}

fn is_read(value: &Expr, read: &BTreeSet<VarId>) -> bool {
    matches!(value, Expr::Var(var) if read.contains(var))
}
