//! New values: elements of lists, entries of maps, values of optionals and cases.
//!
//! Design: docs/decisions/0037-messages-of-many-fields.md

use super::Builder;
use crate::low::{EntriesStart, FillStart, Stmt};
use polywire_ir::types::Type;
use polywire_ir::{Block, Expr, Op, Place, Step, VarId};

impl<'m> Builder<'m> {
    pub(super) fn push(&mut self, place: &Place, bind: VarId, body: &'m Block, results: &[VarId]) {
        let results = self.declare_results(results);
        let tracked = self.tracked(place);
        let body = self.captured(|builder| {
            builder.about(Some(bind.into()), |builder| {
                builder.building(bind, &body.ops, &true.into(), &mut |builder| builder.assign_yields(body, &results));
            });
        });
        let place = place.clone();
        self.emit(match self.is_entry(bind) {
            true => Stmt::Entry { place, bind, old: tracked, body },
            false => Stmt::Push { place, bind, size: tracked, ahead: None, body },
        });
    }

    /// Returns the condition under which the op must reset its list or optional itself.
    fn own_reset(&self, op: &Op, place: &Place) -> Option<Expr> {
        self.self_resetting.get(&self.cx.numbering.op(op)).filter(|_| self.tracked(place).is_none()).cloned()
    }

    pub(super) fn open(&mut self, op: &'m Op) {
        let Op::Open { place, case, bind, created, body, results } = op else { return };
        let results = self.declare_results(results);
        let binds = (*bind, *created);
        let scope = match case {
            Some(case) => self.captured(|builder| builder.open_case(&place.case(*case), *case, binds, body, &results)),
            None => {
                let reset = self.own_reset(op, place);
                self.captured(|builder| builder.open_optional((place, reset), binds, body, &results))
            }
        };
        self.emit(Stmt::Scope(scope));
    }

    fn open_optional(
        &mut self,
        (place, reset): (&Place, Option<Expr>),
        (bind, created): (VarId, VarId),
        body: &'m Block,
        results: &[Option<VarId>],
    ) {
        let flag = self.tracked(place);
        let absent = !Expr::Present(place.clone());
        let (was, is_new) = match (flag, reset) {
            (Some(flag), _) => (!Expr::Var(flag), Expr::Var(created)),
            (None, Some(reset)) if reset == true.into() => (true.into(), true.into()),
            (None, Some(reset)) => (reset | absent, Expr::Var(created)),
            (None, None) => (absent, false.into()),
        };
        self.emit(Stmt::Let { var: created, value: was });
        if let Some(flag) = flag {
            self.emit(Stmt::Assign(vec![(flag, true.into())]));
        }
        self.emit(Stmt::Present { bind, place: place.clone(), is_reset: is_new != false.into() });
        self.build_opened((bind, created), body, is_new, results);
    }

    fn open_case(
        &mut self,
        place: &Place,
        case: u32,
        (bind, created): (VarId, VarId),
        body: &'m Block,
        results: &[Option<VarId>],
    ) {
        let begun = self.tracked_union(place);
        let union = Place { root: place.root, steps: place.steps[..place.steps.len() - 1].to_vec() };
        let other = Expr::Case(union).is_not(u64::from(case) + 1);
        let was = match begun {
            Some(begun) => !Expr::Var(begun) | other,
            None => other,
        };
        self.emit(Stmt::Let { var: created, value: was });
        self.choose(place);
        self.emit(Stmt::Hold { bind, place: place.clone() });
        // An explicit first value already resets it.
        let has_default = self.has_default(place);
        if has_default {
            self.emit(Stmt::SetDefault { bind, place: place.clone(), cond: Expr::Var(created) });
        }
        let is_reset = begun.is_some() && !has_default;
        let is_new = if is_reset { Expr::Var(created) } else { false.into() };
        self.build_opened((bind, created), body, is_new, results);
    }

    /// Returns true if a new value of a case is neither zero nor empty.
    fn has_default(&self, place: &Place) -> bool {
        let Some((Step::Case(case), outer)) = place.steps.split_last() else { return false };
        let outer = Place { root: place.root, steps: outer.to_vec() };
        match self.place_type(&outer) {
            Some(Type::Union(id)) => {
                let case = &self.types().union(*id).cases[*case as usize];
                case.ty.is_some() && case.default.is_some()
            }
            _ => false,
        }
    }

    fn build_opened(
        &mut self,
        (bind, created): (VarId, VarId),
        body: &'m Block,
        is_new: Expr,
        results: &[Option<VarId>],
    ) {
        let (is_new, ops) = match body.ops.split_first() {
            Some((first, rest)) if resets_old(first, bind, created) => (true.into(), rest),
            _ => (is_new, body.ops.as_slice()),
        };
        self.about(Some(bind.into()), |builder| {
            builder.building(bind, ops, &is_new, &mut |builder| builder.assign_yields(body, results));
        });
    }

    pub(super) fn fill(&mut self, op: &'m Op) {
        let Op::Fill { place, count, bind, index, body, carried, results } = op else { return };
        let carried = self.declare_carried(carried);
        let reset = self.own_reset(op, place);
        let body = self.captured(|builder| {
            builder.about(Some((*bind).into()), |builder| {
                builder.building(*bind, &body.ops, &true.into(), &mut |builder| builder.assign_yields(body, &carried));
            });
        });
        let (place, bind, index, count, tracked) = (place.clone(), *bind, *index, count.clone(), self.tracked(place));
        self.emit(if self.is_entry(bind) {
            let old = match (reset, tracked) {
                (Some(reset), _) => EntriesStart::Reset(reset),
                (None, Some(old)) => EntriesStart::Tracked(old),
                (None, None) => EntriesStart::Append,
            };
            Stmt::Entries { place, bind, index, count, old, body }
        } else {
            let start = match (reset, tracked) {
                _ if matches!(self.place_type(&place), Some(Type::Array(..))) => FillStart::Array,
                (Some(reset), _) => FillStart::Reset(reset),
                (None, Some(size)) => FillStart::Tracked(size),
                (None, None) => FillStart::Append,
            };
            Stmt::Fill { place, bind, index, count, start, body }
        });
        self.alias_results(results, &carried);
    }

    /// A new value needs no reset.
    pub(super) fn make(&mut self, var: VarId, body: &'m Block, results: &[VarId]) {
        let results = self.declare_results(results);
        let body = self.captured(|builder| {
            builder.building(var, &body.ops, &false.into(), &mut |builder| builder.assign_yields(body, &results));
        });
        self.emit(Stmt::Make { var, body });
    }
}

/// Returns true if an op resets an existing value: since a new one needs no reset, unchanged parts are new too.
fn resets_old(op: &Op, bind: VarId, created: VarId) -> bool {
    let Op::If { cond, then, other, .. } = op else { return false };
    let resets = |block: &Block| *block == Block { ops: vec![Op::Reset { place: bind.into() }], yields: vec![] };
    let nothing = Block::default();
    if *cond == Expr::Var(created) {
        *then == nothing && resets(other)
    } else {
        *cond == !Expr::Var(created) && resets(then) && *other == nothing
    }
}
