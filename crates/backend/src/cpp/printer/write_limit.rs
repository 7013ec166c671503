//! Checks in functions that write up to a write limit.

use super::Printer;
use crate::cpp::analysis::{address, datum_size_bound, op_address};
use polywire_ir::{Block, Datum, Expr as Ir, Op, Place};

/// The parameter's name.
pub(super) const WRITE_LIMIT: &str = "write_limit";

impl Printer<'_> {
    pub(super) fn ask_at_start(&mut self) {
        let Some(write_limit) = self.write_limit else { return };
        let size_bound = self.size_bound_sum(&write_limit.entry);
        if !size_bound.is_empty() {
            self.give_up_unless(&size_bound);
        }
    }

    pub(super) fn ask_before_write(&mut self, op: &Op, what: &Datum) {
        let Some(behind) = self.write_limit.and_then(|write_limit| write_limit.writes.get(&op_address(op))) else {
            return;
        };
        let mut size_bound = datum_size_bound(what);
        size_bound.fixed += behind;
        let size_bound = self.size_bound_sum(&size_bound);
        self.give_up_unless(&size_bound);
    }

    /// Prints a check for elements with the same size bound. An empty list requires nothing.
    pub(super) fn ask_before_visit(&mut self, op: &Op, place: &Place) {
        let Some((of_one, behind)) = self.write_limit.and_then(|write_limit| write_limit.visits.get(&op_address(op)))
        else {
            return;
        };
        let count = Ir::Len(place.clone());
        let size_bound = self.expr(&(count.clone() * *of_one + *behind));
        let lacks = self.lacks(&size_bound.text);
        let count = self.expr(&count);
        self.unlikely(&format!("{count} != 0 && {lacks}"), "return nullptr;");
    }

    /// Prints a check at the start of a loop's body.
    pub(super) fn ask_for_turn(&mut self, body: &Block) {
        if let Some(size_bound) = self.write_limit.and_then(|write_limit| write_limit.turns.get(&address(body))) {
            self.give_up_unless(&size_bound.to_string());
        }
    }

    /// Returns the write limit for a callee, which leaves the bytes that the caller needs afterwards.
    pub(super) fn write_limit_of_call(&self, op: &Op) -> String {
        match self.write_limit.and_then(|write_limit| write_limit.calls.get(&op_address(op))) {
            Some(0) | None => WRITE_LIMIT.into(),
            Some(behind) => format!("{WRITE_LIMIT} - {behind}"),
        }
    }

    fn give_up_unless(&mut self, size_bound: &str) {
        let lacks = self.lacks(size_bound);
        self.unlikely(&lacks, "return nullptr;");
    }

    fn lacks(&self, size_bound: &str) -> String {
        format!("lacks({}, {WRITE_LIMIT}, {size_bound})", self.stream.out)
    }
}
