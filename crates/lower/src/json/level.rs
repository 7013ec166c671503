//! The indentation level of a value, in styles with a line for each member and element.

use super::style::{Layout, Style};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arg, Expr, ValueType, WriteLeaf};

/// Spaces per level before a member.
const INDENTATION: u64 = 2;

/// The level of a value; `None` for compact text.
#[derive(Clone)]
pub(crate) struct Level(Option<Expr>);

impl Level {
    /// The level of a message.
    pub fn outermost(style: Style) -> Self {
        Self::with(style, || 0u64.into())
    }

    /// The level of a value indented by this many spaces (U64), in styles with lines.
    pub fn behind(spaces: Expr, style: Style) -> Self {
        Self::with(style, || spaces)
    }

    /// Returns the spaces before the value (U64).
    pub fn spaces(&self) -> Expr {
        self.0.clone().unwrap_or(0u64.into())
    }

    /// Adds the parameter of an encoder.
    pub fn param(b: &mut FunctionBuilder, style: Style) -> Self {
        Self::with(style, || b.value_param("indentation", ValueType::U64).into())
    }

    fn with(style: Style, indentation: impl FnOnce() -> Expr) -> Self {
        match style.layout {
            Layout::Compact => Self(None),
            Layout::Lines => Self(Some(indentation())),
        }
    }

    /// Returns the level of the members and elements of a value.
    pub fn inner(&self) -> Self {
        Self(self.0.clone().map(|spaces| spaces + INDENTATION))
    }

    /// Returns the argument for an encoder.
    pub fn arg(&self) -> Option<Arg> {
        self.0.clone().map(Arg::Value)
    }

    /// Returns true for styles with lines.
    pub fn has_lines(&self) -> bool {
        self.0.is_some()
    }

    /// Begins a line.
    pub fn start_line(&self, b: &mut FunctionBuilder) {
        if let Some(spaces) = &self.0 {
            b.write_bytes(b"\n");
            b.write_leaf(WriteLeaf::Spaces, vec![spaces.clone()]);
        }
    }

    /// Begins a line for a closing bracket, if there is something (Bool) between the brackets.
    pub fn start_last_line(&self, b: &mut FunctionBuilder, something: Expr) {
        if self.has_lines() {
            b.when(something, |b| self.start_line(b));
        }
    }

    /// Writes the separator between a member's name and its value.
    pub fn write_colon(&self, b: &mut FunctionBuilder) {
        b.write_bytes(if self.has_lines() { b": ".as_slice() } else { b":" });
    }

    /// Returns a member's label (its quoted name and a colon) in this style.
    pub fn label(&self, label: &[u8]) -> Vec<u8> {
        if self.has_lines() { [label, b" "].concat() } else { label.to_vec() }
    }
}
