//! Sections, and visits of elements.

use super::Builder;
use crate::low::{Body, Stmt, Zeros};
use crate::plan::list_section;
use polywire_ir::types::Type;
use polywire_ir::{Block, Const, Datum, Expr, Op, VarId};

/// With more gaps than this, a section is zeroed as a whole.
const GAPS: usize = 4;

impl<'m> Builder<'m> {
    pub(super) fn section_block(&mut self, size: &Expr, body: &'m Block, results: &[VarId]) {
        let constant = match size {
            Expr::Const(Const::U64(size)) => Some(*size),
            _ => None,
        };
        let simple = self.simple(size, "size");
        self.grow_by(&simple);
        let list = list_section(&self.cx.sections, self.function, size, body);
        let zeros = match (constant, list) {
            (Some(size), _) => Zeros::Gaps(self.gaps(size as u32, body)),
            (None, Some(list)) => {
                self.gapped.insert(self.cx.numbering.op(list.each));
                Zeros::Gaps(self.gaps(list.head, body))
            }
            (None, None) => Zeros::All,
        };
        let body = self.inline_body(body, results);
        self.emit(Stmt::Block { size: simple, zeros, body });
    }

    /// Returns the parts of a section that the ops of a block do not always write.
    fn gaps(&self, size: u32, body: &Block) -> Vec<(u32, u32)> {
        let gaps = self.cx.sections.covered(self.function, body).gaps(size);
        if gaps.len() > GAPS { vec![(0, size)] } else { gaps }
    }

    pub(super) fn put(&mut self, op: &'m Op, around: &'m [Op]) {
        let Op::Put { offset, what } = op else { return };
        let as_block = matches!(what, Datum::Span(value) if self.is_text(value))
            && self.cx.sections.fits_block(self.function, around, op);
        self.emit(Stmt::Put { offset: *offset, what: what.clone(), as_block });
    }

    /// Returns true if Bytes are the text of a native value.
    fn is_text(&self, value: &Expr) -> bool {
        match value {
            Expr::Get(place) => matches!(self.place_type(place), Some(Type::Text { .. })),
            Expr::Var(var) => self.texts.contains(var),
            _ => false,
        }
    }

    pub(super) fn sub(&mut self, offset: u32, body: &'m Block, results: &[VarId]) {
        let body = self.inline_body(body, results);
        let is_used = self.uses_section(&body);
        self.emit(Stmt::Sub { offset, body, is_used });
    }

    pub(super) fn each(&mut self, op: &'m Op) {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else { return };
        self.require_room_for_each(op, place);
        let carried = self.declare_carried(carried);
        let is_counted = self.uses.of(*index) > 0 || self.cx.target.explains;
        if is_counted {
            self.emit(Stmt::Var { var: *index, first: 0u64.into() });
        }
        let gaps = match stride {
            Some(stride) if self.gapped.contains(&self.cx.numbering.op(op)) => self.gaps(*stride, body),
            _ => Vec::new(),
        };
        let mut built = self.captured(|builder| {
            builder.require_room_for_turn(body);
            builder.about(Some((*item).into()), |builder| {
                let inner = builder.block(body, &carried);
                builder.out.extend(inner.stmts);
            });
        });
        built.ends = super::block::ends(&body.ops);
        let is_used = !gaps.is_empty() || self.uses_section(&built);
        self.emit(Stmt::Each {
            place: place.clone(),
            item: *item,
            index: is_counted.then_some(*index),
            stride: stride.filter(|_| is_used),
            ordered: ordered.clone(),
            gaps,
            body: built,
        });
        self.alias_results(results, &carried);
    }

    /// Returns true if a body uses the section around it.
    fn uses_section(&self, body: &Body) -> bool {
        body.stmts.iter().any(|stmt| self.stmt_uses_section(stmt))
    }

    fn stmt_uses_section(&self, stmt: &Stmt) -> bool {
        let mut found = match stmt {
            Stmt::Put { .. } => true,
            Stmt::Sub { is_used, .. } => *is_used,
            Stmt::Each { stride: Some(_), .. } => true,
            Stmt::Call(call) => self.cx.conventions[call.func.0 as usize].effects.section,
            _ => false,
        };
        stmt.visit_exprs(&mut |expr| expr.visit(&mut |expr| found |= matches!(expr, Expr::Base)));
        let inside = |body: &&Body| self.uses_section(body);
        // A block has a section of its own, as has what is visited with a stride.
        let is_own = matches!(stmt, Stmt::Block { .. } | Stmt::Sub { .. } | Stmt::Each { stride: Some(_), .. });
        found || !is_own && stmt.bodies().iter().any(inside)
    }
}
