//! Fields that a schema does not know: their numbers, and what they hold where that looks like a message.

use super::{FORMAT, guess, protobuf};
use crate::Options;
use crate::anatomy::{Anatomy, Kind, Span};
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
            None => vec![Span { path, ..span }],
        }
    });
    more.collect()
}

/// The spans of what looks like a message.
fn message(bytes: &[u8]) -> Option<Vec<Span>> {
    let guess = Some(bytes).filter(|bytes| protobuf::is_message(bytes)).and_then(|bytes| guess(FORMAT, bytes))?;
    let format = crate::format(FORMAT)?;
    let module = format.lower_with(&guess.model, &Options::default()).ok()?;
    let record = module.types.struct_of(guess.model.find(guess.type_name)?)?;
    let trace = interpreter::trace_decode(&module, record, bytes, None, &Limits::default()).ok()?;
    let anatomy = Anatomy::of_trace(format, &module.types, None, trace);
    anatomy.sections.into_iter().next().filter(|_| anatomy.faults.is_empty()).map(|section| section.spans)
}

fn inside(span: Span, offset: usize, around: &Path) -> Span {
    let steps = around.steps.iter().chain(&span.path.steps).cloned().collect();
    Span { offset: offset + span.offset, kind: Kind::Unknown, path: Arc::new(Path { steps }), ..span }
}

/// Which field each unknown span is of.
struct Steps {
    /// How often a message has a field of a number; then how often it was met.
    times: HashMap<(Arc<Path>, u64), (usize, usize)>,
    /// The field at work.
    current: Vec<PathStep>,
}

impl Steps {
    fn of(bytes: &[u8], spans: &[Span]) -> Self {
        let mut times: HashMap<(Arc<Path>, u64), (usize, usize)> = HashMap::new();
        for span in spans {
            if let Some(number) = key(bytes, span) {
                times.entry((span.path.clone(), number)).or_default().0 += 1;
            }
        }
        Self { times, current: Vec::new() }
    }

    fn path_of(&mut self, bytes: &[u8], span: &Span) -> Arc<Path> {
        if let Some(number) = key(bytes, span) {
            let (times, met) = self.times.entry((span.path.clone(), number)).or_default();
            let index = (*times > 1).then_some(PathStep::Index(*met));
            *met += 1;
            self.current = [PathStep::Name(format!("f{number}"))].into_iter().chain(index).collect();
        }
        let steps = span.path.steps.iter().chain(&self.current).cloned().collect();
        Arc::new(Path { steps })
    }
}

/// The number of the field that a key announces.
fn key(bytes: &[u8], span: &Span) -> Option<u64> {
    let is_key = span.kind == Kind::Unknown && span.element == "key";
    let mut cursor = Cursor { bytes, pos: span.offset };
    read_varint(&mut cursor).ok().filter(|_| is_key).map(|key| key >> 3)
}
