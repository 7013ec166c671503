//! What is known of the positions of the input and the output together.

use super::cursor::{Cursor, Origin};
use polywire_ir::Param;

/// Where both cursors may be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cursors {
    pub input: Cursor,
    pub output: Cursor,
}

impl Cursors {
    pub fn at(origin: Origin) -> Self {
        Self { input: Cursor::at(origin), output: Cursor::at(origin) }
    }

    pub fn anywhere() -> Self {
        Self { input: Cursor::default(), output: Cursor::default() }
    }

    pub fn or(&self, other: &Self) -> Self {
        Self { input: self.input.or(&other.input), output: self.output.or(&other.output) }
    }
}

/// What callers know of a function.
pub(super) struct Callee {
    pub params: Vec<Param>,
    /// Where it ends; none if it never does, as far as is known.
    pub end: Option<Cursors>,
}
