//! `.idl` files as text: comments, directives, layout, and the names of OMG's style guide.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "CORBA IDL",
    extension: "idl",
    lexical: Lexical { text_prefixes: &["L"], symbols: &["::", "<<", ">>"], directive: Some('#'), ..Lexical::C },
    // OMG IDL Style Guide (ab/98-06-03).
    naming: Naming {
        types: Case::Pascal,
        members: Case::Snake,
        constants: Case::ScreamingSnake,
        cases: Case::Snake,
        enum_values: Case::ScreamingSnake,
        methods: Case::Snake,
        prefixed_enum_values: false,
        zero_value: None,
    },
    layout: Layout {
        indent: "  ",
        value_braces_after: &[],
        comma_ends: CommaEnds::InBlocksOf(&["enum", "bitmask"]),
        labels: &["case", "default"],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]", "[", "<", ">"],
            none_after: &["(", "[", "<", "::", "-", "+", "~", "@"],
            // `>>` closes two sequences, or shifts. `A ::B` is a type and a name that begins with `::`.
            kept_before: &[">>", "::", ":"],
            operators: &["-", "+"],
            before_parenthesis: &["switch", "raises", "context", "getraises", "setraises", "case"],
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[],
    warnings: &["repository-id", "forward-declaration", "warning-directive"],
};
