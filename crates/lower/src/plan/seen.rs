use polywire_ir::{Expr, ValueType, VarId};

/// Which of a struct's required members have been read: bits in values that a keyed loop carries.
pub(crate) struct Seen {
    required: usize,
}

impl Seen {
    /// For a struct with so many required members.
    pub fn new(required: usize) -> Self {
        Self { required }
    }

    /// Whether the struct has no required members, so that nothing is carried.
    pub fn is_empty(&self) -> bool {
        self.required == 0
    }

    /// The carried values at first.
    pub fn carried(&self) -> Vec<(&'static str, ValueType, Expr)> {
        (0..self.words()).map(|_| ("seen", ValueType::U64, 0u64.into())).collect()
    }

    /// The carried values after a member, of which this is the number among the required ones, if it is one.
    pub fn after(&self, carried: &[VarId], required: Option<usize>) -> Vec<Expr> {
        let mut next: Vec<Expr> = carried.iter().map(|&var| var.into()).collect();
        if let Some(number) = required {
            next[number / 64] = next[number / 64].clone().or(1u64 << (number % 64));
        }
        next
    }

    /// Whether the last carried values say that all required members were there; Bool.
    pub fn complete(&self, last: &[VarId]) -> Expr {
        let all = |(&word, index): (&VarId, usize)| {
            let bits = (self.required - index * 64).min(64);
            Expr::from(word).is(u64::MAX >> (64 - bits))
        };
        last.iter().zip(0..).map(all).reduce(Expr::and).unwrap_or(true.into())
    }

    fn words(&self) -> usize {
        self.required.div_ceil(64)
    }
}
