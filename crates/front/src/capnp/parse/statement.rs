//! Files and blocks, and recovery after a bad statement.

use super::{Parse, Parser};
use crate::capnp::ast::{Decl, File};
use crate::capnp::codes;
use crate::capnp::lex::TokenKind;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub(super) fn file(&mut self) -> File {
        let mut file = File::default();
        while self.peek().kind != TokenKind::End {
            if self.file_statement(&mut file).is_err() {
                self.skip_statement();
                // Skip an unmatched closing brace.
                self.take_symbol("}");
            }
        }
        file
    }

    fn file_statement(&mut self, file: &mut File) -> Parse<()> {
        if self.at_symbol("@") {
            let start = self.peek().span;
            let id = self.id()?;
            if let Some((_, first)) = file.id {
                let second = Diagnostic::error(codes::ID, "the file already has an id").at(start, "stated again here");
                self.report(second.related(first, "first stated here").help("remove one of them"));
            }
            file.id = id;
            file.doc = self.end("a file's id")?;
            return Ok(());
        }
        if self.at_symbol("$") {
            file.annotations.extend(self.annotations()?);
            self.end("an annotation of the file")?;
            return Ok(());
        }
        match self.declaration()? {
            Some(decl) => file.decls.push(decl),
            None => return Err(self.expected("a declaration")),
        }
        Ok(())
    }

    /// Parses `{ statement … }`; returns the documentation after one of the braces.
    pub(super) fn block(
        &mut self,
        what: &str,
        mut statement: impl FnMut(&mut Self) -> Parse<Decl>,
    ) -> Parse<(Vec<Decl>, String)> {
        let open = self.expect_symbol("{", &format!("to begin {what}"))?;
        let doc = self.previous().doc.clone();
        let mut decls = Vec::new();
        self.nested(|parser| {
            while !parser.at_symbol("}") {
                if parser.peek().kind == TokenKind::End {
                    let end = parser.peek().span;
                    let unclosed = Diagnostic::error(codes::SYNTAX, format!("the file ends inside {what}"));
                    return Err(parser.report(unclosed.at(end, "missing `}`").related(open, "opened here")));
                }
                match statement(parser) {
                    Ok(decl) => decls.push(decl),
                    Err(_) => parser.skip_statement(),
                }
            }
            Ok(())
        })?;
        let late = self.take().doc.clone();
        Ok((decls, if doc.is_empty() { late } else { doc }))
    }

    /// Parses the semicolon that ends a statement; returns the documentation after it.
    pub(super) fn end(&mut self, what: &str) -> Parse<String> {
        self.expect_symbol(";", &format!("behind {what}"))?;
        Ok(self.previous().doc.clone())
    }

    /// Skips past the next `;` or `{ … }`, but stays inside the enclosing block.
    fn skip_statement(&mut self) {
        let mut depth = 0u32;
        loop {
            match self.peek().kind {
                TokenKind::End => return,
                TokenKind::Symbol("}") if depth == 0 => return,
                TokenKind::Symbol("{") => depth += 1,
                TokenKind::Symbol("}") => depth -= 1,
                _ => {}
            }
            let token = self.take();
            if depth == 0 && matches!(token.kind, TokenKind::Symbol(";" | "}")) {
                return;
            }
        }
    }
}
