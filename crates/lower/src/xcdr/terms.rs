//! The terms of the data representations of DDS.

use crate::term::{Term, Told};

/// Representations, parameters, lengths and terminators of version 1.
pub(crate) const TERMS_V1: &[Term] = &[REPRESENTATION, LABEL, NUL, PARAMETER, LENGTH, COUNT];

/// Representations, headers, lengths and terminators of version 2.
pub(crate) const TERMS_V2: &[Term] = &[
    REPRESENTATION,
    LABEL,
    NUL,
    Term::of_width("size", 4, |_| Told::name("DHEADER")),
    Term::of_width("emheader", 4, |_| Told::name("EMHEADER")),
    LENGTH,
    COUNT,
];

const REPRESENTATION: Term = Term::of("representation", |_| Told::name("representation"));
const LABEL: Term = Term::of("label", |_| Told::name("discriminator"));
const NUL: Term =
    Term::of("nul", |_| Told { name: "terminating NUL", text: Some(String::new()), encoding: None, leads: true });
const PARAMETER: Term = Term::of_width("pid", 2, |_| Told::name("parameter id"));
const LENGTH: Term = Term::of_width("len", 4, |_| Told::name("string length"));
const COUNT: Term = Term::of_width("count", 4, |_| Told::name("sequence length"));
