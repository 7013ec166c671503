//! Inspects MessagePack without a schema, in the terms of its specification.

use crate::inspect::{Inspection, Kind, MOST_SPANS, Section, Span, wording};
use crate::untyped::msgpack::Parts;
use crate::untyped::part::{Container, Part, ReadParts, What};
use crate::untyped::timestamp;
use crate::{Format, Limits};
use polywire_lower::msgpack_format_name as format_name;
use polywire_vm::{Path, PathStep, Refusal};
use std::sync::Arc;

/// Returns the meaning of each byte of a message.
pub fn inspect(format: &'static Format, message: &[u8], limits: &Limits) -> Inspection {
    let mut walk = Walk { message, spans: Vec::new(), open: Vec::new(), path: Path::default() };
    let mut parts = Parts::new(message, limits.depth);
    let mut faults = Vec::new();
    loop {
        match parts.next() {
            Ok(Some(part)) if walk.spans.len() < MOST_SPANS => walk.part(&part),
            Ok(Some(_)) => {}
            Ok(None) => break,
            Err(failure) => {
                faults.push(Refusal::at(failure, walk.path.clone()));
                break;
            }
        }
    }
    walk.rest(faults.is_empty());
    let sections = vec![Section { bytes: message.to_vec(), spans: walk.spans }];
    Inspection { format: format.name, type_name: None, sections, faults }
}

struct Walk<'a> {
    message: &'a [u8],
    spans: Vec<Span>,
    /// The open containers, each with the number of values so far and a flag for keys.
    open: Vec<(Container, usize, bool)>,
    /// The current value.
    path: Path,
}

impl Walk<'_> {
    fn part(&mut self, part: &Part<'_>) {
        if let What::End(_) = part.what {
            let is_key = self.open.pop().is_some_and(|(.., is_key)| is_key);
            return self.leave_unless(is_key);
        }
        self.enter(part);
        let at = (part.offset, part.head);
        match part.what {
            What::Begin(container, count) => {
                self.span(at, (part.is_key, Some(counted(container, count))));
                self.open.push((container, 0, part.is_key));
                return;
            }
            What::Str(run) => self.run(part, run, text(run)),
            What::Bin(run) => self.run(part, run, wording::printable(run)),
            What::Ext(ty, run) => {
                self.span(at, (part.is_key, Some(format!("type {ty}, length {}", run.len()))));
                self.payload(part, run, timestamp::text_of(ty, run).or_else(|| wording::printable(run)));
            }
            What::Nil | What::Bool(_) => self.span(at, (part.is_key, None)),
            What::Uint(value) => self.span(at, (part.is_key, Some(value.to_string()))),
            What::Int(value) => self.span(at, (part.is_key, Some(value.to_string()))),
            What::Float32(bits) => self.span(at, (part.is_key, Some(format!("{:?}", f32::from_bits(bits))))),
            What::Float64(bits) => self.span(at, (part.is_key, Some(format!("{:?}", f64::from_bits(bits))))),
            What::End(_) => {}
        }
        self.leave_unless(part.is_key);
    }

    /// Adds the path step of a value, which a key names.
    fn enter(&mut self, part: &Part<'_>) {
        let Some((container, count, _)) = self.open.last_mut() else { return };
        let step = match (container, part.is_key, &part.what) {
            (Container::Array, ..) => PathStep::Index(*count),
            (Container::Map, false, _) => return,
            (Container::Map, true, What::Str(text)) if text.is_ascii() && !text.is_empty() => {
                PathStep::Name(String::from_utf8_lossy(text).into_owned())
            }
            (Container::Map, true, key) => PathStep::Key(key_text(key)),
        };
        *count += 1;
        self.path.steps.push(step);
    }

    /// Removes the path step, unless the value was a key, whose step belongs to the value that follows.
    fn leave_unless(&mut self, is_key: bool) {
        if !is_key {
            self.path.steps.pop();
        }
    }

    fn run(&mut self, part: &Part<'_>, run: &[u8], shown: Option<String>) {
        self.span((part.offset, part.head), (part.is_key, Some(format!("length {}", run.len()))));
        self.payload(part, run, shown);
    }

    fn payload(&mut self, part: &Part<'_>, run: &[u8], shown: Option<String>) {
        if !run.is_empty() {
            let element = if part.is_key { "key" } else { "value" };
            self.push((part.offset + part.head, run.len()), element, shown);
        }
    }

    fn span(&mut self, (offset, len): (usize, usize), (is_key, value): (bool, Option<String>)) {
        let name = format_name(self.message[offset]);
        let element = if is_key { format!("key, {name}") } else { name.to_owned() };
        self.push((offset, len), &element, value);
    }

    fn push(&mut self, (offset, len): (usize, usize), element: &str, value: Option<String>) {
        let path = Arc::new(self.path.clone());
        self.spans.push(Span { value, ..Span::plain((offset, len), Kind::Element, path, element) });
    }

    /// Adds a span for the bytes that were not read or are not shown.
    fn rest(&mut self, is_whole: bool) {
        let start = self.spans.last().map_or(0, |span| span.offset + span.len);
        let len = self.message.len() - start;
        if len > 0 {
            let (kind, element) =
                if is_whole { (Kind::Unread, crate::inspect::NOT_SHOWN) } else { (Kind::Unexplained, "not explained") };
            self.spans.push(Span::plain((start, len), kind, Arc::default(), element));
        }
    }
}

fn counted(container: Container, count: u32) -> String {
    match (container, count) {
        (Container::Map, 1) => "1 entry".to_owned(),
        (Container::Map, _) => format!("{count} entries"),
        (Container::Array, 1) => "1 element".to_owned(),
        (Container::Array, _) => format!("{count} elements"),
    }
}

/// Returns a text; a long one is shortened for display.
fn text(bytes: &[u8]) -> Option<String> {
    std::str::from_utf8(bytes).ok().map(wording::quoted)
}

fn key_text(key: &What<'_>) -> String {
    match *key {
        What::Nil => "nil".to_owned(),
        What::Bool(value) => value.to_string(),
        What::Uint(value) => value.to_string(),
        What::Int(value) => value.to_string(),
        What::Float32(bits) => format!("{:?}", f32::from_bits(bits)),
        What::Float64(bits) => format!("{:?}", f64::from_bits(bits)),
        What::Str(text) => wording::quoted(&String::from_utf8_lossy(text)),
        What::Bin(bytes) => wording::printable(bytes).unwrap_or_else(|| format!("{} bytes", bytes.len())),
        What::Ext(ty, _) => format!("ext {ty}"),
        What::Begin(Container::Array, _) | What::End(Container::Array) => "array".to_owned(),
        What::Begin(Container::Map, _) | What::End(Container::Map) => "map".to_owned(),
    }
}
