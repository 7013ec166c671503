//! Errors, and where to go on after them.

use super::{Parser, Reported};
use crate::idl::codes;
use crate::idl::token::TokenKind;
use polywire_source::{Code, Diagnostic, Span};

impl Parser<'_> {
    pub fn expected(&mut self, what: &str) -> Reported {
        let found = match self.peek() {
            // It has been reported.
            TokenKind::Invalid => return Reported,
            TokenKind::Name(text) => format!("`{text}`"),
            TokenKind::Keyword(text) | TokenKind::Symbol(text) => format!("`{text}`"),
            TokenKind::Literal(_) => "a literal".to_owned(),
            TokenKind::End => "the end of the file".to_owned(),
        };
        self.error(
            codes::SYNTAX,
            &format!("expected {what}, found {found}"),
            "see the grammar of IDL for what may stand here",
        )
    }

    pub fn error(&mut self, code: Code, message: &str, help: &str) -> Reported {
        self.error_at(self.span(), code, message, help)
    }

    pub fn error_at(&mut self, span: Span, code: Code, message: &str, help: &str) -> Reported {
        if !self.gave_up {
            self.diagnostics.push(Diagnostic::error(code, message).at(span, "").help(help));
        }
        Reported
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
    }
}
