//! Statements in braces, and recovery after a bad one.

use super::{Parse, Parser};
use crate::fbs::codes;
use crate::fbs::lex::TokenKind;
use polywire_source::Diagnostic;

impl Parser<'_> {
    /// Parses `{ statement … }`. A bad statement is skipped; a missing brace is reported with the opening one.
    pub(super) fn block<T>(&mut self, what: &str, mut statement: impl FnMut(&mut Self) -> Parse<T>) -> Parse<Vec<T>> {
        let open = self.expect_symbol('{', &format!("to begin {what}"))?;
        let mut statements = Vec::new();
        while !self.take_symbol('}') {
            if self.at_end() {
                let end = self.peek().span;
                let unclosed = Diagnostic::error(codes::SYNTAX, format!("the file ends inside {what}"));
                return Err(self.report(unclosed.at(end, "missing `}`").related(open, "opened here")));
            }
            match statement(self) {
                Ok(statement) => statements.push(statement),
                Err(_) => self.skip_statement(),
            }
        }
        Ok(statements)
    }

    /// Skips past the next `;` or `{ … }`, but stays inside the enclosing block.
    pub(super) fn skip_statement(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.peek().kind {
                TokenKind::End => return,
                TokenKind::Symbol('}') if depth == 0 => return,
                TokenKind::Symbol('{') => depth += 1,
                TokenKind::Symbol('}') => depth -= 1,
                _ => {}
            }
            let token = self.take();
            if depth == 0 && matches!(token.kind, TokenKind::Symbol(';' | '}')) {
                return;
            }
        }
    }
}
