//! Resets objects for reuse; see [`crate::plan::Building`].

use super::Builder;
use crate::low::{Body, Stmt};
use crate::plan::{BuildPlan, Scope, Track, plan_scope};
use polywire_ir::{Block, Const, Expr, FuncId, Op, Place, Step, VarId};

impl<'m> Builder<'m> {
    /// Appends ops that build an object, which must be new if the condition holds, followed by `then`.
    pub(super) fn building(&mut self, root: VarId, ops: &'m [Op], is_new: &Expr, then: &mut dyn FnMut(&mut Self)) {
        let scope = Scope { function: self.function, root, ops };
        let plan = plan_scope(self.cx.module, &self.cx.building, scope);
        if *is_new == Expr::Const(Const::Bool(false)) {
            plan.self_resetting.iter().for_each(|op| drop(self.self_resetting.remove(op)));
            return self.ops(ops, then);
        }
        let outer = self.pending.clone();
        self.prologue(root, &plan, is_new);
        self.ops(ops, &mut |builder| {
            builder.epilogue(root, &plan);
            then(builder);
        });
        plan.tracks.keys().for_each(|field| _ = self.tracks.remove(&(root, *field)));
        self.pending = outer;
    }

    pub(super) fn prologue(&mut self, root: VarId, plan: &BuildPlan, is_new: &Expr) {
        for (path, func) in &plan.callee_resets {
            self.pending.insert((root, path.clone(), *func), is_new.clone());
        }
        for op in &plan.self_resetting {
            self.self_resetting.insert(*op, is_new.clone());
        }
        for (block, field, track) in &plan.branch_resets {
            self.branch_resets.entry(*block).or_default().push((root, *field, *track, is_new.clone()));
        }
        let whole = plan.reset_whole.then(|| Stmt::Reset(root.into()));
        let fields = plan.reset.iter().map(|field| Stmt::Reset(Place::from(root).field(*field)));
        let inside = plan.reset_inside.iter();
        let inside = inside.map(|(field, inner)| Stmt::Reset(Place::from(root).field(*field).field(*inner)));
        let keepers = plan.reset_unknown.then(|| Place::from(root)).into_iter();
        let keepers = keepers.chain(plan.reset_unknown_inside.iter().map(|field| Place::from(root).field(*field)));
        let unknown = keepers.filter(|place| self.keeps_unknown(place)).map(Stmt::ResetUnknown);
        let resets = whole.into_iter().chain(fields).chain(inside).chain(unknown).collect();
        self.when(is_new, resets);
        self.track_all(root, plan, is_new);
    }

    pub(super) fn epilogue(&mut self, root: VarId, plan: &BuildPlan) {
        plan.tracks.iter().for_each(|(field, track)| self.settle(root, *field, *track));
    }

    /// Appends statements that run under a condition.
    pub(super) fn when(&mut self, condition: &Expr, stmts: Vec<Stmt>) {
        if *condition == Expr::Const(Const::Bool(true)) {
            return self.out.extend(stmts);
        }
        if !stmts.is_empty() {
            let then = Body { stmts, ends: false };
            self.emit(Stmt::If { cond: condition.clone(), then, other: Body::default(), rare: [false; 2] });
        }
    }

    /// Resets fields in a branch that other branches reset.
    pub(super) fn enter_branch(&mut self, block: &Block) {
        for (root, field, track, is_new) in
            self.branch_resets.get(&self.cx.numbering.block(block)).cloned().unwrap_or_default()
        {
            match track {
                Some(track) => self.track(root, field, track, &is_new),
                None => self.when(&is_new, vec![Stmt::Reset(Place::from(root).field(field))]),
            }
        }
    }

    pub(super) fn leave_branch(&mut self, block: &Block) {
        for (root, field, track, _) in
            self.branch_resets.get(&self.cx.numbering.block(block)).cloned().unwrap_or_default()
        {
            if let Some(track) = track {
                self.settle(root, field, track);
                self.tracks.remove(&(root, field));
            }
        }
    }

    /// Returns true if a block needs no statements.
    pub(super) fn is_idle(&self, block: &Block) -> bool {
        block.ops.is_empty() && !self.branch_resets.contains_key(&self.cx.numbering.block(block))
    }

    /// Returns the condition under which a call must make its argument new.
    pub(super) fn take_pending(&mut self, place: &Place, func: FuncId) -> Expr {
        let field = |step: &Step| match step {
            Step::Field(field) => Some(*field),
            Step::Some | Step::Case(_) | Step::At(_) => None,
        };
        let path: Option<Vec<u32>> = place.steps.iter().map(field).collect();
        path.and_then(|path| self.pending.remove(&(place.root, path, func))).unwrap_or_else(|| false.into())
    }

    pub(super) fn reset(&mut self, place: &Place) {
        self.emit(match self.tracked_as(place) {
            Some((Track::Map, old)) => Stmt::RestartEntries { place: place.clone(), old },
            Some((kind, var)) => Stmt::Assign(vec![(var, Self::none(kind))]),
            None => Stmt::Reset(place.clone()),
        });
    }
}
