use polywire_ir::{Expr, ValueType, VarId};

/// Presence bits: the numbered members of a struct that have been read, as bits in values that a keyed loop carries.
pub(crate) struct PresenceBits {
    members: usize,
}

/// Bits per carried value: engines with tagged integers can hold this many without allocating.
const WORD: usize = 59;

impl PresenceBits {
    /// For a struct with this many tracked members.
    pub fn new(members: usize) -> Self {
        Self { members }
    }

    /// Returns true if no member is tracked, so that nothing is carried.
    pub fn is_empty(&self) -> bool {
        self.members == 0
    }

    /// Returns the initial carried values.
    pub fn carried(&self) -> Vec<(&'static str, ValueType, Expr)> {
        self.none().into_iter().map(|first| ("presence", ValueType::U64, first)).collect()
    }

    /// Returns the values that are carried before any member.
    pub fn none(&self) -> Vec<Expr> {
        vec![0u64.into(); self.words()]
    }

    /// Returns the carried values after one or more members with these numbers.
    pub fn after(&self, carried: &[VarId], numbers: impl IntoIterator<Item = usize>) -> Vec<Expr> {
        let mut next: Vec<Expr> = carried.iter().map(|&var| var.into()).collect();
        for number in numbers {
            next[number / WORD] = next[number / WORD].clone() | (1u64 << (number % WORD));
        }
        next
    }

    /// Tests whether the member of this number has not been read; Bool.
    pub fn lacks(&self, carried: &[VarId], number: usize) -> Expr {
        (carried[number / WORD] & (1u64 << (number % WORD))).is(0u64)
    }

    /// Tests whether all members have been read, by the final carried values; Bool.
    pub fn complete(&self, last: &[VarId]) -> Expr {
        self.includes(last, 0..self.members)
    }

    /// Tests whether the members of these numbers have been read, by the final carried values; Bool.
    pub fn includes(&self, last: &[VarId], numbers: impl Iterator<Item = usize>) -> Expr {
        let mut masks = vec![0u64; self.words()];
        numbers.for_each(|number| masks[number / WORD] |= 1 << (number % WORD));
        let words = last.iter().zip(masks).filter(|(_, mask)| *mask != 0);
        let all = words.map(|(&word, mask)| (word & mask).is(mask));
        all.reduce(|left, right| left & right).unwrap_or(true.into())
    }

    fn words(&self) -> usize {
        self.members.div_ceil(WORD)
    }
}
