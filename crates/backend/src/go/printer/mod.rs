//! Prints the body of one function of the low form.
//!
//! Variables are declared at the start of the function and members are flat labels, because Go's `goto` jumps neither
//! over declarations nor into blocks.

mod block;
mod bytes;
mod call;
mod control;
mod elements;
mod expr;
mod finish;
mod in_place;
mod locals;
mod members;
mod next_byte;
mod operator;
mod output;
mod part;
mod place;
mod predict;
mod read;
mod region;
mod reuse;
mod section;
mod set;
mod short_call;
mod spacing;
mod trace;
mod tree;
mod variable;

use super::case::{exported, unexported};
use super::native;
use crate::low::{self, Context, FieldPaths, Mode, Target, Uses};
use crate::outline::NameScope;
use crate::plan::CallingConvention;
use locals::Locals;
use place::Path;
use polywire_ir::types::Types;
use polywire_ir::{Effects, FuncId, Function, Module, Sites, VarId};
use polywire_srcgen::Source;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

pub(super) use call::{Implicit, implicit};

/// A module and what is decided about its functions.
pub(super) struct Unit<'m> {
    pub module: &'m Module,
    pub types: &'m Types,
    pub cx: Context<'m>,
    /// Names of functions, without the first part.
    functions: Vec<String>,
    /// The first part of the functions' names, which no other file of the package has.
    pub prefix: String,
    /// The functions that take the message's context.
    pub with_context: BTreeSet<FuncId>,
    /// The numbers of what can fail.
    pub sites: Sites,
    /// The names of functions and of their parts.
    names: RefCell<NameScope>,
}

impl<'m> Unit<'m> {
    pub fn of(module: &'m Module) -> Self {
        Self::for_target(module, Target { divides: true, ..Target::default() })
    }

    /// The same for codecs that explain errors.
    pub fn explaining(module: &'m Module) -> Self {
        Self::for_target(module, Target { explains: true, ..Target::default() })
    }

    fn for_target(module: &'m Module, target: Target) -> Self {
        let cx = Context::of(module, target);
        let mut scope = NameScope::new(&[]).with_separator("");
        let functions = module.functions.iter().map(|function| scope.claim(&exported(&function.name))).collect();
        let with_context = with_context(module, &cx);
        let (prefix, sites) = (String::new(), Sites::of(module));
        let names = RefCell::new(scope);
        Self { module, types: &module.types, functions, prefix, with_context, sites, names, cx }
    }

    /// Returns true if errors are explained.
    pub fn traced(&self) -> bool {
        self.cx.target.explains
    }

    /// Returns the type of the context that a codec carries through a message.
    pub fn context(&self) -> &'static str {
        if self.traced() { "Tracing" } else { "Context" }
    }

    /// Returns the Go name of a function.
    pub fn name(&self, func: FuncId, mode: Mode) -> String {
        let suffix = match mode {
            Mode::Raw if self.writes(func) => "Ensured",
            Mode::Checked if self.cx.write_limits.get(func).is_some() => "Checked",
            Mode::Raw | Mode::Checked | Mode::Limited => "",
        };
        unexported(&self.prefix) + &self.functions[func.0 as usize] + suffix
    }

    /// Returns the mode of the function that a user calls to write a message. The output grows where the low form asks
    /// for room, so that no size needs to be known before.
    pub fn mode(&self, encode: FuncId) -> Mode {
        match self.cx.entry_mode(encode) {
            Mode::Limited => Mode::Limited,
            Mode::Raw | Mode::Checked if self.writes(encode) => Mode::Checked,
            Mode::Raw | Mode::Checked => Mode::Raw,
        }
    }

    /// Returns true if a function places output.
    pub fn writes(&self, func: FuncId) -> bool {
        let effects = &self.convention(func).effects;
        effects.writes || effects.section
    }

    pub fn convention(&self, func: FuncId) -> &CallingConvention {
        &self.cx.conventions[func.0 as usize]
    }
}

