//! Branches.

use super::Printer;
use super::precedence as prec;
use crate::low::{Arm, Body, Stmt};
use polywire_ir::{Const, Expr as Ir, ValueType};
use std::collections::BTreeSet;

impl<'m> Printer<'m> {
    pub(super) fn if_(&mut self, cond: &Ir, (then, other): (&'m Body, &'m Body)) {
        let second_body = other;
        let then = self.captured(|printer| printer.body(then));
        let other = self.captured(|printer| printer.body(other));
        let (cond, first, second) = match (then.is_empty(), other.is_empty()) {
            (true, true) => return,
            (true, false) => (self.negation(cond), &other, &then),
            _ => (self.expr(cond), &then, &other),
        };
        self.line(format!("if {} {{", cond.text));
        self.out.indented(|out| out.lines(first));
        let only = matches!(second_body.stmts.as_slice(), [Stmt::If { .. }]) && second.starts_with("if ");
        match second.is_empty() {
            true => self.line("}"),
            false if only => self.out.lines(&format!("}} else {second}")),
            false => {
                self.line("} else {");
                self.out.indented(|out| out.lines(second));
                self.line("}");
            }
        }
    }

    pub(super) fn switch(&mut self, on: &Ir, arms: &'m [Arm], default: &'m Body) {
        let (on, is_bytes) = self.switched(on);
        self.nested(&head(&on, is_bytes), "}", |printer| {
            for arm in arms {
                let open = format!("{} => {{", pattern(&arm.keys, is_bytes.then_some(&on)));
                printer.nested(&open, "}", |printer| printer.body(&arm.body));
            }
            printer.nested("_ => {", "}", |printer| printer.body(default));
        });
    }

    /// Returns what a match is on, and true if these are bytes.
    pub(super) fn switched(&mut self, on: &Ir) -> (String, bool) {
        match self.type_of(on) {
            ValueType::Bytes | ValueType::Section(_) => (self.bytes(on).within(prec::POSTFIX), true),
            _ => (self.expr(on).text, false),
        }
    }
}

/// Returns the first line of a match; one on bytes is by their number.
pub(super) fn head(on: &str, is_bytes: bool) -> String {
    if is_bytes { format!("match {on}.len() {{") } else { format!("match {on} {{") }
}

/// Returns the pattern of an arm; `bytes` is what a match on bytes is on.
pub(super) fn pattern(keys: &[Const], bytes: Option<&String>) -> String {
    let pattern = |key: &Const| match key {
        Const::Bool(value) => value.to_string(),
        Const::U64(value) => value.to_string(),
        Const::I64(value) => value.to_string(),
        Const::Bytes(bytes) => bytes.len().to_string(),
    };
    let patterns: BTreeSet<String> = keys.iter().map(pattern).collect();
    let patterns = patterns.into_iter().collect::<Vec<String>>().join(" | ");
    let Some(on) = bytes else { return patterns };
    let compare = |key: &Const| match key {
        Const::Bytes(bytes) => format!("{on} == {}", bytes_literal(bytes)),
        _ => "false".to_owned(),
    };
    let compared: Vec<String> = keys.iter().map(compare).collect();
    format!("{patterns} if {}", compared.join(" || "))
}

pub(super) fn bytes_literal(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}
