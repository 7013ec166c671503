//! Bodies: statements in order.

use super::{Form, Printer};
use crate::low::{Body, Stmt, VarType};
use polywire_ir::{Expr, SiteId, ValueType, VarId};

impl<'m> Printer<'m> {
    /// Prints the statements of a body.
    pub(super) fn body(&mut self, body: &'m Body) {
        let mut stmts = body.stmts.as_slice();
        while let [first, rest @ ..] = stmts {
            stmts = match rest {
                [second, rest @ ..] if self.write_both(first, second) => rest,
                _ => {
                    let together = self.put_together(stmts);
                    if together == 0 {
                        self.stmt(first);
                    }
                    &stmts[together.max(1)..]
                }
            };
        }
    }

    fn stmt(&mut self, stmt: &'m Stmt) {
        match stmt {
            Stmt::Let { var, value } => self.let_(*var, value),
            Stmt::Declare(var) => self.declare(*var),
            Stmt::Var { var, first } => {
                let first = self.stored(*var, first);
                let name = self.bind(*var, Form::Place);
                let ty = self.value_type(*var);
                self.line(format!("let mut {name}: {ty} = {first};"));
            }
            Stmt::Alias { var, of } => {
                let info = self.info(*of);
                self.know(*var, &info.text, info.form);
            }
            Stmt::Assign(values) => self.assign(values),
            Stmt::Count(var) => {
                let name = self.info(*var).text;
                self.line(format!("{name} += 1;"));
            }
            Stmt::If { cond, then, other, .. } => self.if_(cond, (then, other)),
            Stmt::Switch { on, arms, default } => self.switch(on, arms, default),
            Stmt::While { cond, body } => {
                let cond = self.expr(cond).text;
                self.nested(&format!("while {cond} {{"), "}", |printer| printer.body(body));
            }
            Stmt::Members(members) => self.members(members),
            Stmt::Scope(body) => self.nested("{", "}", |printer| printer.body(body)),
            Stmt::Part(part) => self.body(&part.body),
            Stmt::About { place, body } => self.about(place.as_ref(), body),
            Stmt::Return(values) => self.return_(values),
            Stmt::Fail { code, site } => {
                let fail = self.fail(*code, *site);
                self.line(fail);
            }
            Stmt::Require { cond, code, site } => {
                let condition = self.negation(cond).text;
                self.fail_if(&condition, *code, *site);
            }
            Stmt::RequireDepth => {
                self.fail_if("depth == 0", polywire_ir::ErrorCode::TooDeep, SiteId::OF_FUNCTION);
            }
            Stmt::Charge { cost, site } => {
                let (cost, site, rest) = (self.expr(cost).text, self.site(*site), self.rest());
                let charged = self.failing(format!("context.charge({cost}, {site}, {rest})"));
                self.line(format!("{charged}?;"));
            }
            Stmt::Credit { amount } => {
                let amount = self.expr(amount).text;
                self.line(format!("context.credit({amount});"));
            }
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
            | Stmt::Section { .. } => self.input_stmt(stmt),
            Stmt::Unused(values) => {
                for value in values {
                    let value = self.expr(value).text;
                    self.line(format!("let _ = {value};"));
                }
            }
            Stmt::SetScalar { .. }
            | Stmt::SetText { .. }
            | Stmt::SetBytes { .. }
            | Stmt::SetCase(_)
            | Stmt::Reset(_)
            | Stmt::ResetUnknown(_)
            | Stmt::Track { .. }
            | Stmt::Settle(_)
            | Stmt::SetDefault { .. }
            | Stmt::Retain { .. } => self.set_stmt(stmt),
            Stmt::RestartEntries { .. }
            | Stmt::Present { .. }
            | Stmt::Hold { .. }
            | Stmt::Push { .. }
            | Stmt::Fill { .. }
            | Stmt::Entry { .. }
            | Stmt::Entries { .. }
            | Stmt::Make { .. }
            | Stmt::Each { .. } => self.element_stmt(stmt),
            Stmt::RequireRoom { .. }
            | Stmt::RequireRoomForEach { .. }
            | Stmt::Grow { .. }
            | Stmt::Write(_)
            | Stmt::IfUnknown { .. }
            | Stmt::Measured { .. }
            | Stmt::Block { .. }
            | Stmt::Put { .. }
            | Stmt::Sub { .. }
            | Stmt::Memo { .. }
            | Stmt::Scratch { .. } => self.output_stmt(stmt),
            Stmt::Call(call) => self.call(call),
        }
    }

    fn let_(&mut self, var: VarId, value: &Expr) {
        let text = match self.var_type(var) {
            ValueType::Bytes => self.lasting(value).text,
            _ => self.expr(value).text,
        };
        let name = self.bind(var, Form::Place);
        let ty = self.value_type(var);
        self.line(format!("let {name}: {ty} = {text};"));
    }

    /// Declares a variable that is assigned later.
    pub(super) fn declare(&mut self, var: VarId) {
        if self.low.vars[var.0 as usize].ty == VarType::OldEntries {
            return self.problem("old entries are declared without a map");
        }
        let name = self.bind(var, Form::Place);
        let first = match self.var_type(var) {
            ValueType::Bool => "false".to_owned(),
            ValueType::U64 | ValueType::I64 => "0".to_owned(),
            ValueType::Section(len) => format!("&[0; {len}]"),
            ValueType::Bytes => "&[]".to_owned(),
            ValueType::Ref(_) => return self.problem("a native value is declared without one"),
        };
        let ty = self.value_type(var);
        self.line(format!("let mut {name}: {ty} = {first};"));
    }

    /// Assigns several variables at once, because a value may refer to another variable's old value.
    fn assign(&mut self, values: &[(VarId, Expr)]) {
        let names: Vec<String> = values.iter().map(|(var, _)| self.info(*var).text).collect();
        let texts: Vec<String> = values.iter().map(|(var, value)| self.stored(*var, value)).collect();
        match names.as_slice() {
            [] => {}
            [name] => self.line(format!("{name} = {};", texts[0])),
            _ => self.line(format!("({}) = ({});", names.join(", "), texts.join(", "))),
        }
    }

    /// Returns a value for a variable.
    pub(super) fn stored(&mut self, var: VarId, value: &Expr) -> String {
        match self.var_type(var) {
            ValueType::Bytes => self.lasting(value).text,
            _ => self.value(value).text,
        }
    }

    /// The Rust type of a variable that holds a value.
    pub(super) fn value_type(&self, var: VarId) -> String {
        rust_type(self.var_type(var), "")
    }
}

/// The Rust type of an IR value; `lifetime` is empty or ends in a space.
pub(super) fn rust_type(ty: &ValueType, lifetime: &str) -> String {
    match ty {
        ValueType::Bool => "bool".into(),
        ValueType::U64 => "u64".into(),
        ValueType::I64 => "i64".into(),
        ValueType::Bytes => format!("&{lifetime}[u8]"),
        ValueType::Section(len) => format!("&{lifetime}[u8; {len}]"),
        ValueType::Ref(_) => "_".into(),
    }
}
