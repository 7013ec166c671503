//! Comments that allow something: `polywire-lint: allow(member-name)`, or `allow-file(…)` for the whole file.

use super::finding;
use super::levels::{UNKNOWN_RULE, rule_names};
use crate::problem::suggestion;
use polywire_front::source::{SourceLanguage, Statements, Token, scan};
use polywire_source::{Diagnostic, FileId, Span};
use std::ops::Range;

const MARK: &str = "polywire-lint:";

/// What the comments of a file allow.
pub(super) struct Suppressions {
    list: Vec<Suppression>,
}

struct Suppression {
    rule: String,
    /// The rule in the comment.
    span: Span,
    /// The bytes to which it applies.
    range: Range<usize>,
}

impl Suppressions {
    pub fn of(text: &[u8], file: FileId, language: &SourceLanguage) -> Self {
        let tokens = scan(text, &language.lexical);
        let mut list = Vec::new();
        for (at, comment) in tokens.iter().enumerate().filter(|(_, token)| token.is_comment()) {
            let written = String::from_utf8_lossy(comment.bytes(text));
            for (rule, offset, is_file) in allowed(&written) {
                let start = comment.start + offset;
                let span = Span { file, start: start as u32, end: (start + rule.len()) as u32 };
                let range = if is_file {
                    0..text.len() + 1
                } else {
                    applies_to(text, &tokens, at, language.lexical.comments_follow)
                };
                list.push(Suppression { rule: rule.to_owned(), span, range });
            }
        }
        Self { list }
    }

    /// Returns true if a problem is allowed.
    pub fn contain(&self, problem: &Diagnostic) -> bool {
        let start = problem.labels.first().map_or(0, |label| label.span.start as usize);
        self.list.iter().any(|it| it.rule == problem.code.0 && it.range.contains(&start))
    }

    /// Returns problems for names that are not rules.
    pub fn unknown(&self) -> Vec<Diagnostic> {
        let known = rule_names();
        let unknown = self.list.iter().filter(|it| !known.contains(&it.rule.as_str()));
        let problem = |it: &Suppression| {
            let message = format!("there is no lint rule `{}`", it.rule);
            finding(UNKNOWN_RULE, message, it.span).help(suggestion(&it.rule, &known))
        };
        unknown.map(problem).collect()
    }
}

/// Returns the rules that a comment allows, their offsets, and true for a whole file.
fn allowed(comment: &str) -> Vec<(&str, usize, bool)> {
    let mut found = Vec::new();
    for (mark, _) in comment.match_indices(MARK) {
        let after = mark + MARK.len();
        let rest = comment[after..].trim_start();
        let (list, is_file) = match (rest.strip_prefix("allow("), rest.strip_prefix("allow-file(")) {
            (Some(list), _) => (list, false),
            (_, Some(list)) => (list, true),
            _ => continue,
        };
        let mut at = comment.len() - list.len();
        for rule in list.split(')').next().unwrap_or_default().split(',') {
            let name = rule.trim();
            found.push((name, at + rule.len() - rule.trim_start().len(), is_file));
            at += rule.len() + 1;
        }
    }
    found
}

/// Returns the statement to which a comment applies, with its block: the one that it is behind, or the one below it. Where
/// documentation follows its declaration, that is the one before it.
fn applies_to(text: &[u8], tokens: &[Token], at: usize, comments_follow: bool) -> Range<usize> {
    let comment = tokens[at];
    let statements = Statements::new(text, tokens);
    let before = tokens[..at].iter().rev().find(|token| !token.is_comment());
    let after = tokens[at..].iter().find(|token| !token.is_comment());
    let is_behind = |before: &Token| !text[before.end..comment.start].contains(&b'\n');
    match (before, after) {
        (Some(before), _) if comments_follow || is_behind(before) => statements.whole(before.start),
        (_, Some(after)) => statements.whole(after.start),
        _ => comment.start..comment.end,
    }
}
