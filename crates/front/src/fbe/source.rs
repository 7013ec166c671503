//! `.fbe` files as text: comments, layout, and the names of the official examples.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "FastBinaryEncoding",
    extension: "fbe",
    lexical: Lexical::C,
    naming: Naming {
        types: Case::Pascal,
        members: Case::Snake,
        constants: Case::Snake,
        cases: Case::Snake,
        enum_values: Case::Snake,
        methods: Case::Snake,
        prefixed_enum_values: false,
        zero_value: None,
    },
    layout: Layout {
        indent: "    ",
        value_braces_after: &[],
        comma_ends: CommaEnds::Never,
        labels: &[],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]", "?", "!", "(", "[", "<", ">", "."],
            none_after: &["(", "[", ".", "-", "<", "*", "+"],
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[],
    warnings: &["type-id", "value"],
};
