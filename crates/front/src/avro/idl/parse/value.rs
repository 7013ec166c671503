//! Values of annotations and defaults: JSON, with the numbers that JSON lacks.

use super::super::lex::TokenKind;
use super::cursor::Parser;
use crate::avro::json::{Json, JsonKind, Member};

impl Parser<'_, '_> {
    pub(super) fn value(&mut self) -> Option<Json> {
        self.skip_docs();
        let span = self.span();
        let kind = match self.kind().clone() {
            TokenKind::Text(it) => JsonKind::Text(it),
            TokenKind::Number(it) => JsonKind::Number(it),
            TokenKind::Word { text, is_quoted: false } => match text.as_str() {
                "null" => JsonKind::Null,
                "true" => JsonKind::Bool(true),
                "false" => JsonKind::Bool(false),
                "NaN" | "Infinity" => JsonKind::Number(text),
                _ => return self.no_value(),
            },
            TokenKind::Symbol('[') => return self.nested(Self::array),
            TokenKind::Symbol('{') => return self.nested(Self::object),
            TokenKind::Word { .. } | TokenKind::Doc(_) | TokenKind::Symbol(_) | TokenKind::End => {
                return self.no_value();
            }
        };
        self.next();
        Some(Json { kind, span })
    }

    fn no_value(&mut self) -> Option<Json> {
        self.unexpected("a value: a text in quotes, a number, true, false, null, an array or an object");
        None
    }

    fn array(&mut self) -> Option<Json> {
        let start = self.span();
        self.next();
        let mut elements = Vec::new();
        while !self.is_closed(']', elements.is_empty())? {
            elements.push(self.value()?);
        }
        Some(Json { kind: JsonKind::Array(elements), span: start })
    }

    fn object(&mut self) -> Option<Json> {
        let start = self.span();
        self.next();
        let mut members: Vec<Member> = Vec::new();
        while !self.is_closed('}', members.is_empty())? {
            self.skip_docs();
            let name_span = self.span();
            let TokenKind::Text(name) = self.kind().clone() else {
                self.unexpected("the name of a member in quotes");
                return None;
            };
            self.next();
            self.expect(':')?;
            let member = Member { name, name_span, value: self.value()? };
            match members.iter_mut().find(|it| it.name == member.name) {
                Some(first) => *first = member,
                None => members.push(member),
            }
        }
        Some(Json { kind: JsonKind::Object(members), span: start })
    }

    /// Takes the end of a list, or the comma in front of a further part.
    pub(super) fn is_closed(&mut self, end: char, is_first: bool) -> Option<bool> {
        if self.accept(end) {
            return Some(true);
        }
        if is_first {
            return Some(false);
        }
        if self.accept(',') {
            return Some(false);
        }
        self.unexpected(&format!("`,` or `{end}`"));
        None
    }
}