/// Returns the functions that fail, make texts, or call such functions.
fn with_context(module: &Module, cx: &Context<'_>) -> BTreeSet<FuncId> {
    let ids = || (0..module.functions.len() as u32).map(FuncId);
    let needs = |id: &FuncId| {
        let convention = &cx.conventions[id.0 as usize];
        let Effects { reads, fails, charges, settings, .. } = convention.effects;
        convention.message || reads || fails || charges || settings || module.function(*id).builds()
    };
    let mut found: BTreeSet<FuncId> = ids().filter(needs).collect();
    loop {
        let calls = |id: &FuncId| cx.calls.callees(*id).iter().any(|callee| found.contains(callee));
        let more: Vec<FuncId> = ids().filter(|id| !found.contains(id)).filter(calls).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// Names of the read cursor: the region up to the window's end, and the position.
#[derive(Clone, Debug)]
struct Cursor {
    b: String,
    p: String,
    /// Where errors are, if not here: the region and the position at which the input was left.
    left: Option<(String, String)>,
    /// In a window: the region up to the end of the window around it.
    outer: Option<String>,
}

/// Names of the write stream: the output up to its capacity, the position, and the message's start.
#[derive(Clone, Debug)]
struct Stream {
    b: String,
    n: String,
    origin: String,
    memo: String,
}

/// What stands for a variable.
#[derive(Clone, Debug)]
struct VarInfo<'m> {
    text: String,
    /// A native value.
    path: Option<Path<'m>>,
    /// An entry of a map: its key and its value.
    entry: Option<Box<(Path<'m>, Path<'m>)>>,
    /// A string, not a slice of bytes.
    is_text: bool,
}

/// Prints one function.
pub(super) struct Printer<'f, 'm> {
    unit: &'f Unit<'m>,
    function: &'m Function,
    low: &'f low::Function,
    id: FuncId,
    uses: Uses,
    file: &'f mut native::Printer<'m>,
    vars: HashMap<VarId, VarInfo<'m>>,
    /// Variables that refer to values under construction.
    built: BTreeSet<VarId>,
    scope: NameScope,
    locals: Locals,
    /// The number of keyed loops so far.
    loops: usize,
    arm_labels: NameScope,
    cursor: Cursor,
    stream: Stream,
    /// The paths to native values of the message, and what failures are about.
    field_paths: FieldPaths,
    section: String,
    depth: &'static str,
    out: Source,
    pub problems: Vec<String>,
    /// While a function is printed in place of its call: what the caller returns before the position, if it fails.
    of_caller: Option<Vec<String>>,
    /// Functions called, in the mode that they are called in.
    pub called: BTreeSet<(FuncId, low::Mode)>,
    /// In a part of a function: the variables that it returns.
    changes: Option<Vec<String>>,
    /// The texts of the function's parts.
    parts: Vec<String>,
}

impl<'f, 'm> Printer<'f, 'm> {
    pub fn new(unit: &'f Unit<'m>, low: &'f low::Function, file: &'f mut native::Printer<'m>) -> Self {
        let text = |name: &str| name.to_owned();
        let mut scope = NameScope::new(super::reserved::KEYWORDS).with_separator("");
        super::reserved::NO_LOCALS.iter().for_each(|name| scope.reserve(name));
        let callees = unit.cx.calls.callees(low.id).iter();
        callees.for_each(|callee| scope.reserve(&unit.name(*callee, low.mode)));
        let reads = unit.convention(low.id).effects.reads;
        let stream = Stream {
            b: text(if reads { "out" } else { "b" }),
            n: text("n"),
            origin: text("origin"),
            memo: text("memo"),
        };
        Self {
            unit,
            function: unit.module.function(low.id),
            low,
            id: low.id,
            uses: Uses::of(&low.body),
            file,
            vars: HashMap::new(),
            built: BTreeSet::new(),
            scope,
            locals: Locals::default(),
            loops: 0,
            arm_labels: NameScope::new(&[]).with_separator(""),
            cursor: Cursor { b: text("b"), p: text("p"), left: None, outer: None },
            stream,
            field_paths: FieldPaths::default(),
            section: text("section"),
            depth: "depth",
            out: Source::new("\t"),
            problems: Vec::new(),
            of_caller: None,
            called: BTreeSet::new(),
            changes: None,
            parts: Vec::new(),
        }
    }

    fn problem(&mut self, message: &str) {
        self.problems.push(format!("{}: {message}", self.function.name));
    }

    /// Returns a name of the runtime.
    fn runtime(&mut self, name: &str) -> String {
        format!("{}.{name}", self.file.runtime())
    }

    /// Returns a name of package `binary`, `math` etc.
    fn standard(&mut self, path: &str, name: &str) -> String {
        self.file.imports.standard(path);
        format!("{}.{name}", path.rsplit('/').next().unwrap_or(path))
    }

    fn line(&mut self, text: impl std::fmt::Display) {
        self.out.line(text);
    }

    /// Returns the printed text instead of appending it.
    fn captured(&mut self, print: impl FnOnce(&mut Self)) -> String {
        let outer = std::mem::replace(&mut self.out, Source::new("\t"));
        print(self);
        std::mem::replace(&mut self.out, outer).finish()
    }

    /// Prints lines one level deeper, between two others.
    fn nested(&mut self, open: &str, close: &str, inside: impl FnOnce(&mut Self)) {
        let inner = self.captured(inside);
        self.out.line(open);
        self.out.indented(|out| out.lines(&inner));
        self.out.line(close);
    }
}
