/// Limits on the work and memory that one message may cause, and settings of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Levels of nesting.
    pub depth: u32,
    /// Bytes of work or memory beyond those in proportion to the input.
    pub budget: u64,
    /// Unknown members are skipped instead of refused.
    pub ignore_unknown: bool,
    /// Unknown fields are shown to people, in formats that have no names for them.
    pub write_unknown: bool,
}

impl Limits {
    /// The default depth.
    pub const DEPTH: u32 = 100;
    /// The default budget.
    pub const BUDGET: u64 = 64 << 20;
}

impl Default for Limits {
    fn default() -> Self {
        Self { depth: Self::DEPTH, budget: Self::BUDGET, ignore_unknown: false, write_unknown: false }
    }
}
