//! Writing to the stream.

use super::Builder;
use crate::low::{Mode, Stmt};
use crate::plan::{SizeBound, datum_size_bound};
use polywire_ir::{Block, Datum, Expr, FuncId, Op, Place, Prefix, VarId};

/// The size bound for scalars in a struct with very many fields.
const WIDE: u64 = 512;

/// The bytes of a varint that is written at the end of what it measures, and may move that.
const VARINT: u64 = 10;

impl<'m> Builder<'m> {
    pub(super) fn write(&mut self, op: &Op, what: &Datum) {
        if let Datum::Span(Expr::Unknown { place, .. }) = what
            && self.keeps_unknown(place)
        {
            let body = self.captured(|builder| builder.write_datum(op, what));
            return self.emit(Stmt::IfUnknown { place: place.clone(), body });
        }
        self.write_datum(op, what);
    }

    fn write_datum(&mut self, op: &Op, what: &Datum) {
        if self.mode == Mode::Checked {
            self.emit(Stmt::Grow { bound: datum_size_bound(what) });
        }
        if let Some(after) = self.write_limit.and_then(|write_limit| write_limit.writes.get(&self.cx.numbering.op(op)))
        {
            let mut bound = datum_size_bound(what);
            bound.fixed += after;
            self.emit(Stmt::RequireRoom { bound });
        }
        self.emit(Stmt::Write(what.clone()));
    }

    pub(super) fn require_room_at_start(&mut self) {
        let Some(write_limit) = self.write_limit else { return };
        let bound = write_limit.entry.clone();
        if bound.fixed > 0 || !bound.terms.is_empty() {
            self.emit(Stmt::RequireRoom { bound });
        }
    }

    /// Elements with the same size bound share a check.
    pub(super) fn require_room_for_each(&mut self, op: &Op, place: &Place) {
        if let Some((of_one, after)) =
            self.write_limit.and_then(|write_limit| write_limit.visits.get(&self.cx.numbering.op(op)))
        {
            self.emit(Stmt::RequireRoomForEach { place: place.clone(), of_one: *of_one, after: *after });
        }
    }

    /// Elements with different size bounds have one each.
    pub(super) fn require_room_for_turn(&mut self, body: &Block) {
        if let Some(fixed) =
            self.write_limit.and_then(|write_limit| write_limit.turns.get(&self.cx.numbering.block(body)))
        {
            self.emit(Stmt::RequireRoom { bound: SizeBound { fixed: *fixed, terms: Vec::new() } });
        }
    }

    /// Returns the bytes needed behind a callee's output.
    pub(super) fn room_after(&self, op: &Op) -> u64 {
        self.write_limit
            .and_then(|write_limit| write_limit.calls.get(&self.cx.numbering.op(op)))
            .copied()
            .unwrap_or_default()
    }

    fn grow(&mut self, fixed: u64) {
        if self.mode == Mode::Checked {
            self.emit(Stmt::Grow { bound: SizeBound { fixed, terms: Vec::new() } });
        }
    }

    /// Grows the output by a number of bytes.
    pub(super) fn grow_by(&mut self, size: &Expr) {
        if self.mode == Mode::Checked {
            self.emit(Stmt::Grow { bound: datum_size_bound(&Datum::Zeros(size.clone())) });
        }
    }

    pub(super) fn measured(&mut self, op: &'m Op) {
        let Op::Measured { prefix, unit, bias, body, results, site, .. } = op else { return };
        let is_plain = *prefix == Prefix::Varint && *unit == 1 && *bias == 0;
        let reserved = match prefix {
            Prefix::Varint if is_plain && self.writes_wide_struct(body) => 2,
            Prefix::Varint => 1,
            Prefix::Int { width, .. } => *width,
        };
        self.grow(VARINT);
        let mut body = self.inline_body(body, results);
        let grown = self.captured(|builder| builder.grow(VARINT));
        body.stmts.extend(grown.stmts);
        self.emit(Stmt::Measured { prefix: *prefix, unit: *unit, bias: *bias, reserved, body, site: *site });
    }

    /// Returns true if a block writes a value that is or contains one so large that its length hardly fits a byte.
    fn writes_wide_struct(&self, block: &Block) -> bool {
        let is_wide = |func: FuncId| self.cx.size_bounds.get(func).is_some_and(|size_bound| size_bound.fixed >= WIDE);
        let holds_wide = |func: FuncId| is_wide(func) || self.cx.calls.callees(func).iter().any(|it| is_wide(*it));
        block.ops.iter().any(|op| matches!(op, Op::Call { func, .. } if holds_wide(*func)))
    }

    pub(super) fn memo(&mut self, key: &Expr, body: &'m Block, result: VarId) {
        let body = self.block(body, &[Some(result)]);
        self.emit(Stmt::Memo { key: key.clone(), var: result, body });
    }

    pub(super) fn scratch(&mut self, var: VarId, body: &'m Block) {
        let outer = std::mem::replace(&mut self.mode, Mode::Checked);
        let limit = self.write_limit.take();
        let body = self.inline_body(body, &[]);
        (self.mode, self.write_limit) = (outer, limit);
        self.emit(Stmt::Scratch { var, body });
    }
}
