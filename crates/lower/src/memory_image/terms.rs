//! The terms of C.

use crate::term::{Term, Told};

/// What members tell about others.
pub(crate) const TERMS: &[Term] = &[
    Term::of("count", |_| Told::name("number of elements")),
    Term::of("flag", |_| Told::name("has value")),
    Term::of("length", |_| Told::name("length")),
];
