use super::{Ex, Var};

/// The interpretation of a segment's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An integer of `size` bits.
    Int {
        /// Least significant byte first.
        little: bool,
        /// Two's complement (in patterns).
        signed: bool,
    },
    /// A float of `size` bits.
    Float {
        /// Least significant byte first.
        little: bool,
    },
    /// A binary of `size` bytes, or all.
    Binary,
    /// An integer of `size` bytes.
    Bytes,
}

/// A segment of a bit-syntax expression or pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// Value or pattern.
    pub value: Ex,
    /// Size in the kind's unit; `None` for the rest.
    pub size: Option<Ex>,
    /// How its bits are read or written.
    pub kind: Kind,
}

impl Segment {
    /// An integer of this many bytes.
    pub fn int(value: impl Into<Ex>, width: u8, little: bool) -> Self {
        let kind = Kind::Int { little: little && width > 1, signed: false };
        Self { value: value.into(), size: Some(Ex::Int(i128::from(width) * 8)), kind }
    }

    /// A big-endian integer of this many bits.
    pub fn bits(value: impl Into<Ex>, bits: i128) -> Self {
        let kind = Kind::Int { little: false, signed: false };
        Self { value: value.into(), size: Some(Ex::Int(bits)), kind }
    }

    /// A float of this many bytes.
    pub fn float(value: impl Into<Ex>, width: u8, little: bool) -> Self {
        let kind = Kind::Float { little };
        Self { value: value.into(), size: Some(Ex::Int(i128::from(width) * 8)), kind }
    }

    /// A whole binary, or the rest in a pattern.
    pub fn binary(value: impl Into<Ex>) -> Self {
        Self { value: value.into(), size: None, kind: Kind::Binary }
    }

    /// A binary of this many bytes.
    pub fn span(value: impl Into<Ex>, size: Ex) -> Self {
        Self { value: value.into(), size: Some(size), kind: Kind::Binary }
    }

    /// This many zero bytes.
    pub fn zeros(size: Ex) -> Self {
        Self { value: Ex::Int(0), size: Some(size), kind: Kind::Bytes }
    }

    /// Literal bytes.
    pub fn literal(bytes: &[u8]) -> Vec<Self> {
        bytes.iter().map(|byte| Self::bits(Ex::Int(i128::from(*byte)), 8)).collect()
    }

    /// Returns the variable that a pattern binds here.
    pub fn bound(&self) -> Option<Var> {
        match self.value {
            Ex::Var(var) => Some(var),
            _ => None,
        }
    }

    /// Returns the constant number of bits that a pattern skips here, if any.
    fn skipped(&self) -> Option<i128> {
        match (&self.value, &self.size, self.kind) {
            (Ex::Any, Some(Ex::Int(size)), Kind::Int { .. } | Kind::Float { .. }) => Some(*size),
            (Ex::Any, Some(Ex::Int(size)), Kind::Binary | Kind::Bytes) => Some(size * 8),
            _ => None,
        }
    }
}

/// Merges adjacent skips of a pattern. An unbound float would still be checked as a float, so bits are skipped instead.
pub fn merge_skips(segments: Vec<Segment>) -> Vec<Segment> {
    let mut merged: Vec<Segment> = Vec::new();
    for segment in segments {
        let before = merged.last().and_then(Segment::skipped);
        match (before, segment.skipped()) {
            (Some(before), Some(size)) => {
                merged.pop();
                merged.push(Segment::bits(Ex::Any, before + size));
            }
            (_, Some(size)) => merged.push(Segment::bits(Ex::Any, size)),
            (_, None) => merged.push(segment),
        }
    }
    merged
}
