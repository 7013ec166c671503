//! Control ops.

use super::Builder;
use crate::low::{Arm, Stmt, VarType};
use polywire_ir::types::Type;
use polywire_ir::{Arm as IrArm, BinaryOp, Block, Carried, Const, ErrorCode, Expr, Op, SiteId, ValueType, VarId};

impl<'m> Builder<'m> {
    pub(super) fn let_(&mut self, var: VarId, value: &Expr) {
        if self.uses.of(var) > 0 {
            self.bind(var, value);
        }
    }

    /// Binds a variable, even an unused one.
    pub(super) fn bind(&mut self, var: VarId, value: &Expr) {
        if matches!(value, Expr::Get(place) if matches!(self.place_type(place), Some(Type::Text { .. }))) {
            self.texts.insert(var);
        }
        self.emit(Stmt::Let { var, value: value.clone() });
    }

    /// Returns a number as a constant or a variable.
    pub(super) fn simple(&mut self, value: &Expr, name: &str) -> Expr {
        match value {
            Expr::Var(_) | Expr::Const(_) => value.clone(),
            _ => self.temporary(value, name, ValueType::U64),
        }
    }

    /// Returns Bytes as a variable.
    pub(super) fn simple_bytes(&mut self, value: &Expr, name: &str) -> Expr {
        match value {
            Expr::Var(var) if *self.var_type(*var) == ValueType::Bytes && !self.texts.contains(var) => value.clone(),
            _ => self.temporary(value, name, ValueType::Bytes),
        }
    }

    fn temporary(&mut self, value: &Expr, name: &str, ty: ValueType) -> Expr {
        let var = self.variable(name, VarType::Value(ty));
        self.emit(Stmt::Let { var, value: value.clone() });
        Expr::Var(var)
    }

    pub(super) fn if_(&mut self, cond: &Expr, then: &'m Block, other: &'m Block, results: &[VarId]) {
        let plain = self.is_idle(then) && self.is_idle(other) && results.len() == 1;
        if plain && !matches!(self.var_type(results[0]), ValueType::Ref(_)) {
            let value = cond.clone().choose(then.yields[0].clone(), other.yields[0].clone());
            return self.let_(results[0], &value);
        }
        let results = self.declare_results(results);
        let rare = [self.is_rare(then), self.is_rare(other)];
        let before = self.pending.clone();
        let then_body = self.block(then, &results);
        if !(self.is_idle(other) && results.is_empty()) {
            self.pending = before;
        }
        let other = self.block(other, &results);
        self.emit(Stmt::If { cond: cond.clone(), then: then_body, other, rare });
    }

    fn is_rare(&self, block: &Block) -> bool {
        block.ops.iter().any(|op| matches!(op, Op::Call { func, .. } if self.cx.module.function(*func).rare))
    }

    pub(super) fn switch(&mut self, on: &Expr, arms: &'m [IrArm], default: &'m Block, results: &[VarId]) {
        let results = self.declare_results(results);
        self.switch_into(on, arms, default, &results);
    }

    /// The results are declared.
    pub(super) fn switch_into(&mut self, on: &Expr, arms: &'m [IrArm], default: &'m Block, results: &[Option<VarId>]) {
        let before = self.pending.clone();
        let mut built = Vec::new();
        for arm in arms {
            self.pending = before.clone();
            built.push(Arm { keys: arm.keys.clone(), body: self.block(&arm.body, results) });
        }
        self.pending = before;
        let default = self.block(default, results);
        self.emit(Stmt::Switch { on: on.clone(), arms: built, default });
    }

    /// Declares the variables that a block's yields are assigned to. Unused ones are `None`.
    pub(super) fn declare_results(&mut self, results: &[VarId]) -> Vec<Option<VarId>> {
        let used = results.iter().map(|result| (self.uses.of(*result) > 0).then_some(*result)).collect::<Vec<_>>();
        used.iter().flatten().for_each(|result| self.emit(Stmt::Declare(*result)));
        used
    }

    /// Declares carried variables with their first values.
    pub(super) fn declare_carried(&mut self, carried: &[Carried]) -> Vec<Option<VarId>> {
        carried.iter().for_each(|it| self.emit(Stmt::Var { var: it.var, first: it.init.clone() }));
        carried.iter().map(|it| Some(it.var)).collect()
    }

    /// The results of a loop are its carried variables.
    pub(super) fn alias_results(&mut self, results: &[VarId], carried: &[Option<VarId>]) {
        for (result, of) in results.iter().zip(carried) {
            self.emit(Stmt::Alias { var: *result, of: of.unwrap_or(*result) });
        }
    }

    pub(super) fn loop_(&mut self, carried: &[Carried], cond: &Expr, body: &'m Block, results: &[VarId]) {
        let carried = self.declare_carried(carried);
        let body = self.block(body, &carried);
        self.emit(Stmt::While { cond: cond.clone(), body });
        self.alias_results(results, &carried);
    }

    pub(super) fn check(&mut self, cond: &Expr, code: ErrorCode, site: SiteId) {
        if *cond == Expr::Const(Const::Bool(false)) {
            self.emit(Stmt::Fail { code, site });
        } else if !is_true(cond) {
            self.require(cond.clone(), code, site);
        }
    }

    /// Fails unless the condition holds; trusted input is not checked.
    pub(super) fn require(&mut self, cond: Expr, code: ErrorCode, site: SiteId) {
        if !self.function.trusting {
            self.emit(Stmt::Require { cond, code, site });
        }
    }

    pub(super) fn charge(&mut self, cost: &Expr, site: SiteId) {
        let cost = self.simple(cost, "cost");
        self.emit(Stmt::Charge { cost, site });
    }
}

/// Returns true if a condition is constantly true.
fn is_true(cond: &Expr) -> bool {
    match cond {
        Expr::Const(Const::Bool(value)) => *value,
        Expr::Binary(BinaryOp::Le, left, _) => **left == Expr::from(0u64),
        _ => false,
    }
}
