//! Inspects FlexBuffers without a schema, in the terms of their specification.

use super::layout::Layout;
use crate::inspect::{Inspection, Kind, MOST_SPANS, Section, Span, wording};
use crate::untyped::Bounds;
use crate::untyped::flexbuffers::Parts;
use crate::untyped::flexbuffers::buffer::{Piece, Role, extended};
use crate::untyped::flexbuffers::types::{Number, Type};
use crate::untyped::part::{Container, Part, ReadParts, What};
use crate::{Format, Limits};
use polywire_ir::ErrorCode;
use polywire_vm::leaves::{write_json_float32, write_json_float64};
use polywire_vm::{Path, PathStep, Refusal};
use std::sync::Arc;

/// Returns the meaning of each byte of a message. Reading continues behind an error, with the next element.
pub fn inspect(format: &'static Format, message: &[u8], limits: &Limits) -> Inspection {
    let bounds = Bounds { depth: limits.depth, budget: limits.budget };
    let mut walk = Walk { message, layout: Layout::default(), open: Vec::new(), path: Path::default(), pieces: 0 };
    let mut parts = Parts::observed(message, bounds);
    let mut faults = Vec::new();
    let mut is_cut = false;
    loop {
        let part = parts.next();
        let pieces = parts.pieces();
        match part {
            Ok(None) => break,
            Ok(Some(part)) => walk.part(&part, pieces),
            Err(failure) => {
                let is_last = failure.code == ErrorCode::BudgetExceeded;
                walk.enter_faulty(parts.last_index());
                walk.add(pieces, None);
                faults.push(Refusal::at(failure, walk.path.clone()));
                walk.leave();
                if is_last {
                    break;
                }
            }
        }
        is_cut = walk.pieces > MOST_PIECES || faults.len() > MOST_FAULTS;
        if is_cut {
            break;
        }
    }
    let spans = walk.layout.filled(message, is_cut, !faults.is_empty());
    let sections = vec![Section { bytes: message.to_vec(), spans }];
    Inspection { format: format.name, type_name: None, sections, faults }
}

/// Limit on what is read; shared values count each time.
const MOST_PIECES: usize = MOST_SPANS;
const MOST_FAULTS: usize = 100;

struct Walk<'a> {
    message: &'a [u8],
    layout: Layout,
    /// The open containers, each with the number of values so far.
    open: Vec<(Container, usize)>,
    /// The current value.
    path: Path,
    pieces: usize,
}

impl Walk<'_> {
    fn part(&mut self, part: &Part<'_>, pieces: Vec<Piece>) {
        if let What::End(_) = part.what {
            self.open.pop();
            return self.leave();
        }
        self.enter(part);
        self.add(pieces, Some(part));
        match part.what {
            What::Begin(container, _) => self.open.push((container, 0)),
            // The step of a key belongs to the value that follows.
            _ if part.is_key => {}
            _ => self.leave(),
        }
    }

    /// Adds the path step of a value, which a key names.
    fn enter(&mut self, part: &Part<'_>) {
        let has_step = self.path.steps.len() > self.steps_around();
        let Some((container, count)) = self.open.last_mut() else { return };
        let step = match (&*container, &part.what) {
            (Container::Array, _) => PathStep::Index(*count),
            (Container::Map, What::Str(key)) if part.is_key => key_step(key),
            // The step of its key is there, unless the key cannot be read.
            (Container::Map, _) if has_step => return,
            (Container::Map, _) => PathStep::Index(*count),
        };
        *count += 1;
        self.path.steps.push(step);
    }

    /// Adds the path step of an element, or of the value of an entry whose key has no step, that cannot be read.
    fn enter_faulty(&mut self, index: Option<usize>) {
        let (Some(index), true) = (index, self.path.steps.len() == self.steps_around()) else { return };
        self.path.steps.push(PathStep::Index(index));
        if let Some((_, count)) = self.open.last_mut() {
            *count = index + 1;
        }
    }

    /// Removes the path step of a value.
    fn leave(&mut self) {
        self.path.steps.truncate(self.steps_around());
    }

    /// Returns the number of steps of the innermost open container.
    fn steps_around(&self) -> usize {
        self.open.len().saturating_sub(1)
    }

    fn add(&mut self, pieces: Vec<Piece>, part: Option<&Part<'_>>) {
        let path = Arc::new(self.path.clone());
        for piece in pieces {
            self.pieces += 1;
            let span = self.span(piece, &path, part.is_some_and(|part| part.is_key));
            self.layout.add(span);
        }
    }

    fn span(&self, Piece { range, role }: Piece, path: &Arc<Path>, is_key: bool) -> Span {
        let bytes = &self.message[range.clone()];
        let (element, value) = told(role, bytes, is_key);
        let encoding = encoding(role, bytes.len());
        Span { value, encoding, ..Span::plain((range.start, range.len()), Kind::Element, path.clone(), element) }
    }
}

