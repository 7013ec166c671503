//! Reads in words.

use super::{Kind, Span};
use polywire_ir::ReadLeaf;
use polywire_ir::types::{Type, Types};
use polywire_lower::Format;
use polywire_vm::{How, Native, Read, Role, Value, leaves};

/// The context of names.
pub struct Wording<'a> {
    pub format: &'a Format,
    pub types: &'a Types,
    /// The schema is guessed, and so are the values.
    pub guessed: bool,
}

impl Wording<'_> {
    /// A read, as a span of these bytes.
    pub fn span(&self, read: &Read, offset: usize, bytes: &[u8]) -> Span {
        let value = self.value(read, bytes);
        let encoding = encoding(read);
        Span {
            offset,
            len: bytes.len(),
            kind: kind(read),
            path: read.path.clone(),
            element: element(read),
            encoding,
            value,
            shared: read.shared,
            others: if self.guessed { others(read, bytes) } else { Vec::new() },
        }
    }

    /// Consecutive reads, of which this was the first.
    pub fn joined(&self, read: &Read, offset: usize, bytes: &[u8]) -> Span {
        let whole = Read { number: None, ..read.clone() };
        Span { encoding: String::new(), others: Vec::new(), ..self.span(&whole, offset, bytes) }
    }

    fn value(&self, read: &Read, bytes: &[u8]) -> Option<String> {
        match (&read.value, read.how) {
            // A number of a text is shown as in the text.
            (Some(Native { value: Value::Float(_), .. }), How::Leaf(_)) => return printable_text(bytes),
            (Some(Native { ty, value }), _) => return self.native(ty, value),
            (None, _) => {}
        }
        match (read.how, read.role, read.number) {
            (How::Aligned, ..) => None,
            // Leaves that are no numbers are text, quotes and all.
            (How::Leaf(_), _, None) => printable_text(bytes),
            (_, Role::Choice | Role::Other, Some(number)) if read.meaning.is_some_and(|meaning| meaning != number) => {
                Some(amount(number, read.meaning))
            }
            (_, Role::Key, Some(number)) => {
                Some(self.format.key_text.map_or_else(|| number.to_string(), |it| it(number)))
            }
            (_, Role::Position, Some(number)) => Some(position(number, read, bytes.len())),
            (_, Role::Length | Role::Count, Some(number)) => Some(amount(number, read.meaning)),
            (How::Int { width: 1, .. }, _, Some(number)) => {
                let shown = char::from_u32(number as u32).filter(char::is_ascii_graphic);
                Some(shown.map_or_else(|| number.to_string(), |shown| format!("{number} '{shown}'")))
            }
            (How::Int { .. }, _, Some(number)) => Some(number_text(number, bytes.len())),
            (_, _, Some(number)) => Some(number.to_string()),
            (..) => printable(bytes),
        }
    }

    fn native(&self, ty: &Type, value: &Value) -> Option<String> {
        Some(match (ty, value) {
            (_, Value::Bool(value)) => value.to_string(),
            (_, Value::Int(value)) => value.to_string(),
            (_, Value::Uint(value)) => value.to_string(),
            (Type::Float { bits: 32 }, Value::Float(bits)) => float_text(|out| leaves::write_json_float32(*bits, out)),
            (_, Value::Float(bits)) => float_text(|out| leaves::write_json_float64(*bits, out)),
            (_, Value::Text(text)) => quoted(&String::from_utf8_lossy(text)),
            (_, Value::Bytes(bytes)) => printable(bytes).unwrap_or_else(|| format!("{} bytes", bytes.len())),
            (Type::Enum(id), Value::Enum(number)) => {
                let members = &self.types.enumeration(*id).members;
                let member = members.iter().find(|member| member.number == *number);
                member.map_or_else(|| number.to_string(), |member| format!("{} ({number})", member.name))
            }
            (_, Value::Enum(number)) => number.to_string(),
            (_, Value::Absent | Value::Struct(_) | Value::Union(_) | Value::List(_) | Value::Map(_)) => return None,
        })
    }
}

fn kind(read: &Read) -> Kind {
    match read.how {
        _ if read.is_unknown => Kind::Unknown,
        How::Aligned => Kind::Padding,
        How::Constant | How::Int { .. } | How::Bytes | How::Skipped | How::Leaf(_) | How::Section => Kind::Element,
    }
}

