//! Control: `let`, `if`, `switch`, `loop`, `call`, `check`, `charge`, `credit`.

use super::FunctionBuilder;
use crate::{Arg, Arm, Block, Carried, ErrorCode, Expr, FuncId, Op, ValueType, VarId};

impl FunctionBuilder {
    /// `let`, of the expression's type.
    pub fn let_(&mut self, name: &str, value: impl Into<Expr>) -> VarId {
        let value = value.into();
        let ty = self.type_of(&value);
        let var = self.fresh(name, ty);
        self.op(Op::Let { var, value });
        var
    }

    /// `if` without results.
    pub fn when(&mut self, cond: Expr, then: impl FnOnce(&mut Self)) {
        self.if_else(cond, then, |_| {});
    }

    /// `if` and `else` without results.
    pub fn if_else(&mut self, cond: Expr, then: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let then = self.body(then);
        let other = self.body(other);
        self.op(Op::If { cond, then, other, results: vec![] });
    }

    /// `if` and `else` that yield values.
    pub fn if_yields(
        &mut self,
        cond: Expr,
        results: &[(&str, ValueType)],
        then: impl FnOnce(&mut Self) -> Vec<Expr>,
        other: impl FnOnce(&mut Self) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let then = self.block(then);
        let other = self.block(other);
        let results = self.fresh_all(results);
        self.op(Op::If { cond, then, other, results: results.clone() });
        results
    }

    /// `switch` over prepared arms.
    pub fn switch(&mut self, on: Expr, arms: Vec<Arm>, default: Block, results: &[(&str, ValueType)]) -> Vec<VarId> {
        let results = self.fresh_all(results);
        self.op(Op::Switch { on, arms, default, results: results.clone() });
        results
    }

    /// `loop`: `carried` are names, types and first values; `cond` and `body` get their variables.
    pub fn loop_while(
        &mut self,
        carried: Vec<(&str, ValueType, Expr)>,
        cond: impl FnOnce(&[VarId]) -> Expr,
        body: impl FnOnce(&mut Self, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let (carried, vars, results) = self.carry(carried);
        let cond = cond(&vars);
        let body = self.block(|b| body(b, &vars));
        self.op(Op::Loop { carried, cond, body, results: results.clone() });
        results
    }

    /// Creates the variables of a carrying op: its `carried`, their variables, and as many results.
    pub fn carry(&mut self, carried: Vec<(&str, ValueType, Expr)>) -> (Vec<Carried>, Vec<VarId>, Vec<VarId>) {
        let mut made = (Vec::new(), Vec::new(), Vec::new());
        for (name, ty, init) in carried {
            let var = self.fresh(name, ty.clone());
            made.0.push(Carried { var, init });
            made.1.push(var);
            made.2.push(self.fresh(name, ty));
        }
        made
    }

    /// `call`; the caller names and types the results.
    pub fn call(&mut self, func: FuncId, args: Vec<Arg>, results: &[(&str, ValueType)]) -> Vec<VarId> {
        let results = self.fresh_all(results);
        self.op(Op::Call { func, args, results: results.clone() });
        results
    }

    /// `check`.
    pub fn check(&mut self, cond: Expr, code: ErrorCode) {
        let site = self.site();
        self.op(Op::Check { cond, code, site });
    }

    /// A check that always fails.
    pub fn fail(&mut self, code: ErrorCode) {
        self.check(false.into(), code);
    }

    /// `charge`.
    pub fn charge(&mut self, cost: impl Into<Expr>) {
        let site = self.site();
        self.op(Op::Charge { cost: cost.into(), site });
    }

    /// `credit`.
    pub fn credit(&mut self, amount: impl Into<Expr>) {
        self.op(Op::Credit { amount: amount.into() });
    }
}
