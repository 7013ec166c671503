//! Joins sections after branches: ranges in which they differ become variables.

use super::Emit;
use super::env::Env;
use super::join::End;
use super::num::Num;
use super::out::{Piece, flush};
use super::section::{Section, fill};
use crate::erlang::ast::{Ex, Kind, Segment};
use rpds::RedBlackTreeMap;
use std::collections::BTreeSet;

/// Pieces by offset.
type Pieces = RedBlackTreeMap<u32, Piece>;

impl Emit<'_> {
    /// Joins the bytes that the branches put: each differing range becomes a variable.
    pub fn join_sections(&mut self, env: &mut Env, ends: &mut [End]) {
        let Some(before) = env.section.clone() else { return };
        let none = Section::new(Num::constant(0));
        let of = |end: &End| end.env.as_ref().and_then(|env| env.section.as_ref()).unwrap_or(&none).clone();
        let sections: Vec<Section> = ends.iter().map(of).collect();
        let alive = ends.iter().zip(&sections).filter(|(end, _)| end.env.is_some()).map(|(_, section)| section);
        let changed = changed_ranges(before.pieces(), &Vec::from_iter(alive));
        let sections: Vec<&Pieces> = sections.iter().map(Section::pieces).collect();
        let mut joined = before;
        for (from, to) in changed {
            let covered: Vec<u32> = joined.pieces().range(from..to).map(|(offset, _)| *offset).collect();
            covered.into_iter().for_each(|offset| drop(joined.remove(offset)));
            let piece = self.join_range(env, ends, &sections, (from, to));
            joined.insert(from, piece);
        }
        env.section = Some(joined);
    }

    fn join_range(&mut self, env: &Env, ends: &mut [End], sections: &[&Pieces], (from, to): (u32, u32)) -> Piece {
        let inside: Vec<Vec<(u32, &Piece)>> = sections
            .iter()
            .map(|pieces| pieces.range(from..to).map(|(offset, piece)| (*offset, piece)).collect())
            .collect();
        if let Some(shape) = common_integer(&inside, from) {
            let of = |pieces: &[(u32, &Piece)]| {
                pieces.first().map_or(Ex::Int(0), |(_, piece)| integer_of(piece).map_or(Ex::Int(0), |(value, _)| value))
            };
            let values = ends.iter().zip(&inside).map(|(end, pieces)| end.env.is_some().then(|| of(pieces))).collect();
            let ex = self.export(env, ends, "word", values);
            return Piece::of(vec![Segment { value: ex, ..shape }], Num::constant(i128::from(to - from)));
        }
        let whole = Num::constant(i128::from(to - from));
        let at = |pieces: &[(u32, &Piece)]| -> Vec<(Num, Piece)> {
            pieces.iter().map(|(offset, piece)| (Num::constant(i128::from(offset - from)), (*piece).clone())).collect()
        };
        // A section that ends with a piece of unknown size ends there.
        let dynamic = inside.iter().any(|pieces| pieces.last().is_some_and(|(_, piece)| piece.size.known().is_none()));
        let size = |pieces: &[(Num, Piece)]| match pieces.last() {
            Some((offset, piece)) if dynamic => offset.clone().plus(piece.size.clone()),
            None if dynamic => Num::constant(0),
            _ => whole.clone(),
        };
        let binary = |pieces: &[(u32, &Piece)]| {
            let pieces = at(pieces);
            flush(&fill(pieces.iter().map(|(offset, piece)| (offset.clone(), piece)), &size(&pieces)))
        };
        let values = ends.iter().zip(&inside).map(|(end, pieces)| end.env.is_some().then(|| binary(pieces))).collect();
        let ex = self.export(env, ends, "part", values);
        if dynamic { Piece::binary(ex) } else { Piece::sized(ex, whole) }
    }
}

/// Returns the ranges in which the sections differ from before; overlapping ones are merged.
fn changed_ranges(before: &Pieces, after: &[&Section]) -> Vec<(u32, u32)> {
    let mut ranges = BTreeSet::new();
    let touched: BTreeSet<u32> = after.iter().flat_map(|section| section.changed()).collect();
    let all = || after.iter().map(|section| section.pieces()).chain([before]);
    let last = all().flatten().map(|(offset, piece)| offset + known_size(piece)).max().unwrap_or(0);
    for offset in touched {
        let old = before.get(&offset);
        if after.iter().any(|section| section.pieces().get(&offset) != old) {
            ranges.extend(all().filter_map(|pieces| Some((offset, end_of(pieces, offset, last)?))));
        }
    }
    let mut merged: Vec<(u32, u32)> = vec![];
    for (from, to) in ranges {
        match merged.last_mut() {
            Some((_, end)) if from < *end => *end = to.max(*end),
            _ => merged.push((from, to)),
        }
    }
    merged
}

fn known_size(piece: &Piece) -> u32 {
    piece.size.known().unwrap_or(1) as u32
}

/// Returns the end of the piece at an offset. One of unknown size can extend to the next one, or to the last end.
fn end_of(pieces: &Pieces, offset: u32, last: u32) -> Option<u32> {
    let piece = pieces.get(&offset)?;
    let next = || pieces.range(offset + 1..).next().map_or(last, |(next, _)| *next);
    Some(piece.size.known().map_or_else(next, |size| offset + size as u32))
}

/// Returns the segment's shape, if each branch has nothing or one integer of that shape at the range's start.
fn common_integer(inside: &[Vec<(u32, &Piece)>], from: u32) -> Option<Segment> {
    let mut shape: Option<Segment> = None;
    for pieces in inside {
        match pieces.as_slice() {
            [] => {}
            [(offset, piece)] if *offset == from => {
                let (_, segment) = integer_of(piece)?;
                let same = shape.as_ref().is_none_or(|it| it.size == segment.size && it.kind == segment.kind);
                if !same {
                    return None;
                }
                shape = Some(segment);
            }
            _ => return None,
        }
    }
    shape
}

fn integer_of(piece: &Piece) -> Option<(Ex, Segment)> {
    match piece.segments.as_slice() {
        [segment @ Segment { value, size: Some(Ex::Int(_)), kind: Kind::Int { .. } }] => {
            Some((value.clone(), Segment { value: Ex::Any, ..segment.clone() }))
        }
        _ => None,
    }
}
