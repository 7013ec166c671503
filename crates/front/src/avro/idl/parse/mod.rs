//! Interface descriptions to declarations.
//!
//! A file is a protocol, or `namespace …;` and `schema …;`, which may be missing, and declarations.

mod annotation;
mod cursor;
mod declaration;
mod field;
mod message;
mod ty;
mod value;

use super::lex::{TokenKind, lex};
use crate::avro::json::Member;
use crate::avro::read::{Reader, check_name, check_namespace, split};
use crate::avro::tree::{Declaration, Field, Message, Protocol, TypeExpr, Word};
use cursor::Parser;
use polywire_source::FileId;

/// What a file says, with the files that it imports still to be read.
#[derive(Default)]
pub(in crate::avro) struct Parsed {
    /// The protocol, without its messages.
    pub protocol: Option<Protocol>,
    /// What `schema …;` says.
    pub root: Option<TypeExpr>,
    /// In the order of the file.
    pub items: Vec<Item>,
}

impl Parsed {
    fn is_empty(&self) -> bool {
        self.root.is_none() && self.items.is_empty()
    }
}

/// A part of a file.
pub(in crate::avro) enum Item {
    Import(Import),
    /// A type, whose fields are apart: its name is declared first.
    Type(Box<Declaration>, Vec<Field>),
    Message(Box<Message>),
}

/// `import idl "…";`.
pub(in crate::avro) struct Import {
    pub kind: ImportKind,
    pub path: Word,
}

/// What is imported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::avro) enum ImportKind {
    Idl,
    Protocol,
    Schema,
}

/// Parses a file, or reports why that cannot be done.
pub(in crate::avro) fn parse(file: FileId, bytes: &[u8], reader: &mut Reader<'_>) -> Parsed {
    let tokens = lex(file, bytes, reader.diagnostics);
    let mut parser = Parser::new(tokens, reader);
    let mut parsed = Parsed::default();
    parser.file(&mut parsed);
    parsed
}

impl Parser<'_, '_> {
    fn file(&mut self, parsed: &mut Parsed) {
        let mut namespace = String::new();
        while !self.is_end() {
            let from = self.position();
            let done = self.statement(&mut namespace, parsed);
            if done.is_none() {
                self.recover(from);
            }
        }
    }

    fn statement(&mut self, namespace: &mut String, parsed: &mut Parsed) -> Option<()> {
        let (doc, annotations) = self.head()?;
        if self.is_keyword("namespace") && annotations.is_empty() {
            self.check_first(!parsed.is_empty() || !namespace.is_empty(), "namespace");
            self.next();
            let name = self.name("a namespace")?;
            check_namespace(&name.text, name.span, self.reader.diagnostics);
            *namespace = name.text;
            return self.expect(';');
        }
        if self.is_keyword("schema") && annotations.is_empty() {
            self.check_first(!parsed.is_empty(), "schema");
            self.next();
            parsed.root = Some(self.ty(namespace)?);
            return self.expect(';');
        }
        if self.is_keyword("protocol") {
            return self.protocol(doc, annotations, namespace, parsed);
        }
        let item = self.item(doc, annotations, namespace, false)?;
        parsed.items.push(item);
        Some(())
    }

    /// `namespace …;` comes first, then `schema …;`, then all others.
    fn check_first(&mut self, is_late: bool, word: &str) {
        if is_late {
            let message = format!("`{word} …;` must stand in front of declarations and imports, once");
            let span = self.span();
            self.error_at(span, &message, "move it to the beginning: `namespace …;`, then `schema …;`");
        }
    }

    fn protocol(
        &mut self,
        doc: Option<String>,
        mut annotations: Vec<Member>,
        outer: &str,
        parsed: &mut Parsed,
    ) -> Option<()> {
        self.next();
        let stated = self.take_text(&mut annotations, "namespace");
        let word = self.name("a protocol")?;
        let name = split(&word.text, stated.as_ref().map_or(outer, |it| &it.text), word.span);
        check_name("a protocol", &name.name, word.span, self.reader.diagnostics);
        check_namespace(&name.namespace, stated.map_or(word.span, |it| it.span), self.reader.diagnostics);
        let namespace = name.namespace.clone();
        if parsed.protocol.is_some() {
            self.error_at(word.span, "there is a protocol already", "put each protocol into a file of its own");
        }
        parsed.protocol = Some(Protocol { name, doc, messages: Vec::new(), properties: annotations });
        self.expect('{')?;
        while !self.is_symbol('}') && !self.is_end() {
            let from = self.position();
            let head = self.head();
            if self.is_symbol('}') {
                break;
            }
            match head.and_then(|(doc, annotations)| self.item(doc, annotations, &namespace, true)) {
                Some(item) => parsed.items.push(item),
                None => self.recover(from),
            }
        }
        self.expect('}')
    }

    fn item(
        &mut self,
        doc: Option<String>,
        annotations: Vec<Member>,
        namespace: &str,
        has_messages: bool,
    ) -> Option<Item> {
        match self.keyword() {
            Some("import") => self.import().map(Item::Import),
            Some("record" | "error" | "enum" | "fixed") if self.begins_declaration() => {
                let (decl, fields) = self.declaration(doc, annotations, namespace)?;
                Some(Item::Type(Box::new(decl), fields))
            }
            _ if has_messages => self.message(doc, annotations, namespace).map(|it| Item::Message(Box::new(it))),
            _ => {
                self.unexpected("`import`, `record`, `error`, `enum`, `fixed` or `protocol`");
                None
            }
        }
    }

    fn import(&mut self) -> Option<Import> {
        self.next();
        let kind = match self.keyword() {
            Some("idl") => ImportKind::Idl,
            Some("protocol") => ImportKind::Protocol,
            Some("schema") => ImportKind::Schema,
            _ => {
                self.unexpected("`idl`, `protocol` or `schema`");
                return None;
            }
        };
        self.next();
        let span = self.span();
        let TokenKind::Text(text) = self.kind().clone() else {
            self.unexpected("the path of a file in quotes");
            return None;
        };
        self.next();
        self.expect(';')?;
        Some(Import { kind, path: Word { text, span } })
    }
}
