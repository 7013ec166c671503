//! Sets of bytes.
//!
//! Design: docs/decisions/0114-runs-of-bytes.md

use std::fmt;
use std::ops::RangeInclusive;

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The bytes for which a condition holds.
    pub fn of(contains: impl Fn(u8) -> bool) -> Self {
        let mut words = [0; 4];
        for byte in (0..=u8::MAX).filter(|byte| contains(*byte)) {
            words[usize::from(byte >> 6)] |= 1 << (byte & 63);
        }
        Self(words)
    }

    /// Returns true if a byte is in it.
    pub const fn contains(self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] >> (byte & 63) & 1 != 0
    }

    /// A bit for each byte: that of byte 0 is the lowest of the first word.
    pub const fn words(self) -> [u64; 4] {
        self.0
    }

    /// The fewest ranges that make it up, ascending.
    pub fn ranges(self) -> Vec<RangeInclusive<u8>> {
        let members: Vec<u8> = (0..=u8::MAX).filter(|byte| self.contains(*byte)).collect();
        let runs = members.chunk_by(|one, next| one + 1 == *next);
        runs.filter_map(|run| Some(*run.first()?..=*run.last()?)).collect()
    }
}

/// Its ranges: `48 to 57, 95`.
impl fmt::Display for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, range) in self.ranges().iter().enumerate() {
            let separator = if index == 0 { "" } else { ", " };
            match (range.start(), range.end()) {
                (first, last) if first == last => write!(f, "{separator}{first}")?,
                (first, last) => write!(f, "{separator}{first} to {last}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::ByteSet;

    #[test]
    fn ranges_are_those_of_its_members() {
        let set = ByteSet::of(|byte| matches!(byte, 0 | b'a'..=b'f' | 63..=64 | 254..));
        assert_eq!(set.ranges(), [0..=0, 63..=64, b'a'..=b'f', 254..=255]);
        assert_eq!(set.words(), [1 << 63 | 1, 0x3f << 33 | 1, 0, 3 << 62]);
        assert_eq!(set.to_string(), "0, 63 to 64, 97 to 102, 254 to 255");
        assert_eq!(ByteSet::of(|_| true).ranges(), [0..=255]);
        assert_eq!(ByteSet::default().ranges(), []);
    }
}
