//! Room for output.

use super::Printer;
use super::write::SLACK;
use crate::plan::SizeBound;
use polywire_ir::{Expr as Ir, Place};

/// The parameter's name.
pub(super) const WRITE_LIMIT: &str = "write_limit";

impl Printer<'_> {
    pub(super) fn require_room(&mut self, bound: &SizeBound) {
        let bound = self.size_bound_sum(bound);
        let lacks = self.lacks(&bound);
        self.unlikely(&lacks, "return nullptr;");
    }

    /// An empty list requires nothing.
    pub(super) fn require_room_for_each(&mut self, place: &Place, of_one: u64, after: u64) {
        let count = Ir::Len(place.clone());
        let size_bound = self.expr(&(count.clone() * of_one + after));
        let lacks = self.lacks(&size_bound.text);
        let count = self.expr(&count);
        self.unlikely(&format!("{count} != 0 && {lacks}"), "return nullptr;");
    }

    /// Returns the write limit for a callee, which leaves the bytes that the caller needs afterwards.
    pub(super) fn write_limit_before(&self, room_after: u64) -> String {
        if room_after == 0 { WRITE_LIMIT.into() } else { format!("{WRITE_LIMIT} - {room_after}") }
    }

    fn lacks(&self, size_bound: &str) -> String {
        format!("lacks({}, {WRITE_LIMIT}, {size_bound})", self.stream.out)
    }

    /// Grows the output, with slack that a write may overwrite.
    pub(super) fn grow(&mut self, bound: &SizeBound) {
        let size_bound = self.size_bound_sum(&SizeBound { fixed: bound.fixed + SLACK, terms: bound.terms.clone() });
        let (out, output) = (&self.stream.out, &self.stream.origin);
        self.out.line(format!("{out} = {output}.ensure({out}, {size_bound});"));
    }
}
