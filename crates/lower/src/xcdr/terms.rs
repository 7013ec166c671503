//! The terms of the data representations of DDS.

use crate::term::{Term, Told};

/// Representations, headers, lengths and terminators.
pub(crate) const TERMS: &[Term] = &[
    Term::of("representation", |_| Told::name("representation")),
    Term::of("label", |_| Told::name("discriminator")),
    Term::of("nul", |_| Told { name: "terminating NUL", text: Some(String::new()), encoding: None, leads: true }),
    Term::of_width("size", 4, |_| Told::name("DHEADER")),
    Term::of_width("emheader", 4, |_| Told::name("EMHEADER")),
    Term::of_width("pid", 2, |_| Told::name("parameter id")),
    Term::of_width("len", 4, |_| Told::name("string length")),
    Term::of_width("count", 4, |_| Told::name("sequence length")),
];
