//! Prints the body of one function: one file per family of ops.

mod call;
mod control;
mod elements;
mod expr;
mod fresh;
mod keyed;
mod place;
mod predict;
mod read;
mod region;
mod room;
mod section;
mod set;
mod write;

use super::analysis::{Building, Limits, Needs, Rooms, Sections, Shape, Track};
use super::names::{KEYWORDS, TypeNames};
use crate::outline::{Calls, NameScope, Uses, uses};
pub(super) use call::{Passed, callee_mode, function_name, passed};
use polywire_ir::types::Types;
use polywire_ir::{Block, FuncId, Function, Module, Op, SiteId, ValueType, VarId};
use polywire_srcgen::{Expr, Source};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A module and what is known of it.
pub(super) struct Unit<'m> {
    pub module: &'m Module,
    pub types: &'m Types,
    pub names: TypeNames,
    pub needs: Vec<Needs>,
    pub calls: Calls,
    pub building: Building,
    pub rooms: Rooms,
    pub sections: Sections<'m>,
    pub limits: Limits,
    /// C++ names of functions.
    pub functions: Vec<String>,
}

impl Unit<'_> {
    pub fn needs(&self, func: FuncId) -> &Needs {
        &self.needs[func.0 as usize]
    }
}

/// How a function makes sure that it has room to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Mode {
    /// Its caller did.
    Raw,
    /// It asks before it writes; the output may move.
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
    limit: String,
}

/// Names of the write stream.
#[derive(Clone, Debug)]
struct Stream {
    /// The position.
    out: String,
    /// The start, for positions; in checked functions the buffer.
    origin: String,
    memo: String,
    mode: Mode,
}

/// What is known of a variable.
#[derive(Clone, Debug)]
struct VarInfo {
    text: Expr,
    /// Up to where the memory of a Bytes or Section value may be read.
    limit: Option<String>,
    /// It is the std::string of this text, not a run of bytes.
    is_text: bool,
}

/// A field that a branch makes new: the object, the field, its local variable in the branch, and on which condition.
type Sink = (VarId, u32, Option<Track>, String);

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
    /// Calls to come that make an object new: its root, the fields to it and the condition.
    pending: BTreeMap<(VarId, Vec<u32>, FuncId), String>,
    /// Fields that branches make new, by the block's address.
    sinks: BTreeMap<usize, Vec<Sink>>,
    /// Reads (by address) whose bytes are known to be there.
    assured: BTreeSet<usize>,
    /// Ops (by address) whose parts of a section are not zeroed before.
    gapped: BTreeSet<usize>,
    /// Ops (by address) that make a list or an optional new themselves, if the condition holds.
    firsts: BTreeMap<usize, String>,
    depth: &'static str,
    pub out: Source,
    pub problems: Vec<String>,
    /// Functions called, in the mode that they are called in.
    pub called: BTreeSet<(FuncId, Mode)>,
    /// Enums whose numbers are tested.
    pub tested_enums: BTreeSet<u32>,
}

/// Names that a function's variables must not take.
const RESERVED: &[&str] = &[
    "p",
    "end",
    "begin",
    "limit",
    "out",
    "origin",
    "output",
    "section",
    "budget",
    "depth",
    "memo",
    "message",
    "fresh",
    "std",
    "polywire",
    "leaf",
    "bytes",
    "buffer",
    "context",
    "error",
    "error_code",
    "literal",
    "same",
    "since",
    "advance",
    "present",
    "held",
    "element",
    "cut",
    "at_least",
    "assign",
    "ordered",
    "padding",
];

impl<'m> Printer<'m> {
    pub fn new(unit: &'m Unit<'m>, id: FuncId, mode: Mode) -> Self {
        let function = unit.module.function(id);
        let mut scope = NameScope::new(KEYWORDS);
        RESERVED.iter().for_each(|name| scope.reserve(name));
        unit.functions.iter().for_each(|name| scope.reserve(name));
        let text = |name: &str| name.to_owned();
        let cursor = Cursor { p: text("p"), end: text("end"), begin: text("begin"), limit: text("limit") };
        let origin = if mode == Mode::Raw { "origin" } else { "output" };
        let stream = Stream { out: text("out"), origin: text(origin), memo: text("memo"), mode };
        Self {
            unit,
            function,
            id,
            uses: uses(function),
            vars: HashMap::new(),
            scope,
            labels: 0,
            cursor,
            stream,
            section: text("section"),
            tracks: BTreeMap::new(),
            pending: BTreeMap::new(),
            sinks: BTreeMap::new(),
            firsts: BTreeMap::new(),
            gapped: BTreeSet::new(),
            assured: BTreeSet::new(),
            depth: "depth",
            out: Source::new("  "),
            problems: Vec::new(),
            called: BTreeSet::new(),
            tested_enums: BTreeSet::new(),
        }
    }

