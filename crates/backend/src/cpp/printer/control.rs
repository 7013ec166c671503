//! Variables, branches and loops.

use super::Printer;
use super::literal::{character, constant};
use super::operator::negated;
use super::types::value_type;
use crate::low::{Arm, Body};
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Expr as Ir, SiteId, UnaryOp, ValueType, VarId};
use polywire_srcgen::Expr;

/// Marks what rarely runs.
pub(super) const UNLIKELY: &str = " [[unlikely]]";

impl<'m> Printer<'m> {
    pub(super) fn let_(&mut self, var: VarId, value: &Ir) {
        // Those that the low form adds are used as bytes.
        let is_of_ir = (var.0 as usize) < self.function.vars.len();
        if let Ir::Get(place) = value
            && matches!(self.place_type(place), Some(Type::Text { .. }))
            && is_of_ir
        {
            let object = self.place(place);
            let name = self.bind(var);
            let ty = if self.bound_place(place).is_some() { "auto" } else { self.unit.names.ownership.text() };
            self.out.line(format!("const {ty}& {name} = {object};"));
            self.set_info(var, |info| info.is_text = true);
            return;
        }
        let readable_end = self.readable_end_of(value);
        let text = match self.var_type(var) {
            ValueType::Section(_) => self.section_pointer(value),
            ValueType::Bytes => self.bytes(value),
            _ => self.expr(value),
        };
        let name = self.bind(var);
        self.out
            .line(format!("const {} {name} = {text};", value_type(self.var_type(var)).trim_start_matches("const ")));
        self.set_info(var, |info| info.readable_end = readable_end);
    }

    pub(super) fn set_info(&mut self, var: VarId, change: impl FnOnce(&mut super::VarInfo)) {
        if let Some(info) = self.vars.get_mut(&var) {
            change(info);
        }
    }

    /// Returns the readable end of a Bytes value, if known.
    pub(super) fn readable_end_of(&self, value: &Ir) -> Option<String> {
        match value {
            Ir::Var(var) => self.info(*var).readable_end,
            Ir::Slice { section, .. } => self.info(*section).readable_end,
            Ir::Since(_) | Ir::Input => Some(self.cursor.readable_end.clone()),
            _ => None,
        }
    }

    /// Returns the address of a section.
    pub(super) fn section_pointer(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Slice { section, offset, .. } => super::operator::at_offset(&self.info(*section).text, *offset),
            _ => self.expr(value),
        }
    }

    /// Declares a variable with its first value.
    pub(super) fn declare_with(&mut self, var: VarId, first: &Ir) {
        let first = self.bytes(first).text;
        let name = self.bind(var);
        self.out.line(format!("{} {name} = {first};", value_type(self.var_type(var))));
    }

    pub(super) fn if_(&mut self, cond: &Ir, (then, other): (&'m Body, &'m Body), rare: [bool; 2]) {
        let hint = |rare: bool| if rare { UNLIKELY } else { "" };
        let then_text = self.captured(|printer| printer.body(then));
        let other_text = self.captured(|printer| printer.body(other));
        if then_text.is_empty() && other_text.is_empty() {
            return;
        }
        let (cond, first, is_rare) = match then_text.is_empty() {
            true => (self.negation(cond), &other_text, rare[1]),
            false => (self.expr(cond), &then_text, rare[0]),
        };
        self.out.line(format!("if ({cond}){} {{", hint(is_rare)));
        self.out.indented(|out| out.lines(first));
        if !then_text.is_empty() && !other_text.is_empty() {
            self.out.line(format!("}} else{} {{", hint(rare[1])));
            self.out.indented(|out| out.lines(&other_text));
        }
        self.out.line("}");
    }

    pub(super) fn while_(&mut self, cond: &Ir, body: &'m Body) {
        let cond = self.expr(cond);
        self.nested(&format!("while ({cond}) {{"), "}", |printer| printer.body(body));
    }

    pub(super) fn switch(&mut self, on: &Ir, arms: &'m [Arm], default: &'m Body) {
        if matches!(self.type_of(on), ValueType::Bytes | ValueType::Section(_)) {
            return self.switch_bytes(on, arms, default);
        }
        let literal = if self.is_character(on) { character } else { constant };
        let on = self.expr(on);
        self.nested(&format!("switch ({on}) {{"), "}", |printer| {
            for arm in arms {
                let keys: Vec<String> = arm.keys.iter().map(|key| format!("case {}:", literal(key))).collect();
                keys[..keys.len() - 1].iter().for_each(|key| printer.out.line(key));
                printer.arm(&keys[keys.len() - 1], &arm.body);
            }
            printer.arm("default:", default);
        });
    }

    /// Prints an arm of a switch.
    pub(super) fn arm(&mut self, label: &str, body: &'m Body) {
        self.nested(&format!("{label} {{"), "}", |printer| {
            printer.body(body);
            if !body.ends {
                printer.out.line("break;");
            }
        });
    }

    fn switch_bytes(&mut self, on: &Ir, arms: &'m [Arm], default: &'m Body) {
        let value = self.bytes(on);
        let key = self.name("key");
        self.out.line(format!("const bytes {key} = {value};"));
        let mut chain = String::new();
        for arm in arms {
            let tests: Vec<String> = arm.keys.iter().map(|test| format!("same({key}, {})", constant(test))).collect();
            let body = self.captured(|printer| printer.body(&arm.body));
            self.chained(&mut chain, &format!("if ({}) {{", tests.join(" || ")), &body);
        }
        let body = self.captured(|printer| printer.body(default));
        self.chained(&mut chain, "{", &body);
        self.out.line("}");
    }

    /// Appends one part of a chain of `if` and `else`, without its closing brace.
    fn chained(&mut self, chain: &mut String, open: &str, body: &str) {
        self.out.line(format!("{chain}{open}"));
        self.out.indented(|out| out.lines(body));
        "} else ".clone_into(chain);
    }

    /// Returns the negation of a condition.
    pub(super) fn negation(&mut self, cond: &Ir) -> Expr {
        match cond {
            Ir::Unary(UnaryOp::Not, inner) => self.expr(inner),
            Ir::Binary(op, left, right) => {
                let opposite = self.opposite(*op, left, right);
                opposite.unwrap_or_else(|| negated(&self.expr(cond)))
            }
            _ => negated(&self.expr(cond)),
        }
    }

    /// Returns the negation of a comparison of integers.
    fn opposite(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Option<Expr> {
        let (text, left, right) = match op {
            BinaryOp::Eq => ("!=", left, right),
            BinaryOp::Ne => ("==", left, right),
            BinaryOp::Lt => ("<=", right, left),
            BinaryOp::Le => ("<", right, left),
            _ => return None,
        };
        matches!(self.type_of(left), ValueType::U64 | ValueType::I64).then(|| self.comparison(text, left, right))
    }

    pub(super) fn charge(&mut self, cost: &Ir, site: SiteId) {
        let cost = self.expr(cost);
        self.require(&format!("{cost} > budget"), "budget_exceeded", site);
        self.out.line(format!("budget -= {cost};"));
    }

    /// Adds to the budget; the sum is limited to the largest number.
    pub(super) fn credit(&mut self, amount: &Ir) {
        let amount = self.expr(amount);
        self.out.line(format!("::polywire::credit(budget, {amount});"));
    }

    /// Returns true if an expression is the constant `true`.
    pub(super) fn is_true(expr: &Ir) -> bool {
        matches!(expr, Ir::Const(Const::Bool(true)))
    }
}
