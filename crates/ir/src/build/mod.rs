//! A builder for functions: nested blocks are closures; variables and error sites are new.

mod control;
mod native;
mod read;
mod write;

use crate::types::{StructId, Type, Types};
use crate::{
    Block, Entry, Expr, FuncId, Function, Linkage, Module, Op, Param, ParamKind, SiteId, ValueType, Var, VarId, Views,
};
use std::sync::Arc;

/// Collects the functions of a module. Functions can be declared before they are defined, so that they can call each
/// other.
pub struct ModuleBuilder {
    format: String,
    types: Arc<Types>,
    functions: Vec<Option<Function>>,
    entries: Vec<Entry>,
    views: Views,
}

impl ModuleBuilder {
    /// Creates an empty module.
    pub fn new(format: &str, types: Arc<Types>) -> Self {
        let (functions, entries) = (Vec::new(), Vec::new());
        Self { format: format.to_owned(), types, functions, entries, views: Views::default() }
    }

    /// Returns the native types.
    pub fn types(&self) -> Arc<Types> {
        self.types.clone()
    }

    /// Reserves an id; a call of [`ModuleBuilder::define`] must follow.
    pub fn declare(&mut self) -> FuncId {
        self.functions.push(None);
        FuncId(self.functions.len() as u32 - 1)
    }

    /// Gives a declared function its body.
    pub fn define(&mut self, id: FuncId, function: Function) {
        self.functions[id.0 as usize] = Some(function);
    }

    /// Declares and defines a function.
    pub fn add(&mut self, function: Function) -> FuncId {
        let id = self.declare();
        self.define(id, function);
        id
    }

    /// Adds the functions of another module with the same types and prefixes their names with a label. Returns its
    /// entries.
    pub fn link(&mut self, other: Module, label: &str) -> Vec<Entry> {
        let first = self.functions.len() as u32;
        let moved = |id: FuncId| FuncId(first + id.0);
        for mut function in other.functions {
            function.name = format!("{label}_{}", function.name);
            function.visit_blocks_mut(&mut |block| {
                for op in &mut block.ops {
                    if let Op::Call { func, .. } = op {
                        *func = moved(*func);
                    }
                }
            });
            self.functions.push(Some(function));
        }
        let entry = |entry: Entry| Entry { decode: moved(entry.decode), encode: entry.encode.map(moved), ..entry };
        other.entries.into_iter().map(entry).collect()
    }

    /// Adds the codec of a struct.
    pub fn entry(&mut self, record: StructId, encode: Option<FuncId>, decode: FuncId, schema: Option<StructId>) {
        self.entries.push(Entry { record, encode, decode, validate: None, size: None, schema });
    }

    /// Sets how values are read in place.
    pub fn views(&mut self, views: Views) {
        self.views = views;
    }

    /// Returns the module.
    ///
    /// # Panics
    /// If a declared function was not defined: a bug of the lowering, not of its input.
    pub fn finish(self) -> Module {
        let functions = self.functions.into_iter().map(|function| function.expect("declared functions are defined"));
        let functions = functions.collect();
        Module { format: self.format, types: self.types, functions, entries: self.entries, views: self.views }
    }
}

/// Builds one function op by op.
pub struct FunctionBuilder {
    types: Arc<Types>,
    /// The function so far, without its body.
    function: Function,
    ops: Vec<Op>,
    sites: u32,
}

impl FunctionBuilder {
    /// Starts a function without parameters that reads no native values of named types.
    pub fn new(name: impl Into<String>) -> Self {
        Self::with_types(name, Arc::default())
    }

    /// Starts a function without parameters, for values of these native types.
    pub fn with_types(name: impl Into<String>, types: Arc<Types>) -> Self {
        let function = Function {
            name: name.into(),
            params: Vec::new(),
            results: Vec::new(),
            vars: Vec::new(),
            body: Block::default(),
            nests: false,
            rare: false,
            trusting: false,
            linkage: Linkage::Internal,
        };
        Self { types, function, ops: Vec::new(), sites: 0 }
    }

    /// Makes the function count a level of nesting at entry.
    pub fn nests(&mut self) {
        self.function.nests = true;
    }

    /// Marks the function as rarely needed.
    pub fn rare(&mut self) {
        self.function.rare = true;
    }

    /// Sets the output that contains the function.
    pub fn link(&mut self, linkage: Linkage) {
        self.function.linkage = linkage;
    }

    /// Adds a value parameter.
    pub fn value_param(&mut self, name: &str, ty: ValueType) -> VarId {
        self.param(name, ty, ParamKind::Value)
    }

    /// Adds a native value to read.
    pub fn read_param(&mut self, name: &str, ty: Type) -> VarId {
        self.param(name, ValueType::Ref(ty), ParamKind::Read)
    }

    /// Adds a native value to build.
    pub fn build_param(&mut self, name: &str, ty: Type) -> VarId {
        self.param(name, ValueType::Ref(ty), ParamKind::Build)
    }

    fn param(&mut self, name: &str, ty: ValueType, kind: ParamKind) -> VarId {
        let var = self.fresh(name, ty);
        self.function.params.push(Param { var, kind });
        var
    }

    /// Returns the function with the values it yields and their types.
    pub fn finish(self, yields: Vec<Expr>, results: Vec<ValueType>) -> Function {
        Function { results, body: Block { ops: self.ops, yields }, ..self.function }
    }

    /// Creates a variable. Most methods below create their own.
    pub fn fresh(&mut self, name: &str, ty: ValueType) -> VarId {
        self.function.vars.push(Var { name: name.to_owned(), ty });
        VarId(self.function.vars.len() as u32 - 1)
    }

    /// Creates an error site.
    pub fn site(&mut self) -> SiteId {
        self.sites += 1;
        SiteId(self.sites - 1)
    }

    /// Appends an op that has no own method.
    pub fn op(&mut self, op: Op) {
        self.ops.push(op);
    }

    /// Runs `build` on an empty op list and returns a block of the ops and yields.
    pub fn block(&mut self, build: impl FnOnce(&mut Self) -> Vec<Expr>) -> Block {
        let outer = std::mem::take(&mut self.ops);
        let yields = build(self);
        Block { ops: std::mem::replace(&mut self.ops, outer), yields }
    }

    /// Returns a block without yields.
    fn body(&mut self, build: impl FnOnce(&mut Self)) -> Block {
        self.block(|b| {
            build(b);
            vec![]
        })
    }

    /// Returns the type of an expression.
    ///
    /// # Panics
    /// If it has none: a bug of the lowering, not of its input. A function that reads native values must be started with
    /// their types.
    fn type_of(&self, value: &Expr) -> ValueType {
        let ty = self.types.type_of(&self.function, value);
        ty.unwrap_or_else(|| panic!("{}: {value:?} has no type", self.function.name))
    }

    fn fresh_all(&mut self, results: &[(&str, ValueType)]) -> Vec<VarId> {
        results.iter().map(|(name, ty)| self.fresh(name, ty.clone())).collect()
    }
}
