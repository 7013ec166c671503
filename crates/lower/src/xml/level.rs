//! The indentation of elements.

use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Expr, ValueType, WriteLeaf};

/// Spaces per level.
const INDENTATION: u64 = 2;

/// The indentation of the elements of a value (U64); `None` for text without white space.
#[derive(Clone)]
pub(super) struct Level {
    spaces: Option<Expr>,
    /// The elements of this level begin no lines, because text stands between them.
    is_flat: bool,
}

impl Level {
    fn of(spaces: Option<Expr>) -> Self {
        Self { spaces, is_flat: false }
    }

    /// Returns the same level for elements with text between them.
    pub fn flat(&self) -> Self {
        Self { is_flat: true, ..self.clone() }
    }

    /// That of the elements of a document's element.
    pub fn outermost(is_pretty: bool) -> Self {
        Self::of(is_pretty.then(|| INDENTATION.into()))
    }

    /// Adds the parameter of an encoder.
    pub fn param(b: &mut FunctionBuilder, is_pretty: bool) -> Self {
        Self::of(is_pretty.then(|| b.value_param("indentation", ValueType::U64).into()))
    }

    /// Returns the level of the elements of an element.
    pub fn inner(&self) -> Self {
        Self::of(self.spaces.clone().map(|spaces| spaces + INDENTATION))
    }

    /// Returns the argument for an encoder.
    pub fn arg(&self) -> Option<Arg> {
        self.spaces.clone().map(Arg::Value)
    }

    /// Begins the line of an element.
    pub fn start_line(&self, b: &mut FunctionBuilder) {
        if let (Some(spaces), false) = (&self.spaces, self.is_flat) {
            b.write_bytes(b"\n");
            b.write_leaf(WriteLeaf::Spaces, vec![spaces.clone()]);
        }
    }

    /// Begins the line of the end of the element around, if there are elements (Bool) before it.
    pub fn start_last_line(&self, b: &mut FunctionBuilder, something: Expr) {
        if let (Some(spaces), false) = (&self.spaces, self.is_flat) {
            b.when(something, |b| {
                b.write_bytes(b"\n");
                b.write_leaf(WriteLeaf::Spaces, vec![spaces.clone() - INDENTATION]);
            });
        }
    }
}
