//! The terms of the Common Data Representation.

use crate::term::{Term, Told};

/// Byte order, lengths and terminators.
pub(crate) const TERMS: &[Term] = &[
    Term::of("octet", |octet| {
        Told::text("byte order", octet, |octet| if octet & 1 == 0 { "big-endian" } else { "little-endian" }.to_owned())
    }),
    Term::of("label", |_| Told::name("discriminator")),
    Term::of("nul", |_| Told { name: "terminating NUL", text: Some(String::new()), encoding: None, leads: true }),
    Term::of_width("len", 4, |_| Told::name("string length")),
    Term::of_width("count", 4, |_| Told::name("sequence length")),
];
