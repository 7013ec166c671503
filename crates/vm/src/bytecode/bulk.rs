//! Conversion of lists of numbers in one step.

use crate::value::{cut_signed, cut_unsigned};

/// The conversion of a decoded number.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// True if the sign is in the lowest bit.
    pub zigzag: bool,
    /// The target width.
    pub cut: Cut,
}

/// Truncation of an integer to its low bits.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub bits: u8,
    pub signed: bool,
}

impl Map {
    /// Returns the number as a native value.
    #[inline(always)]
    pub fn apply(self, read: u64) -> u64 {
        let number = if self.zigzag { read >> 1 ^ (read & 1).wrapping_neg() } else { read };
        match self.cut {
            Cut { bits: 64, .. } => number,
            Cut { bits, signed: true } => cut_signed(number, bits) as u64,
            Cut { bits, signed: false } => cut_unsigned(number, bits),
        }
    }
}
