//! Values under construction. A decoder reuses the memory of the value that it overwrites.

use crate::read::count_ahead;
pub use crate::twins::set_text;
use crate::twins::text_of;
use alloc::collections::btree_map::IntoIter;
use alloc::collections::{BTreeMap, BTreeSet, btree_set};
use alloc::vec::Vec;

/// Makes a text refer to bytes; returns false if they are not UTF-8.
#[inline(always)]
pub fn refer_text<'a>(target: &mut &'a str, bytes: &'a [u8]) -> bool {
    let text = text_of(bytes);
    *target = text.unwrap_or_default();
    text.is_some()
}

/// Sets bytes.
#[inline(always)]
pub fn set_bytes(target: &mut Vec<u8>, bytes: &[u8]) {
    target.clear();
    target.extend_from_slice(bytes);
}

/// Sets a constant number of bytes: cut off, or followed by zeros.
#[inline(always)]
pub fn set_fixed<const N: usize>(target: &mut [u8; N], bytes: &[u8]) {
    *target = crate::read::section(bytes, &[0; N]);
}

/// Returns the element at an index, which is new if it is the next one: lists keep old elements until they are
/// truncated.
#[inline(always)]
pub fn element<T: Default>(list: &mut Vec<T>, index: usize) -> &mut T {
    if index == list.len() {
        push_new(list);
    }
    &mut list[index]
}

#[inline(never)]
fn push_new<T: Default>(list: &mut Vec<T>) {
    list.push(T::default());
}

/// Like [`element`], for a list of which more elements may follow at the start of `rest`.
#[inline(always)]
pub fn counted_element<'l, T: Default>(
    list: &'l mut Vec<T>,
    index: usize,
    rest: &[u8],
    label: &[u8],
    least: u64,
) -> &'l mut T {
    if index == list.len() {
        push_counted(list, rest, label, least);
    }
    &mut list[index]
}

/// If the list has no room, it gets room for all elements that follow, and at least doubles, so that a list that grows
/// again and again takes linear time.
#[inline(never)]
fn push_counted<T: Default>(list: &mut Vec<T>, rest: &[u8], label: &[u8], least: u64) {
    if list.len() == list.capacity() {
        let needed = 1 + count_ahead(rest, label, least);
        list.reserve_exact(needed.max(list.len()));
    }
    list.push(T::default());
}

/// Gives a list this many elements, old or new ones.
#[inline]
pub fn fit<T: Default>(list: &mut Vec<T>, len: usize) {
    list.resize_with(len, T::default);
}

/// Returns the value of an optional, which is new if it was absent, and true if it was.
#[inline(always)]
pub fn present<T: Default>(place: &mut Option<T>) -> (&mut T, bool) {
    let is_new = place.is_none();
    (place.get_or_insert_default(), is_new)
}

/// Gives a list at least this many elements.
#[inline]
pub fn at_least<T: Default>(list: &mut Vec<T>, len: usize) {
    if list.len() < len {
        fit(list, len);
    }
}

/// Returns the value of an optional, which the caller has tested.
///
/// # Panics
/// If it is absent.
#[inline(always)]
#[track_caller]
pub fn held<T>(optional: &Option<T>) -> &T {
    match optional {
        Some(value) => value,
        None => absent(),
    }
}

/// Reports the use of a value that is absent, which only a wrong codec causes.
///
/// # Panics
/// Always.
#[cold]
#[inline(never)]
#[track_caller]
pub fn absent() -> ! {
    panic!("a codec uses a value that is absent")
}

/// Borrows the value of a union's case, which the caller has tested.
#[macro_export]
macro_rules! held {
    ($union:expr, $case:path) => {
        match &$union {
            $case(held) => held,
            _ => $crate::build::absent(),
        }
    };
}

/// Borrows the value of a union's case mutably; the union then holds it.
#[macro_export]
macro_rules! hold {
    ($union:expr, $case:path) => {{
        let place = &mut $union;
        if !::core::matches!(place, $case(_)) {
            *place = $case(::core::default::Default::default());
        }
        match place {
            $case(held) => held,
            _ => $crate::build::absent(),
        }
    }};
}

/// The entries of a map that is rebuilt. Their keys and values are overwritten, so that their memory is used again.
#[derive(Debug)]
pub struct OldEntries<K, V>(IntoIter<K, V>);

