//! Assigns each byte to the most specific read of it.

use super::wording::Wording;
use super::{Kind, NOT_SHOWN, Span};
use polywire_vm::{How, Read, Role};
use std::cmp::Reverse;
use std::ops::Range;
use std::sync::Arc;

/// Returns the spans of a buffer from the reads of all buffers. The meaning of bytes after the last error is uncertain.
/// `is_cut`: the trace was cut off because there were too many reads.
pub fn of_buffer(
    bytes: &[u8],
    buffer: usize,
    (reads, is_cut): (&[Read], bool),
    fault: Option<usize>,
    words: &Wording<'_>,
) -> Vec<Span> {
    let owned = owned(bytes.len(), buffer, reads);
    let mut spans: Vec<Span> = Vec::new();
    for run in owned.chunk_by(|(_, left), (_, right)| left == right || are_parts_of_one(reads, *left, *right)) {
        let ((first, owner), (last, last_owner)) = (&run[0], &run[run.len() - 1]);
        let offset = first.start;
        let part = &bytes[offset..last.end];
        let read = owner.map(|read| &reads[read]);
        let is_whole = owner == last_owner;
        let span = match read.filter(|read| !is_around(read)) {
            Some(read) if is_whole => words.span(read, offset, part),
            Some(read) => words.joined(read, offset, part),
            // Nothing is read inside the span after all.
            None if let Some(read) = read.filter(|read| read.how == How::Bytes && read.range.len() == part.len()) => {
                words.span(read, offset, part)
            }
            None if is_cut && part.len() > MOST_PADDING => {
                Span::plain((offset, part.len()), Kind::Unread, Arc::default(), NOT_SHOWN)
            }
            None => rest(read, offset, part, fault, spans.last()),
        };
        spans.push(span);
    }
    spans
}

/// More bytes than this between reads are not padding.
const MOST_PADDING: usize = 7;

/// Returns true if two adjacent reads are of one sequence: the same kind of read, for the same member.
fn are_parts_of_one(reads: &[Read], left: Option<usize>, right: Option<usize>) -> bool {
    let (Some(left), Some(right)) = (left, right) else { return false };
    let (left, right) = (&reads[left], &reads[right]);
    let is_part = |read: &Read| match read.how {
        How::Skipped => true,
        How::Int { width: 1, .. } => read.value.is_none() && matches!(read.role, Role::Other | Role::Value),
        How::Constant | How::Int { .. } | How::Bytes | How::Aligned | How::Leaf(_) | How::Section => false,
    };
    let same = |read: &Read| (read.how, read.role, read.is_unknown);
    is_part(left) && same(left) == same(right) && left.path == right.path && left.name == right.name
}

/// Splits a buffer into parts, each with the heaviest of the reads that cover it; among these the shortest, and among
/// those the first.
fn owned(len: usize, buffer: usize, reads: &[Read]) -> Vec<(Range<usize>, Option<usize>)> {
    let mut order: Vec<usize> = (0..reads.len()).filter(|&read| reads[read].buffer == buffer).collect();
    let ends = order.iter().flat_map(|&read| [reads[read].range.start, reads[read].range.end]);
    let mut ends: Vec<usize> = ends.chain([0, len]).collect();
    ends.sort_unstable();
    ends.dedup();
    order.sort_by_key(|&read| (Reverse(weight(&reads[read])), reads[read].range.len(), read));
    let mut parts: Vec<(Range<usize>, Option<usize>)> = ends.windows(2).map(|pair| (pair[0]..pair[1], None)).collect();
    // For each part, the next one without an owner, or a part before that.
    let mut free: Vec<usize> = (0..=parts.len()).collect();
    for read in order {
        let Range { start, end } = reads[read].range;
        let end = ends.partition_point(|it| *it < end);
        let mut part = next_free(&mut free, ends.partition_point(|it| *it < start));
        while part < end {
            parts[part].1 = Some(read);
            free[part] = part + 1;
            part = next_free(&mut free, part);
        }
    }
    parts
}

/// Returns the next part without an owner, with path compression.
fn next_free(free: &mut [usize], mut part: usize) -> usize {
    while free[part] != part {
        free[part] = free[free[part]];
        part = free[part];
    }
    part
}

/// Reads that say more about the bytes have more weight.
fn weight(read: &Read) -> u8 {
    match read.how {
        _ if is_around(read) => 0,
        How::Skipped => 1,
        // The parts of a native value need not be shown.
        _ if read.value.is_some() => 3,
        How::Constant | How::Int { .. } | How::Bytes | How::Aligned | How::Leaf(_) | How::Section => 2,
    }
}

/// Returns true if a read only encloses others and does not describe the bytes themselves.
fn is_around(read: &Read) -> bool {
    match read.how {
        How::Section => read.role < Role::Choice,
        // A member's value is described, even if a part of it is looked at.
        How::Bytes => read.role == Role::Region && read.value.is_none(),
        How::Constant | How::Int { .. } | How::Skipped | How::Aligned | How::Leaf(_) => false,
    }
}

/// Returns the span of bytes without a specific read, inside an enclosing read or outside all. Zeros are padding.
fn rest(around: Option<&Read>, offset: usize, part: &[u8], fault: Option<usize>, before: Option<&Span>) -> Span {
    let (kind, element) = match () {
        () if around.is_none() && fault.is_some_and(|fault| fault <= offset) => (Kind::Unexplained, "not explained"),
        () if part.iter().all(|byte| *byte == 0) => (Kind::Padding, "padding"),
        () if around.is_some_and(|read| read.how == How::Section) => (Kind::Unread, "not read"),
        () if fault.is_some() => (Kind::Unexplained, "not explained"),
        () => (Kind::Unread, "nothing leads here"),
    };
    let filled = before.filter(|_| kind == Kind::Padding).map(|before| &before.path);
    let longest = around.map(|read| &read.path).into_iter().chain(filled).max_by_key(|path| path.steps.len());
    Span {
        offset,
        len: part.len(),
        kind,
        path: longest.cloned().unwrap_or_default(),
        element: element.to_owned(),
        encoding: String::new(),
        value: None,
        others: Vec::new(),
        shared: 0,
    }
}
