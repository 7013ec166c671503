//! Variables must be bound before use.

use super::Rule;
use super::checker::{Checker, State, fits};
use crate::{Carried, ParamKind, ValueType, VarId};

impl<'a> Checker<'a> {
    pub(super) fn var_type(&self, var: VarId) -> Option<&'a ValueType> {
        self.function.vars.get(var.0 as usize).map(|var| &var.ty)
    }

    /// Returns the name of a variable for messages.
    pub(super) fn name(&self, var: VarId) -> String {
        self.function.vars.get(var.0 as usize).map_or_else(|| format!("%{}", var.0), |var| var.name.clone())
    }

    /// Returns the permitted use of a variable in scope.
    pub(super) fn in_scope(&mut self, var: VarId) -> Option<ParamKind> {
        match self.scope.get(var.0 as usize) {
            Some(State::InScope(kind)) => Some(*kind),
            Some(State::Unbound | State::Gone) | None => {
                self.report(Rule::Scope, format!("`{}` is not bound here", self.name(var)));
                None
            }
        }
    }

    pub(super) fn bind_as(&mut self, var: VarId, kind: ParamKind) {
        match self.scope.get_mut(var.0 as usize) {
            Some(state @ State::Unbound) => {
                *state = State::InScope(kind);
                self.bound.push(var);
            }
            Some(State::InScope(_) | State::Gone) => {
                self.report(Rule::Scope, format!("`{}` is bound twice", self.name(var)));
            }
            None => self.report(Rule::Scope, format!("variable {} does not exist", var.0)),
        }
    }

    /// Binds a value of a type.
    pub(super) fn bind(&mut self, var: VarId, ty: &ValueType) {
        self.bind_checked(var, ty, ParamKind::Value);
    }

    pub(super) fn bind_checked(&mut self, var: VarId, ty: &ValueType, kind: ParamKind) {
        if let Some(declared) = self.var_type(var)
            && !fits(ty, declared)
        {
            self.report(Rule::Type, format!("`{}` is declared {declared:?} and bound to {ty:?}", self.name(var)));
        }
        self.bind_as(var, kind);
    }

    /// Binds a value for reading after the block that built it.
    pub(super) fn bind_made(&mut self, var: VarId) {
        if let Some(state @ State::Gone) = self.scope.get_mut(var.0 as usize) {
            *state = State::InScope(ParamKind::Read);
            self.bound.push(var);
        }
    }

    /// Binds results of declared types, against which the yields were checked.
    pub(super) fn bind_results(&mut self, results: &[VarId]) {
        for var in results {
            let is_ref = matches!(self.var_type(*var), Some(ValueType::Ref(_)));
            self.require(!is_ref, Rule::Type, "a native value is never a result");
            self.bind_as(*var, ParamKind::Value);
        }
    }

    /// Returns the declared types of results.
    pub(super) fn types_of(&self, results: &[VarId]) -> Vec<ValueType> {
        results.iter().map(|var| self.var_type(*var).cloned().unwrap_or(ValueType::U64)).collect()
    }

    /// Checks the first values and returns the types of the carried variables; [`Checker::bind_carried`] binds them.
    pub(super) fn carried(&mut self, carried: &[Carried]) -> Vec<ValueType> {
        let vars: Vec<VarId> = carried.iter().map(|it| it.var).collect();
        let types = self.types_of(&vars);
        for (carried, ty) in carried.iter().zip(&types) {
            self.expect(&carried.init, ty);
        }
        types
    }

    pub(super) fn bind_carried(&mut self, carried: &[Carried]) {
        carried.iter().for_each(|it| self.bind_as(it.var, ParamKind::Value));
    }

    /// Binds the last values of carried variables.
    pub(super) fn bind_last(&mut self, results: &[VarId], types: &[ValueType]) {
        self.require(results.len() == types.len(), Rule::Arity, "as many last values are bound as values are carried");
        results.iter().zip(types).for_each(|(var, ty)| self.bind(*var, ty));
    }
}
