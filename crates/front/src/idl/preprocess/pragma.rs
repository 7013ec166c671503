//! `#pragma`. Those of repository ids become marks (CORBA 3.3 part 1, clause 14.7.5); those that are not known are
//! ignored, as the specification asks for.

use super::directive::line_text;
use super::lexeme::{Lexeme, LexemeKind};
use super::{Mark, Preprocessor};
use crate::idl::codes;
use polywire_source::{Diagnostic, Span};

impl Preprocessor<'_> {
    pub(super) fn pragma(&mut self, line: &[Lexeme]) {
        let Some((name, rest)) = line.split_first() else { return };
        match &*name.text {
            b"once" => {
                if let Some(frame) = self.frames.last() {
                    self.files.read_once(frame.file);
                }
            }
            b"prefix" => match rest {
                [text] if is_text(text) => self.mark(Mark::Prefix(unquoted(text))),
                _ => self.bad_pragma(name.span, "write `#pragma prefix \"example.com\"`, without a semicolon"),
            },
            b"ID" => match rest.split_last() {
                Some((text, target)) if is_text(text) && is_scoped_name(target) => {
                    let span = name.span.to(text.span);
                    self.mark(Mark::Id(scoped_name(target), unquoted(text), span));
                }
                _ => self.bad_pragma(name.span, "write `#pragma ID Name \"IDL:example.com/Name:1.0\"`"),
            },
            b"version" => match rest.split_last() {
                Some((version, target)) if is_version(version) && is_scoped_name(target) => {
                    let span = name.span.to(version.span);
                    self.mark(Mark::Version(scoped_name(target), version.to_text(), span));
                }
                _ => self.bad_pragma(name.span, "write `#pragma version Name 1.2`"),
            },
            _ => {}
        }
    }

    fn bad_pragma(&mut self, span: Span, help: &str) {
        let error = Diagnostic::error(codes::PRAGMA, "the pragma does not have the form that it must have");
        self.diagnostics.push(error.at(span, "").help(help));
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
    line_text(lexemes).replace(' ', "")
}

/// Two numbers with a point between them.
fn is_version(lexeme: &Lexeme) -> bool {
    let text = lexeme.to_text();
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    lexeme.kind == LexemeKind::Number && text.split('.').count() == 2 && text.split('.').all(is_number)
}
