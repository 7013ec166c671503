//! Definitions of the component model and templates, which have no part in a wire format.

use super::Parser;
use crate::idl::ast::Word;
use crate::idl::codes;
use crate::idl::token::TokenKind;

const UNSUPPORTED: &[(&str, &str)] = &[
    ("component", "components"),
    ("home", "homes"),
    ("eventtype", "eventtypes"),
    ("porttype", "ports"),
    ("connector", "connectors"),
];

impl Parser<'_> {
    /// Reports and skips a definition that is not supported; returns its name.
    pub fn skip_unsupported(&mut self) -> Option<Word> {
        let (what, ahead) = self.unsupported()?;
        let token = &self.tokens[self.at + ahead];
        let TokenKind::Name(text) = &token.kind else { return None };
        let name = Word { text: text.clone(), span: token.span };
        let message = format!("{what} are not supported");
        self.error(codes::UNSUPPORTED, &message, "remove them: values that are sent are defined without them");
        self.recover(self.at);
        Some(name)
    }

    /// What a definition is, and how many words are before its name.
    fn unsupported(&self) -> Option<(&'static str, usize)> {
        let is_template =
            matches!(self.ahead(1), TokenKind::Name(_)) && matches!(self.ahead(2), TokenKind::Symbol("<"));
        if self.is_keyword("module") && is_template {
            return Some(("templates of modules", 1));
        }
        let ahead = usize::from(self.is_keyword("abstract") || self.is_keyword("custom"));
        let TokenKind::Name(word) = self.ahead(ahead) else { return None };
        let is_declared = matches!(self.ahead(ahead + 1), TokenKind::Name(_));
        let is_operation = matches!(self.ahead(ahead + 2), TokenKind::Symbol("("));
        let found = UNSUPPORTED.iter().find(|(keyword, _)| keyword == word);
        found.filter(|_| is_declared && !is_operation).map(|(_, what)| (*what, ahead + 1))
    }
}
