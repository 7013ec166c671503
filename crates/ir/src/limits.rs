//! Default limits on the cost of a message, in every engine (`docs/limits.md`).

/// Levels of nesting.
pub const DEPTH: u32 = polywire_runtime::Limits::DEPTH;

/// Bytes of work or memory beyond those paid for by the input.
pub const BUDGET: u64 = polywire_runtime::Limits::BUDGET;
