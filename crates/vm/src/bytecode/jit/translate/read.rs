//! Reading.

use super::Translator;
use super::family::instrs_of;
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::jit::helpers::{self, Helper};
use crate::bytecode::run::Machine;
use crate::bytecode::span::{BITS, MASK};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use polywire_ir::{ErrorCode, ReadLeaf};
use std::mem::offset_of;

impl Translator<'_> {
    pub(super) fn reading(&mut self, instr: Instr) {
        match instr {
            Instr::Read { dst, leaf: ReadLeaf::Varint } | Instr::ReadVarint { dst } => {
                self.read_varint(dst, &helpers::READ_VARINT);
            }
            Instr::Read { dst, leaf: leaf @ ReadLeaf::ShortVarint } => self.read_varint(dst, reader_of(leaf)),
            Instr::Read { dst, leaf: ReadLeaf::JsonSpace } => self.skip_space(dst),
            Instr::Read { dst, leaf } => self.helped(reader_of(leaf), dst, &[]),
            Instr::ReadInt { dst, width, big } => self.read_int(dst, width, big),
            Instr::ReadSpan { dst, len } => self.read_span(dst, len),
            Instr::Peek { dst } => self.peek(dst),
            Instr::Skip { len } => {
                let len = self.get(len);
                self.advance(len);
            }
            Instr::SkipWhile { set } => {
                let set = self.number(set.into());
                self.call_helper(&helpers::SKIP_WHILE, &[set]);
            }
            Instr::ReadAlign { to, from } => {
                let operands = [self.get(to), self.get(from)];
                self.call_helper(&helpers::READ_ALIGN, &operands);
            }
            Instr::Match { literal, .. } => self.match_literal(literal),
            Instr::Matches { dst, literal } => self.matches(dst, literal),
            Instr::WindowEnter { len, save } => self.enter_window(len, save),
            Instr::WindowSkip { save } => {
                let end = self.end();
                self.set_pos(end);
                self.leave_window(save);
            }
            Instr::WindowCheck { save, code } => {
                let (pos, end) = (self.pos(), self.end());
                let whole = self.is(IntCC::Equal, pos, end);
                self.check(whole, code);
                self.leave_window(save);
            }
            Instr::AtEnter { region, pos, save } => {
                let operands = [self.get(region), self.get(pos)];
                self.call_helper(&helpers::ENTER_AT, &operands);
                self.set_results(save, 3);
            }
            Instr::AtLeave { save } => {
                let operands = std::array::from_fn::<_, 3, _>(|offset| self.get(save + offset as u32));
                self.call_helper(&helpers::LEAVE_AT, &operands);
            }
            Instr::Section { dst, args, .. } => self.helped(&helpers::SECTION, dst, &[args, args + 1, args + 2]),
            Instr::Pos { dst } => {
                let (pos, start) = (self.pos(), self.region_start());
                let distance = self.builder.ins().isub(pos, start);
                self.set(dst, distance);
            }
            Instr::Left { dst } => {
                let left = self.left();
                self.set(dst, left);
            }
            Instr::Since { dst, from } => self.helped(&helpers::SINCE, dst, &[from]),
            Instr::Input { dst } => {
                let region = self.field(offset_of!(Machine<'_>, reader.region));
                self.set(dst, region);
            }
            Instr::PushVarints { base, off, .. } => {
                let list = self.address(base, off);
                self.call_helper(&helpers::PUSH_VARINTS, &[list]);
            }
            instrs_of!(value | control | building | writing | apart) => {}
        }
    }

    /// Computes the number of bytes up to the window's end.
    pub(super) fn left(&mut self) -> Value {
        let (pos, end) = (self.pos(), self.end());
        self.builder.ins().isub(end, pos)
    }

    /// Computes the address of the next byte.
    pub(super) fn source(&mut self) -> Value {
        let (space, pos) = (self.field(offset_of!(Machine<'_>, vm_context.space)), self.pos());
        self.builder.ins().iadd(space, pos)
    }

    fn region_start(&mut self) -> Value {
        let region = self.field(offset_of!(Machine<'_>, reader.region));
        let start = self.builder.ins().ushr_imm(region, i64::from(BITS));
        self.builder.ins().band_imm(start, MASK as i64)
    }

    /// Reads varints of one or two bytes inline.
    fn read_varint(&mut self, dst: Reg, longer: &'static Helper) {
        let (second, third, long, done) = (self.block(), self.block(), self.cold(), self.block());
        let (pos, end) = (self.pos(), self.end());
        let any = self.is(IntCC::UnsignedLessThan, pos, end);
        self.unless(any, long);
        let source = self.source();
        let low = self.load_bytes(1, source, 0);
        let behind = self.plus(pos, 1);
        self.set(dst, low);
        self.set_pos(behind);
        let short = self.is_number(IntCC::UnsignedLessThan, low, 0x80);
        self.branch(short, done, second);

        self.go_to(second);
        self.set_pos(pos);
        let more = self.is(IntCC::UnsignedLessThan, behind, end);
        self.branch(more, third, long);

        self.go_to(third);
        let high = self.load_bytes(1, source, 1);
        let ends = self.is_number(IntCC::UnsignedLessThan, high, 0x80);
        self.unless(ends, long);
        let (low, high) = (self.builder.ins().band_imm(low, 0x7f), self.builder.ins().ishl_imm(high, 7));
        let value = self.builder.ins().bor(low, high);
        let behind = self.plus(pos, 2);
        self.set(dst, value);
        self.set_pos(behind);
        self.jump(done);

        self.go_to(long);
        self.helped(longer, dst, &[]);
        self.jump(done);
        self.go_to(done);
    }

    /// If the next byte is above a space, there is nothing to skip.
    fn skip_space(&mut self, dst: Reg) {
        let (some, done) = (self.cold(), self.block());
        let (pos, end) = (self.pos(), self.end());
        self.set_number(dst, 0);
        let any = self.is(IntCC::UnsignedLessThan, pos, end);
        let next = self.block();
        self.branch(any, next, done);
        self.go_to(next);
        let source = self.source();
        let byte = self.load_bytes(1, source, 0);
        let above = self.is_number(IntCC::UnsignedGreaterThan, byte, i64::from(b' '));
        self.branch(above, done, some);
        self.go_to(some);
        self.helped(&helpers::READ, dst, &[]);
        self.jump(done);
        self.go_to(done);
    }

    fn read_int(&mut self, dst: Reg, width: u8, big: bool) {
        if !matches!(width, 1 | 2 | 4 | 8) {
            let never = self.number(0);
            return self.check(never, ErrorCode::Truncated);
        }
        let left = self.left();
        let enough = self.is_number(IntCC::UnsignedGreaterThanOrEqual, left, i64::from(width));
        self.check(enough, ErrorCode::Truncated);
        let (pos, source) = (self.pos(), self.source());
        let value = self.load_bytes(width, source, 0);
        let value = if big { self.swapped(width, value) } else { value };
        self.set(dst, value);
        let behind = self.plus(pos, i64::from(width));
        self.set_pos(behind);
    }

    /// Skips some bytes; returns the address of the first.
    fn advance(&mut self, len: Value) -> Value {
        let (pos, left) = (self.pos(), self.left());
        let enough = self.is(IntCC::UnsignedLessThanOrEqual, len, left);
        self.check(enough, ErrorCode::Truncated);
        let behind = self.builder.ins().iadd(pos, len);
        self.set_pos(behind);
        pos
    }

    fn read_span(&mut self, dst: Reg, len: Reg) {
        let len = self.get(len);
        let start = self.advance(len);
        let space = self.field(offset_of!(Machine<'_>, vm_context.space_bits));
        let start = self.builder.ins().ishl_imm(start, i64::from(BITS));
        let place = self.builder.ins().bor(space, start);
        let span = self.builder.ins().bor(place, len);
        self.set(dst, span);
    }

    fn peek(&mut self, dst: Reg) {
        let (next, done) = (self.block(), self.block());
        let (pos, end) = (self.pos(), self.end());
        self.set_number(dst, 256);
        let any = self.is(IntCC::UnsignedLessThan, pos, end);
        self.branch(any, next, done);
        self.go_to(next);
        let source = self.source();
        let byte = self.load_bytes(1, source, 0);
        self.set(dst, byte);
        self.jump(done);
        self.go_to(done);
    }

    fn match_literal(&mut self, literal: u32) {
        let (other, done) = (self.cold(), self.block());
        self.read_literal(literal, other);
        self.jump(done);
        self.builder.switch_to_block(other);
        self.builder.seal_block(other);
        // The helper fails with the right error.
        self.call_helper(&helpers::MATCH, &[]);
        self.jump(done);
        self.go_to(done);
    }

    fn matches(&mut self, dst: Reg, literal: u32) {
        let (other, done) = (self.block(), self.block());
        self.set_number(dst, 0);
        self.read_literal(literal, other);
        self.set_number(dst, 1);
        self.jump(done);
        self.go_to(other);
        self.jump(done);
        self.go_to(done);
    }

    fn enter_window(&mut self, len: Reg, save: Reg) {
        let (len, pos, outer) = (self.get(len), self.pos(), self.end());
        let left = self.builder.ins().isub(outer, pos);
        let enough = self.is(IntCC::UnsignedLessThanOrEqual, len, left);
        self.check(enough, ErrorCode::Truncated);
        let end = self.builder.ins().iadd(pos, len);
        self.set(save, outer);
        self.set_end(end);
    }

    /// The outer window must start at or after the inner one's end, and end within the space.
    fn leave_window(&mut self, save: Reg) {
        let (outer, end) = (self.get(save), self.end());
        let space = self.field(offset_of!(Machine<'_>, vm_context.space_len));
        let (more, most) = (self.builder.ins().isub(outer, end), self.builder.ins().isub(space, end));
        let inside = self.is(IntCC::UnsignedLessThanOrEqual, more, most);
        self.check(inside, ErrorCode::Internal);
        self.set_end(outer);
    }
}

/// Frequent leaves have their own helpers, which avoid the dispatch by leaf.
fn reader_of(leaf: ReadLeaf) -> &'static Helper {
    match leaf {
        ReadLeaf::JsonString => &helpers::READ_JSON_STRING,
        ReadLeaf::JsonFloat64 => &helpers::READ_JSON_FLOAT64,
        ReadLeaf::JsonInt => &helpers::READ_JSON_INT,
        ReadLeaf::JsonUint => &helpers::READ_JSON_UINT,
        ReadLeaf::Varint
        | ReadLeaf::ShortVarint
        | ReadLeaf::JsonSpace
        | ReadLeaf::JsonFloat32
        | ReadLeaf::JsonBool
        | ReadLeaf::JsonSkipNumber
        | ReadLeaf::JsonBase64 => &helpers::READ,
    }
}
