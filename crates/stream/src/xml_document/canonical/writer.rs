use super::{Canonical, tag};
use crate::xml_document::attribute::write;
use crate::xml_document::characters::is_space;
use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::{DocumentError, quoted};
use crate::xml_document::names::Scope;
use crate::xml_document::reference::Reference;
use crate::xml_document::token::Token;

const IN_TEXT: [(char, &str); 4] = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('\r', "&#xD;")];

/// Writes the canonical form of the parts of a document.
pub struct Writer<'a> {
    form: &'a Canonical,
    out: String,
    /// The namespaces of the document.
    declared: Scope<'a>,
    /// Those that are written.
    written: Scope<'a>,
    open: Vec<Open<'a>>,
    place: Place,
}

/// An element that is open.
struct Open<'a> {
    name: &'a str,
    /// The number of declarations around it: of the document, and of those that are written.
    declared: usize,
    written: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    BeforeType,
    BeforeRoot,
    Inside,
    BehindRoot,
}

impl<'a> Writer<'a> {
    pub fn new(form: &'a Canonical) -> Self {
        let (declared, written) = (Scope::default(), Scope::default());
        Self { form, out: String::new(), declared, written, open: Vec::new(), place: Place::BeforeType }
    }

    /// Writes a part, which begins here.
    pub fn token(&mut self, token: Token<'a>, start: &Cursor<'a>) -> Result<(), DocumentError> {
        match token {
            Token::Declaration => {}
            Token::DocumentType(it) if it.has_subset => {
                return Err(start.error("the document type has declarations, which have no canonical form"));
            }
            Token::DocumentType(_) if self.place != Place::BeforeType => {
                return Err(start.error("a document type is only allowed once, before the first element"));
            }
            Token::DocumentType(_) => self.place = Place::BeforeRoot,
            Token::Start { name, attributes, is_empty } => {
                if self.place == Place::BehindRoot {
                    return Err(start.error("a document has one element that contains all others"));
                }
                self.place = Place::Inside;
                let around = Open { name, declared: self.declared.depth(), written: self.written.depth() };
                let scopes = (&mut self.declared, &mut self.written);
                tag::write(self.form, (name, start.place()), &attributes, scopes, &mut self.out)?;
                self.open.push(around);
                if is_empty {
                    self.end(name, start)?;
                }
            }
            Token::End(name) => self.end(name, start)?,
            Token::Text(text)
                if self.place != Place::Inside && text.trim_start_matches('\u{feff}').chars().all(is_space) => {}
            Token::Text(text) => self.characters(text, start)?,
            Token::Cdata(text) => self.characters(text, start)?,
            Token::Reference(Reference::Character(character)) => {
                self.check_inside(start)?;
                write(character.encode_utf8(&mut [0; 4]), &IN_TEXT, &mut self.out);
            }
            Token::Reference(Reference::Entity(name)) => {
                return Err(start.error(format!("the entity {} is not declared", quoted(name))));
            }
            Token::Comment(_) if !self.form.has_comments => {}
            Token::Comment(text) => self.apart(&["<!--", &with_line_feeds(text), "-->"]),
            Token::Instruction { target, data: "" } => self.apart(&["<?", target, "?>"]),
            Token::Instruction { target, data } => self.apart(&["<?", target, " ", &with_line_feeds(data), "?>"]),
        }
        Ok(())
    }

    /// Returns what was written for a document that ends here.
    pub fn finish(self, end: &Cursor<'_>) -> Result<String, DocumentError> {
        match self.open.last() {
            Some(open) => Err(end.error(format!("the element {} does not end", quoted(open.name)))),
            None if self.place == Place::BehindRoot => Ok(self.out),
            None => Err(end.error("the document has no element")),
        }
    }

    fn end(&mut self, name: &str, start: &Cursor<'_>) -> Result<(), DocumentError> {
        let open = self.open.pop().filter(|open| open.name == name);
        let open = open.ok_or_else(|| start.error(format!("this end of {} has no start", quoted(name))))?;
        self.declared.leave(open.declared);
        self.written.leave(open.written);
        self.put(&["</", name, ">"]);
        if self.open.is_empty() {
            self.place = Place::BehindRoot;
        }
        Ok(())
    }

    fn characters(&mut self, text: &str, start: &Cursor<'_>) -> Result<(), DocumentError> {
        self.check_inside(start)?;
        write(&with_line_feeds(text), &IN_TEXT, &mut self.out);
        Ok(())
    }

    fn check_inside(&self, start: &Cursor<'_>) -> Result<(), DocumentError> {
        let is_inside = self.place == Place::Inside;
        if is_inside { Ok(()) } else { Err(start.error("text is only allowed in an element")) }
    }

    /// Writes a comment or a processing instruction, outside of the root on a line of its own.
    fn apart(&mut self, parts: &[&str]) {
        if self.place == Place::BehindRoot {
            self.out.push('\n');
        }
        self.put(parts);
        if matches!(self.place, Place::BeforeType | Place::BeforeRoot) {
            self.out.push('\n');
        }
    }

    fn put(&mut self, parts: &[&str]) {
        parts.iter().for_each(|part| self.out.push_str(part));
    }
}

/// Returns a text with each line break as one line feed.
fn with_line_feeds(text: &str) -> std::borrow::Cow<'_, str> {
    match text.contains('\r') {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}
