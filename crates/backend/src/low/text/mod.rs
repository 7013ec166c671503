//! The text form of a function, for people and tests. A statement is on a line of its own, bodies are indented. Values and
//! places are those of the IR's text form.

mod control;
mod input;
mod native;
mod output;

use super::{Body, Context, Function, Mode, PlainFields, Stmt, Target, VarType, function};
use polywire_ir::text::PartText;
use polywire_ir::types::StructId;
use polywire_ir::{Const, Entry, Expr, FuncId, Function as Ir, Module, Order, Place, SiteId, ValueType, Var, VarId};
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
            | Stmt::Part(_)
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
            | Stmt::SkipWhile(_)
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

    fn scalar(&self, width: u8, order: Order) -> String {
        let bits = u32::from(width) * 8;
        match order {
            Order::Little => format!("u{bits}le"),
            Order::Big => format!("u{bits}be"),
            Order::LittleIf(var) => format!("u{bits}[{}]", self.var(var)),
        }
    }
}

fn at(site: SiteId) -> String {
    format!(" !{}", site.0)
}
