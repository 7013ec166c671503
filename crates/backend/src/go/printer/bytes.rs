//! Bytes and texts: a string stays one where only its characters are used.

use super::Printer;
use crate::go::defaults::string_literal;
use polywire_ir::types::Type;
use polywire_ir::{BinaryOp, Const, Expr as Ir, PureLeaf};
use polywire_srcgen::Expr;

/// A string literal of these bytes.
pub(super) fn literal(bytes: &[u8]) -> String {
    string_literal(bytes)
}

impl Printer<'_, '_> {
    /// Returns bytes, which are a string if the second value is true.
    pub(super) fn chars(&mut self, value: &Ir) -> (String, bool) {
        match value {
            Ir::Const(Const::Bytes(bytes)) => (literal(bytes), true),
            Ir::Get(place) if matches!(self.place_type(place), Some(Type::Text { .. })) => {
                (self.path(place).object(), true)
            }
            Ir::Leaf(PureLeaf::UntilNul, args) if self.chars(&args[0]).1 => {
                let (text, until) = (self.chars(&args[0]).0, self.runtime("TextUntilNUL"));
                (format!("{until}({text})"), true)
            }
            Ir::Var(var) if self.info(*var).is_text => (self.info(*var).text, true),
            _ => (self.text(value), false),
        }
    }

    fn string(&mut self, value: &Ir) -> String {
        match self.chars(value) {
            (text, true) => text,
            (text, false) => format!("string({text})"),
        }
    }

    pub(super) fn compare_bytes(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let (left, right) = (self.string(left), self.string(right));
        let operator = if op == BinaryOp::Ne { "!=" } else { "==" };
        Expr::new(format!("{left} {operator} {right}"), 3)
    }

    pub(super) fn switch_key(&mut self, value: &Ir) -> String {
        self.string(value)
    }
}
