//! Definitions of the component model and templates, which have no part in a wire format.

use super::Parser;
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
    /// Reports and skips a definition that is not supported.
    pub fn skip_unsupported(&mut self) -> bool {
        let Some(what) = self.unsupported() else { return false };
        let message = format!("{what} are not supported");
        self.error(codes::UNSUPPORTED, &message, "remove them: values that are sent are defined without them");
        self.recover(self.at);
        true
    }

    fn unsupported(&self) -> Option<&'static str> {
        let is_template =
            matches!(self.ahead(1), TokenKind::Name(_)) && matches!(self.ahead(2), TokenKind::Symbol("<"));
        if self.is_keyword("module") && is_template {
            return Some("templates of modules");
        }
        let ahead = usize::from(self.is_keyword("abstract") || self.is_keyword("custom"));
        let TokenKind::Name(word) = self.ahead(ahead) else { return None };
        let is_declared = matches!(self.ahead(ahead + 1), TokenKind::Name(_));
        let is_operation = matches!(self.ahead(ahead + 2), TokenKind::Symbol("("));
        let found = UNSUPPORTED.iter().find(|(keyword, _)| keyword == word);
        found.filter(|_| is_declared && !is_operation).map(|(_, what)| *what)
    }
}
