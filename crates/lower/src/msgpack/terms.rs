//! The terms of MessagePack's specification.

use super::shape::ENCODED_KEY;
use crate::term::{Term, Told, amount};

/// First bytes.
pub(crate) const TERMS: &[Term] = &[Term::of_width("head", 1, |head| match head {
    None => Told::name("format"),
    Some(head) => first_byte(head as u8),
})];

/// The same for ZebraPack, in which the key -1 has a meaning.
pub(crate) const ZEBRAPACK_TERMS: &[Term] = &[Term::of_width("head", 1, |head| match head {
    None => Told::name("format"),
    Some(head) if head == u64::from(ENCODED_KEY) => {
        Told { text: Some("-1, the name of the struct".to_owned()), ..first_byte(ENCODED_KEY) }
    }
    Some(head) => first_byte(head as u8),
})];

fn first_byte(head: u8) -> Told {
    let name = format_name(head);
    let text = match head {
        0x80..=0x8f => match head & 15 {
            1 => "1 entry".to_owned(),
            count => format!("{count} entries"),
        },
        0x90..=0x9f => amount(u64::from(head & 15), "element"),
        0xa0..=0xbf => format!("length {}", head & 31),
        _ => String::new(),
    };
    Told { name, text: Some(text), encoding: Some(name), leads: true }
}

/// Returns the specification's name of a format, by its first byte.
pub fn format_name(first: u8) -> &'static str {
    match first {
        0x00..=0x7f => "positive fixint",
        0x80..=0x8f => "fixmap",
        0x90..=0x9f => "fixarray",
        0xa0..=0xbf => "fixstr",
        0xc0 => "nil",
        0xc1 => "(never used)",
        0xc2 => "false",
        0xc3 => "true",
        0xc4..=0xc6 => ["bin 8", "bin 16", "bin 32"][usize::from(first - 0xc4)],
        0xc7..=0xc9 => ["ext 8", "ext 16", "ext 32"][usize::from(first - 0xc7)],
        0xca => "float 32",
        0xcb => "float 64",
        0xcc..=0xcf => ["uint 8", "uint 16", "uint 32", "uint 64"][usize::from(first - 0xcc)],
        0xd0..=0xd3 => ["int 8", "int 16", "int 32", "int 64"][usize::from(first - 0xd0)],
        0xd4..=0xd8 => ["fixext 1", "fixext 2", "fixext 4", "fixext 8", "fixext 16"][usize::from(first - 0xd4)],
        0xd9..=0xdb => ["str 8", "str 16", "str 32"][usize::from(first - 0xd9)],
        0xdc | 0xdd => ["array 16", "array 32"][usize::from(first - 0xdc)],
        0xde | 0xdf => ["map 16", "map 32"][usize::from(first - 0xde)],
        0xe0..=0xff => "negative fixint",
    }
}
