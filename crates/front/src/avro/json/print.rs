//! Prints JSON.

use super::{Json, JsonKind};
use std::fmt::Write;

/// Returns a value on one line, without spaces.
pub fn compact(value: &Json) -> String {
    let mut text = String::new();
    write(&mut text, value, Layout::Compact);
    text
}

/// Returns a value with a member or an element on each line; arrays of scalars are on one line.
pub fn pretty(value: &Json) -> String {
    let mut text = String::new();
    write(&mut text, value, Layout::Lines(0));
    text.push('\n');
    text
}

#[derive(Clone, Copy)]
enum Layout {
    /// Without spaces.
    Compact,
    /// On one line, with spaces.
    Line,
    /// A line for each part; those of the value itself are at this depth.
    Lines(usize),
}

fn write(out: &mut String, value: &Json, layout: Layout) {
    match &value.kind {
        JsonKind::Null => out.push_str("null"),
        JsonKind::Bool(it) => out.push_str(if *it { "true" } else { "false" }),
        JsonKind::Number(it) => write_number(out, it),
        JsonKind::Text(it) => write_text(out, it),
        JsonKind::Array(elements) => {
            let is_flat = elements.iter().all(|it| !matches!(it.kind, JsonKind::Array(_) | JsonKind::Object(_)));
            let layout = if is_flat && matches!(layout, Layout::Lines(_)) { Layout::Line } else { layout };
            write_all(out, ('[', ']'), elements, layout, write);
        }
        JsonKind::Object(members) => write_all(out, ('{', '}'), members, layout, |out, it, layout| {
            write_text(out, &it.name);
            out.push_str(if matches!(layout, Layout::Compact) { ":" } else { ": " });
            write(out, &it.value, layout);
        }),
    }
}

fn write_all<T>(
    out: &mut String,
    (open, close): (char, char),
    parts: &[T],
    layout: Layout,
    each: impl Fn(&mut String, &T, Layout),
) {
    out.push(open);
    let inner = if let Layout::Lines(depth) = layout { Layout::Lines(depth + 1) } else { layout };
    for (at, part) in parts.iter().enumerate() {
        out.push_str(match (at, layout) {
            (0, _) => "",
            (_, Layout::Line) => ", ",
            (_, Layout::Compact | Layout::Lines(_)) => ",",
        });
        new_line(out, inner);
        each(out, part, inner);
    }
    if !parts.is_empty() {
        new_line(out, layout);
    }
    out.push(close);
}

fn new_line(out: &mut String, layout: Layout) {
    if let Layout::Lines(depth) = layout {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    }
}

/// JSON has no numbers that are infinite or not a number; Avro's parsers read them as texts.
fn write_number(out: &mut String, number: &str) {
    match number {
        "NaN" | "Infinity" | "-Infinity" => write_text(out, number),
        number => out.push_str(number),
    }
}

fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for ch in text.chars() {
        match ch {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            ch if ch < ' ' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04X}", u32::from(ch));
            }
            ch => out.push(ch),
        }
    }
    out.push('"');
}
