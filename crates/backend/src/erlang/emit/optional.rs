//! Pieces that only one branch writes.

use super::Emit;
use super::env::Env;
use super::join::End;
use super::num::Num;
use super::out::{Piece, Usual, flush};
use crate::erlang::ast::{Ex, Kind, Segment};
use std::collections::BTreeSet;

impl Emit<'_> {
    /// Returns a piece that only one branch writes.
    pub fn optional_piece(&mut self, env: &Env, ends: &mut [End], writer: usize, group: Vec<Piece>) -> Piece {
        if let Some(piece) = self.optional_word(env, ends, writer, &group) {
            return piece;
        }
        let alone = group.first().filter(|_| group.len() == 1);
        let zeros = alone.and_then(|piece| Some((piece.zero_count()?.clone(), piece.size.hi)));
        let (value, none) = match &zeros {
            Some((count, _)) => (count.clone(), Ex::Int(0)),
            None => (self.tagged(&mut ends[writer], &group), Ex::Bytes(vec![])),
        };
        let hint = if zeros.is_some() { "padding" } else { "part" };
        let values = ends
            .iter()
            .enumerate()
            .map(|(index, end)| end.env.is_some().then(|| if index == writer { value.clone() } else { none.clone() }));
        let ex = self.export(env, ends, hint, values.collect());
        match zeros {
            Some((_, hi)) => Piece::zeros(Num::new(ex, 0, hi)),
            None => Piece::binary(ex),
        }
    }

    /// Returns literal bytes before a varint or a float as an integer or a float whose width is zero if it is absent.
    fn optional_word(&mut self, env: &Env, ends: &mut [End], writer: usize, group: &[Piece]) -> Option<Piece> {
        let (last, before) = group.split_last()?;
        let prefix = literal_bytes(before).filter(|bytes| bytes.len() < 6)?;
        if let Some(number) = last.varint.clone() {
            let (word, width) = self.varint_word(ends[writer].env.as_mut()?, &prefix, number);
            let word = self.export_or(env, ends, writer, ("word", word, Ex::Int(0)));
            let shown = self.export_or(env, ends, writer, ("width", width.ex, Ex::Int(0)));
            return Some(Piece::word(word, Num::new(shown, 0, width.hi)));
        }
        let usual = last.usual.clone()?;
        let mut bound = BTreeSet::new();
        ends[writer].env.as_ref()?.code.iter().for_each(|ex| ex.bound_vars(&mut bound));
        let mut used = BTreeSet::new();
        last.segments.iter().for_each(|segment| segment.value.all_vars(&mut used));
        if !used.is_disjoint(&bound) {
            return None;
        }
        let total = prefix.len() as i128 + last.size.known()?;
        let width = self.export_or(env, ends, writer, ("width", Ex::Int(total), Ex::Int(0)));
        Some(optional_float(prefix, (last, usual), (width, total)))
    }

    fn export_or(&mut self, env: &Env, ends: &mut [End], writer: usize, (hint, value, none): (&str, Ex, Ex)) -> Ex {
        let of = |(index, end): (usize, &End)| {
            end.env.is_some().then(|| if index == writer { value.clone() } else { none.clone() })
        };
        let values = ends.iter().enumerate().map(of).collect();
        self.export(env, ends, hint, values)
    }

    /// Returns a group of pieces as one binary; one that ends in a varint, usually of one byte, in a single expression.
    fn tagged(&mut self, end: &mut End, group: &[Piece]) -> Ex {
        let whole = flush(group);
        let (Some((last, before)), Some(env)) = (group.split_last(), &mut end.env) else { return whole };
        let Some(number) = last.varint.clone().filter(|_| !before.is_empty()) else { return whole };
        let byte = Piece::of(vec![Segment::bits(number.clone(), 8)], Num::constant(1));
        let short = flush(&[before, &[byte]].concat());
        let part = self.fresh("part");
        let branches = vec![
            (Ex::binary("<", number, Ex::Int(128)), vec![Ex::bind(part, short)]),
            (super::boolean::truth(true), vec![Ex::bind(part, whole)]),
        ];
        env.code.push(Ex::If(branches));
        part.into()
    }
}

/// Groups pieces that are exported together: a variable that is a binary and a run of zeros alone, all others with
/// their neighbours.
pub fn grouped(pieces: &[Piece]) -> Vec<Vec<Piece>> {
    let mut groups: Vec<Vec<Piece>> = vec![];
    let mut joins = false;
    for piece in pieces {
        let alone =
            piece.varint.is_none() && piece.as_binary().is_some_and(Ex::is_atomic) || piece.zero_count().is_some();
        match groups.last_mut() {
            Some(group) if joins && !alone => group.push(piece.clone()),
            _ => groups.push(vec![piece.clone()]),
        }
        joins = !alone;
    }
    if groups.len() > 3 { vec![pieces.to_vec()] } else { groups }
}

/// Returns literal bytes and a float of this many bytes, or none if it is absent.
fn optional_float(prefix: Vec<u8>, (float, usual): (&Piece, Usual), (width, total): (Ex, i128)) -> Piece {
    let literal = Segment::literal(&prefix);
    let there = Ex::binary("=:=", width.clone(), Ex::Int(total));
    let guard = Ex::binary("andalso", there.clone(), usual.guard);
    let segments = literal.iter().cloned().chain(usual.segments).collect();
    let whole = Ex::Bits(literal.into_iter().chain(float.segments.iter().cloned()).collect());
    let either = Ex::If(vec![(there, vec![whole]), (super::boolean::truth(true), vec![Ex::Bytes(vec![])])]);
    let usual = Some(Usual { guard, segments });
    Piece { usual, ..Piece::sized(either, Num::new(width, 0, total)) }
}

/// Returns the bytes of literal pieces.
fn literal_bytes(pieces: &[Piece]) -> Option<Vec<u8>> {
    let byte = |segment: &Segment| match (&segment.value, &segment.size, segment.kind) {
        (Ex::Int(value), Some(Ex::Int(8)), Kind::Int { .. }) => u8::try_from(*value).ok(),
        _ => None,
    };
    pieces.iter().flat_map(|piece| &piece.segments).map(byte).collect()
}
