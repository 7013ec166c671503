//! `export` and `local` (edition 2024).

use super::{Parse, Parser};
use crate::proto::ast::Item;
use crate::proto::codes;
use crate::proto::descriptor::{Edition, Visibility};
use polywire_source::Diagnostic;

impl Parser<'_> {
    /// `export` or `local`, which are ordinary names before edition 2024.
    pub(super) fn visibility(&mut self) -> Option<Visibility> {
        let visibility = match self.text(self.peek()).as_str() {
            _ if self.edition < Edition::E2024 => return None,
            "export" => Visibility::Export,
            "local" => Visibility::Local,
            _ => return None,
        };
        self.take();
        Some(visibility)
    }

    /// Parses a message or enum after `export` or `local`.
    pub(super) fn visible_item(&mut self, visibility: Visibility) -> Parse<Item> {
        let keyword = self.previous().span;
        match self.text(self.peek()).as_str() {
            "message" => {
                let mut message = self.message()?;
                message.visibility = Some(visibility);
                Ok(Item::Message(message))
            }
            "enum" => {
                let mut enumeration = self.enumeration()?;
                enumeration.visibility = Some(visibility);
                Ok(Item::Enum(enumeration))
            }
            _ => {
                let misplaced = Diagnostic::error(codes::SYNTAX, "only messages and enums can be exported or local");
                Err(self.report(misplaced.at(keyword, "").help("remove the word")))
            }
        }
    }
}
