//! Messages and oneofs.

use super::{Parse, Parser};
use crate::proto::ast::{Item, Member, Message, MessageBody, Oneof};
use crate::proto::codes;
use crate::proto::lex::Token;

/// Limit on the nesting of messages, the same as protoc's.
const MAX_DEPTH: u32 = 31;

impl Parser<'_> {
    pub(super) fn message(&mut self) -> Parse<Message> {
        let first = self.take();
        let name = self.name("the name of the message")?;
        let doc = documentation_at_brace(self, first);
        let body = self.message_body()?;
        Ok(Message { name, doc, visibility: None, body })
    }

    /// `{ … }` of a message or group.
    pub(super) fn message_body(&mut self) -> Parse<MessageBody> {
        if self.depth == MAX_DEPTH {
            let span = self.peek().span;
            return Err(self.error(codes::TOO_DEEP, format!("messages are nested deeper than {MAX_DEPTH}"), span));
        }
        let mut body = MessageBody::default();
        self.depth += 1;
        let parsed = self.loose_block("the message", |parser| parser.message_statement(&mut body));
        self.depth -= 1;
        parsed.map(|()| body)
    }

    fn message_statement(&mut self, body: &mut MessageBody) -> Parse<()> {
        if let Some(item) = self.item(&mut body.items)? {
            body.items.push(item);
            return Ok(());
        }
        match self.text(self.peek()).as_str() {
            "option" => {
                let option = self.option_statement()?;
                body.options.push(option);
            }
            "oneof" => {
                let oneof = self.oneof(&mut body.items)?;
                body.members.push(Member::Oneof(oneof));
            }
            "reserved" => self.reserved(&mut body.reserved, &mut body.reserved_names)?,
            "extensions" => {
                let ranges = self.extension_ranges()?;
                body.extensions.push(ranges);
            }
            _ => {
                let field = self.field(&mut body.items)?;
                body.members.push(Member::Field(field));
            }
        }
        Ok(())
    }

    fn oneof(&mut self, items: &mut Vec<Item>) -> Parse<Oneof> {
        let first = self.take();
        let name = self.name("the name of the oneof")?;
        let mut oneof =
            Oneof { name, doc: documentation_at_brace(self, first), fields: Vec::new(), options: Vec::new() };
        self.block("the oneof", |parser| parser.oneof_statement(&mut oneof, items))?;
        Ok(oneof)
    }

    fn oneof_statement(&mut self, oneof: &mut Oneof, items: &mut Vec<Item>) -> Parse<()> {
        if self.at_word("option") {
            let option = self.option_statement()?;
            oneof.options.push(option);
        } else {
            let field = self.oneof_field(items)?;
            oneof.fields.push(field);
        }
        Ok(())
    }
}

/// Returns the documentation of a declaration with a body: the comments before it and after its opening brace.
pub(super) fn documentation_at_brace(parser: &Parser<'_>, first: &Token) -> String {
    let behind = if parser.at_symbol('{') { parser.peek().trailing.as_str() } else { "" };
    [first.leading.as_str(), behind].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}
