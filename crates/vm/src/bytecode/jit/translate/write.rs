//! Writing.

use super::Translator;
use super::emit::{word_at, words_of};
use super::family::instrs_of;
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::jit::helpers::{self, Helper};
use crate::bytecode::jit::vm_context::SPARE;
use crate::bytecode::program::Measure;
use crate::bytecode::run::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use polywire_ir::{ErrorCode, WriteLeaf};
use std::mem::offset_of;

impl Translator<'_> {
    pub(super) fn writing(&mut self, instr: Instr) {
        match instr {
            Instr::Write { src, leaf: WriteLeaf::Varint } | Instr::WriteVarint { src } => self.write_varint(src),
            Instr::Write { src, leaf } => {
                let value = self.get(src);
                self.call_helper(writer_of(leaf), &[value]);
                self.slack = SPARE;
            }
            Instr::WriteVarints { base, off, zigzag } => {
                let operands = [self.address(base, off), self.number(u64::from(zigzag))];
                self.call_helper(&helpers::WRITE_VARINTS, &operands);
            }
            Instr::WriteInt { src, width, big } => self.write_int(src, width, big),
            Instr::WriteLiteral { literal } => self.write_literal(literal),
            Instr::WriteSpan { src } => self.write_span(src),
            Instr::WriteZeros { count } => {
                let count = self.get(count);
                self.call_helper(&helpers::WRITE_ZEROS, &[count]);
            }
            Instr::WriteAlign { from, to } => {
                let operands = [self.get(from), self.number(u64::from(to))];
                self.call_helper(&helpers::WRITE_ALIGN, &operands);
            }
            Instr::PutInt { src, offset, width, big } => self.put_int(src, offset, width, big),
            Instr::PutSpan { src, offset } => {
                let operands = [self.get(src), self.number(u64::from(offset))];
                self.call_helper(&helpers::PUT_SPAN, &operands);
            }
            Instr::MeasureEnter { save, table } => self.enter_measure(save, table),
            Instr::MeasureLeave { save, table } => self.leave_measure(save, table),
            Instr::BlockEnter { size, save } => {
                let size = self.get(size);
                self.help_into(&helpers::ENTER_BLOCK, &[size], save);
            }
            Instr::SubEnter { offset, save } => {
                let base = self.base();
                self.set(save, base);
                self.add_base(offset);
            }
            Instr::Base { dst } => {
                let base = self.base();
                self.set(dst, base);
            }
            Instr::SetBase { src } => {
                let base = self.get(src);
                self.set_base(base);
            }
            Instr::AddBase { k } => self.add_base(k),
            Instr::Tail { dst } => {
                let out = self.out();
                self.set(dst, out);
            }
            Instr::MemoKeep { key, src } => {
                let operands = [self.get(key), self.get(src)];
                self.call_helper(&helpers::REMEMBER, &operands);
            }
            Instr::ScratchEnter => self.call_helper(&helpers::ENTER_SCRATCH, &[]),
            Instr::ScratchLeave { dst } => self.helped(&helpers::LEAVE_SCRATCH, dst, &[]),
            instrs_of!(value | control | reading | building | apart) => {}
        }
    }

    fn base(&mut self) -> Value {
        self.field(offset_of!(Machine<'_>, base))
    }

    fn set_base(&mut self, base: Value) {
        self.set_field(offset_of!(Machine<'_>, base), base);
    }

    fn add_base(&mut self, k: u32) {
        let base = self.base();
        let base = self.plus(base, i64::from(k));
        self.set_base(base);
    }

    /// Computes the address of the next output byte, with space for `count` bytes, at most [`SPARE`].
    fn reserve(&mut self, count: u32) -> Value {
        if self.slack < count {
            self.grow_output();
            self.slack = SPARE;
        }
        self.slack -= count;
        let out = self.out();
        let start = self.field(offset_of!(Machine<'_>, vm_context.out.start));
        self.builder.ins().iadd(start, out)
    }

    /// Grows the output if the spare space is used up; one check covers the next write.
    fn grow_output(&mut self) {
        let (full, next) = (self.cold(), self.block());
        let (out, capacity) = (self.out(), self.field(offset_of!(Machine<'_>, vm_context.out.capacity)));
        let reserved = self.builder.ins().isub(capacity, out);
        let fits = self.is_number(IntCC::UnsignedGreaterThanOrEqual, reserved, i64::from(SPARE));
        self.branch(fits, next, full);
        self.go_to(full);
        self.call_helper(&helpers::MORE_OUTPUT, &[]);
        self.jump(next);
        self.go_to(next);
    }

    /// Adds to the output length.
    fn wrote(&mut self, count: i64) {
        let out = self.out();
        let out = self.plus(out, count);
        self.set_out(out);
    }

    fn write_int(&mut self, src: Reg, width: u8, big: bool) {
        let width = if matches!(width, 1 | 2 | 4) { width } else { 8 };
        let value = self.get(src);
        let value = if big { self.swapped(width, value) } else { value };
        let place = self.reserve(u32::from(width));
        self.store_bytes(width, value, place, 0);
        self.wrote(i64::from(width));
    }

    fn write_literal(&mut self, literal: u32) {
        /// Longer literals are written by a helper.
        const LONGEST: usize = SPARE as usize;
        let program = self.program;
        let span = program.tables.literals.get(literal as usize).map(|it| it.span.range());
        let bytes = span.and_then(|range| program.literal_bytes.get(range)).unwrap_or_default();
        if bytes.len() > LONGEST {
            let operand = self.number(u64::from(literal));
            return self.call_helper(&helpers::WRITE_LITERAL, &[operand]);
        }
        let place = self.reserve(bytes.len() as u32);
        for word in words_of(bytes.len()) {
            let value = self.number(word_at(bytes, word));
            self.store_bytes(word.0, value, place, word.1 as i32);
        }
        self.wrote(bytes.len() as i64);
    }

    /// Writes varints of one or two bytes inline.
    fn write_varint(&mut self, src: Reg) {
        let (second, long, done) = (self.block(), self.cold(), self.block());
        let (value, place) = (self.get(src), self.reserve(2));
        let short = self.is_number(IntCC::UnsignedLessThan, value, 0x80);
        self.unless(short, second);
        self.store_bytes(1, value, place, 0);
        self.wrote(1);
        self.jump(done);

        self.go_to(second);
        let fits = self.is_number(IntCC::UnsignedLessThan, value, 0x4000);
        self.unless(fits, long);
        let pair = self.two_byte_varint(value);
        self.store_bytes(2, pair, place, 0);
        self.wrote(2);
        self.jump(done);

        self.go_to(long);
        self.call_helper(&helpers::WRITE_VARINT, &[value]);
        self.jump(done);
        self.go_to(done);
    }

    /// Computes the bytes of a varint from 2^7 to 2^14, which is `value + (value & !0x7f) | 0x80`.
    fn two_byte_varint(&mut self, value: Value) -> Value {
        let high = self.builder.ins().band_imm(value, !0x7f);
        let apart = self.builder.ins().iadd(value, high);
        self.builder.ins().bor_imm(apart, 0x80)
    }

    /// Copies short spans of the input inline, including excess bytes that later writes overwrite.
    fn write_span(&mut self, src: Reg) {
        const SHORT: i64 = 32;
        let (other, done) = (self.block(), self.block());
        let span = self.get(src);
        let (len, source) = self.short_input(span, SHORT, other);
        let place = self.reserve(SHORT as u32);
        let words: Vec<Value> = (0..SHORT as i32).step_by(8).map(|at| self.load_bytes(8, source, at)).collect();
        for (word, at) in words.into_iter().zip((0..).step_by(8)) {
            self.store_bytes(8, word, place, at);
        }
        let out = self.out();
        let after = self.builder.ins().iadd(out, len);
        self.set_out(after);
        self.jump(done);

        self.go_to(other);
        self.call_helper(&helpers::WRITE_SPAN, &[span]);
        self.jump(done);
        self.go_to(done);
    }

    fn put_int(&mut self, src: Reg, offset: u32, width: u8, big: bool) {
        let value = self.get(src);
        if !matches!(width, 1 | 2 | 4 | 8) {
            return self.call_helper(&helpers::PUT_INT, &[value]);
        }
        let value = if big { self.swapped(width, value) } else { value };
        let base = self.base();
        let at = self.plus(base, i64::from(offset));
        let place = self.written(at, u32::from(width));
        self.store_bytes(width, value, place, 0);
    }

    /// Computes the address of bytes written earlier.
    fn written(&mut self, at: Value, count: u32) -> Value {
        let out = self.out();
        // The first one is checked too: the position of the last one may have wrapped around.
        for index in [0, i64::from(count) - 1].into_iter().take(count.min(2) as usize) {
            let at = self.plus(at, index);
            let inside = self.is(IntCC::UnsignedLessThan, at, out);
            self.check(inside, ErrorCode::Internal);
        }
        let start = self.field(offset_of!(Machine<'_>, vm_context.out.start));
        self.builder.ins().iadd(start, at)
    }

    /// Reserves space inline for a length of one or two bytes, or of fixed width.
    fn enter_measure(&mut self, save: Reg, table: u32) {
        let program = self.program;
        let Some(measure) = program.tables.measures.get(table as usize) else {
            return self.helped_measure(save, table);
        };
        let place = self.reserve(8);
        let zero = self.number(0);
        self.store_bytes(8, zero, place, 0);
        let start = self.out();
        self.set(save, start);
        let reserved = match measure {
            Measure { width: 0, positioned: false, .. } => {
                let guesses = self.field(offset_of!(Machine<'_>, vm_context.guesses));
                let guess = self.load_bytes(1, guesses, table as i32);
                // Longer prefixes are left to the helper at the end.
                let most = self.number(8);
                self.builder.ins().umin(guess, most)
            }
            Measure { width: 0, .. } => self.number(1),
            measure => self.number(u64::from(measure.width.min(8))),
        };
        self.set(save + 1, reserved);
        let out = self.builder.ins().iadd(start, reserved);
        self.set_out(out);
    }

    fn helped_measure(&mut self, save: Reg, table: u32) {
        let table = self.number(u64::from(table));
        self.call_helper(&helpers::ENTER_MEASURE, &[table]);
        self.set_results(save, 2);
    }

    /// Fills in a length of one or two bytes inline if it fits the reserved space exactly.
    fn leave_measure(&mut self, save: Reg, table: u32) {
        let (two, other, done) = (self.block(), self.block(), self.block());
        let operands = std::array::from_fn::<_, 3, _>(|offset| self.get(save + offset as u32));
        let [start, reserved, _] = operands;
        let is_plain = matches!(
            self.program.tables.measures.get(table as usize),
            Some(Measure { width: 0, unit: 1, bias: 0, .. })
        );
        if is_plain {
            let out = self.out();
            let body = self.builder.ins().iadd(start, reserved);
            let len = self.builder.ins().isub(out, body);
            let one = self.is_number(IntCC::Equal, reserved, 1);
            self.unless(one, two);
            let is_short = self.is_number(IntCC::UnsignedLessThan, len, 0x80);
            self.unless(is_short, other);
            let place = self.written(start, 1);
            self.store_bytes(1, len, place, 0);
            self.jump(done);

            self.go_to(two);
            let is_two = self.is_number(IntCC::Equal, reserved, 2);
            self.unless(is_two, other);
            let above = self.plus(len, -0x80);
            let fits = self.is_number(IntCC::UnsignedLessThan, above, 0x4000 - 0x80);
            self.unless(fits, other);
            let place = self.written(start, 2);
            let pair = self.two_byte_varint(len);
            self.store_bytes(2, pair, place, 0);
            self.jump(done);
        } else {
            self.jump(two);
            self.go_to(two);
            self.jump(other);
        }
        self.go_to(other);
        self.call_helper(&helpers::LEAVE_MEASURE, &operands);
        self.jump(done);
        self.go_to(done);
    }
}

/// Frequent leaves have their own helpers, which avoid the dispatch by leaf.
fn writer_of(leaf: WriteLeaf) -> &'static Helper {
    match leaf {
        WriteLeaf::DecimalInt => &helpers::WRITE_DECIMAL_INT,
        WriteLeaf::DecimalUint => &helpers::WRITE_DECIMAL_UINT,
        WriteLeaf::JsonFloat64 => &helpers::WRITE_JSON_FLOAT64,
        WriteLeaf::JsonString => &helpers::WRITE_JSON_STRING,
        WriteLeaf::Varint
        | WriteLeaf::JsonFloat32
        | WriteLeaf::JsonBase64
        | WriteLeaf::Spaces
        | WriteLeaf::CString
        | WriteLeaf::GeneralFloat64
        | WriteLeaf::GeneralFloat32 => &helpers::WRITE,
    }
}
