//! How far reading and writing move a cursor.

use super::cursor::Cursor;
use super::residue::Residue;
use polywire_ir::{Datum, Op, ReadWhat};

pub(super) fn read(input: &mut Cursor, what: &ReadWhat) {
    match what {
        ReadWhat::Int { width, .. } => input.advance(Residue::exact((*width).into())),
        ReadWhat::Span(len) | ReadWhat::Skip(len) => input.advance(Residue::of(len)),
        ReadWhat::Peek => {}
        ReadWhat::SkipWhile(_) | ReadWhat::Align { .. } | ReadWhat::Leaf(_) => input.forget(),
    }
}

pub(super) fn write(output: &mut Cursor, what: &Datum) {
    match what {
        Datum::Int { width, .. } => output.advance(Residue::exact((*width).into())),
        Datum::Bytes(bytes) => output.advance(Residue::exact(bytes.len() as u64)),
        Datum::Zeros(len) => output.advance(Residue::of(len)),
        Datum::Span(_) | Datum::Align { .. } | Datum::Leaf(..) => output.forget(),
    }
}

/// Makes an alignment a constant number of bytes.
pub(super) fn give_length(op: &mut Op, len: u64) {
    match op {
        Op::Read { what, .. } => *what = ReadWhat::Skip(len.into()),
        Op::Write { what } => *what = Datum::Zeros(len.into()),
        _ => {}
    }
}
