//! A builder of functions: nested blocks as closures, fresh variables, fresh error sites.

use crate::types::{StructId, Type, Types};
use crate::*;
use std::sync::Arc;

/// Collects the functions of a module. Functions may be declared before they are defined, so that they can call each other.
pub struct ModuleBuilder {
    format: String,
    types: Arc<Types>,
    functions: Vec<Option<Function>>,
    entries: Vec<Entry>,
}

impl ModuleBuilder {
    /// An empty module.
    pub fn new(format: &str, types: Arc<Types>) -> Self {
        Self { format: format.to_owned(), types, functions: Vec::new(), entries: Vec::new() }
    }

    /// Native types.
    pub fn types(&self) -> Arc<Types> {
        self.types.clone()
    }

    /// Reserves an id; [`ModuleBuilder::define`] must follow.
    pub fn declare(&mut self) -> FuncId {
        self.functions.push(None);
        FuncId(self.functions.len() as u32 - 1)
    }

    /// Gives a declared function its body.
    pub fn define(&mut self, id: FuncId, function: Function) {
        self.functions[id.0 as usize] = Some(function);
    }

    /// Declares and defines.
    pub fn add(&mut self, function: Function) -> FuncId {
        let id = self.declare();
        self.define(id, function);
        id
    }

    /// Adds the codec of a struct.
    pub fn entry(&mut self, record: StructId, encode: Option<FuncId>, decode: FuncId, schema: Option<StructId>) {
        self.entries.push(Entry { record, encode, decode, schema });
    }

    /// The module.
    ///
    /// # Panics
    /// If a declared function was not defined: a fault of the lowering, not of its input.
    pub fn finish(self) -> Module {
        let functions = self.functions.into_iter().map(|function| function.expect("declared functions are defined"));
        Module { format: self.format, types: self.types, functions: functions.collect(), entries: self.entries }
    }
}

/// Builds one function, op by op.
pub struct FunctionBuilder {
    name: String,
    params: Vec<Param>,
    vars: Vec<Var>,
    ops: Vec<Op>,
    sites: u32,
    nests: bool,
    rare: bool,
}

impl FunctionBuilder {
    /// A function without parameters yet.
    pub fn new(name: impl Into<String>) -> Self {
        let (params, vars, ops) = (Vec::new(), Vec::new(), Vec::new());
        Self { name: name.into(), params, vars, ops, sites: 0, nests: false, rare: false }
    }

    /// Counts a level of nesting at entry.
    pub fn nests(&mut self) {
        self.nests = true;
    }

    /// Marks it as needed by few messages.
    pub fn rare(&mut self) {
        self.rare = true;
    }

    /// Adds a parameter that is a value.
    pub fn value_param(&mut self, name: &str, ty: ValueType) -> VarId {
        self.param(name, ty, ParamKind::Value)
    }

    /// Adds a native value to be read.
    pub fn read_param(&mut self, name: &str, ty: Type) -> VarId {
        self.param(name, ValueType::Ref(ty), ParamKind::Read)
    }

    /// Adds a native value to be built.
    pub fn build_param(&mut self, name: &str, ty: Type) -> VarId {
        self.param(name, ValueType::Ref(ty), ParamKind::Build)
    }

    fn param(&mut self, name: &str, ty: ValueType, kind: ParamKind) -> VarId {
        let var = self.fresh(name, ty);
        self.params.push(Param { var, kind });
        var
    }

    /// The function, with the values it yields and their types.
    pub fn finish(self, yields: Vec<Expr>, results: Vec<ValueType>) -> Function {
        let Self { name, params, vars, ops, nests, rare, .. } = self;
        let body = Block { ops, yields };
        Function { name, params, results, vars, body, nests, rare }
    }

    /// A new variable. Most ops below make their own.
    pub fn fresh(&mut self, name: &str, ty: ValueType) -> VarId {
        self.vars.push(Var { name: name.to_owned(), ty });
        VarId(self.vars.len() as u32 - 1)
    }

