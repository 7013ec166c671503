//! Registers of the running function.

use crate::bytecode::instr::Reg;

/// Registers of the running function.
pub(super) struct Window<'r>(pub(super) &'r mut [u64]);

impl Window<'_> {
    #[inline(always)]
    pub(super) fn get(&self, reg: Reg) -> u64 {
        self.0[reg as usize]
    }

    #[inline(always)]
    pub(super) fn signed(&self, reg: Reg) -> i64 {
        self.get(reg) as i64
    }

    #[inline(always)]
    pub(super) fn address(&self, base: Reg, off: u32) -> usize {
        self.get(base) as usize + off as usize
    }

    #[inline(always)]
    pub(super) fn set(&mut self, reg: Reg, value: u64) {
        self.0[reg as usize] = value;
    }

    #[inline(always)]
    pub(super) fn set_all<const N: usize>(&mut self, first: Reg, values: [u64; N]) {
        self.0[first as usize..][..N].copy_from_slice(&values);
    }

    #[inline(always)]
    pub(super) fn get_all<const N: usize>(&self, first: Reg) -> [u64; N] {
        let mut values = [0; N];
        values.copy_from_slice(&self.0[first as usize..][..N]);
        values
    }
}