    /// The value of a failing expression's function: what `return` gives.
    fn fail(&self, code: &str, site: SiteId, at: &str) -> String {
        let at = if at.is_empty() { String::new() } else { format!(", {at}") };
        format!("return message.fail(error_code::{code}, {}{at});", self.site(site))
    }

    /// The number of an error's site.
    fn site(&self, site: SiteId) -> u32 {
        self.id.0 << 12 | (site.0 & 0xfff)
    }

    /// Where the input stands, for errors.
    fn position(&self) -> String {
        if self.unit.needs(self.id).effects.reads || self.cursor.p != "p" {
            self.cursor.p.clone()
        } else {
            String::new()
        }
    }

    /// `if (condition) statement`, where the statement fails. No hint: that errors are made in cold functions is one.
    fn unlikely(&mut self, condition: &str, statement: &str) {
        self.out.line(format!("if ({condition}) {statement}"));
    }

    /// Fails unless the condition holds.
    fn require(&mut self, negated: &str, code: &str, site: SiteId) {
        let statement = self.fail(code, site, &self.position());
        self.unlikely(negated, &statement);
    }

    /// Hands on a failure of a callee, which has said why.
    fn propagate(&mut self, condition: &str) {
        let value = if self.unit.needs(self.id).shape() == Shape::Fails { "false" } else { "nullptr" };
        self.unlikely(condition, &format!("return {value};"));
    }

    /// A fresh name.
    fn name(&mut self, wanted: &str) -> String {
        self.scope.claim(&polywire_name(wanted))
    }

    /// Names a variable.
    pub fn bind(&mut self, var: VarId) -> String {
        let wanted = self.function.var(var).name.clone();
        let name = self.name(&wanted);
        self.know(var, Expr::atom(name.clone()));
        name
    }

    fn know(&mut self, var: VarId, text: Expr) {
        self.vars.insert(var, VarInfo { text, limit: None, is_text: false });
    }

    fn info(&self, var: VarId) -> VarInfo {
        let missing = || VarInfo { text: Expr::atom("unbound"), limit: None, is_text: false };
        self.vars.get(&var).cloned().unwrap_or_else(missing)
    }

