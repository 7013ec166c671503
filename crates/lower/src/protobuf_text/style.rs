use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Expr, WriteLeaf};

/// The layout of messages. Decoders accept all layouts.
#[derive(Clone, Copy)]
pub(super) struct Style {
    /// Name of the format.
    pub format: &'static str,
    /// Spaces per level before a field.
    pub indentation: u64,
    /// The text after a field and after an opening brace.
    pub end: &'static str,
}

impl Style {
    /// Writes the spaces before a field.
    pub fn indent(self, b: &mut FunctionBuilder, indentation: Expr) {
        if self.indentation > 0 {
            b.write_leaf(WriteLeaf::Spaces, vec![indentation]);
        }
    }

    /// Each field on its own line.
    pub const LINES: Self = Self { format: "protobuf_text", indentation: 2, end: "\n" };

    /// A message on one line.
    pub const ONE_LINE: Self = Self { format: "protobuf_text_line", indentation: 0, end: " " };
}
