//! `.proto` files as text: comments, layout, and the style guide of Protocol Buffers.

use super::ast::{File, Word};
use super::parse::parse;
use crate::source::{
    Case, CommaEnds, Layout, Lexical, Naming, SourceFile, SourceLanguage, SourceRule, Spacing, Statements, scan,
};
use polywire_source::{Code, Diagnostic, Diagnostics, Span};

/// The row of the language.
pub const SOURCE: SourceLanguage = SourceLanguage {
    name: "Protocol Buffers",
    extension: "proto",
    lexical: Lexical::C,
    naming: Naming {
        types: Case::Pascal,
        members: Case::Snake,
        constants: Case::Snake,
        cases: Case::Snake,
        enum_values: Case::ScreamingSnake,
        methods: Case::Pascal,
        prefixed_enum_values: true,
        zero_value: Some("_UNSPECIFIED"),
    },
    layout: Layout {
        indent: "  ",
        value_braces_after: &["=", ":"],
        comma_ends: CommaEnds::Never,
        labels: &[],
        spacing: Spacing {
            none_before: &[";", ",", ")", "]", ">", ":", "<", "/"],
            none_after: &["(", "[", "<", ".", "-", "/"],
            before_parenthesis: &["returns", "option"],
            ..Spacing::EVERYWHERE
        },
    },
    rules: &[MISSING_PACKAGE, PACKAGE_NAME, PACKAGE_FOLDER, PACKAGE_VERSION],
    warnings: &[
        "unused-import",
        "json-name",
        "missing-syntax",
        "reserved-name",
        "deprecated-option",
        "enum-alias",
        "extension",
    ],
};

const MISSING_PACKAGE: SourceRule = SourceRule {
    name: "missing-package",
    about: "a file has a package",
    is_default: true,
    check: |it| match package(it) {
        Some(_) => Vec::new(),
        None => {
            let tokens = scan(it.bytes, &SOURCE.lexical);
            let start = tokens.iter().find(|token| !token.is_comment()).map_or(0, |token| token.start);
            let first = Statements::new(it.bytes, &tokens).head(start);
            let place = Span { file: it.file, start: first.start as u32, end: first.end as u32 };
            let missing = finding("missing-package", "the file has no package").at(place, "");
            vec![missing.help("name one, as in `package acme.shop.v1;`, so that its types do not clash with others")]
        }
    },
};

const PACKAGE_NAME: SourceRule = SourceRule {
    name: "package-name",
    about: "the parts of a package are in lower_snake_case",
    is_default: true,
    check: |it| {
        let odd = package(it).filter(|word| word.text.split('.').any(|part| !Case::Snake.fits(part)));
        let problem = |word: Word| {
            let better: Vec<String> = word.text.split('.').map(|part| Case::Snake.of(part)).collect();
            finding("package-name", format!("the package `{}` is not in lower_snake_case", word.text))
                .at(word.span, "")
                .help(format!("call it `{}`", better.join(".")))
        };
        odd.map(problem).into_iter().collect()
    },
};

const PACKAGE_FOLDER: SourceRule = SourceRule {
    name: "package-folder",
    about: "a file is in the folder of its package: `acme.shop.v1` in `acme/shop/v1`",
    is_default: false,
    check: |it| {
        let folder = it.name.rsplit_once('/').map_or("", |(folder, _)| folder);
        let other = package(it).filter(|word| word.text.replace('.', "/") != folder);
        let problem = |word: Word| {
            let wanted = word.text.replace('.', "/");
            finding(
                "package-folder",
                format!("the file of the package `{}` is not in the folder `{wanted}`", word.text),
            )
            .at(word.span, "")
            .help("move the file there, below an import folder (`-I`)")
        };
        other.map(problem).into_iter().collect()
    },
};

const PACKAGE_VERSION: SourceRule = SourceRule {
    name: "package-version",
    about: "the last part of a package is a version: `v1`, `v2beta1`",
    is_default: false,
    check: |it| {
        let lacks = package(it).filter(|word| !word.text.rsplit('.').next().is_some_and(is_version));
        let problem = |word: Word| {
            finding("package-version", format!("the package `{}` does not end with a version", word.text))
                .at(word.span, "")
                .help(format!("call it `{}.v1`; an incompatible schema is then `{}.v2`", word.text, word.text))
        };
        lacks.map(problem).into_iter().collect()
    },
};

/// Returns true for `v1`, `v1alpha`, `v1beta2` and `v1p1alpha1`.
fn is_version(part: &str) -> bool {
    let number = |text: &str| text.trim_start_matches(|it: char| it.is_ascii_digit()).to_owned();
    let Some(rest) = part.strip_prefix('v').filter(|it| it.starts_with(|it: char| it.is_ascii_digit())) else {
        return false;
    };
    let rest = number(rest);
    let rest = rest.strip_prefix('p').map_or(rest.clone(), number);
    let stage = ["alpha", "beta"].iter().find_map(|stage| rest.strip_prefix(stage));
    rest.is_empty() || stage.is_some_and(|after| number(after).is_empty())
}

fn package(it: &SourceFile<'_>) -> Option<Word> {
    let File { package, .. } = parse(it.file, it.bytes, &mut Diagnostics::default());
    package
}

fn finding(rule: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(Code(rule), message)
}

#[cfg(test)]
mod tests {
    use super::is_version;

    #[test]
    fn versions_of_packages() {
        ["v1", "v12", "v1alpha", "v2beta3", "v1p1alpha1"].iter().for_each(|it| assert!(is_version(it), "{it}"));
        ["", "v", "vx", "1", "v1x", "v1gamma", "v1betax"].iter().for_each(|it| assert!(!is_version(it), "{it}"));
    }
}
