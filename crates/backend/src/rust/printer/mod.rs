//! Prints the body of one function: one file per family of statements.
//!
//! A cursor is a slice that gets shorter from its start; a region, the slice in which positions count. The output is a
//! slice or, where it grows, a vector, and an index.

mod block;
mod by_label;
mod call;
mod control;
mod elements;
mod expr;
mod function;
mod input;
mod members;
mod output;
mod place;
mod precedence;
mod set;
mod size_bound;
mod tidy;
mod trace;

pub(super) use call::{Implicit, fails, implicit};
pub(super) use function::{Printed, function};
pub(super) use size_bound::size_bound;
pub(super) use tidy::tidy;
pub(super) use trace::{MESSAGE, NO_PATH};

use super::reserved::{identifier, scope};
use super::scope::Scope;
use crate::low::{self, Context, FieldPaths, Mode, Stmt, Uses};
use crate::outline::NameScope;
use crate::plan::CallingConvention;
use polywire_ir::types::{Type, Types};
use polywire_ir::{FuncId, Function, Module, Place, Sites, ValueType, VarId};
use polywire_srcgen::Source;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// A function in a mode.
pub(super) type Key = (FuncId, Mode);

/// A module and what is decided about it.
pub(super) struct Unit<'m> {
    pub module: &'m Module,
    pub types: &'m Types,
    pub scope: &'m Scope<'m>,
    pub cx: Context<'m>,
    /// Names of functions.
    pub functions: Vec<String>,
    /// The names that no variable has.
    pub taken: Rc<NameScope>,
    /// The numbers of what can fail.
    pub sites: Sites,
    /// Functions that return copies of bytes.
    pub copying: BTreeSet<FuncId>,
    /// Functions of borrowed values after which values or results may refer to bytes that the functions are given.
    pub referring: BTreeSet<FuncId>,
}

impl Unit<'_> {
    /// Returns true if the bytes of a function have to live as long as values.
    pub fn refers(&self, func: FuncId) -> bool {
        self.referring.contains(&func)
    }

    pub fn convention(&self, func: FuncId) -> &CallingConvention {
        &self.cx.conventions[func.0 as usize]
    }

    /// Returns the name of a function in a mode.
    pub fn function_name(&self, (func, mode): Key) -> String {
        let suffix = match mode {
            Mode::Checked => "_checked",
            Mode::Raw if self.cx.write_limits.get(func).is_some() => "_raw",
            Mode::Raw | Mode::Limited => "",
        };
        format!("{}{suffix}", self.functions[func.0 as usize])
    }

    /// Returns the name of the function that computes the bound of an encoder's output.
    pub fn size_bound_name(&self, func: FuncId) -> String {
        format!("size_bound_of_{}", self.functions[func.0 as usize].trim_start_matches("r#"))
    }
}

/// Names of the read cursor.
#[derive(Clone, Debug)]
struct Cursor {
    /// The rest of the window.
    input: String,
    /// The region.
    region: String,
    /// In a window: what is left behind it.
    after: Option<String>,
}

/// Names of the write stream.
#[derive(Clone, Debug)]
struct Stream {
    out: String,
    at: String,
    memo: String,
}

/// What a variable is in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A place that holds the value.
    Place,
    /// A reference to the value.
    Reference,
    /// A place that holds a box.
    Boxed,
    /// A reference to a box.
    BoxReference,
    /// A pair of references to a key and a value.
    Pair,
}

#[derive(Clone, Debug)]
struct VarInfo {
    text: String,
    form: Form,
}

/// Prints one function.
struct Printer<'m> {
    unit: &'m Unit<'m>,
    function: &'m Function,
    low: &'m low::Function,
    uses: Uses,
    vars: HashMap<VarId, VarInfo>,
    names: NameScope,
    /// The number of keyed loops so far.
    loops: usize,
    arm_labels: NameScope,
    cursor: Cursor,
    stream: Stream,
    /// The paths to native values of the message, and what failures are about.
    field_paths: FieldPaths,
    section: String,
    out: Source,
    /// Variables that own bytes, declared at the start of the function.
    owners: Vec<String>,
    problems: Vec<String>,
    /// Parameters for results.
    results: Vec<String>,
    called: BTreeSet<Key>,
    /// Encoders whose size bounds are computed.
    bounds: BTreeSet<FuncId>,
}

/// Names that variables must not take.
const RESERVED: &[&str] = &[
    "input", "region", "out", "at", "section", "memo", "context", "depth", "limits", "build", "leaf", "read", "write",
    "Some", "None",
];

/// Returns the scope of names that no variable of a function has.
pub(super) fn taken(functions: &[String]) -> Rc<NameScope> {
    let mut names = scope();
    RESERVED.iter().for_each(|name| names.reserve(name));
    functions.iter().for_each(|name| names.reserve(name));
    Rc::new(names)
}

