//! Native values.

use super::Translator;
use super::emit::SLOTS;
use super::family::instrs_of;
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::jit::helpers;
use crate::bytecode::layout::LIST;
use crate::bytecode::run::Machine;
use crate::bytecode::span::{BITS, Space};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use polywire_ir::ErrorCode;
use std::mem::offset_of;

/// Larger new values are placed by a helper.
const MOST_WORDS: usize = 24;

impl Translator<'_> {
    pub(super) fn building(&mut self, instr: Instr) {
        match instr {
            Instr::Get { dst, base, off } => {
                let slot = self.slots((base, off), 1);
                let word = self.load_slot(slot, 0);
                self.set(dst, word);
            }
            Instr::Make { dst, template } => {
                let made = self.make(template);
                self.set(dst, made);
            }
            Instr::Index { dst, first, index, stride } => {
                let (first, index) = (self.get(first), self.get(index));
                let distance = self.builder.ins().imul_imm(index, i64::from(stride));
                let element = self.builder.ins().iadd(first, distance);
                self.set(dst, element);
            }
            Instr::Unknown { dst, base, off, literal } => self.unknown(dst, (base, off), literal),
            Instr::Set { base, off, src } => {
                let word = self.get(src);
                self.store((base, off), word);
            }
            Instr::SetK { base, off, k } => {
                let word = self.number(u64::from(k));
                self.store((base, off), word);
            }
            Instr::SetSpan { base, off, src } => {
                let span = self.lasting(src);
                self.store((base, off), span);
            }
            Instr::CheckUtf8 { src } => self.check_utf8(src),
            Instr::CheckLen { src, len } => {
                let span = self.get(src);
                let found = self.len_of(span);
                let same = self.is_number(IntCC::Equal, found, i64::from(len));
                self.check(same, ErrorCode::Internal);
            }
            Instr::Reset { base, off, template } => self.reset(base, off, template),
            Instr::OpenPointer { dst, base, off, template } => self.open_pointer(dst, (base, off), template),
            Instr::OpenFlagged { dst, base, off, template } => {
                let operands = [self.address(base, off), self.number(u64::from(template))];
                self.call_helper(&helpers::OPEN_FLAGGED, &operands);
                self.set_results(dst, 2);
            }
            Instr::OpenCase { dst, base, off, table } => {
                let operands = [self.address(base, off), self.number(u64::from(table))];
                self.call_helper(&helpers::OPEN_CASE, &operands);
                self.set_results(dst, 2);
            }
            Instr::Push { dst, base, off, template } => self.push(dst, (base, off), template),
            Instr::PushWord { base, off, src } => {
                let word = self.get(src);
                self.push_word((base, off), word);
            }
            Instr::PushSpan { base, off, src } => {
                let span = self.lasting(src);
                self.push_word((base, off), span);
            }
            Instr::Retain { base, off, src, .. } => {
                let operands = [self.address(base, off), self.get(src)];
                self.call_helper(&helpers::RETAIN, &operands);
            }
            Instr::ReportUnknown => self.call_helper(&helpers::REPORT_UNKNOWN, &[]),
            Instr::Settle { base, off, table } => {
                let operands = [self.address(base, off), self.number(u64::from(table))];
                self.call_helper(&helpers::SETTLE, &operands);
            }
            Instr::SortedEnter { item, base, off, table } => {
                let operands = [self.address(base, off), self.number(u64::from(table))];
                self.call_helper(&helpers::ENTER_SORTED, &operands);
                self.set_results(item, 4);
            }
            instrs_of!(value | control | reading | writing | apart) => {}
        }
    }

    /// Computes the index of a slot.
    pub(super) fn address(&mut self, base: Reg, off: u32) -> Value {
        let base = self.get(base);
        self.plus(base, i64::from(off))
    }

    /// Computes the address of some slots, and checks that they exist.
    pub(super) fn slots(&mut self, (base, off): (Reg, u32), count: usize) -> Value {
        let at = self.address(base, off);
        self.slots_at(at, count)
    }

    fn slots_at(&mut self, at: Value, count: usize) -> Value {
        let used = self.field(offset_of!(Machine<'_>, vm_context.slots.used));
        // The first one is checked too: the index of the last one may have wrapped around.
        for index in [0, count as i64 - 1].into_iter().take(count.min(2)) {
            let at = self.plus(at, index);
            let inside = self.is(IntCC::UnsignedLessThan, at, used);
            self.check(inside, ErrorCode::Internal);
        }
        self.memory_of(at)
    }

    fn memory_of(&mut self, slot: Value) -> Value {
        let start = self.field(offset_of!(Machine<'_>, vm_context.slots.start));
        let distance = self.builder.ins().ishl_imm(slot, 3);
        self.builder.ins().iadd(start, distance)
    }

    fn load_slot(&mut self, memory: Value, index: usize) -> Value {
        self.builder.ins().load(types::I64, SLOTS, memory, 8 * index as i32)
    }

    fn store_slot(&mut self, memory: Value, index: usize, word: Value) {
        self.builder.ins().store(SLOTS, word, memory, 8 * index as i32);
    }

    fn store(&mut self, place: (Reg, u32), word: Value) {
        let memory = self.slots(place, 1);
        self.store_slot(memory, 0, word);
    }

    fn template(&self, template: u32) -> &[u64] {
        self.program.tables.templates.get(template as usize).map_or(&[], |words| words)
    }

    fn fill(&mut self, memory: Value, words: &[u64]) {
        for (index, word) in words.iter().enumerate() {
            let word = self.number(*word);
            self.store_slot(memory, index, word);
        }
    }

    /// Most values keep nothing unknown, and have no label.
    fn unknown(&mut self, dst: Reg, place: (Reg, u32), literal: u32) {
        let (some, done) = (self.cold(), self.block());
        let memory = self.slots(place, 1);
        let label = self.load_slot(memory, 0);
        self.set_number(dst, 0);
        self.branch(label, some, done);
        self.go_to(some);
        let operands = [self.address(place.0, place.1), self.number(u64::from(literal))];
        self.help_into(&helpers::UNKNOWN, &operands, dst);
        self.jump(done);
        self.go_to(done);
    }

    /// Checks short ASCII texts in the input inline.
    fn check_utf8(&mut self, src: Reg) {
        const SHORT: i64 = 16;
        const HIGHEST: u64 = 0x8080_8080_8080_8080;
        let (other, done) = (self.block(), self.block());
        let span = self.get(src);
        let (len, source) = self.short_input(span, SHORT, other);
        let [low, high] = [0, 8].map(|at| self.load_bytes(8, source, at));
        let [low_mask, high_mask] = self.masks_of(len);
        let (low, high) = (self.builder.ins().band(low, low_mask), self.builder.ins().band(high, high_mask));
        let all = self.builder.ins().bor(low, high);
        let highest = self.number(HIGHEST);
        let beyond = self.builder.ins().band(all, highest);
        self.branch(beyond, other, done);
        self.go_to(other);
        self.call_helper(&helpers::CHECK_UTF8, &[span]);
        self.jump(done);
        self.go_to(done);
    }

    /// Computes the length and address of a span if it is short and in the input, with `most` readable bytes from its
    /// start; otherwise jumps to another block.
    pub(super) fn short_input(&mut self, span: Value, most: i64, other: Block) -> (Value, Value) {
        let len = self.len_of(span);
        let is_short = self.is_number(IntCC::UnsignedLessThanOrEqual, len, most);
        self.unless(is_short, other);
        let count = self.number(most as u64);
        (len, self.input_of(span, count, other))
    }

    /// Computes the address of a span of the input, if this many bytes are readable there; otherwise jumps to another
    /// block.
    pub(super) fn input_of(&mut self, span: Value, count: Value, other: Block) -> Value {
        // For another space, its bits place the start beyond any input.
        let start = self.builder.ins().ushr_imm(span, i64::from(BITS));
        let (behind, input_len) =
            (self.builder.ins().iadd(start, count), self.field(offset_of!(Machine<'_>, vm_context.input_len)));
        let is_inside = self.is(IntCC::UnsignedLessThanOrEqual, behind, input_len);
        self.unless(is_inside, other);
        let input = self.field(offset_of!(Machine<'_>, vm_context.input));
        self.builder.ins().iadd(input, start)
    }

    /// Computes masks of the first bytes of two words, for up to 16 bytes.
    fn masks_of(&mut self, len: Value) -> [Value; 2] {
        // For 8 bytes and more, the shift would be 64 bits or more, so it is split.
        let [whole, eight, zero] = [u64::MAX, 8, 0].map(|number| self.number(number));
        let low = self.builder.ins().umin(len, eight);
        let high = self.builder.ins().isub(len, low);
        [low, high].map(|bytes| {
            let bits = self.builder.ins().ishl_imm(bytes, 3);
            let none = self.is(IntCC::Equal, bytes, zero);
            let unused = self.builder.ins().ineg(bits);
            let mask = self.builder.ins().ushr(whole, unused);
            self.builder.ins().select(none, zero, mask)
        })
    }

    /// Computes a span that native values may hold: constants of the program are copied, and everything is if the input
    /// is discarded.
    fn lasting(&mut self, src: Reg) -> Value {
        let span = self.get(src);
        let (constant, done) = (self.cold(), self.block());
        let kept = self.builder.append_block_param(done, types::I64);
        let space = self.builder.ins().ushr_imm(span, i64::from(Space::SHIFT));
        let is_constant = self.is_number(IntCC::Equal, space, Space::Literals as i64);
        let copies = self.field_of(types::I8, offset_of!(Machine<'_>, copies));
        let is_copied = self.builder.ins().bor(is_constant, copies);
        self.builder.ins().brif(is_copied, constant, &[], done, &[span.into()]);
        self.go_to(constant);
        self.call_helper(&helpers::LASTING, &[span]);
        let copy = self.result(0);
        self.builder.ins().jump(done, &[copy.into()]);
        self.go_to(done);
        kept
    }

    fn reset(&mut self, base: Reg, off: u32, template: u32) {
        let words = self.template(template).to_vec();
        if words.len() > MOST_WORDS {
            let operands = [self.address(base, off), self.number(u64::from(template))];
            return self.call_helper(&helpers::RESET, &operands);
        }
        let memory = self.slots((base, off), words.len());
        self.fill(memory, &words);
    }

    /// Places a new value; returns its address.
    fn make(&mut self, template: u32) -> Value {
        let words = self.template(template).to_vec();
        if words.len() > MOST_WORDS {
            let template = self.number(u64::from(template));
            self.call_helper(&helpers::MAKE, &[template]);
            return self.result(0);
        }
        let (full, next) = (self.cold(), self.block());
        let used = self.field(offset_of!(Machine<'_>, vm_context.slots.used));
        let capacity = self.field(offset_of!(Machine<'_>, vm_context.slots.capacity));
        let behind = self.plus(used, words.len() as i64);
        let fits = self.is(IntCC::UnsignedLessThanOrEqual, behind, capacity);
        self.branch(fits, next, full);
        self.go_to(full);
        let count = self.number(words.len() as u64);
        self.call_helper(&helpers::MORE_SLOTS, &[count]);
        self.jump(next);
        self.go_to(next);
        let memory = self.memory_of(used);
        self.fill(memory, &words);
        self.set_field(offset_of!(Machine<'_>, vm_context.slots.used), behind);
        used
    }

    fn open_pointer(&mut self, dst: Reg, place: (Reg, u32), template: u32) {
        let (absent, done) = (self.block(), self.block());
        let memory = self.slots(place, 1);
        let present = self.load_slot(memory, 0);
        self.set(dst, present);
        self.set_number(dst + 1, 0);
        let is_absent = self.is_number(IntCC::Equal, present, 0);
        let at = self.address(place.0, place.1);
        self.branch(is_absent, absent, done);
        self.go_to(absent);
        let made = self.make(template);
        // The slots may have moved.
        let memory = self.memory_of(at);
        self.store_slot(memory, 0, made);
        self.set(dst, made);
        self.set_number(dst + 1, 1);
        self.jump(done);
        self.go_to(done);
    }

    /// Increments the element count if there is capacity, otherwise jumps to another block; returns the element's
    /// address.
    fn grow(&mut self, place: (Reg, u32), stride: usize, full: Block) -> Value {
        let list = self.slots(place, LIST);
        let [first, count, capacity] = std::array::from_fn(|index| self.load_slot(list, index));
        let fits = self.is(IntCC::UnsignedLessThan, count, capacity);
        self.unless(fits, full);
        let more = self.plus(count, 1);
        self.store_slot(list, 1, more);
        let distance = self.builder.ins().imul_imm(count, stride as i64);
        self.builder.ins().iadd(first, distance)
    }

    fn push(&mut self, dst: Reg, place: (Reg, u32), template: u32) {
        let words = self.template(template).to_vec();
        let (full, done) = (self.cold(), self.block());
        if words.len() <= MOST_WORDS {
            let element = self.grow(place, words.len(), full);
            let memory = self.slots_at(element, words.len());
            self.fill(memory, &words);
            self.set(dst, element);
            self.jump(done);
        } else {
            self.jump(full);
        }
        self.go_to(full);
        let operands = [self.address(place.0, place.1), self.number(u64::from(template))];
        self.help_into(&helpers::PUSH, &operands, dst);
        self.jump(done);
        self.go_to(done);
    }

    fn push_word(&mut self, place: (Reg, u32), word: Value) {
        let (full, done) = (self.cold(), self.block());
        let element = self.grow(place, 1, full);
        let memory = self.slots_at(element, 1);
        self.store_slot(memory, 0, word);
        self.jump(done);
        self.go_to(full);
        let list = self.address(place.0, place.1);
        self.call_helper(&helpers::PUSH_WORD, &[list, word]);
        self.jump(done);
        self.go_to(done);
    }
}
