//! Declarations about repository ids, and imports (CORBA 3.3 part 1, clauses 7.6 and 14.7.5).

use super::{Parse, Parser};
use crate::idl::ast::{Expr, ExprKind, ItemKind, ScopedName, Word};
use crate::idl::codes;
use crate::idl::token::TokenKind;
use crate::idl::tree::Value;
use polywire_source::Diagnostic;

impl Parser<'_> {
    pub fn type_id(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.scoped_name("the name of a definition")?;
        Ok(ItemKind::TypeId(name, self.string_value("the repository id in quotes")?))
    }

    pub fn type_prefix(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name: ScopedName = self.scoped_name("the name of a scope")?;
        Ok(ItemKind::TypePrefix(name, self.string_value("the prefix in quotes")?))
    }

    fn string_value(&mut self, what: &str) -> Parse<Word> {
        match self.expr()? {
            Expr { kind: ExprKind::Literal(Value::String(text)), span } => {
                Ok(Word { text: String::from_utf8_lossy(&text).into_owned(), span })
            }
            expr => {
                Err(self.error_at(expr.span, crate::idl::codes::SYNTAX, &format!("expected {what}"), "write a text"))
            }
        }
    }

    /// Skips `import name;` and `import "name";`, which refer to a repository of interfaces, with a warning.
    pub fn skip_import(&mut self) -> Parse<bool> {
        let is_import = matches!(self.ahead(2), TokenKind::Symbol(";" | "::"))
            || matches!(self.ahead(1), TokenKind::Symbol("::") | TokenKind::Literal(Value::String(_)));
        if !self.is_word("import") || !is_import {
            return Ok(false);
        }
        let start = self.span();
        self.advance();
        if matches!(self.peek(), TokenKind::Literal(_)) {
            self.text("the name of a scope")?;
        } else {
            self.scoped_name("the name of a scope")?;
        }
        self.expect(";", "after the import")?;
        let warning =
            Diagnostic::warning(codes::IMPORT, "an import has no effect: there is no repository of interfaces");
        self.diagnostics.push(warning.at(start, "").help("write `#include` with the file that declares this"));
        Ok(true)
    }
}
