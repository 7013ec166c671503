//! Determines the effects of ops on an object, in execution order.

use super::facts::{Facts, Parts};
use super::{Building, Scope, plan_scope};
use polywire_ir::types::Type;
use polywire_ir::{Block, Expr, Module, Op, Place, Step, ValueType, VarId};

pub(super) struct Walk<'a> {
    pub(super) module: &'a Module,
    pub(super) known: &'a Building<'a>,
    pub(super) scope: Scope<'a>,
}

impl Walk<'_> {
    /// `always`: every path to success contains these ops.
    pub(super) fn ops(&self, ops: &[Op], facts: &mut Facts, always: bool) {
        for op in ops {
            self.reads(op, facts);
            self.op(op, facts, always);
            if matches!(op, Op::Check { cond, .. } if *cond == false.into()) {
                facts.ends = true;
            }
        }
    }

    pub(super) fn block(&self, block: &Block, facts: &mut Facts, always: bool) {
        self.ops(&block.ops, facts, always);
        block.yields.iter().for_each(|value| self.read_expr(value, facts));
    }

    fn op(&self, op: &Op, facts: &mut Facts, always: bool) {
        match op {
            Op::Set { place, .. } | Op::Reset { place } => self.assign(place, facts, always),
            Op::Call { func, args, .. } => self.call(*func, args, facts, always),
            Op::If { then, other, .. } => self.branches(&[then, other], facts, always),
            Op::Switch { arms, default, .. } => {
                let blocks: Vec<&Block> = arms.iter().map(|arm| &arm.body).chain([default]).collect();
                self.branches(&blocks, facts, always);
            }
            Op::Window { body, .. } | Op::At { body, .. } => self.block(body, facts, always),
            Op::Push { place, body, .. } | Op::Open { place, body, case: Some(_), .. } => {
                self.touch(place, facts, 1);
                self.block(body, facts, false);
            }
            Op::Open { place, body, case: None, .. } => self.grow(op, place, body, facts, always),
            Op::Fill { place, body, bind, .. } => {
                facts.filled.extend(self.path(place).and_then(|path| path.first().copied()));
                self.grow(op, place, body, facts, always);
                self.fill(place, *bind, body, facts, always);
            }
            _ => self.perhaps(op, facts),
        }
    }

    /// Blocks that may not run: one that always fails does not end the ops after it.
    fn perhaps(&self, op: &Op, facts: &mut Facts) {
        let ends = facts.ends;
        op.blocks().into_iter().for_each(|block| self.block(block, facts, false));
        facts.ends = ends;
    }

    /// Handles an op that gives a list elements, or an optional its value.
    fn grow(&self, op: &Op, place: &Place, body: &Block, facts: &mut Facts, always: bool) {
        let path = self.path(place).filter(|path| always && self.is_reset_by(op, path));
        let first = path.filter(|path| self.untouched(&Parts { paths: vec![path.clone()], unknown: false }, facts));
        self.touch(place, facts, 1);
        self.block(body, facts, false);
        if let Some(path) = first {
            facts.self_resetting.insert(self.known.numbering.op(op));
            facts.assigned.insert(path);
        }
    }

    /// Returns true if an op can reset what is at a path: a tracked field, or a list or map that is the whole object.
    fn is_reset_by(&self, op: &Op, path: &[u32]) -> bool {
        match path {
            [] => {
                let root = &self.scope.function.var(self.scope.root).ty;
                matches!((op, root), (Op::Fill { .. }, ValueType::Ref(Type::List(_) | Type::Map(_))))
            }
            [field] => self.track(*field).is_some(),
            _ => false,
        }
    }

    fn fill(&self, place: &Place, bind: VarId, body: &Block, facts: &mut Facts, always: bool) {
        let Some(path) = self.path(place).filter(|path| always && self.is_array(path)) else { return };
        let element = Scope { function: self.scope.function, root: bind, ops: &body.ops };
        if plan_scope(self.module, self.known, element).is_empty() {
            facts.assigned.insert(path);
        }
    }

    fn is_array(&self, path: &[u32]) -> bool {
        let steps: Vec<Step> = path.iter().map(|field| Step::Field(*field)).collect();
        let ValueType::Ref(root) = &self.scope.function.var(self.scope.root).ty else { return false };
        matches!(self.module.types.walk(root, &steps).and_then(|it| it.value()), Some(Type::Array(..)))
    }

    fn reads(&self, op: &Op, facts: &mut Facts) {
        op.visit_exprs(&mut |expr| self.read_expr(expr, facts));
        if let Op::Each { place, .. } = op {
            self.touch(place, facts, 0);
        }
    }

    pub(super) fn read_expr(&self, expr: &Expr, facts: &mut Facts) {
        expr.visit(&mut |expr| {
            let Some(place) = expr.place() else { return };
            let known = self.path(place).is_some_and(|path| facts.assigned.contains(&path));
            if !known {
                self.touch(place, facts, 0);
            }
        });
    }
}
