//! The content of a document, with the texts of entities.

use super::declarations::Declarations;
use super::declare::Reader;
use super::limits::Limits;
use super::map::Expanded;
use super::{tag, value};
use crate::xml_document::attribute;
use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::{DocumentError, quoted};
use crate::xml_document::reference::Reference;
use crate::xml_document::token::{self, Token};

/// Writes a document with its entities expanded.
pub struct Expander {
    reader: Reader,
    expanded: Expanded,
    /// The number of elements that are open.
    depth: usize,
    has_type: bool,
}

impl Expander {
    pub fn expand(document: &str) -> Result<Expanded, DocumentError> {
        let reader = Reader { declarations: Declarations::default(), limits: Limits::of_document(document.len()) };
        let mut expander = Self { reader, expanded: Expanded::new(), depth: 0, has_type: false };
        expander.content(Cursor::of_document(document))?;
        Ok(expander.expanded)
    }

    fn content(&mut self, mut cursor: Cursor<'_>) -> Result<(), DocumentError> {
        let mut start = cursor.clone();
        while let Some(token) = token::next(&mut cursor)? {
            self.expanded.begin(start.place(), !start.is_in_entity());
            self.token(token, &start, &mut cursor)?;
            start = cursor.clone();
        }
        Ok(())
    }

    fn token(&mut self, token: Token<'_>, start: &Cursor<'_>, cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
        let raw = cursor.since(start.at());
        match token {
            Token::DocumentType(_) if self.has_type || self.depth > 0 || start.is_in_entity() => {
                return Err(start.error("a document type is only allowed once, before the first element"));
            }
            Token::DocumentType(it) => {
                self.has_type = true;
                self.reader.declarations.has_external = it.has_external;
                if it.has_subset {
                    self.reader.subset(cursor)?;
                }
            }
            Token::Start { name, attributes, is_empty } => {
                self.depth += usize::from(!is_empty);
                tag::Tag { name, attributes: &attributes, is_empty }
                    .write((&mut self.reader, &mut self.expanded), (start, cursor))?;
            }
            Token::End(_) => {
                self.depth = self.depth.checked_sub(1).ok_or_else(|| start.error("an end has no start"))?;
                self.put(raw);
            }
            Token::Reference(Reference::Entity(name)) => self.entity(name, start)?,
            Token::Text(_) => self.text(raw, start),
            Token::Declaration
            | Token::Reference(Reference::Character(_))
            | Token::Cdata(_)
            | Token::Comment(_)
            | Token::Instruction { .. } => {
                if start.is_in_entity() && raw.contains('\r') {
                    return Err(start.error("a carriage return is not allowed here in an entity"));
                }
                self.put(raw);
            }
        }
        Ok(())
    }

    /// Writes the text of an entity.
    fn entity(&mut self, name: &str, reference: &Cursor<'_>) -> Result<(), DocumentError> {
        if self.depth == 0 && !reference.is_in_entity() {
            return Err(reference.error("an entity is only allowed in an element"));
        }
        let text = value::replacement(&self.reader.declarations, name, reference)?;
        self.reader.limits.enter(name.to_owned(), &text, reference)?;
        let around = std::mem::take(&mut self.depth);
        self.content(Cursor::of_entity(&text, reference.place()))?;
        if self.depth != 0 {
            let what = format!("an element does not end in the entity {}, in which it starts", quoted(name));
            return Err(reference.error(what));
        }
        self.depth = around;
        self.reader.limits.leave();
        Ok(())
    }

    fn text(&mut self, text: &str, start: &Cursor<'_>) {
        let document = &mut self.expanded.document;
        let (before, rest) = match text.find('>').filter(|at| ends_cdata(document, &text.as_bytes()[..*at])) {
            Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + 1..).unwrap_or_default()),
            None => ("", text),
        };
        let references: &[(char, &str)] = if start.is_in_entity() { &[('\r', "&#13;")] } else { &[] };
        attribute::write(before, references, document);
        if before.len() + rest.len() < text.len() {
            document.push_str("&gt;");
        }
        attribute::write(rest, references, document);
    }

    fn put(&mut self, text: &str) {
        self.expanded.document.push_str(text);
    }
}

/// True if `]]` would be in front of a `>` behind these two texts.
fn ends_cdata(document: &str, text: &[u8]) -> bool {
    let before = document.as_bytes().iter().rev();
    text.len() < 2 && text.iter().rev().chain(before).take(2).filter(|byte| **byte == b']').count() == 2
}
