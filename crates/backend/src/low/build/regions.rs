//! Windows, other regions, and sections of them.

use super::Builder;
use crate::low::{Body, ErrorPlace, PositionCheck, Rest, Stmt};
use polywire_ir::{Block, Const, Expr, Op, Rest as IrRest, SiteId, VarId};

impl<'m> Builder<'m> {
    pub(super) fn window(&mut self, len: &Expr, body: &'m Block, rest: IrRest, results: &[VarId], site: SiteId) {
        let len = self.simple(len, "length");
        self.ensure(len.clone(), site);
        let mut body = self.inline_body(body, results);
        if rest == IrRest::Skip {
            drop_last_advance(&mut body);
        }
        let rest = match rest {
            IrRest::Skip => Rest::Skip,
            IrRest::Fail(code) => Rest::Fail(code, site),
        };
        self.emit(Stmt::Window { len, body, rest });
    }

    pub(super) fn at(&mut self, (region, pos): (&Expr, &Expr), body: &'m Block, results: &[VarId], site: SiteId) {
        let errors = match region {
            Expr::Var(var) if self.copies.contains(var) => ErrorPlace::Cursor,
            Expr::Input => ErrorPlace::Outer,
            _ => ErrorPlace::Region,
        };
        let region = self.simple_bytes(region, "region");
        let pos = self.simple(pos, "position");
        let check = self.position_check(&pos, body, site);
        let body = self.inline_body(body, results);
        self.emit(Stmt::At { region, pos, check, errors, body });
    }

    /// Returns the check of a position. If the body starts with constant-length reads, it covers them.
    fn position_check(&mut self, pos: &Expr, body: &'m Block, site: SiteId) -> PositionCheck {
        if self.function.trusting || *pos == Expr::from(0u64) {
            return PositionCheck::None;
        }
        let Some((len, truncated)) = self.fixed_run_ahead(&body.ops) else { return PositionCheck::Position(site) };
        self.assured.extend(body.ops.first().map(|op| self.cx.numbering.op(op)));
        PositionCheck::Ahead { site, len, truncated }
    }

    pub(super) fn section(&mut self, op: &'m Op) {
        let Op::Section { var, region, pos, len, fill, code, site } = op else { return };
        let region = self.simple_bytes(region, "region");
        let pos = self.simple(pos, "position");
        let len = self.simple(len, "length");
        if let Some(code) = code.filter(|_| !self.function.trusting) {
            let (region, pos, len) = (region.clone(), pos.clone(), len.clone());
            self.emit(Stmt::RequirePart { region, pos, len, code, site: *site });
        }
        if self.uses.of(*var) == 0 {
            // No other code may use these.
            return self.emit(Stmt::Unused(vec![pos, len]));
        }
        let is_whole = matches!(len, Expr::Const(Const::U64(len)) if len >= fill.len() as u64);
        let len = (!is_whole).then_some(len);
        self.emit(Stmt::Section { var: *var, region, pos, len, fill: fill.clone() });
    }
}

/// Removes the last move of the cursor if nothing behind it refers to the cursor, which moves to the end of the window in any
/// case.
fn drop_last_advance(body: &mut Body) {
    let Some(at) = body.stmts.iter().rposition(|stmt| !is_still(stmt)) else { return };
    match &mut body.stmts[at] {
        Stmt::Advance { .. } => drop(body.stmts.remove(at)),
        Stmt::Scope(body) | Stmt::About { body, .. } => drop_last_advance(body),
        _ => {}
    }
}

/// Returns true if a statement neither fails nor refers to the cursor.
fn is_still(stmt: &Stmt) -> bool {
    if let Stmt::About { body, .. } = stmt {
        return body.stmts.iter().all(is_still);
    }
    let mut is_still = matches!(
        stmt,
        Stmt::Let { .. }
            | Stmt::Assign(_)
            | Stmt::SetScalar { .. }
            | Stmt::SetText { verify: false, .. }
            | Stmt::SetBytes { .. }
    );
    stmt.visit_exprs(&mut |expr| is_still &= !expr.uses_input());
    is_still
}
