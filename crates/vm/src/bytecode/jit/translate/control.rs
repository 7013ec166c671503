//! Control: jumps, switches, calls, and other instructions that jump.

use super::Translator;
use super::emit::{SLOTS, word_at, words_of};
use super::family::instrs_of;
use crate::bytecode::instr::{Instr, Reg};
use crate::bytecode::jit::helpers;
use crate::bytecode::run::Machine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value, types};
use cranelift_frontend::Switch;
use cranelift_module::Module;
use polywire_ir::ErrorCode;
use std::collections::{BTreeMap, BTreeSet};
use std::mem::offset_of;

impl Translator<'_> {
    /// Returns true if the next instruction is reachable.
    pub(super) fn control(&mut self, instr: Instr) -> bool {
        match instr {
            Instr::Jump { to } => {
                let block = self.target(to);
                self.jump(block);
                return false;
            }
            Instr::JumpIf { a, to } => self.jump_number(IntCC::NotEqual, a, 0, to),
            Instr::JumpUnless { a, to } => self.jump_number(IntCC::Equal, a, 0, to),
            Instr::JumpEq { a, b, to } => self.jump_if(IntCC::Equal, a, b, to),
            Instr::JumpEqK { a, k, to } => self.jump_number(IntCC::Equal, a, k, to),
            Instr::JumpNe { a, b, to } => self.jump_if(IntCC::NotEqual, a, b, to),
            Instr::JumpNeK { a, k, to } => self.jump_number(IntCC::NotEqual, a, k, to),
            Instr::JumpLtU { a, b, to } => self.jump_if(IntCC::UnsignedLessThan, a, b, to),
            Instr::JumpLeU { a, b, to } => self.jump_if(IntCC::UnsignedLessThanOrEqual, a, b, to),
            Instr::JumpLtI { a, b, to } => self.jump_if(IntCC::SignedLessThan, a, b, to),
            Instr::JumpLeI { a, b, to } => self.jump_if(IntCC::SignedLessThanOrEqual, a, b, to),
            Instr::JumpIfLeft { to } => self.jump_left(IntCC::NotEqual, to),
            Instr::JumpUnlessLeft { to } => self.jump_left(IntCC::Equal, to),
            Instr::Switch { a, table } => {
                self.switch(a, table);
                return false;
            }
            Instr::SwitchBytes { a, table } => {
                self.switch_bytes(a, table);
                return false;
            }
            Instr::Call { function, first } => self.call(function, first),
            Instr::Return => {
                self.return_();
                return false;
            }
            Instr::Fail { code } => {
                self.fail(code);
                return false;
            }
            Instr::Charge { cost } => self.charge(cost),
            Instr::Credit { amount } => self.credit(amount),
            Instr::Predict { literal, to } => self.predict(literal, to),
            Instr::MemoFind { dst, key, to } => self.recall(dst, key, to),
            Instr::EachEnter { item, base, off, to } => self.enter_each(item, (base, off), to),
            Instr::EachNext { item, stride, to } => self.next_each(item, stride, to),
            Instr::SortedNext { item, to } => self.next_sorted(item, to),
            instrs_of!(value | reading | building | writing | apart) => {}
        }
        true
    }

    /// Returns the block of an instruction. A target outside of the function is a fault of the bytecode.
    pub(super) fn target(&mut self, to: u32) -> Block {
        match self.blocks.get(&to) {
            Some(&block) => block,
            None => {
                let block = self.cold();
                self.strays.push(block);
                block
            }
        }
    }

    /// Jumps if a condition holds.
    pub(super) fn jump_on(&mut self, cond: Value, to: u32) {
        let (target, next) = (self.target(to), self.block());
        self.branch(cond, target, next);
        self.go_to(next);
    }

    fn jump_if(&mut self, comparison: IntCC, a: Reg, b: Reg, to: u32) {
        let (a, b) = (self.get(a), self.get(b));
        let cond = self.is(comparison, a, b);
        self.jump_on(cond, to);
    }

    fn jump_number(&mut self, comparison: IntCC, a: Reg, k: i32, to: u32) {
        let a = self.get(a);
        let cond = self.is_number(comparison, a, i64::from(k));
        self.jump_on(cond, to);
    }

    fn jump_left(&mut self, comparison: IntCC, to: u32) {
        let (pos, end) = (self.pos(), self.end());
        let cond = self.is(comparison, pos, end);
        self.jump_on(cond, to);
    }

    fn switch(&mut self, a: Reg, table: u32) {
        let program = self.program;
        let Some(it) = program.tables.switches.get(table as usize) else {
            return self.fail(ErrorCode::Internal);
        };
        let dense = it.dense.iter().enumerate().map(|(index, to)| (it.first + index as u64, *to));
        let mut switch = Switch::new();
        for (key, to) in dense.chain(it.sparse.iter().copied()).filter(|(_, to)| *to != it.default) {
            let block = self.target(to);
            switch.set_entry(u128::from(key), block);
        }
        let (key, default) = (self.get(a), self.target(it.default));
        switch.emit(&mut self.builder, key, default);
    }

    /// Returns the targets of a switch by bytes.
    pub(super) fn byte_targets(&self, table: u32) -> BTreeSet<u32> {
        let Some(it) = self.program.tables.byte_switches.get(table as usize) else {
            return BTreeSet::new();
        };
        it.buckets.iter().flatten().map(|(_, target)| *target).chain([it.default]).collect()
    }

    /// Compares bytes of the input inline with the keys of their length.
    fn switch_bytes(&mut self, a: Reg, table: u32) {
        /// With more keys, a hash table is faster.
        const MOST_KEYS: usize = 48;
        let program = self.program;
        let Some(it) = program.tables.byte_switches.get(table as usize) else {
            return self.fail(ErrorCode::Internal);
        };
        let mut by_len: BTreeMap<usize, Vec<(&[u8], u32)>> = BTreeMap::new();
        for (key, to) in it.buckets.iter().flatten() {
            by_len.entry(key.len()).or_default().push((key, *to));
        }
        let span = self.get(a);
        if by_len.values().map(Vec::len).sum::<usize>() <= MOST_KEYS {
            let elsewhere = self.cold();
            let len = self.len_of(span);
            let source = self.input_of(span, len, elsewhere);
            self.switch_len(len, source, &by_len, it.default);
            self.go_to(elsewhere);
        }
        self.switch_hash(span, table);
    }

    fn switch_len(&mut self, len: Value, source: Value, by_len: &BTreeMap<usize, Vec<(&[u8], u32)>>, default: u32) {
        let (default, mut switch, mut blocks) = (self.target(default), Switch::new(), Vec::new());
        for (len, keys) in by_len {
            let block = self.block();
            switch.set_entry(*len as u128, block);
            blocks.push((block, keys));
        }
        switch.emit(&mut self.builder, len, default);
        for (block, keys) in blocks {
            self.go_to(block);
            for (key, to) in keys {
                let (same, target) = (self.begins(source, key), self.target(*to));
                let next = self.block();
                self.branch(same, target, next);
                self.go_to(next);
            }
            self.jump(default);
        }
    }

    fn switch_hash(&mut self, span: Value, table: u32) {
        let operands = [span, self.number(u64::from(table))];
        self.call_helper(&helpers::SWITCH_BYTES, &operands);
        let mut switch = Switch::new();
        for to in self.byte_targets(table) {
            let block = self.target(to);
            switch.set_entry(u128::from(to), block);
        }
        let (found, nowhere) = (self.result(0), self.target(u32::MAX));
        switch.emit(&mut self.builder, found, nowhere);
    }

    fn call(&mut self, function: u32, first: Reg) {
        let Some(&callee) = self.callees.get(&function) else {
            let never = self.number(0);
            return self.check(never, ErrorCode::Internal);
        };
        let depth = callee.nests.then(|| self.descend());
        let mut args = vec![self.machine];
        args.extend((0..callee.params).map(|index| self.get(first + index)));
        self.flush();
        let function = self.module.declare_func_in_func(callee.id, self.builder.func);
        let call = self.builder.ins().call(function, &args);
        let status = self.builder.inst_results(call)[0];
        let next = self.block();
        self.builder.ins().brif(status, self.propagate, &[status.into()], next, &[]);
        self.go_to(next);
        if let Some(depth) = depth {
            self.set_field(offset_of!(Machine<'_>, depth), depth);
        }
        self.reload();
        self.slack = 0;
        self.set_results(first, callee.results);
    }

    /// Increments the nesting depth; returns the previous one.
    fn descend(&mut self) -> Value {
        let depth = self.field_of(types::I32, offset_of!(Machine<'_>, depth));
        let limit = self.field_of(types::I32, offset_of!(Machine<'_>, limits.depth));
        let allowed = self.is(IntCC::NotEqual, depth, limit);
        self.check(allowed, ErrorCode::TooDeep);
        let deeper = self.plus(depth, 1);
        self.set_field(offset_of!(Machine<'_>, depth), deeper);
        depth
    }

    fn return_(&mut self) {
        let results = self.program.functions[self.index as usize].results;
        for index in 0..results {
            let value = self.get(index);
            self.set_result(index, value);
        }
        self.flush();
        let fine = self.builder.ins().iconst(types::I32, 0);
        self.builder.ins().return_(&[fine]);
    }

    fn charge(&mut self, cost: Reg) {
        let (cost, budget) = (self.get(cost), self.field(offset_of!(Machine<'_>, budget)));
        let enough = self.is(IntCC::UnsignedGreaterThanOrEqual, budget, cost);
        self.check(enough, ErrorCode::BudgetExceeded);
        let rest = self.builder.ins().isub(budget, cost);
        self.set_field(offset_of!(Machine<'_>, budget), rest);
    }

    /// Adds to the budget; the sum is limited to the largest number.
    fn credit(&mut self, amount: Reg) {
        let (amount, budget) = (self.get(amount), self.field(offset_of!(Machine<'_>, budget)));
        let sum = self.builder.ins().iadd(budget, amount);
        let wrapped = self.is(IntCC::UnsignedLessThan, sum, budget);
        let largest = self.number(u64::MAX);
        let kept = self.builder.ins().select(wrapped, largest, sum);
        self.set_field(offset_of!(Machine<'_>, budget), kept);
    }

    fn predict(&mut self, literal: u32, to: u32) {
        let (target, next) = (self.target(to), self.block());
        self.read_literal(literal, next);
        self.jump(target);
        self.builder.switch_to_block(next);
        self.builder.seal_block(next);
    }

    /// Skips a literal if the window continues with it; otherwise jumps to another block.
    pub(super) fn read_literal(&mut self, literal: u32, other: Block) {
        /// Longer literals are compared by a helper.
        const LONGEST: usize = 48;
        let program = self.program;
        let span = program.tables.literals.get(literal as usize).map(|it| it.span.range());
        let bytes = span.and_then(|range| program.literal_bytes.get(range)).unwrap_or_default();
        if bytes.len() > LONGEST {
            let operand = self.number(u64::from(literal));
            self.call_helper(&helpers::MATCHES, &[operand]);
            let found = self.result(0);
            return self.unless(found, other);
        }
        let (pos, left) = (self.pos(), self.left());
        let enough = self.is_number(IntCC::UnsignedGreaterThanOrEqual, left, bytes.len() as i64);
        self.unless(enough, other);
        let address = self.source();
        let same = self.begins(address, bytes);
        self.unless(same, other);
        let behind = self.plus(pos, bytes.len() as i64);
        self.set_pos(behind);
    }

    /// Returns true if these bytes are at an address, where enough are readable.
    fn begins(&mut self, address: Value, bytes: &[u8]) -> Value {
        let mut difference = None;
        for word in words_of(bytes.len()) {
            let found = self.load_bytes(word.0, address, word.1 as i32);
            let wanted = self.number(word_at(bytes, word));
            let differs = self.builder.ins().bxor(found, wanted);
            difference = Some(difference.map_or(differs, |others| self.builder.ins().bor(others, differs)));
        }
        let difference = difference.unwrap_or_else(|| self.number(0));
        self.is_number(IntCC::Equal, difference, 0)
    }

    fn recall(&mut self, dst: Reg, key: Reg, to: u32) {
        let key = self.get(key);
        self.call_helper(&helpers::RECALL, &[key]);
        let (found, position, before) = (self.result(0), self.result(1), self.get(dst));
        let value = self.builder.ins().select(found, position, before);
        self.set(dst, value);
        self.jump_on(found, to);
    }

    fn enter_each(&mut self, item: Reg, (base, off): (Reg, u32), to: u32) {
        let list = self.slots((base, off), 2);
        let first = self.builder.ins().load(types::I64, SLOTS, list, 0);
        let count = self.builder.ins().load(types::I64, SLOTS, list, 8);
        self.set(item, first);
        self.set_number(item + 1, 0);
        self.set(item + 2, count);
        let none = self.is_number(IntCC::Equal, count, 0);
        self.jump_on(none, to);
    }

    fn next_each(&mut self, item: Reg, stride: u32, to: u32) {
        let [element, index, count] = std::array::from_fn(|offset| self.get(item + offset as u32));
        let (element, index) = (self.plus(element, i64::from(stride)), self.plus(index, 1));
        self.set(item, element);
        self.set(item + 1, index);
        let goes_on = self.is(IntCC::UnsignedLessThan, index, count);
        self.jump_on(goes_on, to);
    }

    fn next_sorted(&mut self, item: Reg, to: u32) {
        let operands = std::array::from_fn::<_, 3, _>(|offset| self.get(item + 1 + offset as u32));
        self.call_helper(&helpers::NEXT_SORTED, &operands);
        self.set_results(item, 4);
        let goes_on = self.result(4);
        self.jump_on(goes_on, to);
    }
}
