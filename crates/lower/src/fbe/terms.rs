//! The terms of FastBinaryEncoding's documentation.

use crate::term::{Term, Told};

/// Sizes, types and pointers.
pub(crate) const TERMS: &[Term] = &[
    Term::of("size", |_| Told::name("size")),
    Term::of("type", |_| Told::name("type id")),
    Term::of("pointer", |_| Told::name("offset")),
    Term::of("flag", |_| Told::name("has value")),
    Term::of("count", |_| Told::name("number of elements")),
    Term::of("len", |_| Told::name("length")),
];
