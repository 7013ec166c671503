//! Reuse of old objects. An element of a list, the value of an optional or a whole message is built in an object with
//! arbitrary previous contents. This analysis decides for each such object, field by field, how it is reset: not at all
//! if the codec assigns the field on every path to success, by a cheap reset before, or, for lists and optionals, by a
//! local count or flag with which the object is corrected after the codec, so that the memory of old elements and texts
//! is reused.
//!
//! Design: docs/decisions/0007-new-elements-by-contract.md

mod branches;
mod facts;
mod plan;
mod touch;
mod walk;

use super::numbering::Numbering;
use super::touched::TouchedParts;
use facts::Facts;
pub use plan::{BuildPlan, Track};
use polywire_ir::types::Type;
use polywire_ir::{Calls, FuncId, Function, Module, Op, ParamKind, ValueType, VarId};
use std::collections::BTreeMap;
use std::sync::Arc;
use walk::Walk;

/// The ops that build an object: those of a block from an index on.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub function: &'a Function,
    pub root: VarId,
    pub ops: &'a [Op],
}

/// The plans of all parameters under construction.
pub struct Building<'m> {
    numbering: Arc<Numbering<'m>>,
    plans: BTreeMap<(FuncId, usize), BuildPlan>,
    touched: TouchedParts,
}

impl<'m> Building<'m> {
    /// Solves all functions together, because the resets in a callee depend on its own plan.
    pub fn of(module: &'m Module, calls: &Calls, numbering: &Arc<Numbering<'m>>) -> Self {
        let numbering = numbering.clone();
        let mut known = Self { numbering, plans: BTreeMap::new(), touched: TouchedParts::of(module, calls) };
        calls.solve(|id| {
            let params = 0..module.function(id).params.len();
            params.filter(|param| known.add(module, id, *param)).count() > 0
        });
        known
    }

    /// Plans how a parameter under construction is made new; returns whether that is another plan than before.
    fn add(&mut self, module: &Module, id: FuncId, param: usize) -> bool {
        let function = module.function(id);
        if function.params[param].kind != ParamKind::Build {
            return false;
        }
        let scope = Scope { function, root: function.params[param].var, ops: &function.body.ops };
        let mut plan = plan_scope(module, self, scope);
        plan.keep(&self.touched.get(id, param));
        if self.plans.get(&(id, param)) == Some(&plan) {
            return false;
        }
        self.plans.insert((id, param), plan);
        true
    }

    /// Returns the plans of a function's parameters.
    pub fn plans_of(&self, func: FuncId) -> impl Iterator<Item = &BuildPlan> {
        self.plans.range((func, 0)..=(func, usize::MAX)).map(|(_, plan)| plan)
    }

    /// Returns the plan of a function's parameter; `None` if nothing has to be done.
    pub fn plan(&self, function: FuncId, param: usize) -> Option<&BuildPlan> {
        self.plans.get(&(function, param)).filter(|plan| !plan.is_empty())
    }
}

/// Decides how an object is reset for reuse.
pub fn plan_scope(module: &Module, known: &Building<'_>, scope: Scope<'_>) -> BuildPlan {
    let ValueType::Ref(ty) = &scope.function.var(scope.root).ty else { return BuildPlan::default() };
    let mut facts = Facts::default();
    Walk { module, known, scope }.ops(scope.ops, &mut facts, true);
    if facts.ends {
        return BuildPlan::default();
    }
    let whole = facts.assigned.contains(&Vec::new());
    match ty {
        Type::Struct(id) if !whole => plan::plan_struct(&module.types, *id, facts),
        _ => {
            let Facts { callee_resets, self_resetting, .. } = facts;
            BuildPlan { reset_whole: !whole, callee_resets, self_resetting, ..BuildPlan::default() }
        }
    }
}
