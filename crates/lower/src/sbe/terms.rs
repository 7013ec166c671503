//! The terms of Simple Binary Encoding.

use crate::term::{Term, Told};

/// Headers and lengths.
pub(crate) const TERMS: &[Term] = &[
    Term::of_width("header", 8, |header| Told::text("message header", header, message)),
    Term::of_width("dimensions", 4, |it| {
        Told::text("group dimensions", it, |it| format!("block length {}, {} in group", it as u16, it >> 16))
    }),
    Term::of_width("len", 4, |_| Told::name("data length")),
    Term::of("header", |_| Told::name("message header")),
    Term::of("dimensions", |_| Told::name("group dimensions")),
    Term::of("length", |_| Told::name("data length")),
];

fn message(header: u64) -> String {
    let [block_length, template, schema, version] = [0, 16, 32, 48].map(|shift| header >> shift as u32 & 0xffff);
    format!("block length {block_length}, template {template}, schema {schema}, version {version}")
}
