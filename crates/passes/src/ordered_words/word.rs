use polywire_ir::{Const, Expr, UnaryOp, ValueType};

/// Eight bytes of a section, as non-overlapping pieces; bytes without a piece are zero.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Word {
    /// In ascending order.
    pub(super) pieces: Vec<Piece>,
}

/// Some bits of a word.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Piece {
    /// The lowest bit; bit 0 is the lowest bit of the first byte.
    pub(super) shift: u32,
    /// The number of bits.
    pub(super) bits: u32,
    /// An integer, of which the low bits are used.
    pub(super) value: Expr,
    /// Its type.
    pub(super) ty: ValueType,
}

impl Piece {
    /// Creates a constant piece.
    pub(super) fn constant(shift: u32, bits: u32, value: u64) -> Self {
        Self { shift, bits, value: Expr::from(value & ones(bits)), ty: ValueType::U64 }
    }

    /// Returns the value if it is constant.
    pub(super) fn as_constant(&self) -> Option<u64> {
        match self.value {
            Expr::Const(Const::U64(value)) => Some(value & ones(self.bits)),
            Expr::Const(Const::I64(value)) => Some(value as u64 & ones(self.bits)),
            _ => None,
        }
    }

    fn end(&self) -> u32 {
        self.shift + self.bits
    }

    /// Returns the bits as a U64.
    pub(super) fn low(&self) -> Expr {
        match (self.as_constant(), &self.value) {
            (Some(value), _) => Expr::from(value),
            (None, value) => low(value.clone(), &self.ty, self.bits),
        }
    }

    /// Returns the parts before and after another piece that covers the rest, or `None` if the value cannot be split.
    fn cut(self, by: &Self) -> Option<Vec<Self>> {
        if self.end() <= by.shift || by.end() <= self.shift {
            return Some(vec![self]);
        }
        if by.shift <= self.shift && self.end() <= by.end() {
            return Some(vec![]);
        }
        let value = self.as_constant()?;
        let mut parts = Vec::new();
        if self.shift < by.shift {
            parts.push(Self::constant(self.shift, by.shift - self.shift, value));
        }
        if by.end() < self.end() {
            parts.push(Self::constant(by.end(), self.end() - by.end(), value >> (by.end() - self.shift)));
        }
        Some(parts)
    }
}

impl Word {
    /// Overwrites bits.
    pub(super) fn put(&mut self, piece: Piece) {
        let cut: Option<Vec<_>> = self.pieces.iter().map(|old| old.clone().cut(&piece)).collect();
        let mut pieces = match cut {
            Some(pieces) => pieces.concat(),
            // A variable is only partly overwritten: the word becomes one expression.
            None => {
                let kept = self.whole() & !(ones(piece.bits) << piece.shift);
                let value = kept | shifted(piece.low(), piece.shift);
                self.pieces = vec![Piece { shift: 0, bits: 64, value, ty: ValueType::U64 }];
                return;
            }
        };
        pieces.push(piece);
        pieces.sort_by_key(|piece| piece.shift);
        self.pieces = pieces;
    }

    /// Returns the word as one expression.
    pub(super) fn whole(&self) -> Expr {
        let moved = self.pieces.iter().map(|piece| shifted(piece.low(), piece.shift));
        moved.reduce(|left, right| left | right).unwrap_or_else(|| Expr::from(0_u64))
    }

    /// Returns the bits at a place if one piece covers exactly these, or no piece covers any of them.
    pub(super) fn slot(&self, shift: u32, bits: u32) -> Expr {
        let found = self.pieces.iter().find(|piece| piece.shift == shift && piece.bits == bits);
        found.map_or_else(|| Expr::from(0_u64), Piece::low)
    }
}

/// Returns the pieces into which all versions of a word can be split; the whole word if pieces of different versions
/// overlap.
pub(super) fn common_slots<'a>(words: impl Iterator<Item = &'a Word>) -> Vec<(u32, u32)> {
    let pieces = words.flat_map(|word| &word.pieces);
    let mut slots: Vec<(u32, u32)> = pieces.map(|piece| (piece.shift, piece.bits)).collect();
    slots.sort_unstable();
    slots.dedup();
    let disjoint = slots.windows(2).all(|pair| pair[0].0 + pair[0].1 <= pair[1].0);
    let printable = slots.iter().all(|(_, bits)| matches!(bits, 8 | 16 | 32 | 64));
    if disjoint && printable { slots } else { vec![(0, 64)] }
}

fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits.clamp(1, 64))
}

fn shifted(value: Expr, shift: u32) -> Expr {
    match value {
        Expr::Const(Const::U64(value)) => Expr::from(value << shift),
        value if shift == 0 => value,
        value => value << u64::from(shift),
    }
}

/// Returns the low `bits` bits of an integer as a U64.
fn low(value: Expr, ty: &ValueType, bits: u32) -> Expr {
    match value {
        Expr::Load { width, .. } if u32::from(width) * 8 <= bits => value,
        Expr::Wrap { bits: kept, signed: false, .. } if u32::from(kept) <= bits => value,
        Expr::OfBool(_) => value,
        Expr::Unary(UnaryOp::Reinterpret, inner) if *ty == ValueType::U64 && bits < 64 => inner.low_bits(bits as u8),
        value if bits < 64 => value.low_bits(bits as u8),
        value if *ty == ValueType::I64 => value.reinterpret(),
        value => value,
    }
}
