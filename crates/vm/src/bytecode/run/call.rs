//! Calls, and other instructions without input, output or values: `charge`, switches, membership.

use super::state::{Fault, Frame, Machine};
use crate::bytecode::span::Span;
use polywire_ir::ErrorCode;

/// Limit on nested calls, for a codec that recurses without counting its nesting.
const MOST_FRAMES: usize = 1 << 20;

impl Machine<'_> {
    /// Starts a function whose registers begin at `base`; returns its first instruction.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        function: u32,
        registers: &mut Vec<u64>,
        (back, outer): (u32, usize),
        base: usize,
    ) -> Result<u32, ErrorCode> {
        let callee = self.program.functions.get(function as usize).ok_or(ErrorCode::Internal)?;
        if callee.nests && self.depth == self.limits.depth || self.buffers.frames.len() == MOST_FRAMES {
            return Err(if callee.nests { ErrorCode::TooDeep } else { ErrorCode::Internal });
        }
        self.depth += u32::from(callee.nests);
        self.buffers.frames.push(Frame { back, base: outer, nests: callee.nests });
        let needed = base + callee.registers as usize;
        if needed > registers.len() {
            registers.resize(needed * 2, 0);
        }
        Ok(callee.start)
    }

    /// Ends a function; returns the next instruction and the start of the caller's registers, unless it was the first
    /// function called.
    #[inline(always)]
    pub(super) fn leave(&mut self) -> Option<(u32, usize)> {
        let frame = self.buffers.frames.pop()?;
        self.depth -= u32::from(frame.nests);
        if self.buffers.frames.is_empty() { None } else { Some((frame.back, frame.base)) }
    }

    /// Runs a function as machine code; `pc` is the instruction of the call.
    pub(super) fn run_code(&mut self, function: u32, registers: &mut [u64], at: u32) -> Result<(), Fault> {
        self.code.map_or(Ok(()), |code| code.run(self, function, registers, at))
    }

    #[inline(always)]
    pub fn charge(&mut self, cost: u64) -> Result<(), ErrorCode> {
        self.budget = self.budget.checked_sub(cost).ok_or(ErrorCode::BudgetExceeded)?;
        Ok(())
    }

    #[inline(always)]
    pub(super) fn switch(&self, key: u64, table: u32) -> Result<u32, ErrorCode> {
        let switch = self.program.tables.switches.get(table as usize).ok_or(ErrorCode::Internal)?;
        Ok(switch.target(key))
    }

    pub fn switch_bytes(&self, key: Span, table: u32) -> Result<u32, ErrorCode> {
        let switch = self.program.tables.byte_switches.get(table as usize).ok_or(ErrorCode::Internal)?;
        Ok(switch.target(self.bytes(key)))
    }

    pub fn is_member(&self, number: i64, table: u32) -> bool {
        self.program.tables.members.get(table as usize).is_some_and(|members| members.contains(number))
    }
}

pub fn divide(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}

pub fn remainder(a: i64, b: i64) -> i64 {
    if b == 0 { 0 } else { a.wrapping_rem(b) }
}
