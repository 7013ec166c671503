//! `.avdl` files as text: comments, layout, and the names of Avro's own examples.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "Avro IDL",
    extension: "avdl",
    lexical: Lexical {
        line_comment: "//",
        block_comment: Some(("/*", "*/")),
        comments_follow: false,
        quotes: "\"'`",
        text_prefixes: &[],
        line_string: None,
        symbols: &[],
        // Names of annotations, such as `@java-class`.
        word_characters: "-",
        directive: None,
    },
    naming: Naming {
        types: Case::Pascal,
        members: Case::Camel,
        constants: Case::Camel,
        cases: Case::Camel,
        enum_values: Case::ScreamingSnake,
        methods: Case::Camel,
        prefixed_enum_values: false,
        zero_value: None,
    },
    layout: Layout {
        indent: "  ",
        value_braces_after: &["=", "union"],
        comma_ends: CommaEnds::InBlocksOf(&["enum"]),
        labels: &[],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]", "<", ">", ":", "?"],
            none_after: &["(", "[", "<", ".", "-", "@"],
            kept_before: &[],
            operators: &[],
            before_parenthesis: &[],
            keeps_before_parenthesis: false,
            number_mark: None,
        },
    },
    rules: &[],
    warnings: &["avro-schema", "avro-name", "avro-default", "logical-type", "duplicate-name"],
};
