//! The text form of a function, for people and tests. A statement is on a line of its own, bodies are indented. Values and
//! places are those of the IR's text form.

use super::{
    Arg, Body, Context, EntriesStart, ErrorPlace, FillStart, Function, LeafTarget, Mode, PlainFields, PositionCheck,
    Prediction, Rest, Stmt, Target, Tracked, VarType, Zeros, function,
};
use crate::plan::{SizeBound, SizeBoundTerm, Track};
use polywire_ir::text::PartText;
use polywire_ir::types::StructId;
use polywire_ir::{
    Const, Entry, Expr, FuncId, Function as Ir, Module, Order, Place, Prefix, SiteId, ValueType, Var, VarId,
};
use std::collections::BTreeSet;
use std::fmt;

/// Returns the text of the functions that the codecs of some structs need, or of all of a module; callees follow their
/// callers.
pub fn text(module: &Module, records: Option<&[StructId]>) -> String {
    let cx = Context::of(module, Target::default());
    let is_chosen = |entry: &&Entry| records.is_none_or(|records| records.contains(&entry.record));
    let mut open: Vec<(FuncId, Mode)> = Vec::new();
    for entry in module.entries.iter().filter(is_chosen) {
        open.extend(entry.encode.map(|encode| (encode, cx.entry_mode(encode))));
        open.push((entry.decode, Mode::Raw));
    }
    let (mut known, mut texts) = (BTreeSet::new(), Vec::new());
    open.reverse();
    while let Some((id, mode)) = open.pop() {
        if !known.insert((id, mode)) {
            continue;
        }
        let function = function(&cx, &PlainFields, id, mode);
        texts.push(FunctionText { module, function: &function }.to_string());
        open.extend(cx.calls.callees(id).iter().rev().map(|callee| (*callee, cx.callee_mode(*callee, mode))));
    }
    texts.join("\n")
}

/// The text of a function of a module.
struct FunctionText<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl fmt::Display for FunctionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = with_variables(self.module, self.function);
        let mut printer =
            Printer { module: self.module, parts: self.module.parts_of(&function), depth: 0, text: String::new() };
        printer.function(self.function, &function);
        f.write_str(&printer.text)
    }
}

/// Returns the IR's function with the variables of its low form.
fn with_variables(module: &Module, low: &Function) -> Ir {
    let mut function = module.function(low.id).clone();
    let added = low.vars.iter().skip(function.vars.len()).map(|var| Var {
        name: var.name.clone(),
        ty: match &var.ty {
            VarType::Value(ty) => ty.clone(),
            VarType::Size | VarType::OldEntries => ValueType::U64,
        },
    });
    function.vars.extend(added);
    function
}

struct Printer<'a> {
    module: &'a Module,
    parts: PartText<'a>,
    depth: usize,
    text: String,
}

