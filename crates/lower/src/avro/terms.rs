//! The terms of Avro's specification.

use crate::term::{Term, Told};

/// Integers of all kinds, which have the same encoding.
pub(crate) const TERMS: &[Term] = &[
    Term::of("number", |_| long("long")),
    Term::of("len", |_| long("length")),
    Term::of("count", |_| long("block count")),
    Term::of("branch", |_| long("union branch")),
    Term::of("index", |_| long("enum index")),
];

fn long(name: &'static str) -> Told {
    Told { name, text: None, encoding: Some("zigzag varint"), leads: true }
}
