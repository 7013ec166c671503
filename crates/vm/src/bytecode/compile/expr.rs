//! Expressions as values.

use super::function::FunctionCompiler;
use super::{CompileResult, IllFormed};
use crate::bytecode::instr::{Instr, Reg};
use polywire_ir::{BinaryOp, Const, Expr, Order, PureLeaf, UnaryOp, ValueType, VarId};

/// The kinds of values that the machine's operations distinguish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Bool,
    Unsigned,
    Signed,
    Bytes,
}

impl<'m> FunctionCompiler<'_, 'm> {
    /// Returns the register that holds a value: a variable's own, or a new one.
    pub(super) fn eval(&mut self, expr: &'m Expr) -> CompileResult<Reg> {
        match expr {
            Expr::Var(var) => self.var(*var),
            Expr::Unary(UnaryOp::Reinterpret, value) | Expr::OfBool(value) => self.eval(value),
            _ => {
                let dst = self.temp();
                self.eval_into(expr, dst)?;
                Ok(dst)
            }
        }
    }

    /// Computes a value into a register, which is written last.
    pub(super) fn eval_into(&mut self, expr: &'m Expr, dst: Reg) -> CompileResult<()> {
        let mark = self.mark();
        match expr {
            Expr::Const(value) => self.constant(value, dst),
            Expr::Var(var) => self.copy(*var, dst)?,
            Expr::Get(_) | Expr::Len(_) | Expr::Present(_) | Expr::Case(_) | Expr::Unknown { .. } => {
                self.native(expr, dst)?
            }
            Expr::Unary(op, value) => self.unary(*op, value, dst)?,
            Expr::Binary(op, left, right) => self.binary(expr, (*op, left, right), dst)?,
            Expr::Select(cond, then, other) => self.select(cond, then, other, dst)?,
            Expr::Wrap { bits, signed, value } => self.wrap(*bits, *signed, value, dst)?,
            Expr::OfBool(value) => self.eval_into(value, dst)?,
            Expr::IsMember(id, value) => {
                let (a, table) = (self.eval(value)?, self.all.members(*id));
                self.emit(Instr::IsMember { dst, a, table });
            }
            Expr::Leaf(leaf, args) => self.leaf(*leaf, args, dst)?,
            Expr::Load { section, offset, width, order } => {
                let section = self.var(*section)?;
                let load = |big| Instr::Load { dst, section, offset: *offset, width: *width, big };
                self.in_order(*order, load)?;
            }
            Expr::Slice { section, offset, len } => {
                let a = self.var(*section)?;
                self.emit(Instr::Slice { dst, a, start: *offset, len: *len });
            }
            Expr::BytesLen(value) => {
                let a = self.eval(value)?;
                self.emit(Instr::BytesLen { dst, a });
            }
            Expr::Setting(setting) => self.emit(Instr::Setting { dst, setting: *setting }),
            Expr::Pos => self.emit(Instr::Pos { dst }),
            Expr::Left => self.emit(Instr::Left { dst }),
            Expr::Since(from) => {
                let from = self.eval(from)?;
                self.emit(Instr::Since { dst, from });
            }
            Expr::Input => self.emit(Instr::Input { dst }),
            Expr::Base => self.emit(Instr::Base { dst }),
            Expr::Tail => self.emit(Instr::Tail { dst }),
        }
        self.release(mark);
        Ok(())
    }

    fn copy(&mut self, var: VarId, dst: Reg) -> CompileResult<()> {
        let src = self.var(var)?;
        if src != dst {
            self.emit(Instr::Move { dst, src });
        }
        Ok(())
    }

    pub(super) fn constant(&mut self, value: &Const, dst: Reg) {
        let word = match value {
            Const::Bool(value) => u64::from(*value),
            Const::U64(value) => *value,
            Const::I64(value) => *value as u64,
            Const::Bytes(bytes) => self.all.literal_span(bytes).0,
        };
        self.word(word, dst);
    }

    pub(super) fn word(&mut self, word: u64, dst: Reg) {
        self.emit(Instr::Const { dst, low: word as u32, high: (word >> 32) as u32 });
    }

    fn unary(&mut self, op: UnaryOp, value: &'m Expr, dst: Reg) -> CompileResult<()> {
        match op {
            UnaryOp::Reinterpret => return self.eval_into(value, dst),
            UnaryOp::Not => {
                let a = self.eval(value)?;
                self.emit(Instr::XorK { dst, a, k: 1 });
            }
            UnaryOp::Complement => {
                let a = self.eval(value)?;
                self.emit(Instr::XorK { dst, a, k: -1 });
            }
        }
        Ok(())
    }

    fn select(&mut self, cond: &'m Expr, then: &'m Expr, other: &'m Expr, dst: Reg) -> CompileResult<()> {
        let (no, end) = (self.label(), self.label());
        self.branch(cond, false, no)?;
        self.eval_into(then, dst)?;
        self.jump(end);
        self.place_label(no);
        self.eval_into(other, dst)?;
        self.place_label(end);
        Ok(())
    }

    fn wrap(&mut self, bits: u8, signed: bool, value: &'m Expr, dst: Reg) -> CompileResult<()> {
        if bits == 64 {
            return self.eval_into(value, dst);
        }
        let a = self.eval(value)?;
        self.emit(if signed { Instr::WrapI { dst, a, bits } } else { Instr::WrapU { dst, a, bits } });
        Ok(())
    }

    fn leaf(&mut self, leaf: PureLeaf, args: &'m [Expr], dst: Reg) -> CompileResult<()> {
        let [arg] = args else {
            return Err(IllFormed);
        };
        let a = self.eval(arg)?;
        self.emit(match leaf {
            PureLeaf::VarintSize => Instr::VarintSize { dst, a },
            PureLeaf::Utf8Valid => Instr::Utf8Valid { dst, a },
            PureLeaf::IsAscii => Instr::IsAscii { dst, a },
            PureLeaf::UntilNul => Instr::UntilNul { dst, a },
            PureLeaf::DecimalFloat64 => Instr::DecimalFloat { dst, a, bits: 64 },
            PureLeaf::DecimalFloat32 => Instr::DecimalFloat { dst, a, bits: 32 },
        });
        Ok(())
    }

    /// Emits an instruction for a byte order; twice if that is only known at run time. `make` gets true for big-endian.
    pub(super) fn in_order(&mut self, order: Order, make: impl Fn(bool) -> Instr) -> CompileResult<()> {
        match order {
            Order::Little => self.emit(make(false)),
            Order::Big => self.emit(make(true)),
            Order::LittleIf(little) => {
                let (big, end) = (self.label(), self.label());
                self.emit(Instr::JumpUnless { a: self.var(little)?, to: big.0 });
                self.emit(make(false));
                self.jump(end);
                self.place_label(big);
                self.emit(make(true));
                self.place_label(end);
            }
        }
        Ok(())
    }

    fn binary(
        &mut self,
        whole: &'m Expr,
        (op, left, right): (BinaryOp, &'m Expr, &'m Expr),
        dst: Reg,
    ) -> CompileResult<()> {
        match op {
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => return self.truth(whole, dst),
            _ => {}
        }
        if let Some(instr) = self.fused(op, left, right, dst)? {
            self.emit(instr);
            return Ok(());
        }
        let signed = self.kind(left) == Kind::Signed;
        let a = self.eval(left)?;
        if let Some(instr) = small(right).and_then(|k| with_constant(op, signed, (dst, a, k))) {
            self.emit(instr);
            return Ok(());
        }
        let b = self.eval(right)?;
        self.emit(match op {
            BinaryOp::Add => Instr::Add { dst, a, b },
            BinaryOp::Sub => Instr::Sub { dst, a, b },
            BinaryOp::Mul => Instr::Mul { dst, a, b },
            BinaryOp::Div if signed => Instr::DivI { dst, a, b },
            BinaryOp::Div => Instr::DivU { dst, a, b },
            BinaryOp::Rem if signed => Instr::RemI { dst, a, b },
            BinaryOp::Rem => Instr::RemU { dst, a, b },
            BinaryOp::And => Instr::And { dst, a, b },
            BinaryOp::Or => Instr::Or { dst, a, b },
            BinaryOp::Xor => Instr::Xor { dst, a, b },
            BinaryOp::Shl => Instr::Shl { dst, a, b },
            BinaryOp::Shr if signed => Instr::ShrI { dst, a, b },
            BinaryOp::Shr => Instr::ShrU { dst, a, b },
            BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le => return Err(IllFormed),
        });
        Ok(())
    }

    /// Emits a fused instruction for an expression that is common in codecs.
    fn fused(&mut self, op: BinaryOp, left: &'m Expr, right: &'m Expr, dst: Reg) -> CompileResult<Option<Instr>> {
        let (BinaryOp::Xor, Expr::Binary(left_op, x, one), Expr::Binary(right_op, second, third)) = (op, left, right)
        else {
            return Ok(None);
        };
        let zigzag = (*left_op, *right_op) == (BinaryOp::Shl, BinaryOp::Shr)
            && (small(one), small(third)) == (Some(1), Some(63))
            && x == second
            && self.kind(x) == Kind::Signed;
        if zigzag {
            return Ok(Some(Instr::ZigZag { dst, a: self.eval(x)? }));
        }
        let unzigzag = (*left_op, *right_op) == (BinaryOp::Shr, BinaryOp::Sub)
            && (small(one), small(second)) == (Some(1), Some(0))
            && matches!(&**third, Expr::Binary(BinaryOp::And, y, mask) if y == x && small(mask) == Some(1))
            && self.kind(x) == Kind::Unsigned;
        if unzigzag {
            return Ok(Some(Instr::UnZigZag { dst, a: self.eval(x)? }));
        }
        Ok(None)
    }

    /// Returns the kind of an expression's value.
    pub(super) fn kind(&self, expr: &Expr) -> Kind {
        match expr {
            Expr::Const(value) => match value {
                Const::Bool(_) => Kind::Bool,
                Const::U64(_) => Kind::Unsigned,
                Const::I64(_) => Kind::Signed,
                Const::Bytes(_) => Kind::Bytes,
            },
            Expr::Var(var) => match self.function.vars.get(var.0 as usize).map(|var| &var.ty) {
                Some(ValueType::Bool) => Kind::Bool,
                Some(ValueType::I64) => Kind::Signed,
                Some(ValueType::Bytes | ValueType::Section(_)) => Kind::Bytes,
                Some(ValueType::U64 | ValueType::Ref(_)) | None => Kind::Unsigned,
            },
            Expr::Get(place) => self.kind_at(place),
            Expr::Unary(UnaryOp::Not, _) | Expr::Present(_) | Expr::IsMember(..) | Expr::Setting(_) => Kind::Bool,
            Expr::Unary(UnaryOp::Complement, _) => Kind::Unsigned,
            Expr::Unary(UnaryOp::Reinterpret, value) => match self.kind(value) {
                Kind::Unsigned => Kind::Signed,
                Kind::Bool | Kind::Signed | Kind::Bytes => Kind::Unsigned,
            },
            Expr::Binary(BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le, ..) => Kind::Bool,
            Expr::Binary(_, left, _) => self.kind(left),
            Expr::Select(_, then, _) => self.kind(then),
            Expr::Wrap { signed: true, .. } => Kind::Signed,
            Expr::Leaf(PureLeaf::Utf8Valid | PureLeaf::IsAscii, _) => Kind::Bool,
            Expr::Leaf(PureLeaf::UntilNul, _)
            | Expr::Slice { .. }
            | Expr::Since(_)
            | Expr::Input
            | Expr::Unknown { .. } => Kind::Bytes,
            Expr::Wrap { signed: false, .. }
            | Expr::Leaf(PureLeaf::VarintSize | PureLeaf::DecimalFloat64 | PureLeaf::DecimalFloat32, _)
            | Expr::Len(_)
            | Expr::Case(_)
            | Expr::OfBool(_)
            | Expr::Load { .. }
            | Expr::BytesLen(_)
            | Expr::Pos
            | Expr::Left
            | Expr::Base
            | Expr::Tail => Kind::Unsigned,
        }
    }
}

