//! Branches on the next byte, without a variable for it.

use super::Printer;
use crate::low::Stmt;
use polywire_ir::{BinaryOp, Const, Expr as Ir, VarId};

impl Printer<'_, '_> {
    /// Prints a branch on the byte that a statement looks at, if nothing else uses that; returns the number of the following
    /// statements that it consists of.
    pub(super) fn branch_on_next(&mut self, stmt: &Stmt, following: &[Stmt]) -> Option<usize> {
        let Stmt::Peek(var) = stmt else { return None };
        let declared = following.iter().take_while(|stmt| matches!(stmt, Stmt::Declare(_))).count();
        let Some(Stmt::If { cond, then, other, .. }) = following.get(declared) else { return None };
        if self.uses.count(*var) != 1 {
            return None;
        }
        let condition = self.condition_on_next(*var, cond)?;
        following[..declared].iter().for_each(|stmt| self.stmt(stmt));
        let (then, other) = (self.block_text(then), self.block_text(other));
        match then.is_empty() {
            true if other.is_empty() => {}
            true => self.branch(&format!("!({condition})"), &other, ""),
            false => self.branch(&condition, &then, &other),
        }
        Some(declared + 1)
    }

    /// Returns a condition that does not hold at the end of the window, where no byte is next.
    fn condition_on_next(&self, next: VarId, cond: &Ir) -> Option<String> {
        let (b, p) = (&self.cursor.b, &self.cursor.p);
        let Ir::Binary(op, left, right) = cond else { return None };
        let Ir::Const(Const::U64(right)) = **right else { return None };
        match (op, &**left) {
            (BinaryOp::Eq, Ir::Var(var)) if *var == next && right < 256 => {
                Some(format!("{p} < len({b}) && {b}[{p}] == {right:#04x}"))
            }
            // The difference of bytes wraps below 0 to numbers that are no less than the limit.
            (BinaryOp::Lt, Ir::Binary(BinaryOp::Sub, byte, first)) if **byte == Ir::Var(next) => match **first {
                Ir::Const(Const::U64(first)) if first + right <= 256 => {
                    Some(format!("{p} < len({b}) && {b}[{p}]-{first} < {right}"))
                }
                _ => None,
            },
            _ => None,
        }
    }
}
