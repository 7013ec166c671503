//! The terms of the Common Data Representation.

use crate::term::{Term, Told};

/// Byte order, lengths and terminators; headers of GIOP.
pub(crate) const TERMS: &[Term] = &[
    Term::of("octet", |octet| {
        Told::text("byte order", octet, |octet| if octet & 1 == 0 { "big-endian" } else { "little-endian" }.to_owned())
    }),
    Term::of("label", |_| Told::name("discriminator")),
    Term::of("nul", |_| Told { name: "terminating NUL", text: Some(String::new()), encoding: None, leads: true }),
    Term::of_width("len", 4, |_| Told::name("string length")),
    Term::of_width("count", 4, |_| Told::name("sequence length")),
    Term::of("flags", |flags| {
        Told::text("flags", flags, |flags| {
            let order = if flags & 1 == 0 { "big-endian" } else { "little-endian" };
            format!("{order}{}", if flags & 2 == 0 { "" } else { ", more fragments" })
        })
    }),
    Term::of("message_type", |_| Told::name("type of message")),
    Term::of("size", |_| Told::name("message size")),
];