/// Returns a constant that fits into an operand.
pub(super) fn small(expr: &Expr) -> Option<i32> {
    match expr {
        Expr::Const(Const::U64(value)) => i32::try_from(*value as i64).ok(),
        Expr::Const(Const::I64(value)) => i32::try_from(*value).ok(),
        Expr::Const(Const::Bool(value)) => Some(i32::from(*value)),
        _ => None,
    }
}

/// Returns the instruction with a constant as its right operand, if there is one.
fn with_constant(op: BinaryOp, signed: bool, (dst, a, k): (Reg, Reg, i32)) -> Option<Instr> {
    match op {
        BinaryOp::Add => Some(Instr::AddK { dst, a, k }),
        BinaryOp::Sub => Some(Instr::AddK { dst, a, k: k.checked_neg()? }),
        BinaryOp::And => Some(Instr::AndK { dst, a, k }),
        BinaryOp::Xor => Some(Instr::XorK { dst, a, k }),
        BinaryOp::Shl => Some(Instr::ShlK { dst, a, k }),
        BinaryOp::Shr if signed => Some(Instr::ShrIK { dst, a, k }),
        BinaryOp::Shr => Some(Instr::ShrUK { dst, a, k }),
        BinaryOp::Mul
        | BinaryOp::Div
        | BinaryOp::Rem
        | BinaryOp::Or
        | BinaryOp::Eq
        | BinaryOp::Ne
        | BinaryOp::Lt
        | BinaryOp::Le => None,
    }
}
