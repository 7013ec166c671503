//! Prints the low form of one function: one file per family of statements, and their helpers.
//!
//! Design: docs/decisions/0036-fast-cpp.md

mod block;
mod bound;
mod by_label;
mod call;
mod compare;
mod control;
mod elements;
mod expr;
mod failure;
mod keyed;
mod literal;
mod mention;
mod operator;
mod place;
mod precedence;
mod predict;
mod read;
mod region;
mod reuse;
mod section;
mod set;
mod size_bound;
mod trace;
mod types;
mod variable;
mod write;
mod write_limit;

use super::bound::{Access, Binding};
use super::names::TypeNames;
use crate::low::{self, Context, FieldPaths, Mode, NativeFields};
use crate::outline::NameScope;
use crate::plan::{CallingConvention, ReadableEnds};
use call::ResultParams;
pub(super) use call::{ImplicitParam, function_name, implicit_params};
pub(super) use mention::mentions;
use polywire_ir::types::{StructId, Types};
use polywire_ir::{FuncId, Function, Module, Sites, VarId};
use polywire_srcgen::{Expr, Source};
use std::collections::{BTreeSet, HashMap};
pub(super) use trace::NO_PATH;
pub(super) use variable::LocalNames;
pub(super) use write::SLACK;

/// A module and its analyses.
pub(super) struct Unit<'m> {
    pub module: &'m Module,
    pub types: &'m Types,
    pub names: &'m TypeNames,
    /// Existing classes.
    pub binding: &'m Binding,
    /// What is decided about its functions.
    pub cx: Context<'m>,
    pub readable_ends: ReadableEnds,
    /// C++ names of functions.
    pub functions: Vec<String>,
    /// The names that local variables can have.
    pub local_names: LocalNames,
    /// The numbers of what can fail.
    pub sites: Sites,
    /// Encoders and decoders are defined in a source file instead of their header.
    pub split: bool,
}

impl Unit<'_> {
    pub fn convention(&self, func: FuncId) -> &CallingConvention {
        &self.cx.conventions[func.0 as usize]
    }

    /// Returns true if errors are explained.
    pub fn traced(&self) -> bool {
        self.cx.target.explains
    }
}

impl NativeFields for Binding {
    fn is_property(&self, record: StructId, field: u32) -> bool {
        self.field(record, field).is_some_and(|bound| matches!(bound.access, Access::Property { .. }))
    }

    fn is_sequence(&self, record: StructId, field: u32) -> bool {
        self.field(record, field).is_some_and(|bound| bound.is_sequence)
    }
}

/// Names of the read cursor.
#[derive(Clone, Debug)]
struct Cursor {
    /// The position.
    p: String,
    /// End of the window.
    end: String,
    /// End of the window around it.
    outer_end: String,
    /// Start of the region.
    begin: String,
    /// End of the region.
    readable_end: String,
    /// In a region that may be a copy, the position at which the input was left.
    left: Option<String>,
}

/// Names of the write stream.
#[derive(Clone, Debug)]
struct Stream {
    /// The position.
    out: String,
    /// The start, for positions; in checked functions, the buffer.
    origin: String,
    memo: String,
    mode: Mode,
}

/// Properties of a variable.
#[derive(Clone, Debug)]
struct VarInfo {
    text: Expr,
    /// The readable end of a Bytes or Section value.
    readable_end: Option<String>,
    /// It is the std::string of a text, not a span of bytes.
    is_text: bool,
    /// It is the next byte of a text.
    is_character: bool,
}

/// Prints one function.
pub(super) struct Printer<'m> {
    unit: &'m Unit<'m>,
    function: &'m Function,
    low: &'m low::Function,
    id: FuncId,
    vars: HashMap<VarId, VarInfo>,
    scope: NameScope,
    labels: NameScope,
    cursor: Cursor,
    stream: Stream,
    section: String,
    depth: &'static str,
    results: ResultParams,
    /// The paths to native values of the message, and what failures are about.
    field_paths: FieldPaths,
    pub out: Source,
    pub problems: Vec<String>,
    /// Functions called, in the mode that they are called in.
    pub called: BTreeSet<(FuncId, Mode)>,
    /// Enums whose numbers are tested.
    pub tested_enums: BTreeSet<u32>,
}

impl<'m> Printer<'m> {
    pub fn new(unit: &'m Unit<'m>, low: &'m low::Function) -> Self {
        let (id, mode) = (low.id, low.mode);
        let text = |name: &str| name.to_owned();
        let cursor = Cursor {
            p: text("p"),
            end: text("end"),
            outer_end: text("end"),
            begin: text("begin"),
            readable_end: text("readable_end"),
            left: None,
        };
        let origin = if mode == Mode::Checked { "output" } else { "origin" };
        let stream = Stream { out: text("out"), origin: text(origin), memo: text("memo"), mode };
        Self {
            unit,
            function: unit.module.function(id),
            low,
            id,
            vars: HashMap::new(),
            scope: unit.local_names.scope(),
            labels: crate::cpp::reserved::scope(),
            cursor,
            stream,
            section: text("section"),
            depth: "depth",
            results: ResultParams::default(),
            field_paths: FieldPaths::default(),
            out: Source::new("  "),
            problems: Vec::new(),
            called: BTreeSet::new(),
            tested_enums: BTreeSet::new(),
        }
    }

    fn problem(&mut self, message: &str) {
        self.problems.push(format!("{}: {message}", self.function.name));
    }
}
