//! How many numbers at once are changed on their way.

use crate::value::{cut_signed, cut_unsigned};

/// The conversion of a number that is read.
#[derive(Clone, Copy, Debug)]
pub struct Map {
    /// Its sign is the lowest bit.
    pub zigzag: bool,
    /// The width that it is cut to.
    pub cut: Cut,
}

/// The low bits of an integer.
#[derive(Clone, Copy, Debug)]
pub struct Cut {
    pub bits: u8,
    pub signed: bool,
}

impl Map {
    /// The number as a native value.
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