/// Returns the name of what was read, and its value.
fn told(role: Role, bytes: &[u8], is_key: bool) -> (&'static str, Option<String>) {
    let number = bytes.iter().rev().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte));
    let to = |target: usize| Some(format!("{number}, to {target:04x}"));
    match role {
        Role::RootWidth => ("root width", Some(number.to_string())),
        Role::Type(ty, width) => ("type", Some(type_text(ty, width))),
        Role::Number(of) => ("value", Some(number_text(of, number, bytes.len()))),
        Role::Bool => ("value", Some((number != 0).to_string())),
        Role::Null => ("value", Some("null".to_owned())),
        Role::Offset(target) if is_key => ("key offset", to(target)),
        Role::Offset(target) => ("offset", to(target)),
        Role::KeysOffset(target) => ("keys offset", to(target)),
        Role::KeysWidth => ("keys width", Some(number.to_string())),
        Role::Size => ("size", Some(number.to_string())),
        Role::Length => ("length", Some(number.to_string())),
        Role::Text => (if is_key { "key" } else { "value" }, std::str::from_utf8(bytes).ok().map(wording::quoted)),
        Role::Blob => ("value", wording::printable(bytes)),
        Role::Terminator => ("terminating NUL", None),
    }
}

fn encoding(role: Role, len: usize) -> String {
    let bits = 8 * len;
    let order = if len > 1 { "le" } else { "" };
    match role {
        Role::Number(Number::Int) => format!("i{bits}{order}"),
        Role::Number(Number::Float) => format!("f{bits}{order}"),
        Role::Number(Number::Uint)
        | Role::Offset(_)
        | Role::KeysOffset(_)
        | Role::KeysWidth
        | Role::Size
        | Role::Length => {
            format!("u{bits}{order}")
        }
        Role::Text => "text".to_owned(),
        Role::Blob => "bytes".to_owned(),
        Role::RootWidth | Role::Type(..) | Role::Bool | Role::Null | Role::Terminator => String::new(),
    }
}

/// Returns a type; the width is that of what is behind an offset.
fn type_text(ty: Type, width: u8) -> String {
    let unit = if width == 1 { "byte" } else { "bytes" };
    match ty {
        Type::Key | Type::Null | Type::Bool => ty.name().to_owned(),
        _ => format!("{}, {width} {unit}", ty.name()),
    }
}

fn number_text(number: Number, bits: u64, len: usize) -> String {
    let mut text = Vec::new();
    match (number, len) {
        (Number::Int, _) => return extended(bits, len as u8).to_string(),
        (Number::Float, 4) => write_json_float32(bits, &mut text),
        (Number::Float, 8) => write_json_float64(bits, &mut text),
        (Number::Float | Number::Uint, _) => return bits.to_string(),
    }
    String::from_utf8_lossy(&text).trim_matches('"').to_owned()
}

fn key_step(key: &[u8]) -> PathStep {
    let text = String::from_utf8_lossy(key);
    if key.is_ascii() && !key.is_empty() {
        PathStep::Name(text.into_owned())
    } else {
        PathStep::Key(wording::quoted(&text))
    }
}