    fn var_type(&self, var: VarId) -> &'m ValueType {
        &self.function.var(var).ty
    }

    /// The variables that a block's yields are assigned to, declared before it.
    ///
    /// Those that nothing uses have an empty name, and are not assigned.
    fn declare_results(&mut self, results: &[VarId]) -> Vec<String> {
        let used = |printer: &mut Self, result: &VarId| match printer.uses.of(*result) {
            0 => String::new(),
            _ => printer.declare(*result),
        };
        results.iter().map(|result| used(self, result)).collect()
    }

    /// Declares a variable that is assigned later.
    fn declare(&mut self, var: VarId) -> String {
        let name = self.bind(var);
        let ty = value_type(self.var_type(var));
        let initial = match self.var_type(var) {
            ValueType::Bool => " = false",
            ValueType::U64 | ValueType::I64 => " = 0",
            ValueType::Section(_) => " = nullptr",
            ValueType::Bytes | ValueType::Ref(_) => "",
        };
        self.out.line(format!("{ty} {name}{initial};"));
        name
    }

    /// Prints a block's ops and assigns its yields.
    fn block(&mut self, block: &'m Block, results: &[String]) {
        self.enter_branch(block);
        self.ops(&block.ops, &mut |printer| {
            if !ends(&block.ops) {
                printer.leave_branch(block);
                printer.assign_yields(block, results);
            }
        });
    }

    fn assign_yields(&mut self, block: &'m Block, results: &[String]) {
        let values: Vec<String> = block.yields.iter().map(|value| self.expr(value).text).collect();
        let changed: Vec<(&String, String)> =
            results.iter().zip(values).filter(|(name, value)| !name.is_empty() && *name != value).collect();
        // Together, because a value may mention another one's old name.
        if changed.len() > 1 && changed.iter().any(|(_, value)| changed.iter().any(|(name, _)| mentions(value, name))) {
            let next: Vec<String> = changed.iter().map(|(name, _)| self.name(&format!("next_{name}"))).collect();
            for ((_, value), next) in changed.iter().zip(&next) {
                self.out.line(format!("const auto {next} = {value};"));
            }
            changed.iter().zip(&next).for_each(|((name, _), next)| self.out.line(format!("{name} = {next};")));
        } else {
            changed.iter().for_each(|(name, value)| self.out.line(format!("{name} = {value};")));
        }
    }

    /// Prints ops, and then what belongs to their scope.
    pub fn ops(&mut self, ops: &'m [Op], then: &mut dyn FnMut(&mut Self)) {
        let mut index = 0;
        while let Some(op) = ops.get(index) {
            let op: &'m Op = op;
            if let Some(root) = whole_reset(op).filter(|root| self.is_object(*root)) {
                return self.building(root, &ops[index + 1..], "true", then);
            }
            index += self.fixed_run(ops, index).unwrap_or_else(|| self.op(ops, index));
            if ends(&ops[..index]) {
                return;
            }
        }
        then(self);
    }

    /// Prints an op, perhaps with some that follow it; returns how many.
    fn op(&mut self, ops: &'m [Op], index: usize) -> usize {
        let (op, following) = (&ops[index], &ops[index + 1..]);
        match op {
            Op::Let { var, value } => self.let_(*var, value),
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, results } => self.switch(on, arms, default, results),
            Op::Loop { carried, cond, body, results } => self.loop_(carried, cond, body, results),
            Op::Call { func, args, results } => self.call(*func, args, results),
            Op::Check { cond, code, site } => self.check(cond, code.name(), *site),
            Op::Charge { cost, site } => self.charge(cost, *site),
            Op::Read { what, results, site } => return self.read(what, results, *site, following),
            Op::Match { bytes, miss } => self.match_(bytes, miss),
            Op::Window { len, body, rest, results, site } => self.window(len, body, *rest, results, *site),
            Op::At { region, pos, body, results, site } => self.at((region, pos), body, results, *site),
            Op::Section { .. } => self.section(op),
            Op::Keyed { .. } => self.keyed(op),
            Op::Set { place, value, trusted, site } => self.set(place, value, *trusted, *site),
            Op::Reset { place } => self.reset(place),
            Op::Open { .. } => self.open(op),
            Op::Push { place, bind, body, results } => self.push(place, *bind, body, results),
            Op::Fill { .. } => self.fill(op),
            Op::Retain { place, format, value } => self.retain(place, format, value),
            Op::Write { what } => self.write(what),
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

/// C++ type of an IR value.
pub(super) fn value_type(ty: &ValueType) -> &'static str {
    match ty {
        ValueType::Bool => "bool",
        ValueType::U64 => "std::uint64_t",
        ValueType::I64 => "std::int64_t",
        ValueType::Bytes => "bytes",
        ValueType::Section(_) => "const std::uint8_t*",
        ValueType::Ref(_) => "auto&",
    }
}

/// Whether what follows these ops is never run.
fn ends(ops: &[Op]) -> bool {
    matches!(ops.last(), Some(Op::Check { cond, .. }) if *cond == false.into())
}

fn whole_reset(op: &Op) -> Option<VarId> {
    match op {
        Op::Reset { place } if place.steps.is_empty() => Some(place.root),
        _ => None,
    }
}

/// Whether a text mentions a variable of this name: not as a member, and not in a literal.
pub(super) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |ch: char| ch.is_ascii_alphanumeric() || ch == '_';
    let code = outside_literals(text);
    code.match_indices(name).any(|(at, _)| {
        let (before, after) = (&code[..at], &code[at + name.len()..]);
        !before.ends_with(|ch| is_word(ch) || matches!(ch, '.' | ':'))
            && !before.ends_with("->")
            && !after.starts_with(is_word)
    })
}

/// The text with the contents of string literals left out.
fn outside_literals(text: &str) -> String {
    let (mut code, mut inside, mut escaped) = (String::new(), false, false);
    for ch in text.chars() {
        if inside {
            inside = escaped || ch != '"';
            escaped = !escaped && ch == '\\';
        } else {
            inside = ch == '"';
            code.push(ch);
        }
    }
    code
}

/// The name of a local variable or function.
fn polywire_name(name: &str) -> String {
    let name: String = name.chars().map(|ch| if ch.is_ascii_alphanumeric() { ch } else { '_' }).collect();
    if name.starts_with(|ch: char| ch.is_ascii_alphabetic()) { name } else { format!("v{name}") }
}