impl<K: Default, V: Default> OldEntries<K, V> {
    /// Takes the entries out of a map.
    pub fn of(map: &mut BTreeMap<K, V>) -> Self {
        Self(core::mem::take(map).into_iter())
    }

    /// Takes the entries out of a map if they are to be replaced.
    pub fn of_if(map: &mut BTreeMap<K, V>, is_replaced: bool) -> Self {
        if is_replaced { Self::of(map) } else { Self(BTreeMap::new().into_iter()) }
    }

    /// Returns an old entry, or a new one if there are no more.
    #[inline]
    pub fn take(&mut self) -> (K, V) {
        self.0.next().unwrap_or_default()
    }
}

/// The elements that a set had before it is built again, so that their memory is reused.
pub struct OldElements<K>(btree_set::IntoIter<K>);

impl<K: Default> OldElements<K> {
    /// Takes the elements out of a set.
    pub fn of(set: &mut BTreeSet<K>) -> Self {
        Self(core::mem::take(set).into_iter())
    }

    /// Takes the elements out of a set if they are to be replaced.
    pub fn of_if(set: &mut BTreeSet<K>, is_replaced: bool) -> Self {
        if is_replaced { Self::of(set) } else { Self(BTreeSet::new().into_iter()) }
    }

    /// Returns an old element, or a new one if there are no more, as an entry without a value.
    #[inline]
    pub fn take(&mut self) -> (K, [u8; 0]) {
        (self.0.next().unwrap_or_default(), [])
    }
}

/// Returns the elements in ascending order of a key, equal ones in the order of the list.
pub fn ordered<'v, T, K: Ord>(list: &'v (impl AsRef<[T]> + ?Sized), key: impl Fn(&'v T) -> K) -> Vec<&'v T> {
    let mut elements: Vec<&T> = list.as_ref().iter().collect();
    elements.sort_by_key(|element| key(element));
    elements
}

/// Returns the position of an element in its list.
pub fn index_of<T>(list: &(impl AsRef<[T]> + ?Sized), element: &T) -> u64 {
    let distance = core::ptr::from_ref(element).addr().wrapping_sub(list.as_ref().as_ptr().addr());
    (distance / size_of::<T>().max(1)) as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    #[test]
    fn lists_get_room_for_the_elements_that_follow() {
        let mut list: Vec<u64> = Vec::new();
        counted_element(&mut list, 0, b"L\x01aL\x01bM", b"L", 1);
        assert_eq!((list.len(), list.capacity()), (1, 3));
        for index in 1..4 {
            counted_element(&mut list, index, b"", b"L", 1);
        }
        assert_eq!((list.len(), list.capacity()), (4, 6));
    }

    #[test]
    fn old_memory_is_used_again() {
        let mut list = vec![String::with_capacity(40)];
        let before = list[0].as_ptr();
        assert!(set_text(element(&mut list, 0), "a text of more than sixteen bytes".as_bytes()));
        assert!(set_text(element(&mut list, 1), b"b"));
        assert_eq!((list[0].as_ptr(), list.len()), (before, 2));
        fit(&mut list, 1);
        assert_eq!(list, ["a text of more than sixteen bytes"]);

        let mut map: BTreeMap<String, Vec<u8>> = [("key".into(), Vec::with_capacity(9))].into();
        let mut old = OldEntries::of(&mut map);
        let (mut key, mut value) = old.take();
        assert_eq!((&*key, value.capacity()), ("key", 9));
        assert!(set_text(&mut key, b"other"));
        set_bytes(&mut value, b"1");
        map.insert(key, value);
        assert_eq!(old.take(), (String::new(), Vec::new()));
        assert_eq!(map, [("other".into(), b"1".to_vec())].into());
    }

    #[test]
    fn absent_values_become_present_once() {
        let mut place = None;
        assert_eq!(present::<u8>(&mut place), (&mut 0, true));
        place = Some(3);
        assert_eq!(present(&mut place), (&mut 3, false));
        let mut fixed = *b"abcd";
        set_fixed(&mut fixed, b"xy");
        assert_eq!(&fixed, b"xy\0\0");
    }

    #[test]
    fn equal_keys_keep_their_order() {
        let list = [(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd')];
        let order: Vec<char> = ordered(&list, |element| element.0).into_iter().map(|element| element.1).collect();
        assert_eq!(order, ['b', 'd', 'a', 'c']);
        assert_eq!((index_of(&list, &list[2]), index_of(&[(), ()], &())), (2, 0));
    }
}
