//! The terms of Cap'n Proto's encoding specification.

use crate::term::{Term, Told, amount};

const SEGMENT_COUNT: Term =
    Term::of_width("others", 4, |others| Told::text("segment count", others, |others| amount(others + 1, "segment")));
const SEGMENT_SIZE: Term =
    Term::of_width("size", 4, |size| Told::text("segment size", size, |size| amount(size, "word")));
const POINTER: Term = Term::of_width("word", 8, pointer);
const TAG: Term = Term::of_width("tag", 8, |tag| {
    // The end of its elements is not derived from it alone.
    Told { leads: false, ..Told::text("tag word", tag, |tag| format!("{} of {}", counted(tag), sections(tag))) }
});
const DISCRIMINANT: Term = Term::of("discriminant", |_| Told::name("discriminant"));

/// Messages with a segment table.
pub(crate) const TERMS: &[Term] = &[SEGMENT_COUNT, SEGMENT_SIZE, POINTER, TAG, DISCRIMINANT];

/// Messages of one segment, without a table.
pub(crate) const CANONICAL_TERMS: &[Term] = &[POINTER, TAG, DISCRIMINANT];

/// Packed messages.
pub(crate) const PACKED_TERMS: &[Term] = &[
    SEGMENT_COUNT,
    SEGMENT_SIZE,
    POINTER,
    TAG,
    DISCRIMINANT,
    Term::of_width("tag", 1, |tag| Told::text("tag byte", tag, |tag| format!("{tag:#010b}"))),
    Term::of_width("count", 1, |count| Told::text("word count", count, |count| amount(count, "word"))),
    Term::of("byte", |_| Told::name("packed bytes")),
];

fn pointer(word: Option<u64>) -> Told {
    let Some(word) = word else { return Told::name("pointer") };
    let (name, text) = match word & 3 {
        _ if word == 0 => ("null pointer", String::new()),
        0 => ("struct pointer", format!("offset {}, {}", offset(word), sections(word))),
        1 => ("list pointer", format!("offset {}, {}", offset(word), elements(word))),
        2 => ("far pointer", far(word)),
        _ => ("capability pointer", format!("index {}", word >> 32)),
    };
    Told { name, text: Some(text), encoding: None, leads: true }
}

fn offset(word: u64) -> i32 {
    word as i32 >> 2
}

/// The sections of a struct.
fn sections(word: u64) -> String {
    format!("{} of data, {}", amount(word >> 32 & 0xffff, "word"), amount(word >> 48, "pointer"))
}

fn elements(word: u64) -> String {
    let count = word >> 35;
    match word >> 32 & 7 {
        0 => amount(count, "void element"),
        1 => amount(count, "bit"),
        2 => amount(count, "byte"),
        3 => format!("{} of 2 bytes", amount(count, "element")),
        4 => format!("{} of 4 bytes", amount(count, "element")),
        5 => format!("{} of 8 bytes", amount(count, "element")),
        6 => amount(count, "pointer"),
        _ => format!("composite, {}", amount(count, "word")),
    }
}

fn counted(tag: u64) -> String {
    amount(tag >> 2 & 0x3fff_ffff, "element")
}

fn far(word: u64) -> String {
    let kind = if word & 4 == 0 { "" } else { "double-far, " };
    format!("{kind}segment {}, {}", word >> 32, amount(word as u32 as u64 >> 3, "word"))
}
