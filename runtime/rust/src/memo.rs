use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::Range;

/// More entries than these are in a tree.
const MOST_FEW: usize = 16;

/// Positions, by the bytes that identify data.
///
/// A message usually has few distinct ones and repeats the same, so the newest are searched first.
#[derive(Debug, Default)]
pub struct Memo {
    keys: Vec<u8>,
    few: Vec<(Range<usize>, u64)>,
    /// All entries, if there are more than a few.
    many: BTreeMap<Vec<u8>, u64>,
}

impl Memo {
    /// Returns the position stored for the key.
    pub fn find(&self, key: &[u8]) -> Option<u64> {
        if !self.many.is_empty() {
            return self.many.get(key).copied();
        }
        self.few.iter().rev().find(|(range, _)| self.keys[range.clone()] == *key).map(|(_, position)| *position)
    }

    /// Stores the position for a key, which has none yet.
    pub fn add(&mut self, key: &[u8], position: u64) {
        if self.few.len() < MOST_FEW {
            let start = self.keys.len();
            self.keys.extend_from_slice(key);
            return self.few.push((start..self.keys.len(), position));
        }
        if self.many.is_empty() {
            self.many =
                self.few.iter().map(|(range, position)| (self.keys[range.clone()].to_vec(), *position)).collect();
        }
        self.many.insert(key.to_vec(), position);
    }

    /// Forgets all, and keeps the memory of a few.
    pub fn clear(&mut self) {
        self.keys.clear();
        self.few.clear();
        self.many.clear();
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

    #[test]
    fn many_positions_are_found_by_key() {
        let mut memo = Memo::default();
        for number in 0..100u8 {
            assert_eq!(memo.find(&[number]), None);
            memo.add(&[number], number.into());
            assert!((0..=number).all(|known| memo.find(&[known]) == Some(known.into())));
        }
        memo.clear();
        assert_eq!(memo.find(&[0]), None);
    }
}
