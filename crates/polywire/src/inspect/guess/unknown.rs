//! Fields that a schema does not know: their numbers, and what they hold where that looks like a message.

use super::{FORMAT, guess, protobuf};
use crate::Options;
use crate::inspect::{Inspection, Kind, Span};
use polywire_vm::leaves::{Cursor, read_varint};
use polywire_vm::{Limits, Path, PathStep, interpreter};
use std::collections::HashMap;
use std::sync::Arc;

/// More unknown fields are not looked into.
const MOST_OPENED: usize = 200;

/// The spans of a message, with more of them where unknown fields hold messages.
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

/// The spans of what looks like a message.
fn message(bytes: &[u8]) -> Option<Vec<Span>> {
    let guess = Some(bytes).filter(|bytes| protobuf::is_message(bytes)).and_then(|bytes| guess(FORMAT, bytes))?;
    let format = crate::format(FORMAT)?;
    let model = guess.model()?;
    let module = format.lower_with(&model, &Options::default()).ok()?;
    let record = module.types.struct_of(model.find(guess.type_name)?)?;
    let trace = interpreter::trace_decode(&module, record, bytes, None, &Limits::default()).ok()?;
    let inspection = Inspection::of_trace(format, &module.types, None, trace);
    inspection.sections.into_iter().next().filter(|_| inspection.faults.is_empty()).map(|section| section.spans)
}

/// The text of a key, also where a group is skipped as a whole.
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
    /// How often a field comes in all, where that is known.
    times: HashMap<Field, usize>,
    /// How often it was met.
    met: HashMap<Field, usize>,
    /// Groups around the field at work, the innermost last.
    open: Vec<Group>,
    /// Groups so far.
    groups: usize,
    /// The field at work, and those around it.
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

    /// A key begins a field; that of a group is around others up to its end.
    fn meet(&mut self, bytes: &[u8], span: &Span) {
        match key(bytes, span).map(|key| (key >> 3, key & 7)) {
            None => {}
            Some((_, protobuf::GROUP_END)) => self.current = self.open.pop().map(|it| it.steps).unwrap_or_default(),
            Some((number, wire_type)) => {
                self.begin(span.path.clone(), number);
                if wire_type == protobuf::GROUP {
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

/// The key that a span is.
fn key(bytes: &[u8], span: &Span) -> Option<u64> {
    let is_key = span.kind == Kind::Unknown && span.element == "key";
    let mut cursor = Cursor { bytes, pos: span.offset };
    read_varint(&mut cursor).ok().filter(|_| is_key)
}
