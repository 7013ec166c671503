//! Joins sections after branches: ranges in which they differ become variables.

use super::Emit;
use super::env::Env;
use super::join::End;
use super::num::Num;
use super::out::{Piece, flush};
use super::section::fill;
use crate::erlang::ast::{Ex, Kind, Segment};
use std::collections::{BTreeMap, BTreeSet};

impl Emit<'_> {
    /// Joins the bytes that the branches put: each differing range becomes a variable.
    pub fn join_sections(&mut self, env: &mut Env, ends: &mut [End]) {
        let Some(before) = env.section.clone() else { return };
        let none = BTreeMap::new();
        let sections: Vec<BTreeMap<u32, Piece>> = ends
            .iter()
            .map(|end| {
                end.env.as_ref().and_then(|env| env.section.as_ref()).map_or(none.clone(), |it| it.pieces.clone())
            })
            .collect();
        let alive: Vec<bool> = ends.iter().map(|end| end.env.is_some()).collect();
        let changed = changed_ranges(&before.pieces, &sections, &alive);
        let mut pieces = before.pieces.clone();
        for (from, to) in changed {
            pieces.retain(|offset, _| *offset < from || *offset >= to);
            let piece = self.join_range(env, ends, &sections, (from, to));
            pieces.insert(from, piece);
        }
        if let Some(section) = &mut env.section {
            section.pieces = pieces;
        }
    }

    fn join_range(
        &mut self,
        env: &Env,
        ends: &mut [End],
        sections: &[BTreeMap<u32, Piece>],
        (from, to): (u32, u32),
    ) -> Piece {
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
fn changed_ranges(before: &BTreeMap<u32, Piece>, after: &[BTreeMap<u32, Piece>], alive: &[bool]) -> Vec<(u32, u32)> {
    let alive: Vec<_> = after.iter().zip(alive).filter(|(_, alive)| **alive).map(|(pieces, _)| pieces).collect();
    let mut ranges = BTreeSet::new();
    let all = alive.iter().flat_map(|pieces| pieces.iter()).chain(before);
    for (offset, piece) in all {
        if alive.iter().any(|pieces| pieces.get(offset) != before.get(offset)) {
            let size = piece.size.known().unwrap_or(1) as u32;
            ranges.insert((*offset, offset + size));
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