impl<'m> Printer<'m> {
    fn new(unit: &'m Unit<'m>, low: &'m low::Function) -> Self {
        let cursor = Cursor { input: "input".into(), region: "region".into(), after: None };
        let stream = Stream { out: "out".into(), at: "at".into(), memo: "memo".into() };
        Self {
            unit,
            function: unit.module.function(low.id),
            low,
            uses: Uses::of(&low.body),
            vars: HashMap::new(),
            names: NameScope::inside(&unit.taken),
            loops: 0,
            arm_labels: NameScope::new(&[]),
            cursor,
            stream,
            field_paths: FieldPaths::default(),
            section: "section".into(),
            out: Source::new("    "),
            owners: Vec::new(),
            problems: Vec::new(),
            results: Vec::new(),
            called: BTreeSet::new(),
            bounds: BTreeSet::new(),
        }
    }

    fn problem(&mut self, message: &str) {
        self.problems.push(format!("{}: {message}", self.function.name));
    }

    /// Returns a new name.
    fn name(&mut self, wanted: &str) -> String {
        let wanted: String = wanted.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
        let wanted = polywire_ir::types::snake_case(&wanted);
        let wanted =
            if wanted.starts_with(|ch: char| ch.is_ascii_alphabetic()) { wanted } else { format!("v{wanted}") };
        identifier(self.names.claim(&wanted))
    }

    /// Declares a variable that owns bytes. It lives as long as the function runs if variables may refer to it that are
    /// declared further out, or if it is used repeatedly.
    fn owner(&mut self, wanted: &str, first: &str) -> String {
        let name = self.name(wanted);
        let declaration = format!("let mut {name} = {first};");
        match self.unit.convention(self.low.id).effects.reads && !assigns_bytes(self.low, &self.low.body) {
            true => self.line(declaration),
            false => self.owners.push(declaration),
        }
        name
    }

    /// Declares a variable with a value, which may change.
    fn local(&mut self, wanted: &str, first: &str) -> String {
        let name = self.name(wanted);
        self.line(format!("let mut {name} = {first};"));
        name
    }

    /// Names a variable.
    fn bind(&mut self, var: VarId, form: Form) -> String {
        let wanted = self.low.vars[var.0 as usize].name.clone();
        let name = self.name(&wanted);
        self.know(var, &name, form);
        name
    }

    fn know(&mut self, var: VarId, text: &str, form: Form) {
        self.vars.insert(var, VarInfo { text: text.to_owned(), form });
    }

    fn info(&mut self, var: VarId) -> VarInfo {
        if let Some(info) = self.vars.get(&var) {
            return info.clone();
        }
        let name = self.low.vars[var.0 as usize].name.clone();
        self.problem(&format!("`{name}` is used before it is declared"));
        VarInfo { text: "unbound".to_owned(), form: Form::Place }
    }

    fn var_type(&self, var: VarId) -> &'m ValueType {
        self.low.value_type(var)
    }

    fn place_type(&self, place: &Place) -> Option<&'m Type> {
        self.unit.types.at(self.function, place).and_then(|it| it.value())
    }

    fn type_of(&self, expr: &polywire_ir::Expr) -> ValueType {
        self.low.type_of(self.unit.types, self.function, expr)
    }

    /// The native type of a Ref variable.
    fn native(&self, var: VarId) -> Option<&'m Type> {
        match self.var_type(var) {
            ValueType::Ref(ty) => Some(ty),
            _ => None,
        }
    }

    fn line(&mut self, text: impl std::fmt::Display) {
        self.out.line(text);
    }

    /// Prints lines one level deeper, between two others.
    fn nested(&mut self, open: &str, close: &str, inside: impl FnOnce(&mut Self)) {
        self.out.line(open);
        let inner = self.captured(inside);
        self.out.indented(|out| out.lines(&inner));
        self.out.line(close);
    }

    /// Returns the printed text instead of appending it.
    fn captured(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::replace(&mut self.out, Source::new("    "));
        print(self);
        std::mem::replace(&mut self.out, outer).finish()
    }

    /// Fails, in a statement.
    fn fail(&mut self, code: polywire_ir::ErrorCode, site: polywire_ir::SiteId) -> String {
        let (rest, site) = (self.rest(), self.site(site));
        let failed = self.failing(format!("context.fail(ErrorCode::{code:?}, {site}, {rest})"));
        format!("return {failed};")
    }

    /// The rest of the input, for errors.
    fn rest(&self) -> String {
        let reads = self.unit.convention(self.low.id).effects.reads || self.cursor.input != "input";
        if reads { self.cursor.input.clone() } else { "&[]".into() }
    }

    fn site(&self, site: polywire_ir::SiteId) -> u32 {
        self.unit.sites.number(self.low.id, site)
    }

    fn fail_if(&mut self, condition: &str, code: polywire_ir::ErrorCode, site: polywire_ir::SiteId) {
        let fail = self.fail(code, site);
        self.out.block(format!("if {condition} {{"), "}", |out| out.line(fail));
    }
}

/// Returns true if a variable of type Bytes is assigned.
fn assigns_bytes(function: &low::Function, body: &low::Body) -> bool {
    body.stmts.iter().any(|stmt| match stmt {
        Stmt::Assign(values) => values.iter().any(|(var, _)| *function.value_type(*var) == ValueType::Bytes),
        _ => stmt.bodies().into_iter().any(|body| assigns_bytes(function, body)),
    })
}
