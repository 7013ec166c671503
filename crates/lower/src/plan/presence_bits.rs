use polywire_ir::{Expr, ValueType, VarId};

/// Presence bits: the numbered members of a struct that have been read, as bits in values that a keyed loop carries.
pub(crate) struct PresenceBits {
    members: usize,
}

/// Bits of a carried value: as many as an integer has that engines with tagged ones hold without allocating.
const WORD: usize = 59;

impl PresenceBits {
    /// For a struct with this many members that matter.
    pub fn new(members: usize) -> Self {
        Self { members }
    }

    /// Returns true if no member matters, so that nothing is carried.
    pub fn is_empty(&self) -> bool {
        self.members == 0
    }

    /// The carried values at first.
    pub fn carried(&self) -> Vec<(&'static str, ValueType, Expr)> {
        (0..self.words()).map(|_| ("presence", ValueType::U64, 0u64.into())).collect()
    }

    /// The carried values after a member, of which this is the number, if it has one; or after several.
    pub fn after(&self, carried: &[VarId], numbers: impl IntoIterator<Item = usize>) -> Vec<Expr> {
        let mut next: Vec<Expr> = carried.iter().map(|&var| var.into()).collect();
        for number in numbers {
            next[number / WORD] = next[number / WORD].clone().or(1u64 << (number % WORD));
        }
        next
    }

    /// Returns whether the member of this number has not been read; Bool.
    pub fn lacks(&self, carried: &[VarId], number: usize) -> Expr {
        Expr::from(carried[number / WORD]).and(1u64 << (number % WORD)).is(0u64)
    }

    /// Returns whether the last carried values say that all members were there; Bool.
    pub fn complete(&self, last: &[VarId]) -> Expr {
        self.includes(last, 0..self.members)
    }

    /// Returns whether the last carried values say that the members of these numbers were there; Bool.
    pub fn includes(&self, last: &[VarId], numbers: impl Iterator<Item = usize>) -> Expr {
        let mut masks = vec![0u64; self.words()];
        numbers.for_each(|number| masks[number / WORD] |= 1 << (number % WORD));
        let words = last.iter().zip(masks).filter(|(_, mask)| *mask != 0);
        let all = words.map(|(&word, mask)| Expr::from(word).and(mask).is(mask));
        all.reduce(Expr::and).unwrap_or(true.into())
    }

    fn words(&self) -> usize {
        self.members.div_ceil(WORD)
    }
}
