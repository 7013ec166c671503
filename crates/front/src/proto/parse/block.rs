//! Statements in braces, and recovery after a bad one.

use super::{Parse, Parser};
use crate::proto::codes;
use crate::proto::lex::TokenKind;
use polywire_source::Diagnostic;

impl Parser<'_> {
    /// Parses `{ statement … }`, where a lone `;` is a statement too.
    pub(super) fn loose_block(&mut self, what: &str, mut statement: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        self.block(what, |parser| if parser.take_symbol(';') { Ok(()) } else { statement(parser) })
    }

    /// Parses `{ statement … }`. A bad statement is skipped; a missing brace is reported with the span of the opening
    /// one.
    pub(super) fn block(&mut self, what: &str, mut statement: impl FnMut(&mut Self) -> Parse<()>) -> Parse<()> {
        let open = self.expect_symbol('{', &format!("to begin {what}"))?;
        while !self.take_symbol('}') {
            if self.at_end() {
                let end = self.peek().span;
                self.report(
                    Diagnostic::error(codes::SYNTAX, format!("the file ends inside {what}"))
                        .at(end, "missing `}`")
                        .related(open, "opened here"),
                );
                return Ok(());
            }
            if statement(self).is_err() {
                self.skip_statement();
            }
        }
        Ok(())
    }

    /// Skips past the next `;` or `{ … }`, but stays inside the enclosing block.
    pub(super) fn skip_statement(&mut self) {
        loop {
            match self.peek().kind {
                TokenKind::End | TokenKind::Symbol('}') => return,
                TokenKind::Symbol('{') => return self.skip_braces(),
                TokenKind::Symbol(';') => {
                    self.take();
                    return;
                }
                _ => {
                    self.take();
                }
            }
        }
    }

    /// Skips past the matching closing brace, or to the end of the file.
    pub(super) fn skip_braces(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.peek().kind {
                TokenKind::End => return,
                TokenKind::Symbol('{') => depth += 1,
                TokenKind::Symbol('}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.take();
            if depth == 0 {
                return;
            }
        }
    }
}
