//! Determines whether the input before the cursor can be discarded between the elements of a message: no position in
//! it, or bytes of it, may be kept from one iteration of the message's loops to the next.

use super::Root;
use polywire_ir::{Block, Carried, Effects, Expr, FuncId, Function, Module, Op, ValueType, VarId};
use std::collections::{BTreeMap, HashMap};

/// Returns true if the functions that decode the message itself keep no positions or bytes of the input between
/// iterations.
pub fn can_discard_input(module: &Module, roots: &HashMap<FuncId, Root>, effects: &[Effects]) -> bool {
    roots.keys().all(|&id| {
        let function = module.function(id);
        let mut scan =
            Scan { function, roots, effects, step: 0, bound: BTreeMap::new(), loop_starts: Vec::new(), fits: true };
        scan.block(&function.body, true);
        scan.fits
    })
}

struct Scan<'m> {
    function: &'m Function,
    roots: &'m HashMap<FuncId, Root>,
    effects: &'m [Effects],
    /// The number of ops visited.
    step: usize,
    /// For variables that depend on a position: the step at which they were bound.
    bound: BTreeMap<VarId, usize>,
    /// The steps at which loops began that discard input.
    loop_starts: Vec<usize>,
    fits: bool,
}

impl<'m> Scan<'m> {
    /// `discards_input`: loops of this block may discard input.
    fn block(&mut self, block: &'m Block, discards_input: bool) {
        for op in &block.ops {
            self.op(op, discards_input);
        }
        self.step += 1;
        block.yields.iter().for_each(|expr| expr.visit_uses(&mut |var| self.used(var)));
    }

    fn op(&mut self, op: &'m Op, discards_input: bool) {
        self.step += 1;
        op.visit_uses(&mut |var| self.used(var));
        let is_loop = matches!(op, Op::Loop { .. } | Op::Keyed { .. });
        let calls_root = matches!(op, Op::Call { func, .. } if self.roots.contains_key(func));
        if discards_input && (is_loop || calls_root) {
            self.loop_starts.push(self.step);
        }
        if let (true, Op::Loop { carried, .. } | Op::Keyed { carried, .. }) = (discards_input, op) {
            self.carried(op, carried);
        }
        self.fits &= !matches!(op, Op::At { .. } | Op::Section { .. });
        let inside =
            discards_input && !matches!(op, Op::Window { .. } | Op::Push { .. } | Op::Fill { .. } | Op::Scratch { .. });
        // Some variables that an op binds belong to its inner blocks.
        self.bind(op, false);
        op.blocks().into_iter().for_each(|block| self.block(block, inside));
        let depends = self.result_depends(op);
        self.bind(op, depends);
    }

    fn carried(&mut self, op: &'m Op, carried: &'m [Carried]) {
        let lasts = |it: &Carried| !self.depends(&it.init) && !self.is_bytes(it.var);
        let yields = op.blocks().into_iter().flat_map(|block| &block.yields);
        let fits = carried.iter().all(lasts) && (carried.is_empty() || !yields.into_iter().any(Expr::uses_input));
        self.fits &= fits;
    }

    fn result_depends(&self, op: &'m Op) -> bool {
        match op {
            Op::Let { value, .. } => self.depends(value),
            Op::Call { func, .. } => self.effects[func.0 as usize].in_positions,
            _ => op.blocks().into_iter().flat_map(|block| &block.yields).any(|expr| self.depends(expr)),
        }
    }

    /// Records which variables bound by the op depend on a position.
    fn bind(&mut self, op: &'m Op, depends: bool) {
        for var in op.binds() {
            if depends || self.is_bytes(var) {
                self.bound.insert(var, self.step);
            }
        }
    }

    fn used(&mut self, var: VarId) {
        if let Some(&bound) = self.bound.get(&var) {
            self.fits &= !self.loop_starts.iter().any(|&start| bound < start);
        }
    }

    fn depends(&self, expr: &Expr) -> bool {
        let mut depends = expr.uses_input();
        expr.visit_uses(&mut |var| depends |= self.bound.contains_key(&var));
        depends
    }

    fn is_bytes(&self, var: VarId) -> bool {
        !matches!(self.function.var(var).ty, ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Ref(_))
    }
}
