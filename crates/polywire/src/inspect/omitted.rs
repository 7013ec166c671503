//! Parts that a decoder drops because they are not in the schema.

use super::{Kind, Span};
use polywire_vm::Omitted;

/// Returns the spans of a buffer, with the dropped parts marked.
pub fn marked(spans: Vec<Span>, buffer: usize, omitted: &[Omitted]) -> Vec<Span> {
    let of_buffer = omitted.iter().filter(|it| it.buffer == buffer);
    of_buffer.fold(spans, |spans, it| spans.into_iter().flat_map(|span| parts(span, it)).collect())
}

/// Splits a span at the limits of a dropped part. Spans of members that the decoder read stay as they are.
fn parts(span: Span, omitted: &Omitted) -> Vec<Span> {
    let end = span.offset + span.len;
    let (from, to) = (omitted.range.start.max(span.offset), omitted.range.end.min(end));
    if from >= to {
        return vec![span];
    }
    match span.kind {
        Kind::Element if (from, to) == (span.offset, end) && span.path.steps.len() <= omitted.path.steps.len() => {
            vec![Span { kind: Kind::Unknown, ..span }]
        }
        Kind::Padding | Kind::Unread => {
            let part = |offset: usize, end: usize| Span { offset, len: end - offset, ..span.clone() };
            let element = "bytes".to_owned();
            let unknown = Span { kind: Kind::Unknown, path: omitted.path.clone(), element, ..part(from, to) };
            let behind = Span { path: omitted.path.clone(), ..part(to, end) };
            let all = [part(span.offset, from), unknown, behind];
            all.into_iter().filter(|part| part.len > 0).collect()
        }
        Kind::Element | Kind::Unknown | Kind::Unexplained => vec![span],
    }
}
