//! The section being written: pieces by offset, with zeros between them.

use super::Emit;
use super::env::Env;
use super::num::Num;
use super::out::{Piece, flush};
use crate::erlang::ast::{Ex, Segment};
use rpds::{RedBlackTreeMap, RedBlackTreeSet};

/// The contents of a section.
#[derive(Clone, Debug)]
pub struct Section {
    /// Position of the whole section in the output.
    pub start: Num,
    /// Offset of the current part.
    pub offset: u32,
    /// Pieces by offset in the whole section.
    pieces: RedBlackTreeMap<u32, Piece>,
    /// The offsets at which pieces may differ from those at the start of the branch.
    changed: RedBlackTreeSet<u32>,
}

impl Section {
    /// Starts without pieces.
    pub fn new(start: Num) -> Self {
        Self { start, offset: 0, pieces: RedBlackTreeMap::new(), changed: RedBlackTreeSet::new() }
    }

    /// Returns the same section at the start of a branch.
    pub fn branch(&self) -> Self {
        Self { changed: RedBlackTreeSet::new(), ..self.clone() }
    }

    /// Pieces by offset in the whole section.
    pub fn pieces(&self) -> &RedBlackTreeMap<u32, Piece> {
        &self.pieces
    }

    /// The offsets at which pieces were put or removed since the start of the branch.
    pub fn changed(&self) -> impl Iterator<Item = u32> {
        self.changed.iter().copied()
    }

    /// Puts a piece at an offset of the whole section.
    pub fn insert(&mut self, offset: u32, piece: Piece) {
        self.changed.insert_mut(offset);
        self.pieces.insert_mut(offset, piece);
    }

    /// Removes the piece at an offset of the whole section.
    pub fn remove(&mut self, offset: u32) -> Option<Piece> {
        let piece = self.pieces.get(&offset).cloned()?;
        self.changed.insert_mut(offset);
        self.pieces.remove_mut(&offset);
        Some(piece)
    }

    /// Returns the position of the current part.
    pub fn base(&self) -> Num {
        self.start.clone().plus(Num::constant(i128::from(self.offset)))
    }

    /// Returns all pieces with the zeros between and after them.
    pub fn filled(&self, size: &Num) -> Vec<Piece> {
        fill(self.pieces.iter().map(|(offset, piece)| (Num::constant(i128::from(*offset)), piece)), size)
    }
}

/// Fills the gaps between and after pieces at offsets with zeros.
pub fn fill<'p>(pieces: impl Iterator<Item = (Num, &'p Piece)>, size: &Num) -> Vec<Piece> {
    let (mut filled, mut at) = (vec![], Num::constant(0));
    for (offset, piece) in pieces {
        push_gap(&mut filled, &at, &offset);
        filled.push(piece.clone());
        at = offset.plus(piece.size.clone());
    }
    push_gap(&mut filled, &at, size);
    filled
}

fn push_gap(pieces: &mut Vec<Piece>, from: &Num, to: &Num) {
    if from.ex != to.ex {
        let gap = to.clone().minus(from.clone());
        if gap.known() != Some(0) {
            pieces.push(Piece::zeros(Num { lo: gap.lo.max(0), ..gap }));
        }
    }
}

impl Emit<'_> {
    /// Puts a piece at an offset of the current part; it replaces the bytes that it covers.
    pub fn put(&mut self, env: &mut Env, offset: u32, piece: Piece) {
        let Some(section) = &env.section else { return self.unsupported(env, "a put outside of a section") };
        let offset = section.offset + offset;
        let Some(size) = piece.size.known() else { return self.put_last(env, offset, piece) };
        if size == 0 {
            return;
        }
        self.cut(env, (offset, offset + size as u32));
        self.put_last(env, offset, piece);
    }

    /// Puts a piece whose size is only known at run time: it ends before the next one.
    fn put_last(&mut self, env: &mut Env, offset: u32, piece: Piece) {
        if let Some(section) = &mut env.section {
            section.insert(offset, piece);
        }
    }

    /// Removes the contents of a range, keeping the parts of pieces outside of it.
    fn cut(&mut self, env: &mut Env, (from, to): (u32, u32)) {
        let Some(section) = &env.section else { return };
        let before = section.pieces.range(..to).rev();
        let known = before.filter_map(|(offset, piece)| Some((*offset, offset + piece.size.known()? as u32)));
        let mut touched: Vec<(u32, u32)> = known.take_while(|(_, end)| *end > from).collect();
        touched.reverse();
        for (start, end) in touched {
            let piece = env.section.as_mut().and_then(|section| section.remove(start));
            let Some(piece) = piece else { continue };
            if start >= from && end <= to {
                continue;
            }
            let whole = self.bind(env, "part", flush(&[piece]));
            self.keep_part(env, &whole, start, (start, from));
            self.keep_part(env, &whole, start, (to, end));
        }
    }

    fn keep_part(&mut self, env: &mut Env, whole: &Ex, start: u32, (from, to): (u32, u32)) {
        if from >= to {
            return;
        }
        let args = vec![whole.clone(), Ex::Int(i128::from(from - start)), Ex::Int(i128::from(to - from))];
        let part = Ex::pure("binary", "part", args);
        let piece = Piece::of(vec![Segment::binary(part)], Num::constant(i128::from(to - from)));
        if let Some(section) = &mut env.section {
            section.insert(from, piece);
        }
    }
}