fn element(read: &Read) -> String {
    let word = match (read.role, read.how) {
        (_, How::Aligned) => "padding",
        (_, How::Constant) => "constant",
        (_, How::Skipped) => "skipped",
        (Role::Value, _) => "value",
        (Role::Key, _) => "key",
        (Role::Length, _) => "length",
        (Role::Count, _) => "count",
        (Role::Position, _) => "position",
        (Role::Choice | Role::Other | Role::Region, How::Leaf(leaf)) if leaf.results().is_empty() => {
            return spoken(leaf.name());
        }
        (Role::Choice | Role::Other | Role::Region, _) => return spoken(&read.name),
    };
    word.to_owned()
}

/// A codec's name for something, as people write it.
fn spoken(name: &str) -> String {
    if name.is_empty() { "value".to_owned() } else { name.replace('_', " ") }
}

fn encoding(read: &Read) -> String {
    match read.how {
        How::Constant | How::Skipped | How::Aligned | How::Section => String::new(),
        How::Int { width: 1, .. } => "u8".to_owned(),
        How::Int { width, little } => format!("u{}{}", u32::from(width) * 8, if little { "le" } else { "be" }),
        How::Bytes => match &read.value {
            Some(Native { value: Value::Text(_), .. }) => "text",
            Some(_) | None => "bytes",
        }
        .to_owned(),
        How::Leaf(leaf) => spoken(leaf.name()),
    }
}

/// Other possible meanings of a guessed value.
fn others(read: &Read, bytes: &[u8]) -> Vec<String> {
    if let Some(Native { value: Value::Bytes(_), .. }) = &read.value {
        return varints(bytes).into_iter().collect();
    }
    let Some(number) = read.number.filter(|_| read.role == Role::Value) else { return Vec::new() };
    match read.how {
        How::Leaf(ReadLeaf::Varint) => {
            let mut others = vec![format!("sint {}", (number >> 1) as i64 ^ -((number & 1) as i64))];
            if number > i64::MAX as u64 {
                others.push(format!("int {}", number as i64));
            }
            others
        }
        // A likely float is shown as one.
        How::Int { .. } if matches!(read.value, Some(Native { value: Value::Float(_), .. })) => Vec::new(),
        How::Int { width: 4, .. } if number > i32::MAX as u64 => vec![format!("sfixed {}", number as u32 as i32)],
        How::Int { .. } if number > i64::MAX as u64 => vec![format!("sfixed {}", number as i64)],
        How::Int { .. } | How::Constant | How::Bytes | How::Skipped | How::Aligned | How::Leaf(_) | How::Section => {
            Vec::new()
        }
    }
}

/// Where to, and what is written for that.
fn position(number: u64, read: &Read, width: usize) -> String {
    let written = number_text(number, width);
    read.meaning.map_or_else(|| written.clone(), |to| format!("{written}, to {to:04x}"))
}

/// How many, and what is written for that if it is another number.
fn amount(number: u64, meaning: Option<u64>) -> String {
    match meaning.filter(|meaning| *meaning != number) {
        Some(meaning) => format!("{meaning}, written {number}"),
        None => number.to_string(),
    }
}

/// A few varints side by side.
fn varints(bytes: &[u8]) -> Option<String> {
    let mut cursor = leaves::Cursor { bytes, pos: 0 };
    let mut numbers = Vec::new();
    while cursor.pos < bytes.len() {
        numbers.push(leaves::read_varint(&mut cursor).ok()?.to_string());
    }
    (1..=MOST_VARINTS).contains(&numbers.len()).then(|| format!("varints {}", numbers.join(" ")))
}

const MOST_VARINTS: usize = 16;

/// Large numbers of this many bytes are rather bits, as pointers are.
fn number_text(number: u64, width: usize) -> String {
    if number < 1 << 32 { number.to_string() } else { format!("{number:#0digits$x}", digits = 2 + 2 * width) }
}

fn float_text(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut text = Vec::new();
    write(&mut text);
    String::from_utf8_lossy(&text).trim_matches('"').to_owned()
}

/// Text as it is in the message, if there is any.
fn printable_text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes.trim_ascii()).ok().filter(|text| !text.is_empty()).map(escaped)
}

/// Text that people can read, with its quotes; none for other bytes.
fn printable(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_readable = !text.is_empty() && text.chars().all(|char| !char.is_control());
    is_readable.then(|| quoted(text))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

fn escaped(text: &str) -> String {
    let shown = |char: char| if char.is_control() { char.escape_default().to_string() } else { char.to_string() };
    text.chars().map(shown).collect()
}
