//! The stream: segments of a bit-syntax expression that is built as late as possible.

use super::Emit;
use super::env::Env;
use super::expr::bytes_len;
use super::num::Num;
use crate::erlang::ast::{Ex, Kind, Segment};
use rpds::Vector;

/// Output that has not yet been put into a binary.
#[derive(Clone, Debug)]
pub struct Out {
    /// Position of the first piece.
    pub start: Num,
    /// Pieces in order.
    pub pieces: Vector<Piece>,
    /// The position after this many pieces, if available.
    known: (usize, Num),
}

/// Segments written together.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Segments.
    pub segments: Vec<Segment>,
    /// Bytes.
    pub size: Num,
    /// For a varint, the number.
    pub varint: Option<Ex>,
    /// A cheaper equivalent that usually applies.
    pub usual: Option<Usual>,
}

/// Segments that can replace those of a piece if a guard is true.
#[derive(Clone, Debug, PartialEq)]
pub struct Usual {
    /// The guard.
    pub guard: Ex,
    /// The segments.
    pub segments: Vec<Segment>,
}

impl Piece {
    /// Segments of this many bytes.
    pub fn of(segments: Vec<Segment>, size: Num) -> Self {
        Self { segments, size, varint: None, usual: None }
    }

    /// Literal bytes.
    pub fn literal(bytes: &[u8]) -> Self {
        Self::of(Segment::literal(bytes), Num::constant(bytes.len() as i128))
    }

    /// A binary.
    pub fn binary(ex: Ex) -> Self {
        match &ex {
            Ex::Bytes(bytes) => Self::literal(bytes),
            _ => Self::of(vec![Segment::binary(ex.clone())], bytes_len(ex)),
        }
    }

    /// A binary of known size.
    pub fn sized(ex: Ex, size: Num) -> Self {
        Self::of(vec![Segment::binary(ex)], size)
    }

    /// Zero bytes.
    pub fn zeros(count: Num) -> Self {
        match count.known() {
            Some(0) => Self::of(vec![], count),
            _ => Self::of(vec![Segment::zeros(count.ex.clone())], count),
        }
    }

    /// Returns a big-endian integer of this many bytes; nothing if that is zero.
    pub fn word(word: Ex, width: Num) -> Self {
        let segment = Segment { value: word, size: Some(width.ex.clone()), kind: Kind::Bytes };
        Self::of(vec![segment], width)
    }

    /// Returns the count, if it consists of zero bytes.
    pub fn zero_count(&self) -> Option<&Ex> {
        match self.segments.as_slice() {
            [Segment { kind: Kind::Bytes, value: Ex::Int(0), size: Some(size) }] => Some(size),
            _ => None,
        }
    }

    /// Returns the variable, if it is the whole piece.
    pub fn as_binary(&self) -> Option<&Ex> {
        match self.segments.as_slice() {
            [Segment { value, size: None, kind: Kind::Binary }] => Some(value),
            _ => None,
        }
    }
}

impl Out {
    /// Starts without output.
    pub fn new(start: Num) -> Self {
        Self { known: (0, start.clone()), start, pieces: Vector::new() }
    }

    /// Returns a stream with an existing binary.
    pub fn with(start: Num, built: Ex) -> Self {
        Self { pieces: Vector::from_iter([Piece::binary(built)]), ..Self::new(start) }
    }

    /// Returns the position after the output so far.
    pub fn position(&self) -> Num {
        let (count, at) = self.known.clone();
        let new = (count..self.pieces.len()).filter_map(|index| self.pieces.get(index));
        new.fold(at, |sum, piece| sum.plus(piece.size.clone()))
    }

    /// The output as a binary.
    pub fn flush(&self) -> Ex {
        flush(&self.pieces)
    }
}

/// Returns true if a position is a variable plus a constant, so that differences from it are known.
fn is_offset(ex: &Ex) -> bool {
    matches!(ex, Ex::Binary("+", base, constant) if base.is_atomic() && matches!(**constant, Ex::Int(_)))
}

/// The pieces as a binary.
pub fn flush<'p>(pieces: impl IntoIterator<Item = &'p Piece>) -> Ex {
    let filled: Vec<&Piece> = pieces.into_iter().filter(|piece| !piece.segments.is_empty()).collect();
    match filled.as_slice() {
        [] => Ex::Bytes(vec![]),
        [only] if only.as_binary().is_some_and(Ex::is_atomic) => only.segments[0].value.clone(),
        filled => {
            let always = Ex::Bits(filled.iter().flat_map(|piece| piece.segments.iter().cloned()).collect());
            usually(filled, always)
        }
    }
}

/// Returns the pieces in their usual forms if all guards are true, else as given.
fn usually(pieces: &[&Piece], always: Ex) -> Ex {
    let guards = pieces.iter().filter_map(|piece| piece.usual.as_ref()).map(|usual| usual.guard.clone());
    let Some(guard) = guards.reduce(|left, right| Ex::binary("andalso", left, right)) else { return always };
    let segments = |piece: &&Piece| piece.usual.as_ref().map_or(&piece.segments, |usual| &usual.segments).clone();
    let usual = Ex::Bits(pieces.iter().flat_map(segments).collect());
    Ex::If(vec![(guard, vec![usual]), (super::boolean::truth(true), vec![always])])
}

impl Emit<'_> {
    /// Appends to the stream.
    pub fn emit(&mut self, env: &mut Env, piece: Piece) {
        if let Some(out) = &mut env.out
            && !piece.segments.is_empty()
        {
            out.pieces.push_back_mut(piece);
        }
    }

    /// Returns the position of the next output.
    pub fn position(&mut self, env: &mut Env) -> Num {
        let Some(at) = env.out.as_ref().map(Out::position) else { return Num::constant(0) };
        let ex = if is_offset(&at.ex) { at.ex.clone() } else { self.bind(env, "position", at.ex.clone()) };
        let at = Num { ex, ..at };
        if let Some(out) = &mut env.out {
            out.known = (out.pieces.len(), at.clone());
        }
        at
    }
}
