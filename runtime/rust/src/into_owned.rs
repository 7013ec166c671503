use crate::{Date, Float16, UnknownFields};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

/// Values that may borrow texts and bytes, and the same ones that own them.
pub trait IntoOwned {
    /// The type that owns them.
    type Owned;

    /// Copies the texts and bytes.
    fn into_owned(self) -> Self::Owned;
}

/// Declares types that borrow nothing.
#[macro_export]
macro_rules! borrows_nothing {
    ($($owned:ty),* $(,)?) => {
        $(impl $crate::IntoOwned for $owned {
            type Owned = Self;

            fn into_owned(self) -> Self {
                self
            }
        })*
    };
}

borrows_nothing!(bool, u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, UnknownFields, Date, Float16);

impl IntoOwned for &str {
    type Owned = String;

    fn into_owned(self) -> String {
        String::from(self)
    }
}

impl IntoOwned for &[u8] {
    type Owned = Vec<u8>;

    fn into_owned(self) -> Vec<u8> {
        Vec::from(self)
    }
}

impl<T: IntoOwned> IntoOwned for Option<T> {
    type Owned = Option<T::Owned>;

    fn into_owned(self) -> Self::Owned {
        self.map(T::into_owned)
    }
}

impl<T: IntoOwned> IntoOwned for Box<T> {
    type Owned = Box<T::Owned>;

    fn into_owned(self) -> Self::Owned {
        Box::new((*self).into_owned())
    }
}

impl<T: IntoOwned> IntoOwned for Vec<T> {
    type Owned = Vec<T::Owned>;

    fn into_owned(self) -> Self::Owned {
        self.into_iter().map(T::into_owned).collect()
    }
}

impl<T: IntoOwned, const N: usize> IntoOwned for [T; N] {
    type Owned = [T::Owned; N];

    fn into_owned(self) -> Self::Owned {
        self.map(T::into_owned)
    }
}

impl<K: IntoOwned<Owned: Ord>, V: IntoOwned> IntoOwned for BTreeMap<K, V> {
    type Owned = BTreeMap<K::Owned, V::Owned>;

    fn into_owned(self) -> Self::Owned {
        self.into_iter().map(|(key, value)| (key.into_owned(), value.into_owned())).collect()
    }
}

impl<K: IntoOwned<Owned: Ord>> IntoOwned for BTreeSet<K> {
    type Owned = BTreeSet<K::Owned>;

    fn into_owned(self) -> Self::Owned {
        self.into_iter().map(K::into_owned).collect()
    }
}
