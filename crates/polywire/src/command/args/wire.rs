//! Names of wire formats, with the other names that people know them by.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use polywire::{FORMATS, Format, WITHOUT_SCHEMA};

const ALIASES: [(&str, &[&str]); 9] = [
    ("protobuf", &["proto", "pb", "binpb"]),
    ("protobuf_text", &["text", "textproto", "txtpb", "prototext"]),
    ("capnp", &["capnproto"]),
    ("capnp_packed", &["capnp-packed"]),
    ("flatbuffers", &["flatbuffer", "fb"]),
    ("flexbuffers", &["flexbuffer", "flex"]),
    ("msgpack", &["mp", "messagepack"]),
    ("json_pretty", &["json-pretty"]),
    ("zebrapack", &["zebra"]),
];

/// Names of JSON with one message on each line.
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];

/// A wire format, as the user names it.
#[derive(Clone, Copy)]
pub struct Wire {
    pub format: &'static Format,
    /// True if the name implies one message per line.
    pub is_lines: bool,
}

impl Wire {
    /// Returns the parser of an argument that names a format with codecs for the types of a schema.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        Self::parser_of(FORMATS.iter())
    }

    /// Returns the parser of an argument that may also name a format whose messages are read without a schema only.
    pub fn parser_of_all() -> impl TypedValueParser<Value = Self> {
        Self::parser_of(FORMATS.iter().chain(WITHOUT_SCHEMA))
    }

    fn parser_of(formats: impl Iterator<Item = &'static Format>) -> impl TypedValueParser<Value = Self> {
        names(formats.map(|format| format.name)).try_map(|name| Self::of(&name).ok_or("no such format"))
    }

    /// Returns the format with a name or an alias.
    pub fn of(name: &str) -> Option<Self> {
        if JSON_LINES.contains(&name) {
            return Some(Self { format: polywire::format("json")?, is_lines: true });
        }
        let named = ALIASES.iter().find(|(_, aliases)| aliases.contains(&name)).map_or(name, |(format, _)| format);
        let format = polywire::format(named).or_else(|| polywire::without_schema(named));
        Some(Self { format: format?, is_lines: false })
    }
}

/// Returns the parser of format names and aliases; it yields the name that was typed.
pub(super) fn names(names: impl Iterator<Item = &'static str>) -> PossibleValuesParser {
    let value = |name: &'static str| {
        let aliases = ALIASES.iter().find(|(format, _)| *format == name).map_or(&[][..], |(_, aliases)| aliases);
        let lines = if name == "json" { &JSON_LINES[..] } else { &[] };
        PossibleValue::new(name).aliases(aliases.iter().chain(lines).copied())
    };
    PossibleValuesParser::new(names.map(value))
}
