//! Common code of all families of instructions: registers, the machine, checks that end a function, helpers.

use super::Translator;
use crate::bytecode::instr::Reg;
use crate::bytecode::jit::helpers::{Effect, Helper};
use crate::bytecode::jit::vm_context::Memory;
use crate::bytecode::run::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, AliasRegion, Block, Endianness, InstBuilder, MemFlags, Signature, Type, Value, types,
};
use cranelift_jit::JITModule;
use cranelift_module::Module;
use polywire_ir::ErrorCode;
use std::mem::offset_of;

/// Accesses to the machine.
const MACHINE: MemFlags = MemFlags::trusted().with_alias_region(Some(AliasRegion::Vmctx));
/// Accesses to the arena's slots.
pub(super) const SLOTS: MemFlags = MemFlags::trusted().with_alias_region(Some(AliasRegion::Heap));
/// Accesses to input and output bytes: little-endian and unaligned.
pub(super) const BYTES: MemFlags =
    MemFlags::new().with_notrap().with_endianness(Endianness::Little).with_alias_region(Some(AliasRegion::Table));

/// The minimum number of operands of a helper call. On Windows the last one is on the stack, in memory that belongs to
/// the callee.
const LEAST_OPERANDS: usize = if cfg!(windows) { 3 } else { 0 };

/// Helpers take the machine, the index of the instruction and three operands. Unused operands may be omitted if all are
/// passed in registers.
pub(super) fn helper_signature(module: &JITModule, operands: usize) -> Signature {
    let mut signature = module.make_signature();
    let word = AbiParam::new(types::I64);
    signature.params = vec![word, AbiParam::new(types::I32)];
    signature.params.extend(vec![word; operands]);
    signature.returns = vec![word];
    signature
}

