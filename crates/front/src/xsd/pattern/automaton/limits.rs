//! How large automata may be, and how long making them may take.

/// Places of an expression whose counts are expanded.
pub(super) const MOST_PLACES: usize = 5_000;
/// Different sets of characters in an expression.
pub(super) const MOST_SETS: usize = 250;
pub(super) const MOST_CLASSES: usize = 250;
pub(super) const MOST_STATES: usize = 5_000;
/// The entries of a table: states by classes.
pub(super) const MOST_MOVES: usize = 20_000;

/// The steps that all automata of a schema may take together.
const ALL: usize = 20_000_000;
/// The steps that one automaton may take.
const ONE: usize = 2_000_000;

/// The steps that are left: for all automata, and for the next one.
pub(in crate::xsd) struct Steps {
    all: usize,
    one: usize,
}

impl Default for Steps {
    fn default() -> Self {
        Self { all: ALL, one: ONE }
    }
}

impl Steps {
    #[cfg(test)]
    pub(super) fn of(all: usize) -> Self {
        Self { all, one: 0 }
    }

    /// Begins another automaton.
    pub(super) fn begin(&mut self) {
        self.one = ONE.min(self.all);
    }

    /// Takes steps; `None` if that are too many.
    pub(super) fn take(&mut self, steps: usize) -> Option<()> {
        let left = self.one.checked_sub(steps);
        self.all = self.all.saturating_sub(steps);
        self.one = left.unwrap_or(0);
        left.map(drop)
    }
}
