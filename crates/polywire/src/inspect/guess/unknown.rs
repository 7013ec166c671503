//! Unknown fields: their numbers, and their contents if they look like a message.

use super::{FORMAT, guess, wire};
use crate::Options;
use crate::inspect::{Inspection, Kind, Span};
use polywire_vm::leaves::{Cursor, read_varint};
use polywire_vm::{Limits, Path, PathStep, interpreter};
use std::collections::HashMap;
use std::sync::Arc;

/// Limit on the unknown fields that are examined.
const MOST_OPENED: usize = 200;

/// Splits spans of unknown fields that hold messages.
pub fn opened(bytes: &[u8], spans: Vec<Span>) -> Vec<Span> {
    let mut steps = Steps::of(bytes, &spans);
    let mut opened = 0;
    let more = spans.into_iter().flat_map(|span| {
        if span.kind != Kind::Unknown {
            return vec![span];
        }
        let path = steps.path_of(bytes, &span);
        let may_open = span.element == "skipped" && opened < MOST_OPENED;
        opened += usize::from(may_open);
        match Some(&bytes[span.offset..span.offset + span.len]).filter(|_| may_open).and_then(message) {
            Some(inner) => inner.into_iter().map(|inner| inside(inner, span.offset, &path)).collect(),
            None => vec![Span { path, value: key_text(bytes, &span).or(span.value), ..span }],
        }
    });
    more.collect()
}

/// Returns the spans of bytes that look like a message.
fn message(bytes: &[u8]) -> Option<Vec<Span>> {
    let guess = Some(bytes).filter(|bytes| wire::is_message(bytes)).and_then(|bytes| guess(FORMAT, bytes))?;
    let format = crate::format(FORMAT)?;
    let model = guess.model()?;
    let module = format.lower_with(&model, &Options::default()).ok()?;
    let record = module.types.struct_of(model.find(guess.type_name)?)?;
    let trace = interpreter::trace_decode(&module, record, bytes, None, &Limits::default()).ok()?;
    let inspection = Inspection::of_trace(format, &module.types, None, trace);
    inspection.sections.into_iter().next().filter(|_| inspection.faults.is_empty()).map(|section| section.spans)
}

/// Returns the text of a key, also for a group that is skipped as a whole.
fn key_text(bytes: &[u8], span: &Span) -> Option<String> {
    let text = crate::format(FORMAT)?.key_text?;
    key(bytes, span).map(text)
}

fn inside(span: Span, offset: usize, around: &Path) -> Span {
    let steps = around.steps.iter().chain(&span.path.steps).cloned().collect();
    Span { offset: offset + span.offset, kind: Kind::Unknown, path: Arc::new(Path { steps }), ..span }
}

/// Assigns unknown spans to fields.
#[derive(Default)]
struct Steps {
    /// The number of occurrences of a field, if known.
    times: HashMap<Field, usize>,
    /// The number of occurrences so far.
    met: HashMap<Field, usize>,
    /// The enclosing groups, innermost last.
    open: Vec<Group>,
    /// The number of groups so far.
    groups: usize,
    /// The path of the current field.
    current: Vec<PathStep>,
}

/// A field of a message, or of a group in it.
#[derive(PartialEq, Eq, Hash)]
struct Field {
    message: Arc<Path>,
    group: usize,
    number: u64,
}

struct Group {
    number: usize,
    steps: Vec<PathStep>,
}

impl Steps {
    fn of(bytes: &[u8], spans: &[Span]) -> Self {
        let mut first = Self::default();
        spans.iter().for_each(|span| first.meet(bytes, span));
        Self { times: first.met, ..Self::default() }
    }

    fn path_of(&mut self, bytes: &[u8], span: &Span) -> Arc<Path> {
        self.meet(bytes, span);
        let steps = span.path.steps.iter().chain(&self.current).cloned().collect();
        Arc::new(Path { steps })
    }

    /// Begins the field of a key; a group's field contains others up to its end.
    fn meet(&mut self, bytes: &[u8], span: &Span) {
        match key(bytes, span).map(|key| (key >> 3, key & 7)) {
            None => {}
            Some((_, wire::GROUP_END)) => self.current = self.open.pop().map(|it| it.steps).unwrap_or_default(),
            Some((number, wire_type)) => {
                self.begin(span.path.clone(), number);
                if wire_type == wire::GROUP {
                    self.groups += 1;
                    self.open.push(Group { number: self.groups, steps: self.current.clone() });
                }
            }
        }
    }

    fn begin(&mut self, message: Arc<Path>, number: u64) {
        let field = Field { message, group: self.open.last().map_or(0, |group| group.number), number };
        let is_list = self.times.get(&field).is_some_and(|times| *times > 1);
        let met = self.met.entry(field).or_default();
        let index = is_list.then_some(PathStep::Index(*met));
        *met += 1;
        let around = self.open.last().map_or(&[][..], |group| &group.steps);
        self.current = around.iter().cloned().chain([PathStep::Name(format!("f{number}"))]).chain(index).collect();
    }
}

/// Returns the key in a span.
fn key(bytes: &[u8], span: &Span) -> Option<u64> {
    let is_key = span.kind == Kind::Unknown && span.element == "tag";
    let mut cursor = Cursor { bytes, pos: span.offset };
    read_varint(&mut cursor).ok().filter(|_| is_key)
}
