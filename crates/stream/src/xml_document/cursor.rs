use super::characters::{begins_name, is_in_name, is_space};
use super::error::DocumentError;

/// A place in the text of a document, or in that of an entity.
#[derive(Clone)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// In the text of an entity, the place of the reference in the document.
    reference: Option<usize>,
}

impl<'a> Cursor<'a> {
    /// The beginning of a document.
    pub fn of_document(text: &'a str) -> Self {
        Self { text, at: 0, reference: None }
    }

    /// The beginning of the text of an entity, to which the document refers here.
    pub fn of_entity(text: &'a str, reference: usize) -> Self {
        Self { text, at: 0, reference: Some(reference) }
    }

    /// A part of the text that was read.
    pub fn of_part(&self, part: &'a str, at: usize) -> Self {
        match self.reference {
            Some(_) => Self { text: part, at: 0, reference: self.reference },
            None => Self { text: self.text.get(..at + part.len()).unwrap_or(self.text), at, reference: None },
        }
    }

    /// True in the text of an entity.
    pub fn is_in_entity(&self) -> bool {
        self.reference.is_some()
    }

    /// The offset in the text.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The offset in the document.
    pub fn place(&self) -> usize {
        self.reference.unwrap_or(self.at)
    }

    /// What is not read yet.
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// What was read since an offset.
    pub fn since(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads this text if it is next.
    pub fn take(&mut self, expected: &str) -> bool {
        let is_next = self.rest().starts_with(expected);
        self.at += if is_next { expected.len() } else { 0 };
        is_next
    }

    /// Reads this text.
    pub fn expect(&mut self, expected: &str) -> Result<(), DocumentError> {
        if self.take(expected) { Ok(()) } else { Err(self.error(format!("`{expected}` is missing"))) }
    }

    /// Reads characters of a class.
    pub fn while_in(&mut self, class: fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let read = rest.get(..rest.find(|character| !class(character)).unwrap_or(rest.len())).unwrap_or_default();
        self.at += read.len();
        read
    }

    /// Reads white space, if any.
    pub fn space(&mut self) -> bool {
        !self.while_in(is_space).is_empty()
    }

    /// Reads white space that has to be there.
    pub fn expect_space(&mut self) -> Result<(), DocumentError> {
        if self.space() { Ok(()) } else { Err(self.error("white space is missing")) }
    }

    /// Reads a name.
    pub fn name(&mut self) -> Result<&'a str, DocumentError> {
        match self.peek() {
            Some(first) if begins_name(first) => Ok(self.while_in(is_in_name)),
            Some(_) | None => Err(self.error("a name is missing")),
        }
    }

    /// Reads up to this text, and the text.
    pub fn until(&mut self, end: &str, what: &str) -> Result<&'a str, DocumentError> {
        let read = match self.rest().find(end).and_then(|len| self.rest().get(..len)) {
            Some(read) => read,
            None => return Err(self.error(format!("{what} does not end"))),
        };
        self.at += read.len() + end.len();
        Ok(read)
    }

    /// Reads a text in quotes. Returns its offset, too.
    pub fn literal(&mut self) -> Result<(&'a str, usize), DocumentError> {
        let quote = if self.take("\"") {
            "\""
        } else if self.take("'") {
            "'"
        } else {
            return Err(self.error("a value in quotes is missing"));
        };
        let start = self.at;
        Ok((self.until(quote, "a value in quotes")?, start))
    }

    /// Reads `=` between a name and its value.
    pub fn equals(&mut self) -> Result<(), DocumentError> {
        self.space();
        self.expect("=")?;
        self.space();
        Ok(())
    }

    /// An error here.
    pub fn error(&self, what: impl Into<String>) -> DocumentError {
        DocumentError::new(self.place(), what)
    }

    /// An error at an offset of the text.
    pub fn error_at(&self, at: usize, what: impl Into<String>) -> DocumentError {
        DocumentError::new(self.reference.unwrap_or(at), what)
    }
}
