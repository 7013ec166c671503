//! Comparisons.

use super::literal::character;
use super::operator::negated;
use super::precedence as prec;
use super::{Cursor, Printer};
use polywire_ir::types::{Meaning, Type};
use polywire_ir::{BinaryOp, Const, Expr as Ir};
use polywire_srcgen::{Expr, Side};

impl Printer<'_> {
    /// A comparison of integers or conditions.
    pub(super) fn comparison(&mut self, text: &str, left: &Ir, right: &Ir) -> Expr {
        if let Some(empty) = self.left_is_zero(text, left, right) {
            return empty;
        }
        let precedence = if matches!(text, "==" | "!=") { prec::EQUALITY } else { prec::ORDER };
        let small = |value: &Ir| matches!(value, Ir::Const(Const::I64(-1_000..1_000)));
        let (left, right) = match (small(left), small(right)) {
            (false, true) => (self.unwidened(left), self.expr(right)),
            (true, false) => (self.expr(left), self.unwidened(right)),
            _ => (self.beside(left, right), self.beside(right, left)),
        };
        Expr::infix(
            &Expr::atom(left.within(prec::SUM)),
            text,
            precedence,
            Side::None,
            &Expr::atom(right.within(prec::SUM)),
        )
    }

    /// Returns one side of a comparison: constants beside a byte of a text are characters.
    fn beside(&mut self, value: &Ir, other: &Ir) -> Expr {
        match value {
            Ir::Const(value) if self.is_character(other) => character(value),
            _ => self.expr(value),
        }
    }

    pub(super) fn is_character(&self, value: &Ir) -> bool {
        matches!(value, Ir::Var(var) if self.info(*var).is_character)
    }

    pub(super) fn compare_bytes(&mut self, op: BinaryOp, left: &Ir, right: &Ir) -> Expr {
        let same = Expr::call("same", [self.passing_bytes(left), self.passing_bytes(right)]);
        if op == BinaryOp::Ne { negated(&same) } else { same }
    }

    /// Tests whether the window is at its end.
    fn left_is_zero(&self, text: &str, left: &Ir, right: &Ir) -> Option<Expr> {
        let zero = Ir::from(0u64);
        let fits = matches!((left, right), (Ir::Left, other) | (other, Ir::Left) if *other == zero);
        let Cursor { p, end, .. } = &self.cursor;
        match text {
            "==" | "!=" if fits => Some(Expr::new(format!("{p} {text} {end}"), prec::EQUALITY)),
            _ => None,
        }
    }

    /// Returns a native signed integer in its own width.
    fn unwidened(&mut self, value: &Ir) -> Expr {
        match value {
            Ir::Get(place)
                if matches!(self.place_type(place), Some(Type::Int { signed: true, meaning: Meaning::Number, .. })) =>
            {
                self.place(place)
            }
            _ => self.expr(value),
        }
    }
}
