//! The bound on the memory that decoders take, and the messages with which it is tested.
//!
//! Design: docs/decisions/0053-elements-pay-with-their-bytes.md

use crate::{CaseFile, LARGE_VALUES, Subject, bombs, random_mutation, to_hex};
use std::fmt;

/// As the output format, before a budget: requests the most memory that decoding takes, as eight bytes.
pub const MEMORY: &str = "memory:";

/// The budget of these tests. It is small, so that memory that nothing pays for becomes visible.
pub const SMALL_BUDGET: u64 = 1 << 16;

/// A byte of a message pays for this many bytes of memory (docs/limits.md).
const PAID_BY_BYTE: usize = 128;

/// Stacks, registers and the first allocation of each list.
const FIXED: usize = 64 << 10;

/// Returns the bound on the memory for a message, in an engine that takes `factor` times the memory that the budget
/// counts.
pub fn memory_bound(message: &[u8], factor: usize) -> usize {
    factor * (PAID_BY_BYTE * message.len() + SMALL_BUDGET as usize) + FIXED
}

/// A message in a format that needs no schema at run time.
pub struct Input {
    /// Wire format.
    pub format: String,
    /// Dotted name of the struct.
    pub ty: String,
    /// The message, accepted or not.
    pub bytes: Vec<u8>,
}

impl Input {
    /// Returns it and damaged copies of it.
    pub fn with_damaged(self, copies: u64) -> impl Iterator<Item = Self> {
        let copy = |bytes| Self { format: self.format.clone(), ty: self.ty.clone(), bytes };
        let damaged: Vec<Self> = (0..copies).map(|seed| copy(random_mutation(&self.bytes, seed))).collect();
        std::iter::once(self).chain(damaged)
    }
}

impl fmt::Display for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.ty, self.format, to_hex(&self.bytes[..self.bytes.len().min(1000)]))
    }
}

impl Subject {
    /// Returns the messages of the model's cases.
    pub fn inputs_of_cases(&self, files: &[(String, CaseFile)]) -> Vec<Input> {
        let files = files.iter().filter(|(_, file)| file.model == self.name);
        let cases = files.flat_map(|(_, file)| &file.cases).filter(|case| case.schema.is_none());
        cases.map(|case| Input { format: case.format.clone(), ty: case.ty.clone(), bytes: case.bytes() }).collect()
    }

    /// Returns messages with this many large values in few bytes; the model must be one of large values.
    pub fn inputs_of_bombs(&self, count: usize) -> Vec<Input> {
        let bombs = bombs(self, count).into_iter();
        bombs.map(|it| Input { format: it.format.to_owned(), ty: LARGE_VALUES.to_owned(), bytes: it.bytes }).collect()
    }
}
