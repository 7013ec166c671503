//! Errors, and where to go on after them.

use super::scope::Ordinary;
use super::{Parser, Reported};
use crate::c::codes;
use crate::c::token::TokenKind;
use polywire_source::{Code, Diagnostic, Span, closest};

/// Limit on names that are looked for.
const MAX_GUESSES: usize = 100;

impl Parser<'_> {
    pub fn expected(&mut self, what: &str) -> Reported {
        let found = match self.peek() {
            TokenKind::Word(text) | TokenKind::Number(text) | TokenKind::Char(text) | TokenKind::Text(text) => {
                format!("`{text}`")
            }
            TokenKind::Symbol(text) => format!("`{text}`"),
            TokenKind::Invalid(text) => format!("`{text}`"),
            TokenKind::End => "the end of the file".to_owned(),
        };
        self.error(
            codes::SYNTAX,
            &format!("expected {what}, found {found}"),
            "see the grammar of C for what may stand here",
        )
    }

    pub fn error(&mut self, code: Code, message: &str, help: &str) -> Reported {
        self.error_at(self.span(), code, message, help)
    }

    pub fn error_at(&mut self, span: Span, code: Code, message: &str, help: &str) -> Reported {
        self.report(Diagnostic::error(code, message).at(span, "").help(help))
    }

    pub fn report(&mut self, error: Diagnostic) -> Reported {
        if !self.gave_up {
            self.diagnostics.push(error);
        }
        Reported
    }

    /// Returns a known name that is like an unknown one.
    pub fn guess(&mut self, name: &str, is_candidate: impl Fn(&Ordinary) -> bool) -> Option<String> {
        self.guesses += 1;
        let names = self.scope.ordinary.iter().filter(|(_, it)| is_candidate(it)).map(|(name, _)| name.as_str());
        if self.guesses > MAX_GUESSES { None } else { closest(name, names).map(str::to_owned) }
    }

    /// A name is declared again.
    pub fn clash(&mut self, name: &str, span: Span, first: Span) -> Reported {
        let error = Diagnostic::error(codes::DUPLICATE_NAME, format!("there are two declarations of `{name}`"));
        let error = error.at(span, "").related(first, "first declared here");
        self.report(error.help("rename or remove one of them"))
    }

    /// Skips the rest of what began at the token `start`, up to its `;`, or to a `}` that is not part of it.
    pub fn recover(&mut self, start: usize) {
        let mut depth = 0_usize;
        let mut at = start;
        loop {
            let is_behind = at >= self.at;
            match &self.tokens[at].kind {
                TokenKind::End => break,
                TokenKind::Symbol("{") => depth += 1,
                TokenKind::Symbol("}") if depth == 0 && is_behind => break,
                TokenKind::Symbol("}") => depth = depth.saturating_sub(1),
                TokenKind::Symbol(";") if depth == 0 && is_behind => {
                    at += 1;
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        self.at = at.max(self.at);
        // Notes of what was skipped have no place.
        for token in &mut self.tokens[start..self.at] {
            token.notes.clear();
        }
    }
}
