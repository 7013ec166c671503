//! Expressions as conditions.

use super::CompileResult;
use super::expr::{Kind, small};
use super::function::{FunctionCompiler, Label};
use crate::bytecode::instr::{Instr, Reg};
use polywire_ir::{BinaryOp, Const, Expr, UnaryOp};

impl<'m> FunctionCompiler<'_, 'm> {
    /// Jumps if a Bool has the value `wanted`.
    pub(super) fn branch(&mut self, cond: &'m Expr, wanted: bool, to: Label) -> CompileResult<()> {
        let mark = self.mark();
        match cond {
            Expr::Const(Const::Bool(value)) => {
                if *value == wanted {
                    self.jump(to);
                }
            }
            Expr::Unary(UnaryOp::Not, value) => self.branch(value, !wanted, to)?,
            Expr::Binary(BinaryOp::And, left, right) => self.both(left, right, wanted, to)?,
            Expr::Binary(BinaryOp::Or, left, right) => self.either(left, right, wanted, to)?,
            Expr::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right) => {
                self.branch_equal((left, right), (*op == BinaryOp::Eq) == wanted, to)?;
            }
            Expr::Binary(BinaryOp::Lt, left, right) if wanted => self.branch_less(left, right, true, to)?,
            Expr::Binary(BinaryOp::Lt, left, right) => self.branch_less(right, left, false, to)?,
            Expr::Binary(BinaryOp::Le, left, right) if wanted => self.branch_less(left, right, false, to)?,
            Expr::Binary(BinaryOp::Le, left, right) => self.branch_less(right, left, true, to)?,
            Expr::Present(place) => {
                let a = self.presence(place)?;
                self.branch_word(a, wanted, to);
            }
            _ => {
                let a = self.eval(cond)?;
                self.branch_word(a, wanted, to);
            }
        }
        self.release(mark);
        Ok(())
    }

    pub(super) fn branch_word(&mut self, a: Reg, wanted: bool, to: Label) {
        let to = to.0;
        self.emit(if wanted { Instr::JumpIf { a, to } } else { Instr::JumpUnless { a, to } });
    }

    fn both(&mut self, left: &'m Expr, right: &'m Expr, wanted: bool, to: Label) -> CompileResult<()> {
        if !wanted {
            self.branch(left, false, to)?;
            return self.branch(right, false, to);
        }
        let no = self.label();
        self.branch(left, false, no)?;
        self.branch(right, true, to)?;
        self.place_label(no);
        Ok(())
    }

    fn either(&mut self, left: &'m Expr, right: &'m Expr, wanted: bool, to: Label) -> CompileResult<()> {
        if wanted {
            self.branch(left, true, to)?;
            return self.branch(right, true, to);
        }
        let yes = self.label();
        self.branch(left, true, yes)?;
        self.branch(right, false, to)?;
        self.place_label(yes);
        Ok(())
    }

    fn branch_equal(&mut self, (left, right): (&'m Expr, &'m Expr), wanted: bool, to: Label) -> CompileResult<()> {
        if matches!(left, Expr::Left) && small(right) == Some(0) {
            let to = to.0;
            self.emit(if wanted { Instr::JumpUnlessLeft { to } } else { Instr::JumpIfLeft { to } });
            return Ok(());
        }
        let a = self.eval(left)?;
        if self.kind(left) == Kind::Bytes {
            let (dst, b) = (self.temp(), self.eval(right)?);
            self.emit(Instr::EqBytes { dst, a, b });
            self.branch_word(dst, wanted, to);
            return Ok(());
        }
        let to = to.0;
        let instr = match small(right) {
            Some(0) if wanted => Instr::JumpUnless { a, to },
            Some(0) => Instr::JumpIf { a, to },
            Some(k) if wanted => Instr::JumpEqK { a, k, to },
            Some(k) => Instr::JumpNeK { a, k, to },
            None => {
                let b = self.eval(right)?;
                if wanted { Instr::JumpEq { a, b, to } } else { Instr::JumpNe { a, b, to } }
            }
        };
        self.emit(instr);
        Ok(())
    }

    /// Jumps if left is less than right, or if it is not greater.
    fn branch_less(&mut self, left: &'m Expr, right: &'m Expr, strictly: bool, to: Label) -> CompileResult<()> {
        let signed = self.kind(left) == Kind::Signed;
        let (a, b, to) = (self.eval(left)?, self.eval(right)?, to.0);
        self.emit(match (signed, strictly) {
            (false, true) => Instr::JumpLtU { a, b, to },
            (false, false) => Instr::JumpLeU { a, b, to },
            (true, true) => Instr::JumpLtI { a, b, to },
            (true, false) => Instr::JumpLeI { a, b, to },
        });
        Ok(())
    }

    /// Computes a condition as a value.
    pub(super) fn truth(&mut self, cond: &'m Expr, dst: Reg) -> CompileResult<()> {
        let (yes, end) = (self.label(), self.label());
        self.branch(cond, true, yes)?;
        self.word(0, dst);
        self.jump(end);
        self.place_label(yes);
        self.word(1, dst);
        self.place_label(end);
        Ok(())
    }
}
