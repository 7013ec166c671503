//! The terms of the Common Data Representation, and those of GIOP.

use crate::term::{Term, Told};

const BYTE_ORDER: Term =
    Term::of("octet", |octet| Told::text("byte order", octet, |octet| name_of_order(octet).to_owned()));
const LABEL: Term = Term::of("label", |_| Told::name("discriminator"));
const NUL: Term =
    Term::of("nul", |_| Told { name: "terminating NUL", text: Some(String::new()), encoding: None, leads: true });
const LEN: Term = Term::of_width("len", 4, |_| Told::name("string length"));
const COUNT: Term = Term::of_width("count", 4, |_| Told::name("sequence length"));
const ENCAPSULATION: Term = Term::of_width("octets", 4, |_| Told::name("encapsulation length"));
const FLAGS: Term = Term::of("flags", |flags| {
    Told::text("flags", flags, |flags| {
        let more = if flags & 2 == 0 { "" } else { ", more fragments" };
        format!("{}{more}", name_of_order(flags))
    })
});
const MESSAGE_TYPE: Term = Term::of("message_type", |_| Told::name("type of message"));
const SIZE: Term = Term::of("size", |_| Told::name("message size"));

/// Byte order, lengths and terminators.
pub(crate) const TERMS: &[Term] = &[BYTE_ORDER, LABEL, NUL, LEN, COUNT];

/// The same, and those of the header.
pub(crate) const GIOP_TERMS: &[Term] = &[BYTE_ORDER, LABEL, NUL, LEN, COUNT, ENCAPSULATION, FLAGS, MESSAGE_TYPE, SIZE];

/// The same as in CDR, and the lengths of encapsulations.
pub(crate) const IOR_TERMS: &[Term] = &[BYTE_ORDER, LABEL, NUL, LEN, COUNT, ENCAPSULATION];

fn name_of_order(octet: u64) -> &'static str {
    if octet & 1 == 0 { "big-endian" } else { "little-endian" }
}