    /// A new error site.
    pub fn site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId(self.sites - 1)
    }

    /// Appends an op that has no method of its own.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Runs `build` on an empty op list and makes a block of what it appended and yielded.
    pub fn block(&mut self, build: impl FnOnce(&mut Self) -> Vec<Expr>) -> Block {
        let outer = std::mem::take(&mut self.ops);
        let yields = build(self);
        Block { ops: std::mem::replace(&mut self.ops, outer), yields }
    }

    /// `let`.
    pub fn let_(&mut self, name: &str, ty: ValueType, value: impl Into<Expr>) -> VarId {
        let var = self.fresh(name, ty);
        self.op(Op::Let { var, value: value.into() });
        var
    }

    fn fresh_all(&mut self, results: &[(&str, ValueType)]) -> Vec<VarId> {
        results.iter().map(|(name, ty)| self.fresh(name, ty.clone())).collect()
    }

    /// `if` without results.
    pub fn when(&mut self, cond: Expr, then: impl FnOnce(&mut Self)) {
        self.if_else(cond, then, |_| {});
    }

    /// `if` and `else` without results.
    pub fn if_else(&mut self, cond: Expr, then: impl FnOnce(&mut Self), other: impl FnOnce(&mut Self)) {
        let then = self.block(|b| {
            then(b);
            vec![]
        });
        let other = self.block(|b| {
            other(b);
            vec![]
        });
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

    /// Makes the variables of a carrying op: its `carried`, their variables, and as many results.
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

    /// `call`; results are named and typed by the caller.
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

    /// Reads an integer.
    pub fn read_int(&mut self, name: &str, width: u8, order: Order) -> VarId {
        self.read(name, ReadWhat::Int { width, order }, ValueType::U64)
    }

    /// Reads a span of bytes.
    pub fn read_span(&mut self, name: &str, len: impl Into<Expr>) -> VarId {
        self.read(name, ReadWhat::Span(len.into()), ValueType::Bytes)
    }

    /// Looks at the next byte; 256 at the end.
    pub fn peek(&mut self, name: &str) -> VarId {
        self.read(name, ReadWhat::Peek, ValueType::U64)
    }

    /// Moves over bytes.
    pub fn skip(&mut self, len: impl Into<Expr>) {
        self.read_nothing(ReadWhat::Skip(len.into()));
    }

    /// Moves to an aligned position.
    pub fn read_align(&mut self, to: impl Into<Expr>, from: impl Into<Expr>) {
        self.read_nothing(ReadWhat::Align { to: to.into(), from: from.into() });
    }

    fn read(&mut self, name: &str, what: ReadWhat, ty: ValueType) -> VarId {
        let (var, site) = (self.fresh(name, ty), self.site());
        self.op(Op::Read { what, results: vec![var], site });
        var
    }

    fn read_nothing(&mut self, what: ReadWhat) {
        let site = self.site();
        self.op(Op::Read { what, results: vec![], site });
    }

    /// Reads a leaf that has no result.
    pub fn skip_leaf(&mut self, leaf: ReadLeaf) {
        self.read_nothing(ReadWhat::Leaf(leaf));
    }

    /// Reads a leaf that has one result.
    pub fn read_leaf(&mut self, name: &str, leaf: ReadLeaf) -> VarId {
        self.read(name, ReadWhat::Leaf(leaf), leaf.results()[0].clone())
    }

    /// Reads prescribed bytes.
    pub fn expect(&mut self, bytes: &[u8], code: ErrorCode) {
        let site = self.site();
        self.op(Op::Match { bytes: bytes.to_vec(), miss: Miss::Fail { code, site } });
    }

    /// Reads bytes if they are there.
    pub fn matches(&mut self, name: &str, bytes: &[u8]) -> VarId {
        let var = self.fresh(name, ValueType::Bool);
        self.op(Op::Match { bytes: bytes.to_vec(), miss: Miss::Yield(var) });
        var
    }

    /// `window` without results.
    pub fn window(&mut self, len: impl Into<Expr>, rest: Rest, body: impl FnOnce(&mut Self)) {
        let body = self.block(|b| {
            body(b);
            vec![]
        });
        let site = self.site();
        self.op(Op::Window { len: len.into(), body, rest, results: vec![], site });
    }

    /// `at`, with results.
    pub fn at(
        &mut self,
        region: impl Into<Expr>,
        pos: impl Into<Expr>,
        results: &[(&str, ValueType)],
        body: impl FnOnce(&mut Self) -> Vec<Expr>,
    ) -> Vec<VarId> {
        let body = self.block(body);
        let (results, site) = (self.fresh_all(results), self.site());
        self.op(Op::At { region: region.into(), pos: pos.into(), body, results: results.clone(), site });
        results
    }

    /// `section`.
    pub fn section(
        &mut self,
        name: &str,
        (region, pos, len): (Expr, Expr, Expr),
        fill: Vec<u8>,
        code: ErrorCode,
    ) -> VarId {
        let (var, site) = (self.fresh(name, ValueType::Section(fill.len() as u32)), self.site());
        self.op(Op::Section { var, region, pos, len, fill, code, site });
        var
    }

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
        let bind = self.fresh(name, ValueType::Ref(ty));
        let created = self.fresh("created", ValueType::Bool);
        let body = self.block(|b| {
            body(b, bind, created);
            vec![]
        });
        self.op(Op::Open { place, case, bind, created, body, results: vec![] });
    }

    /// `push`.
    pub fn push(&mut self, place: Place, (name, ty): (&str, Type), body: impl FnOnce(&mut Self, VarId)) {
        let bind = self.fresh(name, ValueType::Ref(ty));
        let body = self.block(|b| {
            body(b, bind);
            vec![]
        });
        self.op(Op::Push { place, bind, body, results: vec![] });
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
        let body = self.block(|b| {
            body(b);
            vec![]
        });
        let site = self.site();
        self.op(Op::Measured { prefix, unit, bias, body, strategy: Strategy::default(), results: vec![], site });
    }

    /// `block` without results.
    pub fn section_block(&mut self, size: impl Into<Expr>, body: impl FnOnce(&mut Self)) {
        let body = self.block(|b| {
            body(b);
            vec![]
        });
        self.op(Op::Block { size: size.into(), body, results: vec![] });
    }

    /// `sub` without results.
    pub fn sub(&mut self, offset: u32, body: impl FnOnce(&mut Self)) {
        let body = self.block(|b| {
            body(b);
            vec![]
        });
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
        let item = self.fresh(name, ValueType::Ref(ty));
        let index = self.fresh("index", ValueType::U64);
        let body = self.block(|b| {
            body(b, item, index);
            vec![]
        });
        let (carried, results, ordered) = (vec![], vec![], None);
        self.op(Op::Each { place, item, index, stride, ordered, carried, body, results });
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
        let body = self.block(|b| {
            body(b);
            vec![]
        });
        let var = self.fresh(name, ValueType::Bytes);
        self.op(Op::Scratch { var, body });
        var
    }
}
