//! A `.proto` file of the facts known of a message: numbers of fields and the likely types of their bytes.

use polywire_ir::limits;
use polywire_vm::leaves::{Cursor, read_varint};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The name of the message's type.
pub const TYPE: &str = "Message";

/// The observations of a field: all its values.
#[derive(Default)]
struct Field<'a> {
    times: usize,
    wire_type: u64,
    runs: Vec<&'a [u8]>,
    bits: Vec<u64>,
}

type Fields<'a> = BTreeMap<u64, Field<'a>>;

/// Returns true if length-delimited bytes look like a message rather than text or anything else.
pub fn is_message(bytes: &[u8]) -> bool {
    !bytes.is_empty() && !is_text(bytes, |_| false) && message_of(&[bytes]).is_some()
}

/// The schema of a message, as far as it can be read.
pub fn schema(message: &[u8]) -> String {
    let mut fields = Fields::new();
    let mut cursor = Cursor { bytes: message, pos: 0 };
    // Bytes after a fault are not used.
    let _ = read_fields(&mut cursor, &mut fields, None);
    let mut text = "syntax = \"proto2\";\n".to_owned();
    declare(TYPE, &fields, limits::DEPTH, &mut text);
    text
}

fn declare(name: &str, fields: &Fields<'_>, depth: u32, text: &mut String) {
    let mut members = String::new();
    for (number, field) in fields {
        let label = if field.times > 1 { "repeated" } else { "optional" };
        let inner = format!("{name}_{number}");
        let ty = field_type(field, &inner, depth, text);
        let _ = match field.wire_type {
            GROUP => writeln!(members, "  {label} group F{number} = {number} {{{ty}}}"),
            _ => writeln!(members, "  {label} {ty} f{number} = {number};"),
        };
    }
    let _ = write!(text, "message {name} {{\n{members}}}\n");
}

pub(crate) const VARINT: u64 = 0;
pub(crate) const FIXED64: u64 = 1;
pub(crate) const LEN: u64 = 2;
pub(crate) const GROUP: u64 = 3;
pub(crate) const GROUP_END: u64 = 4;
pub(crate) const FIXED32: u64 = 5;

/// The type of a field; for a group its members. Parts are declared before.
fn field_type(field: &Field<'_>, inner: &str, depth: u32, text: &mut String) -> String {
    match field.wire_type {
        VARINT => "uint64".to_owned(),
        FIXED64 if field.bits.iter().all(|bits| is_likely(f64::from_bits(*bits))) => "double".to_owned(),
        FIXED64 => "fixed64".to_owned(),
        FIXED32 if field.bits.iter().all(|bits| is_likely(f32::from_bits(*bits as u32).into())) => "float".to_owned(),
        FIXED32 => "fixed32".to_owned(),
        // The contents of a group are shown as its unknown fields.
        GROUP => String::new(),
        _ => run_type(&field.runs, inner, depth, text),
    }
}

/// The type of a value prefixed by its length.
fn run_type(runs: &[&[u8]], inner: &str, depth: u32, text: &mut String) -> String {
    let full: Vec<&[u8]> = runs.iter().copied().filter(|run| !run.is_empty()).collect();
    let are_text = |allows: fn(char) -> bool| full.iter().all(|run| is_text(run, allows));
    if full.is_empty() {
        return "bytes".to_owned();
    }
    if are_text(|_| false) {
        return "string".to_owned();
    }
    if let Some(fields) = message_of(&full).filter(|_| depth > 1) {
        declare(inner, &fields, depth - 1, text);
        return inner.to_owned();
    }
    if are_text(|char| "\n\r\t".contains(char)) { "string" } else { "bytes" }.to_owned()
}

/// The fields of all these, if each is a message.
fn message_of<'a>(runs: &[&'a [u8]]) -> Option<Fields<'a>> {
    let mut fields = Fields::new();
    for run in runs {
        let before: Vec<(u64, usize)> = fields.iter().map(|(number, field)| (*number, field.times)).collect();
        read_fields(&mut Cursor { bytes: run, pos: 0 }, &mut fields, None)?;
        // A field is repeated if one message has it twice.
        for (number, times) in before {
            if let Some(field) = fields.get_mut(&number) {
                field.times = times.max(field.times - times);
            }
        }
    }
    Some(fields)
}

pub(crate) fn is_text(bytes: &[u8], allows: fn(char) -> bool) -> bool {
    std::str::from_utf8(bytes).is_ok_and(|text| text.chars().all(|char| !char.is_control() || allows(char)))
}

/// Numbers that people write; others are rather integers.
pub(crate) fn is_likely(number: f64) -> bool {
    number == 0.0 || (1e-9..1e15).contains(&number.abs())
}

/// Reads fields up to the end, or to the end of a group; none if they are not well-formed.
fn read_fields<'a>(cursor: &mut Cursor<'a>, fields: &mut Fields<'a>, group: Option<u64>) -> Option<()> {
    while cursor.pos < cursor.bytes.len() {
        let key = read_varint(cursor).ok()?;
        let (number, wire_type) = (key >> 3, key & 7);
        if wire_type == GROUP_END {
            return (group == Some(number)).then_some(());
        }
        if !(1..1 << 29).contains(&number) {
            return None;
        }
        let mut field = Field { times: 1, wire_type, ..Field::default() };
        read_content(cursor, number, &mut field)?;
        // A schema cannot have these.
        if !(19_000..20_000).contains(&number) {
            add(fields, number, field);
        }
    }
    group.is_none().then_some(())
}

fn read_content<'a>(cursor: &mut Cursor<'a>, number: u64, field: &mut Field<'a>) -> Option<()> {
    match field.wire_type {
        VARINT => drop(read_varint(cursor).ok()?),
        FIXED64 => field.bits.push(read_fixed(cursor, 8)?),
        FIXED32 => field.bits.push(read_fixed(cursor, 4)?),
        LEN => {
            let len = read_varint(cursor).ok()?;
            field.runs.push(take(cursor, len)?);
        }
        GROUP => skip_group(cursor, number)?,
        _ => return None,
    }
    Some(())
}

/// Groups in groups are counted, so that none is too deep.
pub(crate) fn skip_group(cursor: &mut Cursor<'_>, number: u64) -> Option<()> {
    let mut open = vec![number];
    while let Some(&innermost) = open.last() {
        let key = read_varint(cursor).ok()?;
        match key & 7 {
            GROUP => open.push(key >> 3),
            GROUP_END if key >> 3 == innermost => drop(open.pop()),
            GROUP_END => return None,
            wire_type => read_content(cursor, key >> 3, &mut Field { wire_type, ..Field::default() })?,
        }
    }
    Some(())
}

pub(crate) fn take<'a>(cursor: &mut Cursor<'a>, len: u64) -> Option<&'a [u8]> {
    let end = cursor.pos.checked_add(usize::try_from(len).ok()?)?;
    let taken = cursor.bytes.get(cursor.pos..end)?;
    cursor.pos = end;
    Some(taken)
}

pub(crate) fn read_fixed(cursor: &mut Cursor<'_>, len: u64) -> Option<u64> {
    let bytes = take(cursor, len)?;
    Some(bytes.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte)))
}

/// One more of a field; the first of a number says what it is.
fn add<'a>(fields: &mut Fields<'a>, number: u64, field: Field<'a>) {
    let known = fields.entry(number).or_insert_with(|| Field { wire_type: field.wire_type, ..Field::default() });
    if known.wire_type == field.wire_type {
        known.times += 1;
        known.runs.extend(field.runs);
        known.bits.extend(field.bits);
    }
}
