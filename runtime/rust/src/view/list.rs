use core::fmt::{self, Debug, Formatter};
use core::iter::FusedIterator;

/// The elements of a list in a message. Generated code implements it for each kind of element.
pub trait Elements: Copy {
    /// An element; with checks at each access, a `Result`.
    type Item;

    /// Returns the number of elements.
    fn count(&self) -> u64;

    /// Reads the element at an index below their number.
    fn element(&self, index: u64) -> Self::Item;

    /// True if elements are found one after the other, so that reading one takes time in proportion to its index.
    const IS_SEQUENTIAL: bool = false;

    /// Leaves out the first element of a sequential list; with checks at each access, returns the failure. There must be one.
    #[inline]
    fn advance(&mut self) -> Option<Self::Item> {
        None
    }
}

/// A list in a message, whose elements are read on access.
#[derive(Clone, Copy)]
pub struct List<E>(E);

impl<E: Elements> List<E> {
    /// The list with these elements.
    #[inline]
    pub fn new(elements: E) -> Self {
        Self(elements)
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        // The elements that have data are in memory; those without are not more than `usize::MAX` on any real machine.
        usize::try_from(self.0.count()).unwrap_or(usize::MAX)
    }

    /// Returns true if there are no elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.count() == 0
    }

    /// Reads the element at an index; none if there are fewer.
    #[inline]
    pub fn get(&self, index: usize) -> Option<E::Item> {
        let index = index as u64;
        (index < self.0.count()).then(|| self.0.element(index))
    }

    /// Returns an iterator over the elements.
    #[inline]
    pub fn iter(&self) -> Iter<E> {
        Iter { elements: self.0, left_out: 0, next: 0, end: self.len() as u64 }
    }

    /// Returns what locates the elements.
    #[inline]
    pub fn elements(&self) -> &E {
        &self.0
    }

    /// Returns the elements of a list with a constant length, each converted.
    #[inline]
    pub fn to_array<T, const N: usize>(&self, mut convert: impl FnMut(E::Item) -> T) -> [T; N] {
        core::array::from_fn(|index| convert(self.0.element(index as u64)))
    }
}

/// An iterator over the elements of a list.
#[derive(Clone, Copy)]
pub struct Iter<E> {
    elements: E,
    /// How many elements of the list are in front of `elements`; 0 unless they are sequential.
    left_out: u64,
    next: u64,
    end: u64,
}

impl<E: Elements> Iter<E> {
    /// Reads the element at an index of the list. After a failure there are no further ones.
    #[inline]
    fn read(&mut self, index: u64) -> E::Item {
        while E::IS_SEQUENTIAL && self.left_out < index {
            if let Some(failure) = self.elements.advance() {
                self.next = self.end;
                return failure;
            }
            self.left_out += 1;
        }
        self.elements.element(index - self.left_out)
    }
}

impl<E: Elements> Iterator for Iter<E> {
    type Item = E::Item;

    #[inline]
    fn next(&mut self) -> Option<E::Item> {
        self.nth(0)
    }

    #[inline]
    fn nth(&mut self, skipped: usize) -> Option<E::Item> {
        let index = self.next.saturating_add(skipped as u64).min(self.end);
        self.next = index;
        if index == self.end {
            return None;
        }
        self.next += 1;
        Some(self.read(index))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.end - self.next) as usize;
        (left, Some(left))
    }
}

impl<E: Elements> DoubleEndedIterator for Iter<E> {
    #[inline]
    fn next_back(&mut self) -> Option<E::Item> {
        if self.next == self.end {
            return None;
        }
        self.end -= 1;
        Some(self.elements.element(self.end - self.left_out))
    }
}

impl<E: Elements> ExactSizeIterator for Iter<E> {}

impl<E: Elements> FusedIterator for Iter<E> {}

impl<E: Elements> IntoIterator for List<E> {
    type Item = E::Item;
    type IntoIter = Iter<E>;

    #[inline]
    fn into_iter(self) -> Iter<E> {
        self.iter()
    }
}

impl<E: Elements> IntoIterator for &List<E> {
    type Item = E::Item;
    type IntoIter = Iter<E>;

    #[inline]
    fn into_iter(self) -> Iter<E> {
        self.iter()
    }
}

impl<E: Elements<Item: Debug>> Debug for List<E> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::vec::Vec;

    /// The squares below a number's.
    #[derive(Clone, Copy)]
    struct Squares(u64);

    impl Elements for Squares {
        type Item = u64;

        fn count(&self) -> u64 {
            self.0
        }

        fn element(&self, index: u64) -> u64 {
            assert!(index < self.0);
            index * index
        }
    }

    #[test]
    fn elements_are_read_by_index_and_in_order() {
        let list = List::new(Squares(4));
        assert_eq!((list.len(), list.is_empty(), List::new(Squares(0)).is_empty()), (4, false, true));
        assert_eq!([list.get(0), list.get(3), list.get(4), list.get(usize::MAX)], [Some(0), Some(9), None, None]);
        assert_eq!(list.into_iter().collect::<Vec<_>>(), [0, 1, 4, 9]);
        assert_eq!(list.to_array::<_, 4>(|it| it + 1), [1, 2, 5, 10]);
        assert_eq!(format!("{list:?}"), "[0, 1, 4, 9]");
    }

    /// The numbers from one to another, found one after the other; not beyond 3.
    #[derive(Clone, Copy)]
    struct Counted(u64, u64);

    impl Elements for Counted {
        type Item = Result<u64, u64>;

        fn count(&self) -> u64 {
            self.1 - self.0
        }

        fn element(&self, index: u64) -> Self::Item {
            Ok(self.0 + index)
        }

        const IS_SEQUENTIAL: bool = true;

        fn advance(&mut self) -> Option<Self::Item> {
            self.0 += 1;
            (self.0 > 3).then_some(Err(self.0))
        }
    }

    #[test]
    fn sequential_elements_are_read_in_order() {
        let list = List::new(Counted(0, 3));
        assert_eq!(list.iter().collect::<Vec<_>>(), [Ok(0), Ok(1), Ok(2)]);
        let mut iter = list.iter();
        assert_eq!((iter.nth(1), iter.next_back(), iter.len(), iter.next()), (Some(Ok(1)), Some(Ok(2)), 0, None));
        assert_eq!(List::new(Counted(2, 7)).iter().collect::<Vec<_>>(), [Ok(2), Ok(3), Err(4)]);
    }

    #[test]
    fn iterators_know_how_many_elements_are_left() {
        let mut iter = (&List::new(Squares(5))).into_iter();
        assert_eq!((iter.len(), iter.next(), iter.next_back(), iter.len()), (5, Some(0), Some(16), 3));
        assert_eq!((iter.nth(1), iter.len(), iter.next_back(), iter.next()), (Some(4), 1, Some(9), None));
        assert_eq!((iter.next_back(), iter.nth(usize::MAX), iter.size_hint()), (None, None, (0, Some(0))));
    }
}
