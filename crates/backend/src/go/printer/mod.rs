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
mod members;
mod output;
mod place;
mod predict;
mod read;
mod region;
mod reuse;
mod set;
mod variable;

use super::native;
use crate::low::{self, Context, Uses};
use crate::outline::NameScope;
use crate::plan::CallingConvention;
use place::Path;
use polywire_ir::types::Types;
use polywire_ir::{FuncId, Function, Module, Sites, VarId};
use polywire_srcgen::Source;
use std::collections::{BTreeSet, HashMap};

pub(super) use call::{Implicit, implicit};

/// A module and what is decided about its functions.
pub(super) struct Unit<'m> {
    pub module: &'m Module,
    pub types: &'m Types,
    pub cx: Context<'m>,
    /// Go names of functions.
    pub functions: Vec<String>,
    /// The functions that take the message's context.
    pub with_context: BTreeSet<FuncId>,
    /// The numbers of what can fail.
    pub sites: Sites,
}

impl Unit<'_> {
    pub fn convention(&self, func: FuncId) -> &CallingConvention {
        &self.cx.conventions[func.0 as usize]
    }
}

/// Names of the read cursor: the region up to the window's end, and the position.
#[derive(Clone, Debug)]
struct Cursor {
    b: String,
    p: String,
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
    scope: NameScope,
    /// Local variables and their types.
    locals: Vec<(String, String)>,
    labels: usize,
    cursor: Cursor,
    stream: Stream,
    section: String,
    depth: &'static str,
    out: Source,
    pub problems: Vec<String>,
    /// Functions called, in the mode that they are called in.
    pub called: BTreeSet<(FuncId, low::Mode)>,
}

impl<'f, 'm> Printer<'f, 'm> {
    pub fn new(unit: &'f Unit<'m>, low: &'f low::Function, file: &'f mut native::Printer<'m>) -> Self {
        let text = |name: &str| name.to_owned();
        let mut scope = NameScope::new(super::reserved::KEYWORDS).with_separator("");
        super::reserved::NO_LOCALS.iter().for_each(|name| scope.reserve(name));
        unit.functions.iter().for_each(|name| scope.reserve(name));
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
            scope,
            locals: Vec::new(),
            labels: 0,
            cursor: Cursor { b: text("b"), p: text("p") },
            stream,
            section: text("section"),
            depth: "depth",
            out: Source::new("\t"),
            problems: Vec::new(),
            called: BTreeSet::new(),
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
