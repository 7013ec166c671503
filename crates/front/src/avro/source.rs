//! `.avdl` files as text: comments, layout, and the names of Avro's own examples.

use crate::source::{Case, CommaEnds, Layout, Lexical, Naming, SourceLanguage, Spacing};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "Avro IDL",
    extension: "avdl",
    lexical: Lexical {
        quotes: "\"'`",
        // Names of annotations, such as `@java-class`.
        word_characters: "-",
        ..Lexical::C
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
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[],
    warnings: &["avro-schema", "avro-name", "avro-default", "logical-type", "duplicate-name"],
};
