use super::Rule;
use super::checker::{Checker, Mode};
use crate::{Arg, Arm, Block, Const, Expr, FuncId, Op, Param, ParamKind, ValueType, VarId, ops_of};
use std::collections::HashSet;

impl<'a> Checker<'a> {
    pub(super) fn control(&mut self, op: &Op) {
        match op {
            Op::Let { var, value } => {
                let ty = self.expr(value).or_else(|| self.var_type(*var).cloned());
                ty.iter().for_each(|ty| self.bind(*var, ty));
            }
            Op::If { cond, then, other, results } => {
                self.expect(cond, &ValueType::Bool);
                let types = self.types_of(results);
                self.block("then", then, &types);
                self.block("else", other, &types);
                self.bind_results(results);
            }
            Op::Switch { on, arms, default, results } => self.switch(on, arms, default, results),
            Op::Loop { carried, cond, body, results } => {
                let types = self.carried(carried);
                self.block_with("body", body, &types, |checker| {
                    checker.bind_carried(carried);
                    checker.expect(cond, &ValueType::Bool);
                });
                self.bind_last(results, &types);
            }
            Op::Call { func, args, results } => self.call(*func, args, results),
            Op::Check { cond, site, .. } => {
                self.expect(cond, &ValueType::Bool);
                self.site(*site);
            }
            Op::Charge { cost, site } => {
                self.expect(cost, &ValueType::U64);
                self.site(*site);
            }
            Op::Credit { amount } => self.expect(amount, &ValueType::U64),
            ops_of!(reading | building | writing) => {}
        }
    }

    fn switch(&mut self, on: &Expr, arms: &[Arm], default: &Block, results: &[VarId]) {
        let ty = self.expr(on);
        self.keys(ty.as_ref(), arms.iter().map(|arm| arm.keys.as_slice()));
        let types = self.types_of(results);
        arms.iter().for_each(|arm| self.block("case", &arm.body, &types));
        self.block("else", default, &types);
        self.bind_results(results);
    }

    /// Checks that the keys of arms have the type of the switch and are distinct.
    pub(super) fn keys<'k>(&mut self, ty: Option<&ValueType>, arms: impl Iterator<Item = &'k [Const]>) {
        if matches!(ty, Some(ValueType::Bool | ValueType::Ref(_))) {
            self.report(Rule::Type, "a key is an integer or bytes");
        }
        let mut seen: HashSet<&Const> = HashSet::new();
        for keys in arms {
            self.require(!keys.is_empty(), Rule::Arms, "an arm has a key");
            for key in keys {
                let bytes = matches!((key, ty), (Const::Bytes(_), Some(ValueType::Section(_))));
                let fits = bytes || ty.is_none_or(|ty| *ty == key.ty());
                self.require(fits, Rule::Arms, "a key has the type switched on");
                self.require(seen.insert(key), Rule::Arms, "two arms have the same key");
            }
        }
    }

    fn call(&mut self, func: FuncId, args: &[Arg], results: &[VarId]) {
        let callee = self.module.function(func);
        self.require(args.len() == callee.params.len(), Rule::Arity, "the function takes another number of arguments");
        for (arg, param) in args.iter().zip(&callee.params) {
            let Some(ty) = callee.vars.get(param.var.0 as usize).map(|var| &var.ty) else { continue };
            self.arg(arg, *param, ty);
        }
        self.call_output(func);
        self.require(results.len() == callee.results.len(), Rule::Arity, "the function has another number of results");
        results.iter().zip(&callee.results).for_each(|(var, ty)| self.bind(*var, ty));
    }

    fn arg(&mut self, arg: &Arg, param: Param, ty: &ValueType) {
        match (arg, param.kind) {
            (Arg::Value(value), ParamKind::Value) => self.expect(value, ty),
            (Arg::Place(place), ParamKind::Read | ParamKind::Build) => {
                let Some(at) = self.place(place, param.kind) else { return };
                let found = at.value().cloned().map(ValueType::Ref);
                self.require(found.as_ref() == Some(ty), Rule::Type, "the place has another type than the parameter");
            }
            (Arg::Value(_), ParamKind::Read | ParamKind::Build) | (Arg::Place(_), ParamKind::Value) => {
                self.report(Rule::Type, "a native value is passed as a place, any other as a value");
            }
        }
    }

    /// Checks that the function may put or write here.
    fn call_output(&mut self, func: FuncId) {
        let effects = self.effects[func.0 as usize];
        match self.mode {
            Mode::Stream => {
                self.require(!effects.section, Rule::Discipline, "a function of sections is called in the stream");
            }
            Mode::Section { .. } => {
                let fits = effects.section || !effects.writes;
                self.require(fits, Rule::Discipline, "a function of the stream is called in a section");
                self.within(0, self.extents[func.0 as usize]);
            }
        }
    }
}
