use super::{Error, Problem, Reader};
use std::io::Read;

/// A part of a file: the blocks behind the markers that begin in it. Splits that follow each other have each block once, as those of
/// Avro for Java (`sync` and `pastSync`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// The offset at which it begins.
    pub start: u64,
    /// The offset at which the next one begins.
    pub end: u64,
}

impl Split {
    /// All of a file.
    pub const ALL: Self = Self { start: 0, end: u64::MAX };
}

impl Reader {
    /// Goes to the first block of a split; the numbers of blocks count from it. The reader has none of the bytes that are left out
    /// behind the header, which are in front of the split.
    pub fn begin_split(&mut self, reader: &mut impl Read, split: Split, left_out: u64) -> Result<(), Error> {
        self.end = split.end;
        if split.start <= self.before(self.first) {
            return Ok(());
        }
        self.input.leave_out(left_out);
        let offset = self.input.offset();
        self.input.go_to(reader, split.start).map_err(|error| Problem::Io(error).at(1, offset))?;
        self.find_marker(reader)
    }

    /// Returns true if the block at an offset belongs to the next split.
    pub(super) fn is_behind_split(&self, block: u64) -> bool {
        self.before(block) >= self.end
    }

    /// Returns the offset of the marker in front of a block.
    fn before(&self, block: u64) -> u64 {
        block.saturating_sub(self.header().marker.0.len() as u64)
    }
}
