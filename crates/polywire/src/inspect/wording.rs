//! Describes reads in words.

use super::{Kind, Span};
use polywire_ir::ReadLeaf;
use polywire_ir::types::{Type, Types};
use polywire_lower::Format;
use polywire_vm::{How, Native, Read, Role, Value, leaves};

/// The context of descriptions.
pub struct Wording<'a> {
    pub format: &'a Format,
    pub types: &'a Types,
    /// True if the schema, and so the values, are guessed.
    pub guessed: bool,
}

impl Wording<'_> {
    /// Returns the span of a read.
    pub fn span(&self, read: &Read, offset: usize, bytes: &[u8]) -> Span {
        let told = self.format.told(&read.name, read.range.len(), read.number);
        let mut value = self.value(read, bytes);
        let mut encoding = encoding(read);
        let mut element = self.element(read);
        if let Some(told) = told {
            encoding = told.encoding.map_or(encoding, str::to_owned);
            if read.role == Role::Key && told.encoding.is_some() {
                value = told.text.clone().filter(|text| !text.is_empty()).or(value);
            }
            // A native value is more informative than its parts.
            if read.value.is_none() && read.role != Role::Key {
                element = told.name.to_owned();
                value = told
                    .text
                    .map(|text| if told.leads { placed(text, read) } else { text })
                    .or(value)
                    .filter(|value| !value.is_empty());
            }
        }
        Span {
            offset,
            len: bytes.len(),
            kind: kind(read),
            path: read.path.clone(),
            element,
            encoding,
            value,
            shared: read.shared,
            others: if self.guessed { others(read, bytes) } else { Vec::new() },
        }
    }

    /// Returns the span of consecutive reads, the first of which is `read`.
    pub fn joined(&self, read: &Read, offset: usize, bytes: &[u8]) -> Span {
        let whole = Read { number: None, ..read.clone() };
        Span { encoding: String::new(), others: Vec::new(), ..self.span(&whole, offset, bytes) }
    }

    fn value(&self, read: &Read, bytes: &[u8]) -> Option<String> {
        match (&read.value, read.how) {
            // Numbers in text formats are shown as written.
            (Some(Native { value: Value::Float(_), .. }), How::Leaf(_)) => return printable_text(bytes),
            (Some(Native { ty, value }), _) => return self.native(ty, value),
            (None, _) => {}
        }
        match (read.how, read.role, read.number) {
            (How::Aligned, ..) => None,
            // Other leaves are shown as text, including quotes.
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

    fn element(&self, read: &Read) -> String {
        let word = match (read.role, read.how) {
            (_, How::Aligned) => "padding",
            (_, How::Constant) => "constant",
            (_, How::Skipped) => "skipped",
            (Role::Value, _) => "value",
            (Role::Key, _) => self.format.key_name,
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

/// Returns a position in the format's terms, with its target.
fn placed(text: String, read: &Read) -> String {
    match read.meaning.filter(|_| read.role == Role::Position) {
        Some(to) => format!("{text}, to {to:04x}"),
        None => text,
    }
}

/// Converts a codec's name to plain words.
fn spoken(name: &str) -> String {
    if name.is_empty() { "value".to_owned() } else { name.replace('_', " ") }
}

fn encoding(read: &Read) -> String {
    match read.how {
        How::Constant | How::Skipped | How::Aligned | How::Section => String::new(),
        How::Int { width: 1, .. } => "u8".to_owned(),
        How::Int { width, little } => {
            let kind = match &read.value {
                Some(Native { value: Value::Float(_), .. }) => 'f',
                Some(Native { value: Value::Int(_), .. }) => 'i',
                Some(_) | None => 'u',
            };
            format!("{kind}{}{}", u32::from(width) * 8, if little { "le" } else { "be" })
        }
        How::Bytes => match &read.value {
            Some(Native { value: Value::Float(_), .. }) => return format!("f{}", 8 * read.range.len()),
            Some(Native { value: Value::Text(_), .. }) => "text",
            Some(_) | None => "bytes",
        }
        .to_owned(),
        How::Leaf(leaf) => spoken(leaf.name()),
    }
}

/// Returns other possible meanings of a guessed value.
fn others(read: &Read, bytes: &[u8]) -> Vec<String> {
    if let Some(Native { value: Value::Bytes(_), .. }) = &read.value {
        return varints(bytes).into_iter().collect();
    }
    let Some(number) = read.number.filter(|_| read.role == Role::Value) else { return Vec::new() };
    match read.how {
        How::Leaf(ReadLeaf::Varint | ReadLeaf::ShortVarint) => {
            let mut others = vec![format!("sint {}", (number >> 1) as i64 ^ -((number & 1) as i64))];
            if number > i64::MAX as u64 {
                others.push(format!("int {}", number as i64));
            }
            others
        }
        // A likely float is shown as such.
        How::Int { .. } if matches!(read.value, Some(Native { value: Value::Float(_), .. })) => Vec::new(),
        How::Int { width: 4, .. } if number > i32::MAX as u64 => vec![format!("sfixed {}", number as u32 as i32)],
        How::Int { .. } if number > i64::MAX as u64 => vec![format!("sfixed {}", number as i64)],
        How::Int { .. } | How::Constant | How::Bytes | How::Skipped | How::Aligned | How::Leaf(_) | How::Section => {
            Vec::new()
        }
    }
}

/// Returns the target of a position, and the number stored for it.
fn position(number: u64, read: &Read, width: usize) -> String {
    let written = number_text(number, width);
    read.meaning.map_or_else(|| written.clone(), |to| format!("{written}, to {to:04x}"))
}

/// Returns a count, and the number stored for it if that differs.
fn amount(number: u64, meaning: Option<u64>) -> String {
    match meaning.filter(|meaning| *meaning != number) {
        Some(meaning) => format!("{meaning}, written {number}"),
        None => number.to_string(),
    }
}

/// Returns a few consecutive varints.
fn varints(bytes: &[u8]) -> Option<String> {
    let mut cursor = leaves::Cursor { bytes, pos: 0 };
    let mut numbers = Vec::new();
    while cursor.pos < bytes.len() {
        numbers.push(leaves::read_varint(&mut cursor).ok()?.to_string());
    }
    (1..=MOST_VARINTS).contains(&numbers.len()).then(|| format!("varints {}", numbers.join(" ")))
}

const MOST_VARINTS: usize = 16;

/// Formats a number of this width; large ones as bits, since they are likely pointers.
fn number_text(number: u64, width: usize) -> String {
    if number < 1 << 32 { number.to_string() } else { format!("{number:#0digits$x}", digits = 2 + 2 * width) }
}

fn float_text(write: impl Fn(&mut Vec<u8>)) -> String {
    let mut text = Vec::new();
    write(&mut text);
    String::from_utf8_lossy(&text).trim_matches('"').to_owned()
}

/// Returns text as it appears in the message, if any.
fn printable_text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes.trim_ascii()).ok().filter(|text| !text.is_empty()).map(escaped)
}

/// Returns printable text in quotes; `None` for other bytes.
pub(super) fn printable(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_readable = !text.is_empty() && text.chars().all(|char| !char.is_control());
    is_readable.then(|| quoted(text))
}

pub(super) fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Returns the start of a long text.
fn escaped(text: &str) -> String {
    let shown = |char: char| if char.is_control() { char.escape_default().to_string() } else { char.to_string() };
    let mut chars = text.chars();
    let start: String = chars.by_ref().take(MOST_CHARS).map(shown).collect();
    if chars.next().is_some() { start + "…" } else { start }
}

const MOST_CHARS: usize = 1000;
