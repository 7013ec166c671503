//! What a message may cost where its reader or writer does not say otherwise, in every engine (`docs/limits.md`).

/// Levels of nesting.
pub const DEPTH: u32 = 100;

/// Bytes of work or memory beyond what the input pays for.
pub const BUDGET: u64 = 64 << 20;
