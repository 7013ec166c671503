//! Reads and writes lists of numbers in one step.

use super::read::Step;
use super::state::Machine;
use crate::bytecode::bulk::Map;
use crate::leaves::{self, Cursor};

impl Machine<'_> {
    /// Reads varints up to the end of the window into the list at an address.
    pub fn push_varints(&mut self, list: usize, map: Map) -> Step<()> {
        let (start, end) = (self.reader.pos, self.reader.end);
        let mut numbers = std::mem::take(&mut self.buffers.numbers);
        numbers.clear();
        let mut cursor = Cursor { bytes: self.space(self.reader.space).get(..end).unwrap_or_default(), pos: start };
        let outcome = read_all(&mut cursor, map, &mut numbers);
        self.reader.pos = cursor.pos;
        self.arena.push_words(list, &numbers);
        self.buffers.numbers = numbers;
        outcome
    }

    /// Writes the numbers of the list at an address as varints.
    pub fn write_varints(&mut self, list: usize, zigzag: bool) {
        let (first, count) = (self.arena.get(list) as usize, self.arena.get(list + 1) as usize);
        let out = &mut self.out;
        for &number in self.arena.words(first, count) {
            let number = if zigzag { number << 1 ^ (number as i64 >> 63) as u64 } else { number };
            leaves::write_varint(number, out);
        }
    }
}

/// On failure, the cursor stays at the invalid varint.
#[inline(always)]
fn read_all(cursor: &mut Cursor<'_>, map: Map, numbers: &mut Vec<u64>) -> Step<()> {
    while cursor.pos < cursor.bytes.len() {
        let start = cursor.pos;
        match leaves::read_varint(cursor) {
            Ok(read) => numbers.push(map.apply(read)),
            Err(code) => {
                cursor.pos = start;
                return Err(code);
            }
        }
    }
    Ok(())
}
