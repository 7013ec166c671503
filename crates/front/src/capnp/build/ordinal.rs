//! Ordinals: each is used once, and there are no gaps.

use crate::capnp::codes;
use polywire_source::{Diagnostic, Diagnostics, Span};

/// The indices of members in the order of their ordinals.
pub(super) fn in_order(ordinals: &[Option<(u64, Span)>], diagnostics: &mut Diagnostics) -> Vec<usize> {
    let mut order: Vec<(u64, Span, usize)> = Vec::new();
    for (index, ordinal) in ordinals.iter().enumerate() {
        order.extend(ordinal.map(|(ordinal, span)| (ordinal, span, index)));
    }
    order.sort_by_key(|(ordinal, _, index)| (*ordinal, *index));
    let mut expected = 0;
    let mut previous: Option<(u64, Span)> = None;
    for (ordinal, span, _) in &order {
        let problem = match previous {
            Some((last, first)) if last == *ordinal => Some(twice(*ordinal, *span, first)),
            _ if *ordinal > u16::MAX.into() => Some(too_large(*span)),
            _ if *ordinal != expected => Some(skipped(expected, *span)),
            _ => None,
        };
        if let Some(problem) = problem {
            diagnostics.push(problem);
        }
        if previous.is_none_or(|(last, _)| last != *ordinal) {
            previous = Some((*ordinal, *span));
        }
        expected = ordinal.saturating_add(1);
    }
    order.into_iter().map(|(_, _, index)| index).collect()
}

fn twice(ordinal: u64, span: Span, first: Span) -> Diagnostic {
    Diagnostic::error(codes::ORDINAL, format!("the ordinal @{ordinal} is used twice"))
        .at(span, "used again here")
        .related(first, "first used here")
        .help("give new members the next number; the ordinals of existing members never change")
}

fn too_large(span: Span) -> Diagnostic {
    Diagnostic::error(codes::ORDINAL, "ordinals are 0 to 65535").at(span, "").help("give the member the next number")
}

fn skipped(expected: u64, span: Span) -> Diagnostic {
    Diagnostic::error(codes::ORDINAL, format!("the ordinal @{expected} is missing"))
        .at(span, "follows the gap")
        .help(format!("number the members from 0 without gaps: this one is @{expected}, or a member is missing"))
}
