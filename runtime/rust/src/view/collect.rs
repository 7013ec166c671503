//! Copies of lists that are read with checks.

use super::{CheckedInput, Elements, List};
use crate::{Error, ErrorCode};
use alloc::vec::Vec;

/// Elements that are read with checks.
pub trait CheckedElements: Elements {
    /// Returns the message that contains them.
    fn input(&self) -> &CheckedInput<'_>;
}

/// Returns the elements of a list, each converted. Their memory is charged to the budget, since a list may have many
/// elements that take no bytes of the message.
pub fn collect<E, V, T, C>(list: List<E>, mut convert: impl FnMut(V) -> Result<T, Error>) -> Result<C, Error>
where
    E: CheckedElements<Item = Result<V, Error>>,
    C: FromIterator<T>,
{
    let bytes = (list.len() as u64).saturating_mul(size_of::<T>() as u64);
    list.elements().input().access(|context| context.charge(bytes, 0, &[]))?;
    list.iter().map(|element| convert(element?)).collect()
}

/// Returns elements as an array of a constant length.
pub fn array<T, const N: usize>(elements: Vec<T>) -> Result<[T; N], Error> {
    elements.try_into().map_err(|_| Error { code: ErrorCode::BadLength, site: 0, offset: 0 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[derive(Clone, Copy)]
    struct Nothings<'a>(u64, &'a CheckedInput<'a>);

    impl Elements for Nothings<'_> {
        type Item = Result<u64, Error>;

        fn count(&self) -> u64 {
            self.0
        }

        fn element(&self, index: u64) -> Self::Item {
            Ok(index)
        }
    }

    impl CheckedElements for Nothings<'_> {
        fn input(&self) -> &CheckedInput<'_> {
            self.1
        }
    }

    #[test]
    fn the_memory_of_copies_is_charged() {
        let input = CheckedInput::new(&[], &Limits { budget: 100, ..Limits::default() });
        let copied = |count| collect::<_, _, u64, Vec<u64>>(List::new(Nothings(count, &input)), Ok);
        assert_eq!(copied(3), Ok(Vec::from([0, 1, 2])));
        assert_eq!(input.budget(), 76);
        assert_eq!(copied(u64::MAX).map_err(|error| error.code), Err(ErrorCode::BudgetExceeded));
        assert_eq!(copied(10).map_err(|error| error.code), Err(ErrorCode::BudgetExceeded));
    }

    #[test]
    fn arrays_have_their_length() {
        assert_eq!(array(Vec::from([1, 2])), Ok([1, 2]));
        assert_eq!(array::<i32, 3>(Vec::from([1, 2])).map_err(|error| error.code), Err(ErrorCode::BadLength));
    }
}
