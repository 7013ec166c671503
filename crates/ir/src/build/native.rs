//! Building native values: `set`, `reset`, `open`, `push`, `fill`, `make`.

use super::FunctionBuilder;
use crate::types::Type;
use crate::{Expr, Op, Place, ValueType, VarId};

impl FunctionBuilder {
    /// Sets a scalar, text or bytes.
    pub fn set(&mut self, place: Place, value: impl Into<Expr>) {
        let site = self.site();
        self.op(Op::Set { place, value: value.into(), trusted: false, site });
    }

    /// Sets a text from bytes known to be UTF-8.
    pub fn set_trusted(&mut self, place: Place, value: impl Into<Expr>) {
        let site = self.site();
        self.op(Op::Set { place, value: value.into(), trusted: true, site });
    }

    /// `reset`.
    pub fn reset(&mut self, place: impl Into<Place>) {
        self.op(Op::Reset { place: place.into() });
    }

    /// `open`: the body gets the value's place and whether it was created.
    pub fn open(
        &mut self,
        place: Place,
        case: Option<u32>,
        (name, ty): (&str, Type),
        body: impl FnOnce(&mut Self, VarId, VarId),
    ) {
        self.open_yields((place, case), (name, ty), &[], |b, bind, created| {
            body(b, bind, created);
            vec![]
        });
    }

    /// `open` of a place and a case of it, with results.
    pub fn open_yields(
        &mut self,
        (place, case): (Place, Option<u32>),
        (name, ty): (&str, Type),
        results: &[(&str, ValueType)],
        body: impl FnOnce(&mut Self, VarId, VarId) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let bind = self.fresh(name, ValueType::Ref(ty));
        let created = self.fresh("created", ValueType::Bool);
        let body = self.block(|b| body(b, bind, created));
        let results = self.fresh_all(results);
        self.op(Op::Open { place, case, bind, created, body, results: results.clone() });
        results
    }

    /// `push`.
    pub fn push(&mut self, place: Place, (name, ty): (&str, Type), body: impl FnOnce(&mut Self, VarId)) {
        let bind = self.fresh(name, ValueType::Ref(ty));
        let body = self.body(|b| body(b, bind));
        self.op(Op::Push { place, bind, body, results: vec![] });
    }

    /// `make` without results: the body gets the value's place; afterwards the variable is read.
    pub fn make(&mut self, (name, ty): (&str, Type), body: impl FnOnce(&mut Self, VarId)) -> VarId {
        let var = self.fresh(name, ValueType::Ref(ty));
        let body = self.body(|b| body(b, var));
        self.op(Op::Make { var, body, results: vec![] });
        var
    }

    /// `fill` without carried variables: the body gets the element's place and the index.
    pub fn fill(
        &mut self,
        place: Place,
        count: impl Into<Expr>,
        (name, ty): (&str, Type),
        body: impl FnOnce(&mut Self, VarId, VarId),
    ) {
        self.fill_carry(place, count, (name, ty), vec![], |b, bind, index, _| {
            body(b, bind, index);
            vec![]
        });
    }

    /// `fill` with carried variables.
    pub fn fill_carry(
        &mut self,
        place: Place,
        count: impl Into<Expr>,
        (name, ty): (&str, Type),
        carried: Vec<(&str, ValueType, Expr)>,
        body: impl FnOnce(&mut Self, VarId, VarId, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let bind = self.fresh(name, ValueType::Ref(ty));
        let index = self.fresh("index", ValueType::U64);
        let (carried, vars, results) = self.carry(carried);
        let body = self.block(|b| body(b, bind, index, &vars));
        self.op(Op::Fill { place, count: count.into(), bind, index, body, carried, results: results.clone() });
        results
    }
}
