//! Prints the body of one function: one file per family of ops, and their helpers.
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
mod label_tree;
mod left;
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

use super::analysis::{
    Building, CallingConvention, Inlining, ReadableEnds, Sections, SizeBounds, Track, WriteLimit, WriteLimits,
};
use super::bound::Binding;
use super::names::TypeNames;
use crate::outline::{Calls, NameScope, Uses, uses};
pub(super) use call::{ImplicitParam, callee_mode, function_name, implicit_params};
pub(super) use mention::mentions;
use polywire_ir::types::Types;
use polywire_ir::{FuncId, Function, Module, Op, Place, Sites, VarId};
use polywire_srcgen::{Expr, Source};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use trace::FieldPath;
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
    pub conventions: Vec<CallingConvention>,
    pub calls: Calls,
    /// Functions that encoders and decoders call, directly or not.
    pub codec: BTreeSet<FuncId>,
    pub inlining: Inlining,
    pub building: Building,
    pub size_bounds: SizeBounds,
    pub write_limits: WriteLimits,
    pub sections: Sections<'m>,
    pub readable_ends: ReadableEnds,
    /// C++ names of functions.
    pub functions: Vec<String>,
    /// The names that local variables can have.
    pub local_names: LocalNames,
    /// The numbers of what can fail.
    pub sites: Sites,
    /// Errors are explained: every op is printed without fusion, so that failures are those of the module.
    pub traced: bool,
    /// Encoders and decoders are defined in a source file instead of their header.
    pub split: bool,
}

impl Unit<'_> {
    pub fn convention(&self, func: FuncId) -> &CallingConvention {
        &self.conventions[func.0 as usize]
    }
}

/// The way in which a function ensures space for its output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Mode {
    /// Ensured by the caller.
    Raw,
    /// Checks against the write limit, and gives up if it is exceeded.
    Limited,
    /// Checks and grows the output, which may move.
    Checked,
}

/// Names of the read cursor.
#[derive(Clone, Debug)]
struct Cursor {
    /// The position.
    p: String,
    /// End of the window.
    end: String,
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
    /// It may be a copy of bytes in the input.
    is_copy: bool,
}

/// A field reset by a branch: the object, the field, its local variable in the branch, and the condition.
type BranchReset = (VarId, u32, Option<Track>, String);

/// Prints one function.
pub(super) struct Printer<'m> {
    unit: &'m Unit<'m>,
    function: &'m Function,
    id: FuncId,
    uses: Uses,
    vars: HashMap<VarId, VarInfo>,
    scope: NameScope,
    labels: usize,
    cursor: Cursor,
    stream: Stream,
    section: String,
    /// Local variables for lists and optionals.
    tracks: BTreeMap<(VarId, u32), (Track, String)>,
    /// Later calls that reset an object: its root, the fields to it and the condition.
    pending: BTreeMap<(VarId, Vec<u32>, FuncId), String>,
    /// Fields reset by branches, by the block's address.
    branch_resets: BTreeMap<usize, Vec<BranchReset>>,
    /// Reads (by address) whose bytes are known to be left.
    assured: BTreeSet<usize>,
    /// The checks of a write-limited function.
    write_limit: Option<&'m WriteLimit>,
    /// Ops (by address) whose sections are not zeroed before.
    gapped: BTreeSet<usize>,
    /// Ops (by address) that reset a list or an optional themselves, under a condition.
    self_resetting: BTreeMap<usize, String>,
    depth: &'static str,
    /// The paths to native values of the message.
    field_paths: HashMap<VarId, FieldPath>,
    /// The places that the surrounding ops are about, innermost last.
    subjects: Vec<Option<Place>>,
    pub out: Source,
    pub problems: Vec<String>,
    /// Functions called, in the mode that they are called in.
    pub called: BTreeSet<(FuncId, Mode)>,
    /// Enums whose numbers are tested.
    pub tested_enums: BTreeSet<u32>,
}

impl<'m> Printer<'m> {
    pub fn new(unit: &'m Unit<'m>, id: FuncId, mode: Mode) -> Self {
        let function = unit.module.function(id);
        let text = |name: &str| name.to_owned();
        let cursor = Cursor {
            p: text("p"),
            end: text("end"),
            begin: text("begin"),
            readable_end: text("readable_end"),
            left: None,
        };
        let origin = if mode == Mode::Checked { "output" } else { "origin" };
        let stream = Stream { out: text("out"), origin: text(origin), memo: text("memo"), mode };
        Self {
            unit,
            function,
            id,
            uses: uses(function),
            vars: HashMap::new(),
            scope: unit.local_names.scope(),
            labels: 0,
            cursor,
            stream,
            section: text("section"),
            tracks: BTreeMap::new(),
            pending: BTreeMap::new(),
            branch_resets: BTreeMap::new(),
            self_resetting: BTreeMap::new(),
            write_limit: unit.write_limits.get(id).filter(|_| mode == Mode::Limited),
            gapped: BTreeSet::new(),
            assured: BTreeSet::new(),
            depth: "depth",
            field_paths: HashMap::new(),
            subjects: Vec::new(),
            out: Source::new("  "),
            problems: Vec::new(),
            called: BTreeSet::new(),
            tested_enums: BTreeSet::new(),
        }
    }

    /// Prints an op, possibly fused with following ones; returns their number.
    fn op(&mut self, ops: &'m [Op], index: usize) -> usize {
        let (op, following) = (&ops[index], &ops[index + 1..]);
        match op {
            Op::Let { var, value } => self.let_(*var, value),
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, results } => self.switch(on, arms, default, results),
            Op::Loop { carried, cond, body, results } => self.loop_(carried, cond, body, results),
            Op::Call { func, args, results } => self.call(op, (*func, args, results)),
            Op::Check { cond, code, site } => self.check(cond, code.name(), *site),
            Op::Charge { cost, site } => self.charge(cost, *site),
            Op::Credit { amount } => self.credit(amount),
            Op::Read { what, results, site } => return self.read(what, results, *site, following),
            Op::Match { bytes, miss } => self.match_(bytes, miss, left::is_left(ops, index, bytes.len() as u64)),
            Op::Window { len, body, rest, results, site } => self.window(len, body, *rest, results, *site),
            Op::At { region, pos, body, results, site } => self.at((region, pos), body, results, *site),
            Op::Section { .. } => self.section(op),
            Op::Keyed { .. } => self.keyed(op),
            Op::Set { place, value, trusted, site } => self.set(place, value, *trusted, *site),
            Op::Reset { place } => self.reset(place),
            Op::Open { .. } => self.open(op),
            Op::Push { place, bind, body, results } => self.push(place, *bind, body, results),
            Op::Fill { .. } => self.fill(op),
            Op::Make { var, body, results } => self.make(*var, body, results),
            Op::Retain { place, format, value } => self.retain(place, format, value),
            Op::ReportUnknown { .. } => {}
            Op::Write { what } => self.write(op, what),
            Op::Measured { .. } => self.measured(op),
            Op::Block { size, body, results } => self.section_block(size, body, results),
            Op::Put { .. } => self.put(op, ops),
            Op::Sub { offset, body, results } => self.sub(*offset, body, results),
            Op::Tail { body, results } => self.tail(body, results),
            Op::Each { .. } => self.each(op),
            Op::Memo { key, body, result } => self.memo(key, body, *result),
            Op::Scratch { var, body } => self.scratch(*var, body),
        }
        1
    }

    fn problem(&mut self, message: &str) {
        self.problems.push(format!("{}: {message}", self.function.name));
    }
}
