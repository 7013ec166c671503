//! Writing: `write`, `put`, `measured`, `block`, `sub`, `tail`, `each`, `memo`, `scratch`.

use super::FunctionBuilder;
use crate::types::Type;
use crate::{Datum, Expr, Op, Order, Place, Prefix, ValueType, VarId, WriteLeaf};

impl FunctionBuilder {
    /// Appends a datum to the stream.
    pub fn write(&mut self, what: Datum) {
        self.op(Op::Write { what });
    }

    /// Appends constant bytes.
    pub fn write_bytes(&mut self, bytes: &[u8]) {
        self.write(Datum::Bytes(bytes.to_vec()));
    }

    /// Appends an integer.
    pub fn write_int(&mut self, value: impl Into<Expr>, width: u8, order: Order) {
        self.write(Datum::Int { value: value.into(), width, order });
    }

    /// Appends a leaf.
    pub fn write_leaf(&mut self, leaf: WriteLeaf, args: Vec<Expr>) {
        self.write(Datum::Leaf(leaf, args));
    }

    /// Puts a datum into the section.
    pub fn put(&mut self, offset: u32, what: Datum) {
        self.op(Op::Put { offset, what });
    }

    /// Puts an integer into the section.
    pub fn put_int(&mut self, offset: u32, value: impl Into<Expr>, width: u8, order: Order) {
        self.put(offset, Datum::Int { value: value.into(), width, order });
    }

    /// `measured` without results, unit 1, bias 0.
    pub fn measured(&mut self, prefix: Prefix, body: impl FnOnce(&mut Self)) {
        self.measured_as(prefix, 1, 0, body);
    }

    /// `measured` without results.
    pub fn measured_as(&mut self, prefix: Prefix, unit: u32, bias: i32, body: impl FnOnce(&mut Self)) {
        let body = self.body(body);
        let site = self.site();
        self.op(Op::Measured { prefix, unit, bias, body, results: vec![], site });
    }

    /// `block` without results.
    pub fn section_block(&mut self, size: impl Into<Expr>, body: impl FnOnce(&mut Self)) {
        let body = self.body(body);
        self.op(Op::Block { size: size.into(), body, results: vec![] });
    }

    /// `sub` without results.
    pub fn sub(&mut self, offset: u32, body: impl FnOnce(&mut Self)) {
        let body = self.body(body);
        self.op(Op::Sub { offset, body, results: vec![] });
    }

    /// `tail`, with results.
    pub fn tail(&mut self, results: &[(&str, ValueType)], body: impl FnOnce(&mut Self) -> Vec<Expr>) -> Vec<VarId> {
        let body = self.block(body);
        let results = self.fresh_all(results);
        self.op(Op::Tail { body, results: results.clone() });
        results
    }

    /// `each` without carried variables: the body gets the element and the index.
    pub fn each(
        &mut self,
        place: Place,
        (name, ty): (&str, Type),
        stride: Option<u32>,
        body: impl FnOnce(&mut Self, VarId, VarId),
    ) {
        self.each_carry(place, (name, ty), stride, vec![], |b, item, index, _| {
            body(b, item, index);
            vec![]
        });
    }

    /// `each` with carried variables.
    pub fn each_carry(
        &mut self,
        place: Place,
        (name, ty): (&str, Type),
        stride: Option<u32>,
        carried: Vec<(&str, ValueType, Expr)>,
        body: impl FnOnce(&mut Self, VarId, VarId, &[VarId]) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let item = self.fresh(name, ValueType::Ref(ty));
        let index = self.fresh("index", ValueType::U64);
        let (carried, vars, results) = self.carry(carried);
        let body = self.block(|b| body(b, item, index, &vars));
        let ordered = None;
        self.op(Op::Each { place, item, index, stride, ordered, carried, body, results: results.clone() });
        results
    }

    /// `memo`.
    pub fn memo(&mut self, key: impl Into<Expr>, body: impl FnOnce(&mut Self) -> Expr) -> VarId {
        let body = self.block(|b| vec![body(b)]);
        let result = self.fresh("position", ValueType::U64);
        self.op(Op::Memo { key: key.into(), body, result });
        result
    }

    /// `scratch`.
    pub fn scratch(&mut self, name: &str, body: impl FnOnce(&mut Self)) -> VarId {
        let body = self.body(body);
        let var = self.fresh(name, ValueType::Bytes);
        self.op(Op::Scratch { var, body });
        var
    }
}
