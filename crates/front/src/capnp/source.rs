//! `.capnp` files as text: comments, layout, and the style guide of Cap'n Proto, whose names the compiler enforces.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "Cap'n Proto",
    extension: "capnp",
    lexical: Lexical {
        line_comment: "#",
        block_comment: None,
        comments_follow: true,
        quotes: "\"",
        line_string: Some('`'),
        symbols: &["->"],
        ..Lexical::C
    },
    naming: Naming {
        types: Case::Pascal,
        members: Case::Camel,
        constants: Case::Camel,
        cases: Case::Camel,
        enum_values: Case::Camel,
        methods: Case::Camel,
        prefixed_enum_values: false,
        zero_value: None,
    },
    layout: Layout {
        indent: "  ",
        value_braces_after: &[],
        comma_ends: CommaEnds::Never,
        labels: &[],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]"],
            none_after: &["(", "[", ".", "-", "@", "$", ":"],
            before_parenthesis: &["import", "embed"],
            number_mark: Some("@"),
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[],
    warnings: &["bad-number"],
};
