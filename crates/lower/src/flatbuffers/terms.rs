//! The terms of FlatBuffers' documentation of its internals.

use crate::term::{Term, Told};

/// Offsets, vtables and vectors.
pub(crate) const TERMS: &[Term] = &[
    Term::of_width("target", 4, |_| Told::name("uoffset")),
    Term::of_width("offset", 4, |_| Told::name("uoffset")),
    Term::of_width("offset", 2, |_| Told::name("vtable entry")),
    Term::of_width("size", 2, |_| Told::name("vtable size")),
    Term::of_width("head", 4, |_| Told::name("soffset to vtable")),
    Term::of_width("count", 4, |_| Told::name("vector length")),
    Term::of_width("len", 4, |_| Told::name("string length")),
];
