//! Valuetypes.

use super::items::Container;
use super::{Parse, Parser};
use crate::idl::ast::{FactoryDecl, ItemKind, ValueDecl};
use crate::idl::codes;
use crate::idl::token::TokenKind;
use crate::idl::tree::{Declared, Direction};

impl Parser<'_> {
    pub fn value(&mut self, is_abstract: bool, is_custom: bool) -> Parse<ItemKind> {
        let name = self.name("the name of the valuetype")?;
        match self.peek() {
            TokenKind::Symbol(";") if !is_custom => return Ok(ItemKind::Forward(Declared::ValueType, name)),
            TokenKind::Symbol(":" | "{") | TokenKind::Keyword("supports") => {}
            _ if !is_abstract && !is_custom => {
                return Ok(ItemKind::ValueBox(name, self.type_or_definition("`{`, `:`, `supports` or a type")?));
            }
            _ => return Err(self.expected("`{`, `:` or `supports`")),
        }
        let (mut truncatable, mut bases, mut supports) = (None, Vec::new(), Vec::new());
        if self.take_symbol(":") {
            let span = self.span();
            truncatable = self.take_keyword("truncatable").then_some(span);
            bases = self.list(|it| it.scoped_name("a valuetype"))?;
        }
        if self.take_keyword("supports") {
            supports = self.list(|it| it.scoped_name("an interface"))?;
        }
        self.expect("{", "at the begin of the valuetype")?;
        let body = self.items(if is_abstract { Container::AbstractValue } else { Container::Value });
        self.expect("}", "at the end of the valuetype")?;
        Ok(ItemKind::ValueType(ValueDecl { name, is_abstract, is_custom, truncatable, bases, supports, body }))
    }

    pub fn state_member(&mut self) -> Parse<ItemKind> {
        let is_public = self.take_keyword("public");
        if !is_public {
            self.advance();
        }
        let ty = self.type_or_definition("the type of the member")?;
        Ok(ItemKind::StateMember { is_public, ty, declarators: self.list(Self::declarator)? })
    }

    pub fn factory(&mut self) -> Parse<ItemKind> {
        self.advance();
        let name = self.name("the name of the factory")?;
        let parameters = self.parameters()?;
        if let Some(wrong) = parameters.iter().find(|it| it.direction != Direction::In) {
            let help = "write `in` before the type";
            return Err(self.error_at(wrong.name.span, codes::SYNTAX, "factories have `in` parameters only", help));
        }
        Ok(ItemKind::Factory(FactoryDecl { name, parameters, raises: self.raises()? }))
    }
}