impl Translator<'_> {
    pub(super) fn get(&mut self, reg: Reg) -> Value {
        let variable = self.registers[reg as usize];
        self.builder.use_var(variable)
    }

    pub(super) fn set(&mut self, reg: Reg, value: Value) {
        let variable = self.registers[reg as usize];
        self.builder.def_var(variable, value);
    }

    pub(super) fn number(&mut self, number: u64) -> Value {
        self.builder.ins().iconst(types::I64, number as i64)
    }

    pub(super) fn set_number(&mut self, reg: Reg, number: u64) {
        let value = self.number(number);
        self.set(reg, value);
    }

    pub(super) fn pos(&mut self) -> Value {
        self.builder.use_var(self.pos)
    }

    pub(super) fn end(&mut self) -> Value {
        self.field(offset_of!(Machine<'_>, reader.end))
    }

    pub(super) fn out(&mut self) -> Value {
        self.builder.use_var(self.out)
    }

    pub(super) fn set_pos(&mut self, value: Value) {
        self.builder.def_var(self.pos, value);
    }

    pub(super) fn set_end(&mut self, value: Value) {
        self.set_field(offset_of!(Machine<'_>, reader.end), value);
    }

    pub(super) fn set_out(&mut self, value: Value) {
        self.builder.def_var(self.out, value);
    }

    /// Loads a word of the machine.
    pub(super) fn field(&mut self, offset: usize) -> Value {
        self.field_of(types::I64, offset)
    }

    pub(super) fn field_of(&mut self, ty: Type, offset: usize) -> Value {
        self.builder.ins().load(ty, MACHINE, self.machine, offset as i32)
    }

    pub(super) fn set_field(&mut self, offset: usize, value: Value) {
        self.builder.ins().store(MACHINE, value, self.machine, offset as i32);
    }

    /// Loads a result of a function or helper.
    pub(super) fn result(&mut self, index: u32) -> Value {
        self.field(offset_of!(Machine<'_>, vm_context.values) + 8 * index as usize)
    }

    pub(super) fn set_result(&mut self, index: u32, value: Value) {
        self.set_field(offset_of!(Machine<'_>, vm_context.values) + 8 * index as usize, value);
    }

    /// Stores results in consecutive registers.
    pub(super) fn set_results(&mut self, first: Reg, count: u32) {
        for index in 0..count {
            let value = self.result(index);
            self.set(first + index, value);
        }
    }

    pub(super) fn is(&mut self, comparison: IntCC, a: Value, b: Value) -> Value {
        self.builder.ins().icmp(comparison, a, b)
    }

    pub(super) fn is_number(&mut self, comparison: IntCC, a: Value, number: i64) -> Value {
        self.builder.ins().icmp_imm(comparison, a, number)
    }

    pub(super) fn plus(&mut self, value: Value, number: i64) -> Value {
        match number {
            0 => value,
            number => self.builder.ins().iadd_imm(value, number),
        }
    }

    pub(super) fn block(&mut self) -> Block {
        self.builder.create_block()
    }

    pub(super) fn cold(&mut self) -> Block {
        let block = self.block();
        self.builder.set_cold_block(block);
        block
    }

    /// Continues in a block that nothing else jumps to.
    pub(super) fn go_to(&mut self, block: Block) {
        self.builder.switch_to_block(block);
        self.builder.seal_block(block);
    }

    pub(super) fn jump(&mut self, block: Block) {
        self.builder.ins().jump(block, &[]);
    }

    pub(super) fn branch(&mut self, cond: Value, then: Block, other: Block) {
        self.builder.ins().brif(cond, then, &[], other, &[]);
    }

    /// Continues if a condition holds, otherwise jumps to a block.
    pub(super) fn unless(&mut self, cond: Value, other: Block) {
        let next = self.block();
        self.branch(cond, next, other);
        self.go_to(next);
    }

    /// Ends the function with an error.
    pub(super) fn fail(&mut self, code: ErrorCode) {
        let fault = self.fault(code);
        self.jump(fault);
    }

    /// Ends the function with an error unless a condition holds.
    pub(super) fn check(&mut self, cond: Value, code: ErrorCode) {
        let fault = self.fault(code);
        self.unless(cond, fault);
    }

    fn fault(&mut self, code: ErrorCode) -> Block {
        let at = (self.pc, code);
        if let Some(&known) = self.faults.get(&at) {
            return known;
        }
        let block = self.cold();
        self.faults.insert(at, block);
        block
    }

    /// Calls a helper; the function ends if that fails.
    pub(super) fn call_helper(&mut self, helper: &Helper, operands: &[Value]) {
        if helper.effect.reads() {
            self.flush_cursor();
        }
        if helper.effect.writes() {
            self.flush_output();
        }
        let mut args = vec![self.machine, self.builder.ins().iconst(types::I32, i64::from(self.pc))];
        args.extend(operands);
        args.resize(args.len().max(2 + LEAST_OPERANDS), self.machine);
        let address = self.number(helper.run as usize as u64);
        let call = self.builder.ins().call_indirect(self.helpers[args.len() - 2], address, &args);
        let status = self.builder.inst_results(call)[0];
        match helper.effect {
            Effect::Nothing | Effect::Slots | Effect::Memory => {}
            Effect::Cursor | Effect::Elements | Effect::Region => self.reload_cursor(),
            Effect::Output => self.reload_output(),
        }
        let next = self.block();
        self.builder.ins().brif(status, self.fail, &[status.into()], next, &[]);
        self.go_to(next);
    }

    /// Writes cached variables to the machine.
    pub(super) fn flush(&mut self) {
        self.flush_cursor();
        self.flush_output();
    }

    fn flush_cursor(&mut self) {
        if self.uses.cursor {
            let pos = self.pos();
            self.set_field(offset_of!(Machine<'_>, reader.pos), pos);
        }
    }

    fn flush_output(&mut self) {
        if self.uses.output {
            let out = self.out();
            self.set_field(offset_of!(Machine<'_>, vm_context.out) + offset_of!(Memory, used), out);
        }
    }

    /// Reloads cached variables from the machine.
    pub(super) fn reload(&mut self) {
        self.reload_cursor();
        self.reload_output();
    }

    fn reload_cursor(&mut self) {
        if self.uses.cursor {
            let pos = self.field(offset_of!(Machine<'_>, reader.pos));
            self.set_pos(pos);
        }
    }

    fn reload_output(&mut self) {
        if self.uses.output {
            let out = self.field(offset_of!(Machine<'_>, vm_context.out.used));
            self.set_out(out);
        }
    }

    /// Loads an integer of this many bytes as a word.
    pub(super) fn load_bytes(&mut self, width: u8, address: Value, offset: i32) -> Value {
        let ins = self.builder.ins();
        match width {
            1 => ins.uload8(types::I64, BYTES, address, offset),
            2 => ins.uload16(types::I64, BYTES, address, offset),
            4 => ins.uload32(BYTES, address, offset),
            _ => ins.load(types::I64, BYTES, address, offset),
        }
    }

    /// Stores the low bytes of a word.
    pub(super) fn store_bytes(&mut self, width: u8, value: Value, address: Value, offset: i32) {
        let ins = self.builder.ins();
        match width {
            1 => ins.istore8(BYTES, value, address, offset),
            2 => ins.istore16(BYTES, value, address, offset),
            4 => ins.istore32(BYTES, value, address, offset),
            _ => ins.store(BYTES, value, address, offset),
        };
    }

    /// Reverses the bytes of a word of this width.
    pub(super) fn swapped(&mut self, width: u8, value: Value) -> Value {
        let swapped = self.builder.ins().bswap(value);
        match width {
            8 => swapped,
            width => self.builder.ins().ushr_imm(swapped, 64 - 8 * i64::from(width)),
        }
    }
}

/// Covers bytes by words: returns the width and offset of each. Words may overlap.
pub(super) fn words_of(len: usize) -> Vec<(u8, usize)> {
    let width = match len {
        0 => return Vec::new(),
        1 => 1,
        2..4 => 2,
        4..8 => 4,
        _ => 8,
    };
    let mut words: Vec<_> = (0..len / width).map(|index| (width as u8, index * width)).collect();
    if !len.is_multiple_of(width) {
        words.push((width as u8, len - width));
    }
    words
}

/// Returns a word of constant bytes.
pub(super) fn word_at(bytes: &[u8], (width, at): (u8, usize)) -> u64 {
    bytes[at..at + usize::from(width)].iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
}
