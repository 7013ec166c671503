//! The instruction loop.

use super::call::{divide, remainder};
use super::state::{Fault, Machine, Suspended};
use super::window::Window;
use crate::bytecode::instr::Instr;
use crate::bytecode::span::Span;
use crate::value::{cut_signed, cut_unsigned};
use crate::{leaves, limits};
use polywire_ir::ErrorCode;

impl Machine<'_> {
    /// Runs a function whose arguments are in the first registers, until it returns.
    pub(super) fn run(&mut self, function: u32, registers: &mut Vec<u64>) -> Result<(), Fault> {
        let next = self.enter(function, registers, (0, 0), 0).map_err(|code| (code, 0))?;
        self.go_on(next, 0, registers)
    }

    /// Runs from an instruction of a function whose registers begin at `base`.
    pub(super) fn go_on(&mut self, mut next: u32, mut base: usize, registers: &mut Vec<u64>) -> Result<(), Fault> {
        let code: &[Instr] = &self.program.code;
        let mut pc;
        let mut r = Window(&mut registers[base..]);
        // `?` that records the position of the instruction.
        macro_rules! attempt {
            ($step:expr) => {
                match $step {
                    Ok(value) => value,
                    Err(code) => return Err((code, pc)),
                }
            };
        }
        loop {
            pc = next;
            next += 1;
            let Some(instr) = code.get(pc as usize) else {
                return Err((ErrorCode::Internal, pc));
            };
            match *instr {
                Instr::Const { dst, low, high } => r.set(dst, u64::from(high) << 32 | u64::from(low)),
                Instr::Move { dst, src } => r.set(dst, r.get(src)),
                Instr::Add { dst, a, b } => r.set(dst, r.get(a).wrapping_add(r.get(b))),
                Instr::AddK { dst, a, k } => r.set(dst, r.get(a).wrapping_add_signed(i64::from(k))),
                Instr::Sub { dst, a, b } => r.set(dst, r.get(a).wrapping_sub(r.get(b))),
                Instr::Mul { dst, a, b } => r.set(dst, r.get(a).wrapping_mul(r.get(b))),
                Instr::DivU { dst, a, b } => r.set(dst, r.get(a).checked_div(r.get(b)).unwrap_or(0)),
                Instr::DivI { dst, a, b } => r.set(dst, divide(r.signed(a), r.signed(b)) as u64),
                Instr::RemU { dst, a, b } => r.set(dst, r.get(a).checked_rem(r.get(b)).unwrap_or(0)),
                Instr::RemI { dst, a, b } => r.set(dst, remainder(r.signed(a), r.signed(b)) as u64),
                Instr::And { dst, a, b } => r.set(dst, r.get(a) & r.get(b)),
                Instr::AndK { dst, a, k } => r.set(dst, r.get(a) & i64::from(k) as u64),
                Instr::Or { dst, a, b } => r.set(dst, r.get(a) | r.get(b)),
                Instr::Xor { dst, a, b } => r.set(dst, r.get(a) ^ r.get(b)),
                Instr::XorK { dst, a, k } => r.set(dst, r.get(a) ^ i64::from(k) as u64),
                Instr::Shl { dst, a, b } => r.set(dst, r.get(a).wrapping_shl(r.get(b) as u32)),
                Instr::ShlK { dst, a, k } => r.set(dst, r.get(a).wrapping_shl(k as u32)),
                Instr::ShrU { dst, a, b } => r.set(dst, r.get(a).wrapping_shr(r.get(b) as u32)),
                Instr::ShrUK { dst, a, k } => r.set(dst, r.get(a).wrapping_shr(k as u32)),
                Instr::ShrI { dst, a, b } => r.set(dst, r.signed(a).wrapping_shr(r.get(b) as u32) as u64),
                Instr::ShrIK { dst, a, k } => r.set(dst, r.signed(a).wrapping_shr(k as u32) as u64),
                Instr::WrapU { dst, a, bits } => r.set(dst, cut_unsigned(r.get(a), bits)),
                Instr::WrapI { dst, a, bits } => r.set(dst, cut_signed(r.get(a), bits) as u64),
                Instr::ZigZag { dst, a } => r.set(dst, r.get(a) << 1 ^ (r.signed(a) >> 63) as u64),
                Instr::UnZigZag { dst, a } => r.set(dst, r.get(a) >> 1 ^ (r.get(a) & 1).wrapping_neg()),
                Instr::EqBytes { dst, a, b } => {
                    r.set(dst, u64::from(self.bytes(Span(r.get(a))) == self.bytes(Span(r.get(b)))));
                }
                Instr::BytesLen { dst, a } => r.set(dst, Span(r.get(a)).len() as u64),
                Instr::Slice { dst, a, start, len } => {
                    r.set(dst, Span(r.get(a)).part(start as usize, len as usize).0);
                }
                Instr::Load { dst, section, offset, width, big } => {
                    r.set(dst, attempt!(self.load_section(r.get(section), offset, width, big)));
                }
                Instr::IsMember { dst, a, table } => r.set(dst, u64::from(self.is_member(r.signed(a), table))),
                Instr::VarintSize { dst, a } => r.set(dst, leaves::varint_size(r.get(a)) as u64),
                Instr::Utf8Valid { dst, a } => {
                    r.set(dst, u64::from(leaves::utf8_valid(self.bytes(Span(r.get(a))))));
                }
                Instr::IsAscii { dst, a } => r.set(dst, u64::from(leaves::is_ascii(self.bytes(Span(r.get(a)))))),
                Instr::UntilNul { dst, a } => r.set(dst, self.until_nul(r.get(a))),
                Instr::Setting { dst, setting } => r.set(dst, u64::from(limits::setting(&self.limits, setting))),
                Instr::DecimalFloat { dst, a, bits } => r.set(dst, self.decimal_float(r.get(a), bits)),

                Instr::Jump { to } => next = to,
                Instr::JumpIf { a, to } if r.get(a) != 0 => next = to,
                Instr::JumpUnless { a, to } if r.get(a) == 0 => next = to,
                Instr::JumpEq { a, b, to } if r.get(a) == r.get(b) => next = to,
                Instr::JumpEqK { a, k, to } if r.get(a) == i64::from(k) as u64 => next = to,
                Instr::JumpNe { a, b, to } if r.get(a) != r.get(b) => next = to,
                Instr::JumpNeK { a, k, to } if r.get(a) != i64::from(k) as u64 => next = to,
                Instr::JumpLtU { a, b, to } if r.get(a) < r.get(b) => next = to,
                Instr::JumpLeU { a, b, to } if r.get(a) <= r.get(b) => next = to,
                Instr::JumpLtI { a, b, to } if r.signed(a) < r.signed(b) => next = to,
                Instr::JumpLeI { a, b, to } if r.signed(a) <= r.signed(b) => next = to,
                Instr::JumpIfLeft { to } if self.left() != 0 => next = to,
                Instr::JumpUnlessLeft { to } if self.left() == 0 => next = to,
                Instr::JumpIf { .. }
                | Instr::JumpUnless { .. }
                | Instr::JumpEq { .. }
                | Instr::JumpEqK { .. }
                | Instr::JumpNe { .. }
                | Instr::JumpNeK { .. }
                | Instr::JumpLtU { .. }
                | Instr::JumpLeU { .. }
                | Instr::JumpLtI { .. }
                | Instr::JumpLeI { .. }
                | Instr::JumpIfLeft { .. }
                | Instr::JumpUnlessLeft { .. } => {}
                Instr::Switch { a, table } => next = attempt!(self.switch(r.get(a), table)),
                Instr::SwitchBytes { a, table } => next = attempt!(self.switch_bytes(Span(r.get(a)), table)),
                Instr::Call { function, first } if self.code.is_some_and(|code| code.has(function)) => {
                    self.run_code(function, &mut r.0[first as usize..], pc)?;
                }
                Instr::Call { function, first } => {
                    let caller = (next, base);
                    base += first as usize;
                    next = attempt!(self.enter(function, registers, caller, base));
                    r = Window(&mut registers[base..]);
                }
                Instr::Return => {
                    let Some((back, outer)) = self.leave() else {
                        return Ok(());
                    };
                    (next, base) = (back, outer);
                    r = Window(&mut registers[base..]);
                }
                Instr::Fail { code } => return Err((code, pc)),
                Instr::Charge { cost } => attempt!(self.charge(r.get(cost))),
                Instr::Credit { amount } => self.budget = self.budget.saturating_add(r.get(amount)),

                Instr::Read { dst, leaf } => r.set(dst, attempt!(self.read_leaf(leaf))),
                Instr::ReadVarint { dst } => r.set(dst, attempt!(self.read_varint())),
                Instr::ReadInt { dst, width, big } => r.set(dst, attempt!(self.read_int(width, big))),
                Instr::ReadSpan { dst, len } => r.set(dst, attempt!(self.read_span(r.get(len)))),
                Instr::Peek { dst } => r.set(dst, self.peek()),
                Instr::Skip { len } => attempt!(self.skip(r.get(len))),
                Instr::SkipWhile { set } => self.skip_while(set),
                Instr::ReadAlign { to, from } => attempt!(self.read_align(r.get(to), r.get(from))),
                Instr::Match { literal, code } => attempt!(self.expect(literal, code)),
                Instr::Matches { dst, literal } => r.set(dst, u64::from(self.matches(literal))),
                Instr::Predict { literal, to } => next = if self.matches(literal) { to } else { next },
                Instr::WindowEnter { len, save } => r.set(save, attempt!(self.enter_window(r.get(len)))),
                Instr::WindowSkip { save } => self.leave_window(r.get(save)),
                Instr::WindowCheck { save, code } => attempt!(self.check_window(r.get(save), code)),
                Instr::AtEnter { region, pos, save } => {
                    r.set_all(save, attempt!(self.enter_at(Span(r.get(region)), r.get(pos))));
                }
                Instr::AtLeave { save } => self.leave_at(r.get_all(save)),
                Instr::Section { dst, args, table } => {
                    let [region, pos, len] = r.get_all(args);
                    r.set(dst, attempt!(self.section(Span(region), pos, len, table)));
                }
                Instr::Pos { dst } => r.set(dst, self.pos()),
                Instr::Refill => {
                    if self.left() < self.enough {
                        self.suspended = Some(Suspended { next: pc, base });
                        return Err((ErrorCode::Internal, pc));
                    }
                }
                Instr::Left { dst } => r.set(dst, self.left() as u64),
                Instr::Since { dst, from } => r.set(dst, self.since(r.get(from))),
                Instr::Input { dst } => r.set(dst, self.reader.region.0),

                Instr::Get { dst, base, off } => r.set(dst, self.arena.get(r.address(base, off))),
                Instr::Make { dst, template } => r.set(dst, self.arena.alloc(self.template(template)) as u64),
                Instr::Index { dst, first, index, stride } => {
                    r.set(dst, r.get(first).wrapping_add(r.get(index).wrapping_mul(u64::from(stride))));
                }
                Instr::Unknown { dst, base, off, literal } => {
                    r.set(dst, self.unknown(r.address(base, off), literal));
                }
                Instr::Set { base, off, src } => self.arena.set(r.address(base, off), r.get(src)),
                Instr::SetK { base, off, k } => self.arena.set(r.address(base, off), u64::from(k)),
                Instr::SetSpan { base, off, src } => {
                    let span = attempt!(self.lasting(r.get(src)));
                    self.arena.set(r.address(base, off), span);
                }
                Instr::CheckUtf8 { src } => attempt!(self.check_utf8(r.get(src))),
                Instr::CheckLen { src, len } => {
                    if Span(r.get(src)).len() != len as usize {
                        return Err((ErrorCode::Internal, pc));
                    }
                }
                Instr::Reset { base, off, template } => {
                    self.arena.reset(r.address(base, off), self.template(template));
                }
                Instr::OpenPointer { dst, base, off, template } => {
                    let (value, created) = self.open_pointer(r.address(base, off), template);
                    r.set_all(dst, [value, u64::from(created)]);
                }
                Instr::OpenFlagged { dst, base, off, template } => {
                    let (value, created) = self.open_flagged(r.address(base, off), template);
                    r.set_all(dst, [value, u64::from(created)]);
                }
                Instr::OpenCase { dst, base, off, table } => {
                    let (value, created) = self.open_case(r.address(base, off), table);
                    r.set_all(dst, [value, u64::from(created)]);
                }
                Instr::Push { dst, base, off, template } => {
                    let element = self.arena.push(r.address(base, off), self.template(template));
                    r.set(dst, element as u64);
                }
                Instr::ElementEnter { dst, base, off, template } => {
                    let element = self.enter_element(r.address(base, off), off, template);
                    r.set(dst, element as u64);
                }
                Instr::ElementLeave { element, base, off } => {
                    self.leave_element(r.get(element), r.address(base, off), off);
                }
                Instr::ElementsReset { off } => self.reset_elements(off),
                Instr::ElementsSplice { off, to } => match self.splice(off) {
                    Ok(true) => next = to,
                    Ok(false) => {}
                    Err(fault) => return Err(fault),
                },
                Instr::PushWord { base, off, src } => self.arena.push_word(r.address(base, off), r.get(src)),
                Instr::PushSpan { base, off, src } => {
                    let span = attempt!(self.lasting(r.get(src)));
                    self.arena.push_word(r.address(base, off), span);
                }
                Instr::PushVarints { base, off, map } => attempt!(self.push_varints(r.address(base, off), map)),
                Instr::Retain { base, off, src, literal } => {
                    attempt!(self.retain(r.address(base, off), r.get(src), literal));
                }
                Instr::ReportUnknown => self.arena.reports_unknown = true,

                Instr::Write { src, leaf } => self.write_leaf(leaf, r.get(src)),
                Instr::WriteVarint { src } => leaves::write_varint(r.get(src), &mut self.out),
                Instr::WriteVarints { base, off, zigzag } => self.write_varints(r.address(base, off), zigzag),
                Instr::WriteInt { src, width, big } => self.write_int(r.get(src), width, big),
                Instr::WriteLiteral { literal } => self.out.extend_from_slice(self.literal(literal)),
                Instr::WriteSpan { src } => self.write_span(r.get(src)),
                Instr::WriteZeros { count } => attempt!(self.write_zeros(r.get(count))),
                Instr::WriteAlign { from, to } => attempt!(self.write_align(to, r.get(from))),
                Instr::PutInt { src, offset, width, big } => attempt!(self.put_int(offset, r.get(src), width, big)),
                Instr::PutSpan { src, offset } => attempt!(self.put_span(offset, r.get(src))),
                Instr::MeasureEnter { save, table } => r.set_all(save, self.enter_measure(table)),
                Instr::MeasureLeave { save, table } => {
                    attempt!(self.leave_measure(r.get_all(save), r.get(save + 2), table));
                }
                Instr::BlockEnter { size, save } => r.set(save, attempt!(self.enter_block(r.get(size)))),
                Instr::SubEnter { offset, save } => {
                    r.set(save, self.base as u64);
                    self.base += offset as usize;
                }
                Instr::Base { dst } => r.set(dst, self.base as u64),
                Instr::SetBase { src } => self.base = r.get(src) as usize,
                Instr::AddBase { k } => self.base += k as usize,
                Instr::Tail { dst } => r.set(dst, self.out.len() as u64),
                Instr::MemoFind { dst, key, to } => {
                    if let Some(position) = self.recall(r.get(key)) {
                        r.set(dst, position);
                        next = to;
                    }
                }
                Instr::MemoKeep { key, src } => self.remember(r.get(key), r.get(src)),
                Instr::ScratchEnter => self.enter_scratch(),
                Instr::ScratchLeave { dst } => r.set(dst, attempt!(self.leave_scratch())),
                Instr::Settle { base, off, table } => attempt!(self.settle(r.address(base, off), table)),
                Instr::EachEnter { item, base, off, to } => {
                    let list = r.address(base, off);
                    let count = self.arena.get(list + 1);
                    r.set_all(item, [self.arena.get(list), 0, count]);
                    next = if count == 0 { to } else { next };
                }
                Instr::EachNext { item, stride, to } => {
                    let [element, index, count] = r.get_all(item);
                    r.set_all(item, [element.wrapping_add(u64::from(stride)), index + 1, count]);
                    next = if index + 1 < count { to } else { next };
                }
                Instr::SortedEnter { item, base, off, table } => {
                    r.set_all(item, attempt!(self.enter_sorted(r.address(base, off), table)));
                }
                Instr::SortedNext { item, to } => {
                    let [_, index, count, start] = r.get_all(item);
                    let (element, goes_on) = self.next_sorted(index, count, start);
                    r.set_all(item, element);
                    next = if goes_on { to } else { next };
                }
            }
        }
    }
}
