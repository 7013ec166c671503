//! `#pragma`. Those of repository ids become marks (CORBA 3.3 part 1, clause 14.7.5); those that are not known are
//! ignored, as the specification asks for.

use super::codes;
use crate::preprocess::{self, Lexeme, LexemeKind};
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::collections::VecDeque;

/// What is not part of the text.
#[derive(Clone, Debug)]
pub(super) enum Mark {
    /// The text of this file begins.
    Enter(usize),
    /// The text of the last file that was entered ends.
    Leave,
    /// `#pragma prefix`.
    Prefix(String),
    /// `#pragma ID`: a scoped name and the id.
    Id(String, String, Span),
    /// `#pragma version`: a scoped name and the version.
    Version(String, String, Span),
}

/// Returns the marks that mean something in IDL.
pub(super) fn marks(all: Vec<(usize, preprocess::Mark)>, diagnostics: &mut Diagnostics) -> VecDeque<(usize, Mark)> {
    let mut mark = |mark| match mark {
        preprocess::Mark::Enter(file) => Some(Mark::Enter(file)),
        preprocess::Mark::Leave => Some(Mark::Leave),
        preprocess::Mark::Pragma(line) => pragma(&line, diagnostics),
        preprocess::Mark::Line { .. } => None,
    };
    all.into_iter().filter_map(|(at, it)| Some((at, mark(it)?))).collect()
}

fn pragma(line: &[Lexeme], diagnostics: &mut Diagnostics) -> Option<Mark> {
    let (name, rest) = line.split_first()?;
    let mut bad = |help: &str| {
        let error = Diagnostic::error(codes::PRAGMA, "the pragma does not have the form that it must have");
        diagnostics.push(error.at(name.span, "").help(help));
        None
    };
    match &*name.text {
        b"prefix" => match rest {
            [text] if is_text(text) => Some(Mark::Prefix(unquoted(text))),
            _ => bad("write `#pragma prefix \"example.com\"`, without a semicolon"),
        },
        b"ID" => match rest.split_last() {
            Some((text, target)) if is_text(text) && is_scoped_name(target) => {
                Some(Mark::Id(scoped_name(target), unquoted(text), name.span.to(text.span)))
            }
            _ => bad("write `#pragma ID Name \"IDL:example.com/Name:1.0\"`"),
        },
        b"version" => match rest.split_last() {
            Some((version, target)) if is_version(version) && is_scoped_name(target) => {
                Some(Mark::Version(scoped_name(target), version.to_text(), name.span.to(version.span)))
            }
            _ => bad("write `#pragma version Name 1.2`"),
        },
        _ => None,
    }
}

fn is_text(lexeme: &Lexeme) -> bool {
    lexeme.kind == LexemeKind::Text && lexeme.text.starts_with(b"\"")
}

fn unquoted(lexeme: &Lexeme) -> String {
    lexeme.to_text().trim_matches('"').to_owned()
}

fn is_scoped_name(lexemes: &[Lexeme]) -> bool {
    let names = match lexemes.split_first() {
        Some((first, names)) if first.is_symbol("::") => names,
        _ => lexemes,
    };
    let is_right = |(index, lexeme): (usize, &Lexeme)| match index % 2 {
        0 => lexeme.kind == LexemeKind::Word,
        _ => lexeme.is_symbol("::"),
    };
    names.len() % 2 == 1 && names.iter().enumerate().all(is_right)
}

fn scoped_name(lexemes: &[Lexeme]) -> String {
    lexemes.iter().map(Lexeme::to_text).collect()
}

/// Two numbers with a point between them.
fn is_version(lexeme: &Lexeme) -> bool {
    let text = lexeme.to_text();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    lexeme.kind == LexemeKind::Number && text.split('.').count() == 2 && text.split('.').all(is_number)
}
