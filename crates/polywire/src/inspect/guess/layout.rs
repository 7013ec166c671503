//! Spans of a buffer whose parts are read in any order, some of them several times.

use crate::inspect::{Kind, NOT_SHOWN, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Spans that do not overlap, by offset.
#[derive(Default)]
pub(super) struct Layout {
    spans: BTreeMap<usize, Span>,
}

impl Layout {
    /// Adds a span, or the bytes of it that no other has. The same span again is shared.
    pub fn add(&mut self, span: Span) {
        if let Some(known) = self.spans.get_mut(&span.offset)
            && known.len == span.len
        {
            known.shared += 1;
            return;
        }
        for (offset, len) in self.free(span.offset, span.offset + span.len) {
            self.spans.insert(offset, Span { offset, len, ..span.clone() });
        }
    }

    /// Returns the parts of a range that no span has, as offsets and lengths.
    fn free(&self, start: usize, end: usize) -> Vec<(usize, usize)> {
        let before = self.spans.range(..start).next_back().map_or(0, |(_, span)| span.offset + span.len);
        let (mut free, mut at) = (Vec::new(), before.max(start));
        for span in self.spans.range(start..end).map(|(_, span)| span) {
            if at < span.offset {
                free.push((at, span.offset - at));
            }
            at = at.max(span.offset + span.len);
        }
        if at < end {
            free.push((at, end - at));
        }
        free
    }

    /// Returns the spans with the gaps between them. `is_cut`: not everything was read, because it was too much.
    pub fn filled(self, message: &[u8], is_cut: bool, has_faults: bool) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut at = 0;
        for span in self.spans.into_values() {
            spans.extend(gap(message, (at, span.offset), is_cut, has_faults));
            at = span.offset + span.len;
            spans.push(span);
        }
        spans.extend(gap(message, (at, message.len()), is_cut, has_faults));
        spans
    }
}

/// Zeros up to the alignment of the widest number.
const MOST_PADDING: usize = 7;

fn gap(message: &[u8], (start, end): (usize, usize), is_cut: bool, has_faults: bool) -> Option<Span> {
    let bytes = &message[start..end];
    let (kind, element) = match () {
        () if bytes.is_empty() => return None,
        () if bytes.len() <= MOST_PADDING && bytes.iter().all(|byte| *byte == 0) => (Kind::Padding, "padding"),
        () if is_cut => (Kind::Unread, NOT_SHOWN),
        () if has_faults => (Kind::Unexplained, "not explained"),
        () => (Kind::Unread, "nothing leads here"),
    };
    Some(Span::plain((start, bytes.len()), kind, Arc::default(), element))
}
