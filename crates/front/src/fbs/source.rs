//! `.fbs` files as text: comments, layout, and the names of FlatBuffers' style guide.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "FlatBuffers",
    extension: "fbs",
    lexical: Lexical::C,
    naming: Naming {
        types: Case::Pascal,
        members: Case::Snake,
        constants: Case::Snake,
        cases: Case::Pascal,
        enum_values: Case::Pascal,
        methods: Case::Pascal,
        prefixed_enum_values: false,
        zero_value: None,
    },
    layout: Layout {
        indent: "  ",
        value_braces_after: &[],
        comma_ends: CommaEnds::InBlocks,
        labels: &[],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]", ":"],
            none_after: &["(", "[", ".", "-", "+"],
            // `X(1)` is the call of a function, `X (id: 1)` a value with attributes.
            keeps_before_parenthesis: true,
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[],
    warnings: &["attribute", "data", "type"],
};
