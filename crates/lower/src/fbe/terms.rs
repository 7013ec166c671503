//! The terms of FastBinaryEncoding's documentation.

use crate::term::{Term, Told};

const SIZE: Term = Term::of("size", |_| Told::name("size"));
const TYPE: Term = Term::of("type", |_| Told::name("type id"));
const POINTER: Term = Term::of("pointer", |_| Told::name("offset"));
const FLAG: Term = Term::of("flag", |_| Told::name("has value"));
const COUNT: Term = Term::of("count", |_| Told::name("number of elements"));
const LEN: Term = Term::of("len", |_| Told::name("length"));

/// Sizes, types and pointers.
pub(crate) const TERMS: &[Term] = &[SIZE, TYPE, POINTER, FLAG, COUNT, LEN];

/// The same without pointers.
pub(crate) const FINAL_TERMS: &[Term] = &[SIZE, TYPE, FLAG, COUNT, LEN];
