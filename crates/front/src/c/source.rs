//! Headers as text: comments, directives, layout, and names.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "C",
    extension: "h",
    lexical: Lexical {
        text_prefixes: &["u8", "L", "u", "U"],
        symbols: &["...", "->", "::", "<<", ">>", "==", "!=", "<=", ">=", "&&", "||"],
        directive: Some('#'),
        ..Lexical::C
    },
    // Linux kernel coding style, chapters 4 and 12.
    naming: Naming {
        types: Case::Snake,
        members: Case::Snake,
        constants: Case::ScreamingSnake,
        cases: Case::Snake,
        enum_values: Case::ScreamingSnake,
        methods: Case::Snake,
        prefixed_enum_values: false,
        zero_value: None,
    },
    layout: Layout {
        indent: "    ",
        value_braces_after: &["="],
        comma_ends: CommaEnds::InBlocksOf(&["enum"]),
        labels: &[],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]", "["],
            none_after: &["(", "[", "~", "!"],
            kept_before: &[":", "*", "-", "+", "("],
            operators: &["-", "+"],
            before_parenthesis: &["if", "for", "while", "switch", "return"],
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[],
    warnings: &["attribute", "undecided-macro", "untagged-union", "warning-directive"],
};
