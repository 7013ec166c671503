use alloc::vec::Vec;
use core::ops::Range;

/// Output positions of data that is written once, by the bytes that identify the data.
///
/// A message has few distinct ones and usually repeats the same, so the newest are searched first.
#[derive(Debug, Default)]
pub struct Memo {
    keys: Vec<u8>,
    entries: Vec<(Range<usize>, u64)>,
}

impl Memo {
    /// Returns the position stored for the key.
    pub fn find(&self, key: &[u8]) -> Option<u64> {
        self.entries.iter().rev().find(|(range, _)| self.keys[range.clone()] == *key).map(|(_, position)| *position)
    }

    /// Stores the position for a key, which has none yet.
    pub fn add(&mut self, key: &[u8], position: u64) {
        let start = self.keys.len();
        self.keys.extend_from_slice(key);
        self.entries.push((start..self.keys.len(), position));
    }

    /// Forgets all, and keeps the memory.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.entries.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn positions_are_found_by_key() {
        let mut memo = Memo::default();
        assert_eq!(memo.find(b""), None);
        for (key, position) in [(&b"ab"[..], 4), (b"", 7), (b"abc", 9)] {
            memo.add(key, position);
        }
        assert_eq!(
            [memo.find(b"ab"), memo.find(b""), memo.find(b"abc"), memo.find(b"a")],
            [Some(4), Some(7), Some(9), None]
        );
        memo.clear();
        assert_eq!(memo.find(b"ab"), None);
    }
}
