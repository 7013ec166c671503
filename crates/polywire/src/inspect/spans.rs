//! Each byte belongs to the most specific read of it.

use super::wording::Wording;
use super::{Kind, Span};
use polywire_vm::{How, Read, Role};
use std::cmp::Reverse;

/// The spans of a buffer, from its reads among those of all buffers. Behind the last fault nothing is sure.
pub fn of_buffer(bytes: &[u8], buffer: usize, reads: &[Read], fault: Option<usize>, words: &Wording<'_>) -> Vec<Span> {
    let owners = owners(bytes.len(), buffer, reads);
    let mut spans: Vec<Span> = Vec::new();
    let mut offset = 0;
    for run in owners.chunk_by(|left, right| left == right || are_parts_of_one(reads, *left, *right)) {
        let part = &bytes[offset..offset + run.len()];
        let read = run[0].map(|read| &reads[read]);
        let is_whole = run[0] == run[run.len() - 1];
        let span = match read.filter(|read| !is_around(read)) {
            Some(read) if is_whole => words.span(read, offset, part),
            Some(read) => words.joined(read, offset, part),
            // Nothing is read inside after all.
            None if let Some(read) = read.filter(|read| read.how == How::Bytes && read.range.len() == part.len()) => {
                words.span(read, offset, part)
            }
            None => rest(read, offset, part, fault, spans.last()),
        };
        spans.push(span);
        offset += run.len();
    }
    spans
}

/// Returns true if two reads next to each other are read in the same way for the same, one byte after the other.
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

/// For each byte the shortest of the weightiest reads that have it; of those as short the first.
fn owners(len: usize, buffer: usize, reads: &[Read]) -> Vec<Option<usize>> {
    let mut order: Vec<usize> = (0..reads.len()).filter(|&read| reads[read].buffer == buffer).collect();
    order.sort_by_key(|&read| (weight(&reads[read]), Reverse(reads[read].range.len()), Reverse(read)));
    let mut owners = vec![None; len];
    for read in order {
        owners[reads[read].range.clone()].fill(Some(read));
    }
    owners
}

/// Reads that say more about the bytes have more weight.
fn weight(read: &Read) -> u8 {
    match read.how {
        _ if is_around(read) => 0,
        How::Skipped => 1,
        // Their constituents need not be shown.
        _ if read.value.is_some() => 3,
        How::Constant | How::Int { .. } | How::Bytes | How::Aligned | How::Leaf(_) | How::Section => 2,
    }
}

/// Returns true if it says nothing of the bytes themselves: others are read inside.
fn is_around(read: &Read) -> bool {
    match read.how {
        How::Section => read.role < Role::Choice,
        How::Bytes => read.role == Role::Region,
        How::Constant | How::Int { .. } | How::Skipped | How::Aligned | How::Leaf(_) => false,
    }
}

/// Bytes that nothing in particular was read of, inside of what others were read of, or nowhere. Zeros fill up what is
/// before them.
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
