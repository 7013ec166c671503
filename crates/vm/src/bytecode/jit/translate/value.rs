//! Values: arithmetic and tests of bytes.

use super::Translator;
use super::family::instrs_of;
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::jit::helpers::{self, Helper};
use crate::bytecode::span::{BITS, MASK};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};

impl Translator<'_> {
    pub(super) fn value(&mut self, instr: Instr) {
        match instr {
            Instr::Const { dst, low, high } => self.set_number(dst, u64::from(high) << 32 | u64::from(low)),
            Instr::Move { dst, src } => self.unary(dst, src, |_, a| a),
            Instr::Add { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().iadd(a, b)),
            Instr::AddK { dst, a, k } => self.unary(dst, a, |it, a| it.plus(a, i64::from(k))),
            Instr::Sub { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().isub(a, b)),
            Instr::Mul { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().imul(a, b)),
            Instr::DivU { dst, a, b } => self.binary(dst, a, b, Self::quotient),
            Instr::RemU { dst, a, b } => self.binary(dst, a, b, Self::remainder),
            Instr::DivI { dst, a, b } => self.helped(&helpers::DIVIDE, dst, &[a, b]),
            Instr::RemI { dst, a, b } => self.helped(&helpers::REMAINDER, dst, &[a, b]),
            Instr::And { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().band(a, b)),
            Instr::AndK { dst, a, k } => self.unary(dst, a, |it, a| it.builder.ins().band_imm(a, i64::from(k))),
            Instr::Or { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().bor(a, b)),
            Instr::Xor { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().bxor(a, b)),
            Instr::XorK { dst, a, k } => self.unary(dst, a, |it, a| it.builder.ins().bxor_imm(a, i64::from(k))),
            Instr::Shl { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().ishl(a, b)),
            Instr::ShlK { dst, a, k } => self.unary(dst, a, |it, a| it.builder.ins().ishl_imm(a, i64::from(k & 63))),
            Instr::ShrU { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().ushr(a, b)),
            Instr::ShrUK { dst, a, k } => self.unary(dst, a, |it, a| it.builder.ins().ushr_imm(a, i64::from(k & 63))),
            Instr::ShrI { dst, a, b } => self.binary(dst, a, b, |it, a, b| it.builder.ins().sshr(a, b)),
            Instr::ShrIK { dst, a, k } => self.unary(dst, a, |it, a| it.builder.ins().sshr_imm(a, i64::from(k & 63))),
            Instr::WrapU { dst, a, bits } => self.unary(dst, a, |it, a| it.cut(a, bits, false)),
            Instr::WrapI { dst, a, bits } => self.unary(dst, a, |it, a| it.cut(a, bits, true)),
            Instr::ZigZag { dst, a } => self.unary(dst, a, Self::zigzag),
            Instr::UnZigZag { dst, a } => self.unary(dst, a, Self::unzigzag),
            Instr::BytesLen { dst, a } => self.unary(dst, a, Self::len_of),
            Instr::Slice { dst, a, start, len } => self.unary(dst, a, |it, a| it.part(a, start, len)),
            Instr::VarintSize { dst, a } => self.unary(dst, a, Self::varint_size),
            Instr::EqBytes { dst, a, b } => self.helped(&helpers::EQ_BYTES, dst, &[a, b]),
            Instr::Load { dst, section, .. } => self.helped(&helpers::LOAD, dst, &[section]),
            Instr::IsMember { dst, a, table } => {
                let operands = [self.get(a), self.number(u64::from(table))];
                self.help_into(&helpers::IS_MEMBER, &operands, dst);
            }
            Instr::Utf8Valid { dst, a } => self.helped(&helpers::UTF8_VALID, dst, &[a]),
            Instr::IsAscii { dst, a } => self.helped(&helpers::IS_ASCII, dst, &[a]),
            Instr::UntilNul { dst, a } => self.helped(&helpers::UNTIL_NUL, dst, &[a]),
            Instr::Setting { dst, .. } => self.helped(&helpers::SETTING, dst, &[]),
            Instr::DecimalFloat { dst, a, bits } => {
                let operands = [self.get(a), self.number(u64::from(bits))];
                self.help_into(&helpers::DECIMAL_FLOAT, &operands, dst);
            }
            instrs_of!(control | reading | building | writing | apart) => {}
        }
    }

    fn unary(&mut self, dst: Reg, a: Reg, of: impl FnOnce(&mut Self, Value) -> Value) {
        let a = self.get(a);
        let value = of(self, a);
        self.set(dst, value);
    }

    fn binary(&mut self, dst: Reg, a: Reg, b: Reg, of: impl FnOnce(&mut Self, Value, Value) -> Value) {
        let (a, b) = (self.get(a), self.get(b));
        let value = of(self, a, b);
        self.set(dst, value);
    }

    /// Emits a call of a helper with registers as operands and result.
    pub(super) fn helped(&mut self, helper: &Helper, dst: Reg, operands: &[Reg]) {
        let operands: Vec<Value> = operands.iter().map(|reg| self.get(*reg)).collect();
        self.help_into(helper, &operands, dst);
    }

    pub(super) fn help_into(&mut self, helper: &Helper, operands: &[Value], dst: Reg) {
        self.call_helper(helper, operands);
        self.set_results(dst, 1);
    }

    /// Division by 0 gives 0.
    fn quotient(&mut self, a: Value, b: Value) -> Value {
        let (none, divisor) = self.divisor(b);
        let quotient = self.builder.ins().udiv(a, divisor);
        self.zero_if(none, quotient)
    }

    fn remainder(&mut self, a: Value, b: Value) -> Value {
        let (none, divisor) = self.divisor(b);
        let remainder = self.builder.ins().urem(a, divisor);
        self.zero_if(none, remainder)
    }

    /// Returns a flag that is set if a number is 0, and a nonzero divisor.
    fn divisor(&mut self, b: Value) -> (Value, Value) {
        let (none, one) = (self.is_number(IntCC::Equal, b, 0), self.number(1));
        (none, self.builder.ins().select(none, one, b))
    }

    fn zero_if(&mut self, cond: Value, value: Value) -> Value {
        let zero = self.number(0);
        self.builder.ins().select(cond, zero, value)
    }

    /// Computes the low bits of a word.
    pub(super) fn cut(&mut self, a: Value, bits: u8, signed: bool) -> Value {
        let bits = bits.clamp(1, 64);
        let narrow = match bits {
            64 => return a,
            8 => types::I8,
            16 => types::I16,
            32 => types::I32,
            bits => {
                let unused = i64::from(64 - bits);
                let high = self.builder.ins().ishl_imm(a, unused);
                let ins = self.builder.ins();
                return if signed { ins.sshr_imm(high, unused) } else { ins.ushr_imm(high, unused) };
            }
        };
        let low = self.builder.ins().ireduce(narrow, a);
        let ins = self.builder.ins();
        if signed { ins.sextend(types::I64, low) } else { ins.uextend(types::I64, low) }
    }

    fn zigzag(&mut self, a: Value) -> Value {
        let (twice, sign) = (self.builder.ins().ishl_imm(a, 1), self.builder.ins().sshr_imm(a, 63));
        self.builder.ins().bxor(twice, sign)
    }

    fn unzigzag(&mut self, a: Value) -> Value {
        let (half, sign) = (self.builder.ins().ushr_imm(a, 1), self.builder.ins().band_imm(a, 1));
        let sign = self.builder.ins().ineg(sign);
        self.builder.ins().bxor(half, sign)
    }

    /// Computes the length of a span.
    pub(super) fn len_of(&mut self, span: Value) -> Value {
        self.builder.ins().band_imm(span, MASK as i64)
    }

    /// Computes a part of a span, like [`Span::part`](crate::bytecode::span::Span::part).
    fn part(&mut self, span: Value, start: u32, len: u32) -> Value {
        let (whole, start, len) = (self.len_of(span), self.number(u64::from(start)), self.number(u64::from(len)));
        let start = self.builder.ins().umin(start, whole);
        let rest = self.builder.ins().isub(whole, start);
        let len = self.builder.ins().umin(len, rest);
        let without_len = self.builder.ins().bxor(span, whole);
        let moved = self.builder.ins().ishl_imm(start, i64::from(BITS));
        let from = self.builder.ins().iadd(without_len, moved);
        self.builder.ins().bor(from, len)
    }

    fn varint_size(&mut self, a: Value) -> Value {
        let some = self.builder.ins().bor_imm(a, 1);
        let zeros = self.builder.ins().clz(some);
        let sixty_four = self.number(64);
        let bits = self.builder.ins().isub(sixty_four, zeros);
        let nine_times = self.builder.ins().imul_imm(bits, 9);
        let rounded = self.plus(nine_times, 64);
        self.builder.ins().ushr_imm(rounded, 6)
    }
}
