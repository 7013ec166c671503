//! Lists that are sorted by a key.

use super::{Elements, List};
use core::cmp::Ordering;

/// Elements that are sorted by a key, as their format demands.
pub trait Keyed: Elements {
    /// The type of the key.
    type Key: ?Sized;
    /// The element with a key, if there is one; with checks at each access, a `Result`.
    type Found;

    /// Finds the first element with a key.
    fn find(&self, key: &Self::Key) -> Self::Found;
}

impl<E: Keyed> List<E> {
    /// Finds the first element with a key by binary search. The list must be sorted by it, as its format demands.
    #[inline]
    pub fn find(&self, key: &E::Key) -> E::Found {
        self.elements().find(key)
    }
}

/// Returns the index of the first element that equals a key, given how the key of an element compares to it.
pub fn search<F>(count: u64, mut compare: impl FnMut(u64) -> Result<Ordering, F>) -> Result<Option<u64>, F> {
    let (mut first, mut end) = (0, count);
    while first < end {
        let middle = first + (end - first) / 2;
        match compare(middle)? {
            Ordering::Less => first = middle + 1,
            Ordering::Equal | Ordering::Greater => end = middle,
        }
    }
    Ok((first < count && compare(first)? == Ordering::Equal).then_some(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_elements_is_found() {
        let found = |keys: &[i32], key| {
            search(keys.len() as u64, |index| Ok::<_, ()>(keys[index as usize].cmp(&key))).unwrap_or_default()
        };
        let keys = [-3, 1, 1, 1, 5, 8];
        assert_eq!([-3, 1, 5, 8].map(|key| found(&keys, key)), [Some(0), Some(1), Some(4), Some(5)]);
        assert_eq!([-4, 0, 4, 9].map(|key| found(&keys, key)), [None; 4]);
        assert_eq!(found(&[], 1), None);
        assert_eq!(search(5, |_| Err::<Ordering, _>("wrong")), Err("wrong"));
    }
}
