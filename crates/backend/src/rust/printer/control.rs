//! Branches.

use super::Printer;
use crate::low::{Arm, Body};
use polywire_ir::{Const, Expr as Ir, ValueType};

impl<'m> Printer<'m> {
    pub(super) fn if_(&mut self, cond: &Ir, (then, other): (&'m Body, &'m Body)) {
        let then = self.captured(|printer| printer.body(then));
        let other = self.captured(|printer| printer.body(other));
        let (cond, first, second) = match (then.is_empty(), other.is_empty()) {
            (true, true) => return,
            (true, false) => (self.negation(cond), &other, &then),
            _ => (self.expr(cond), &then, &other),
        };
        self.line(format!("if {} {{", cond.text));
        self.out.indented(|out| out.lines(first));
        if !second.is_empty() {
            self.line("} else {");
            self.out.indented(|out| out.lines(second));
        }
        self.line("}");
    }

    pub(super) fn switch(&mut self, on: &Ir, arms: &'m [Arm], default: &'m Body) {
        let on = match self.type_of(on) {
            ValueType::Bytes | ValueType::Section(_) => self.bytes(on).text,
            _ => self.expr(on).text,
        };
        self.nested(&format!("match {on} {{"), "}", |printer| {
            for arm in arms {
                printer.nested(&format!("{} => {{", pattern(&arm.keys)), "}", |printer| printer.body(&arm.body));
            }
            printer.nested("_ => {", "}", |printer| printer.body(default));
        });
    }
}

/// Returns the pattern of an arm.
pub(super) fn pattern(keys: &[Const]) -> String {
    let keys = keys.iter().map(|key| match key {
        Const::Bool(value) => value.to_string(),
        Const::U64(value) => value.to_string(),
        Const::I64(value) => value.to_string(),
        Const::Bytes(bytes) => bytes_literal(bytes),
    });
    keys.collect::<Vec<String>>().join(" | ")
}

pub(super) fn bytes_literal(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}