impl Printer<'_> {
    fn function(&mut self, low: &Function, function: &Ir) {
        let params = function.params.iter().zip(&low.is_new).map(|(param, is_new)| {
            let is_new = is_new.map(|is_new| format!(" new if {}", self.var(is_new)));
            self.var(param.var) + &is_new.unwrap_or_default()
        });
        let params: Vec<String> = params.collect();
        let mode = match low.mode {
            Mode::Raw => "",
            Mode::Limited => " limited",
            Mode::Checked => " checked",
        };
        self.braced(&format!("fn {}({}){mode}", function.name, params.join(", ")), &low.body);
    }

    fn line(&mut self, line: &str) {
        (0..self.depth).for_each(|_| self.text.push_str("  "));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn braced(&mut self, head: &str, body: &Body) {
        self.line(&format!("{head} {{"));
        self.body(body);
        self.line("}");
    }

    fn body(&mut self, body: &Body) {
        self.depth += 1;
        body.stmts.iter().for_each(|stmt| self.stmt(stmt));
        self.depth -= 1;
    }

    fn var(&self, var: VarId) -> String {
        self.parts.var(var)
    }

    fn expr(&self, expr: &Expr) -> String {
        self.parts.expr(expr)
    }

    fn exprs<'e>(&self, exprs: impl IntoIterator<Item = &'e Expr>) -> String {
        exprs.into_iter().map(|expr| self.expr(expr)).collect::<Vec<_>>().join(", ")
    }

    fn place(&self, place: &Place) -> String {
        self.parts.place(place)
    }

    fn constants(&self, keys: &[Const]) -> String {
        keys.iter().map(|key| self.expr(&Expr::Const(key.clone()))).collect::<Vec<_>>().join(", ")
    }

    fn bytes(&self, bytes: &[u8]) -> String {
        self.expr(&Expr::from(bytes))
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { .. }
            | Stmt::Declare(_)
            | Stmt::Var { .. }
            | Stmt::Alias { .. }
            | Stmt::Assign(_)
            | Stmt::Count(_) => self.variables(stmt),
            Stmt::If { .. }
            | Stmt::Switch { .. }
            | Stmt::While { .. }
            | Stmt::Members(_)
            | Stmt::Scope(_)
            | Stmt::About { .. }
            | Stmt::Return(_)
            | Stmt::Fail { .. }
            | Stmt::Require { .. }
            | Stmt::RequireDepth
            | Stmt::Charge { .. }
            | Stmt::Credit { .. } => self.control(stmt),
            Stmt::Ensure { .. }
            | Stmt::Load { .. }
            | Stmt::Span { .. }
            | Stmt::Advance { .. }
            | Stmt::Padding { .. }
            | Stmt::Peek(_)
            | Stmt::ReadLeaf { .. }
            | Stmt::Match { .. }
            | Stmt::MatchIf { .. }
            | Stmt::Window { .. }
            | Stmt::At { .. }
            | Stmt::RequirePart { .. }
            | Stmt::Section { .. }
            | Stmt::Unused(_) => self.input(stmt),
            Stmt::SetScalar { .. }
            | Stmt::SetText { .. }
            | Stmt::SetBytes { .. }
            | Stmt::SetCase(_)
            | Stmt::Reset(_)
            | Stmt::ResetUnknown(_)
            | Stmt::Track { .. }
            | Stmt::Settle(_)
            | Stmt::RestartEntries { .. }
            | Stmt::Present { .. }
            | Stmt::Hold { .. }
            | Stmt::SetDefault { .. }
            | Stmt::Push { .. }
            | Stmt::Fill { .. }
            | Stmt::Entry { .. }
            | Stmt::Entries { .. }
            | Stmt::Make { .. }
            | Stmt::Retain { .. } => self.native(stmt),
            Stmt::RequireRoom { .. }
            | Stmt::RequireRoomForEach { .. }
            | Stmt::Grow { .. }
            | Stmt::Write(_)
            | Stmt::IfUnknown { .. }
            | Stmt::Measured { .. }
            | Stmt::Block { .. }
            | Stmt::Put { .. }
            | Stmt::Sub { .. }
            | Stmt::Each { .. }
            | Stmt::Memo { .. }
            | Stmt::Scratch { .. }
            | Stmt::Call(_) => self.output(stmt),
        }
    }

    fn variables(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::Let { var, value } => format!("let {} = {}", self.var(*var), self.expr(value)),
            Stmt::Declare(var) => format!("declare {}", self.var(*var)),
            Stmt::Var { var, first } => format!("var {} = {}", self.var(*var), self.expr(first)),
            Stmt::Alias { var, of } => format!("alias {} of {}", self.var(*var), self.var(*of)),
            Stmt::Assign(values) => {
                let vars: Vec<String> = values.iter().map(|(var, _)| self.var(*var)).collect();
                format!("{} = {}", vars.join(", "), self.exprs(values.iter().map(|(_, value)| value)))
            }
            Stmt::Count(var) => format!("count {}", self.var(*var)),
            _ => return,
        };
        self.line(&line);
    }

    fn control(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::If { cond, then, other, rare } => {
                let mark = |rare: bool| if rare { " rare" } else { "" };
                self.line(&format!("if {}{} {{", self.expr(cond), mark(rare[0])));
                self.body(then);
                if !other.stmts.is_empty() {
                    self.line(&format!("}} else{} {{", mark(rare[1])));
                    self.body(other);
                }
                self.line("}");
            }
            Stmt::Switch { on, arms, default } => {
                self.line(&format!("switch {} {{", self.expr(on)));
                for arm in arms {
                    self.braced(&format!("case {}", self.constants(&arm.keys)), &arm.body);
                }
                self.braced("else", default);
                self.line("}");
            }
            Stmt::While { cond, body } => self.braced(&format!("while {}", self.expr(cond)), body),
            Stmt::Members(members) => self.members(members),
            Stmt::Scope(body) => self.braced("scope", body),
            Stmt::About { place, body } => {
                let place = place.as_ref().map_or_else(|| "nothing".to_owned(), |place| self.place(place));
                self.braced(&format!("about {place}"), body);
            }
            Stmt::Return(values) => self.line(format!("return {}", self.exprs(values)).trim_end()),
            Stmt::Fail { code, site } => self.line(&format!("fail {}{}", code.name(), at(*site))),
            Stmt::Require { cond, code, site } => {
                self.line(&format!("require {} else {}{}", self.expr(cond), code.name(), at(*site)));
            }
            Stmt::RequireDepth => self.line("require depth"),
            Stmt::Charge { cost, site } => self.line(&format!("charge {}{}", self.expr(cost), at(*site))),
            Stmt::Credit { amount } => self.line(&format!("credit {}", self.expr(amount))),
            _ => {}
        }
    }

    fn members(&mut self, members: &super::Members) {
        let prediction = match members.prediction {
            Prediction::None => String::new(),
            Prediction::InTurn { stride: 0 } => " in turn".to_owned(),
            Prediction::InTurn { stride } => format!(" in turn, end tested every {stride}"),
            Prediction::ByLabel { space } => format!(" by label, space {}", space.name()),
        };
        let separator = &members.separation.separator;
        let separator =
            if separator.is_empty() { String::new() } else { format!(" separator {}", self.bytes(separator)) };
        self.line(&format!("members{prediction}{separator} {{"));
        self.depth += 1;
        self.braced("head", &members.head);
        self.line(&format!("while {}", self.expr(&members.more)));
        self.body(&members.to_key);
        self.line(&format!("key {} = {}", self.var(members.key), self.expr(&members.key_value)));
        for arm in &members.arms {
            let label = if arm.label.is_empty() { String::new() } else { format!(" label {}", self.bytes(&arm.label)) };
            let repeats = if arm.repeats { " repeats" } else { "" };
            self.braced(&format!("case {}{label}{repeats}", self.constants(&arm.keys)), &arm.body);
        }
        self.braced("else", &members.default);
        self.depth -= 1;
        self.line("}");
    }

    fn input(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::Ensure { len, site } => format!("ensure {}{}", self.expr(len), at(*site)),
            Stmt::Load { var, offset, width, order } => {
                format!("load {} = {} at {offset}", self.var(*var), self.scalar(*width, *order))
            }
            Stmt::Span { var, offset, len } => {
                format!("span {} = {} bytes at {offset}", self.var(*var), self.expr(len))
            }
            Stmt::Advance { len } => format!("advance {}", self.expr(len)),
            Stmt::Padding { var, to, from } => {
                format!("padding {} to {} from {}", self.var(*var), self.expr(to), self.expr(from))
            }
            Stmt::Peek(var) => format!("peek {}", self.var(*var)),
            Stmt::ReadLeaf { leaf, into, site } => {
                let into = match into {
                    LeafTarget::Nothing => String::new(),
                    LeafTarget::Var(var) => format!(" -> {}", self.var(*var)),
                    LeafTarget::Place(place) => format!(" -> {}", self.place(place)),
                };
                format!("read {}{into}{}", leaf.name(), at(*site))
            }
            Stmt::Match { bytes, is_left, code, site } => {
                let left = if *is_left { " left" } else { "" };
                format!("match {}{left} else {}{}", self.bytes(bytes), code.name(), at(*site))
            }
            Stmt::MatchIf { var, bytes } => format!("match {} -> {}", self.bytes(bytes), self.var(*var)),
            Stmt::Window { len, body, rest } => {
                let rest = match rest {
                    Rest::Skip => String::new(),
                    Rest::Fail(code, site) => format!(" else {}{}", code.name(), at(*site)),
                };
                return self.braced(&format!("window {}{rest}", self.expr(len)), body);
            }
            Stmt::At { region, pos, check, errors, body } => {
                let check = match check {
                    PositionCheck::None => String::new(),
                    PositionCheck::Position(site) => format!(" checked{}", at(*site)),
                    PositionCheck::Ahead { site, len, truncated } => {
                        format!(" checked{} with {len} bytes{}", at(*site), at(*truncated))
                    }
                };
                let errors = match errors {
                    ErrorPlace::Region => "",
                    ErrorPlace::Cursor => " errors at the cursor",
                    ErrorPlace::Outer => " errors outside",
                };
                return self.braced(&format!("at ({}){check}{errors}", self.exprs([region, pos])), body);
            }
            Stmt::RequirePart { region, pos, len, code, site } => {
                format!("require part ({}) else {}{}", self.exprs([region, pos, len]), code.name(), at(*site))
            }
            Stmt::Section { var, region, pos, len, fill } => {
                let len = len
                    .as_ref()
                    .map_or_else(String::new, |len| format!(" of {} filled with {}", self.expr(len), self.bytes(fill)));
                format!("section {} = ({}){len}", self.var(*var), self.exprs([region, pos]))
            }
            Stmt::Unused(values) => format!("unused {}", self.exprs(values)),
            _ => return,
        };
        self.line(&line);
    }

    fn native(&mut self, stmt: &Stmt) {
        let line = match stmt {
            Stmt::SetScalar { place, value } => format!("set {} = {}", self.place(place), self.expr(value)),
            Stmt::SetText { place, value, verify: false, .. } => {
                format!("set text {} = {}", self.place(place), self.expr(value))
            }
            Stmt::SetText { place, value, site, .. } => {
                format!("set text {} = {} verified{}", self.place(place), self.expr(value), at(*site))
            }
            Stmt::SetBytes { place, value } => format!("set bytes {} = {}", self.place(place), self.expr(value)),
            Stmt::SetCase(place) => format!("set case {}", self.place(place)),
            Stmt::Reset(place) => format!("reset {}", self.place(place)),
            Stmt::ResetUnknown(place) => format!("reset unknown {}", self.place(place)),
            Stmt::Track { tracks, in_memory } => {
                let memory = if *in_memory { " in memory" } else { "" };
                return tracks.iter().for_each(|it| {
                    let line = format!("track {}{memory}, new if {}", self.tracked(it), self.expr(&it.is_new));
                    self.line(&line);
                });
            }
            Stmt::Settle(it) => format!("settle {}", self.tracked(it)),
            Stmt::RestartEntries { place, old } => {
                format!("restart {} old {}", self.place(place), self.var(*old))
            }
            Stmt::Present { bind, place, is_reset } => {
                let reset = if *is_reset { " reset below" } else { "" };
                format!("present {} = {}{reset}", self.var(*bind), self.place(place))
            }
            Stmt::Hold { bind, place } => format!("hold {} = {}", self.var(*bind), self.place(place)),
            Stmt::SetDefault { bind, cond, .. } => {
                format!("default {} if {}", self.var(*bind), self.expr(cond))
            }
            _ => return self.elements(stmt),
        };
        self.line(&line);
    }

    fn tracked(&self, it: &Tracked) -> String {
        let kind = match it.kind {
            Track::List => "list",
            Track::Optional => "optional",
            Track::Map => "map",
            Track::Union => "union",
            Track::Struct => "struct",
        };
        format!("{kind} {} by {}", self.place(&it.place), self.var(it.var))
    }

    fn elements(&mut self, stmt: &Stmt) {
        let with = |var: &Option<VarId>, word: &str, printer: &Self| {
            var.map_or_else(String::new, |var| format!(" {word} {}", printer.var(var)))
        };
        match stmt {
            Stmt::Push { place, bind, size, body } => {
                let size = with(size, "size", self);
                self.braced(&format!("push {} as {}{size}", self.place(place), self.var(*bind)), body);
            }
            Stmt::Fill { place, bind, index, count, start, body } => {
                let start = match start {
                    FillStart::Array => String::new(),
                    FillStart::Reset(cond) => format!(" from 0 if {}", self.expr(cond)),
                    FillStart::Tracked(size) => format!(" size {}", self.var(*size)),
                    FillStart::Append => " behind all".to_owned(),
                };
                let (place, bind, index) = (self.place(place), self.var(*bind), self.var(*index));
                self.braced(&format!("fill {place} times {} as {bind} index {index}{start}", self.expr(count)), body);
            }
            Stmt::Entry { place, bind, old, body } => {
                let old = with(old, "old", self);
                self.braced(&format!("entry {} as {}{old}", self.place(place), self.var(*bind)), body);
            }
            Stmt::Entries { place, bind, index, count, old, body } => {
                let old = match old {
                    EntriesStart::Reset(cond) => format!(" old if {}", self.expr(cond)),
                    EntriesStart::Tracked(old) => format!(" old {}", self.var(*old)),
                    EntriesStart::Append => String::new(),
                };
                let (place, bind, index) = (self.place(place), self.var(*bind), self.var(*index));
                self.braced(&format!("entries {place} times {} as {bind} index {index}{old}", self.expr(count)), body);
            }
            Stmt::Make { var, body } => self.braced(&format!("make {}", self.var(*var)), body),
            Stmt::Retain { place, format, value } => {
                self.line(&format!("retain {} {format} = {}", self.place(place), self.expr(value)));
            }
            _ => {}
        }
    }

    fn output(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::RequireRoom { bound } => self.line(&format!("require room {}", self.bound(bound))),
            Stmt::RequireRoomForEach { place, of_one, after } => {
                self.line(&format!("require room {of_one} for each {} and {after}", self.place(place)));
            }
            Stmt::Grow { bound } => self.line(&format!("grow {}", self.bound(bound))),
            Stmt::Write(what) => self.line(&format!("write {}", self.parts.datum(what))),
            Stmt::IfUnknown { place, body } => self.braced(&format!("if unknown {}", self.place(place)), body),
            Stmt::Measured { prefix, unit, bias, reserved, body, site } => {
                let prefix = match prefix {
                    Prefix::Varint => format!("varint in {reserved}"),
                    Prefix::Int { width, order } => self.scalar(*width, *order),
                };
                let unit = if *unit == 1 { String::new() } else { format!(" unit {unit}") };
                let bias = if *bias == 0 { String::new() } else { format!(" bias {bias}") };
                self.braced(&format!("measured {prefix}{unit}{bias}{}", at(*site)), body);
            }
            Stmt::Block { size, zeros, body } => {
                let zeros = match zeros {
                    Zeros::All => " zeroed".to_owned(),
                    Zeros::Gaps(gaps) => ranges(gaps),
                };
                self.braced(&format!("block {}{zeros}", self.expr(size)), body);
            }
            Stmt::Put { offset, what, as_block } => {
                let block = if *as_block { " as block" } else { "" };
                self.line(&format!("put {offset} {}{block}", self.parts.datum(what)));
            }
            Stmt::Sub { offset, body, .. } => self.braced(&format!("sub {offset}"), body),
            Stmt::Each { place, item, index, stride, ordered, gaps, body } => {
                let index = index.map_or_else(String::new, |index| format!(" index {}", self.var(index)));
                let stride = stride.map_or_else(String::new, |stride| format!(" stride {stride}"));
                let ordered = if ordered.is_some() { " ordered" } else { "" };
                let (place, item) = (self.place(place), self.var(*item));
                self.braced(&format!("each {place} as {item}{index}{stride}{ordered}{}", ranges(gaps)), body);
            }
            Stmt::Memo { key, var, body } => {
                self.braced(&format!("memo {} -> {}", self.expr(key), self.var(*var)), body);
            }
            Stmt::Scratch { var, body } => self.braced(&format!("scratch {}", self.var(*var)), body),
            Stmt::Call(call) => self.call(call),
            _ => {}
        }
    }

    fn call(&mut self, call: &super::Call) {
        let args = call.args.iter().map(|arg| match arg {
            Arg::Value(value) => self.expr(value),
            Arg::Place { place, is_new: None } => format!("&{}", self.place(place)),
            Arg::Place { place, is_new: Some(is_new) } => {
                format!("&{} new if {}", self.place(place), self.expr(is_new))
            }
        });
        let args: Vec<String> = args.collect();
        let results: Vec<String> = call.results.iter().map(|var| self.var(*var)).collect();
        let results = if results.is_empty() { String::new() } else { format!(" -> {}", results.join(", ")) };
        let room = if call.room_after == 0 { String::new() } else { format!(" room {}", call.room_after) };
        let budget = if call.lends_budget { " budget lent" } else { "" };
        let name = &self.module.function(call.func).name;
        self.line(&format!("call {name}({}){results}{room}{budget}", args.join(", ")));
    }

    fn scalar(&self, width: u8, order: Order) -> String {
        let bits = u32::from(width) * 8;
        match order {
            Order::Little => format!("u{bits}le"),
            Order::Big => format!("u{bits}be"),
            Order::LittleIf(var) => format!("u{bits}[{}]", self.var(var)),
        }
    }

    fn bound(&self, bound: &SizeBound) -> String {
        let terms = bound.terms.iter().map(|term| match term {
            SizeBoundTerm::Bytes { factor: 1, value } => format!("size({})", self.expr(value)),
            SizeBoundTerm::Bytes { factor, value } => format!("{factor} * size({})", self.expr(value)),
            SizeBoundTerm::Number(value) => self.expr(value),
            SizeBoundTerm::Each { .. }
            | SizeBoundTerm::If { .. }
            | SizeBoundTerm::Switch { .. }
            | SizeBoundTerm::Call { .. } => "…".to_owned(),
        });
        std::iter::once(bound.fixed.to_string()).chain(terms).collect::<Vec<_>>().join(" + ")
    }
}

fn at(site: SiteId) -> String {
    format!(" !{}", site.0)
}

fn ranges(gaps: &[(u32, u32)]) -> String {
    let gaps: Vec<String> = gaps.iter().map(|(from, to)| format!("{from}..{to}")).collect();
    if gaps.is_empty() { String::new() } else { format!(" zeroing {}", gaps.join(" ")) }
}
