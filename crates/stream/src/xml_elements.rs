//! The elements in the element of an XML document, one at a time, for documents of any length.
//!
//! What is inside of an element is not checked to be well-formed; whoever reads it does that.

use crate::Error;
use crate::xml_document::{AsUtf8, Encoding, Pending, encoding_of};
use std::io::{BufRead, Read, Write};
use std::ops::Range;

/// What the elements of a written document are in.
const ROOT: &str = "messages";

/// The namespace of attributes that are hints to schemas.
const XSI: &[u8] = b"http://www.w3.org/2001/XMLSchema-instance";

/// Reads elements from a document, each as a document of its own.
#[derive(Debug, Default)]
pub struct Elements {
    place: Place,
    pending: Pending,
    /// The place behind what was read.
    at: Position,
    /// Where the last element begins, and the declarations that it got.
    origin: Origin,
    /// The name of the document's element.
    root: Vec<u8>,
    /// Its declarations of prefixes: names and whole attributes.
    declarations: Vec<[Vec<u8>; 2]>,
    /// The names of its other attributes.
    others: Vec<String>,
    token: Vec<u8>,
}

/// A place in a document, as UTF-8.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The offset in bytes.
    pub offset: usize,
    /// From 1. Lines end with a line feed.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl Default for Position {
    fn default() -> Self {
        Self { offset: 0, line: 1, column: 1 }
    }
}

impl Position {
    fn advance(&mut self, text: &[u8]) {
        let is_first = self.offset == 0;
        self.offset += text.len();
        let text = text.strip_prefix("\u{feff}".as_bytes()).filter(|_| is_first).unwrap_or(text);
        let last = text.iter().rposition(|byte| *byte == b'\n');
        if let Some(last) = last {
            self.line += text.iter().take(last + 1).filter(|byte| **byte == b'\n').count();
            self.column = 1;
        }
        let line = text.get(last.map_or(0, |last| last + 1)..).unwrap_or_default();
        self.column += line.iter().filter(|byte| **byte & 0xc0 != 0x80).count();
    }
}

/// Where an element stands in its document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    start: Position,
    /// The declarations that it got from around it.
    added: Range<usize>,
}

impl Origin {
    /// Returns the place in the document of an offset in the element as it was read.
    pub fn position(&self, element: &[u8], offset: usize) -> Position {
        let offset = offset.min(element.len());
        let mut position = self.start;
        position.advance(element.get(..offset.min(self.added.start)).unwrap_or_default());
        position.advance(element.get(self.added.end..offset).unwrap_or_default());
        position
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Before,
    Inside,
    Behind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Text,
    Start,
    Empty,
    End,
    /// A comment or a processing instruction.
    Aside,
}

impl Elements {
    /// Reads the next element, with the declarations of prefixes around it; returns false at the end of the document.
    pub fn read(&mut self, reader: &mut impl BufRead, limit: u64, element: &mut Vec<u8>) -> Result<bool, Error> {
        element.clear();
        let mut pending = std::mem::take(&mut self.pending);
        let read = self.read_from(&mut AsUtf8 { reader, pending: &mut pending }, limit, element);
        self.pending = pending;
        read
    }

    fn read_from<R: BufRead>(
        &mut self,
        reader: &mut AsUtf8<'_, R>,
        limit: u64,
        element: &mut Vec<u8>,
    ) -> Result<bool, Error> {
        if self.place == Place::Before {
            self.begin(reader, limit)?;
        }
        while let Some(token) = self.next(reader, limit)? {
            match (self.place, token) {
                (_, Token::Aside) => {}
                (_, Token::Text) if self.token.trim_ascii().is_empty() => {}
                (Place::Inside, Token::Text) => return Err(Error::BadDocument("text between its elements")),
                (Place::Inside, Token::End) => self.end()?,
                (Place::Inside, Token::Start | Token::Empty) => {
                    self.element(reader, (token, limit), element)?;
                    return Ok(true);
                }
                _ => return Err(Error::BadDocument("more than one element")),
            }
        }
        if self.place == Place::Behind { Ok(false) } else { Err(Error::Truncated) }
    }

    /// Where the last element stands.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns the name of the document's element, and its attributes other than declarations and hints to schemas, once the first element
    /// is read.
    pub fn attributes_around(&self) -> (String, Vec<&str>) {
        let is_xsi = |prefix: &str| {
            let is_it = |[name, whole]: &[Vec<u8>; 2]| {
                name.strip_prefix(b"xmlns:") == Some(prefix.as_bytes()) && whole.windows(XSI.len()).any(|it| it == XSI)
            };
            self.declarations.iter().any(is_it)
        };
        let is_hint = |name: &&str| name.split_once(':').is_some_and(|(prefix, _)| is_xsi(prefix));
        let others = self.others.iter().map(String::as_str).filter(|name| !is_hint(name));
        (String::from_utf8_lossy(&self.root).into_owned(), others.collect())
    }

    /// Reads up to the tag of the document's element.
    fn begin<R: BufRead>(&mut self, reader: &mut AsUtf8<'_, R>, limit: u64) -> Result<(), Error> {
        match encoding_of(reader.fill_buf()?) {
            it @ (Encoding::Utf16Be | Encoding::Utf16Le) => reader.pending.encoding = it,
            Encoding::Unchanged | Encoding::Latin1 => {}
        }
        while let Some(token) = self.next(reader, limit)? {
            match token {
                Token::Aside if reader.pending.encoding == Encoding::Unchanged => {
                    reader.pending.encoding = encoding_of(&self.token);
                }
                Token::Aside => {}
                Token::Text if self.token.trim_ascii().is_empty() || self.token == "\u{feff}".as_bytes() => {}
                Token::Start | Token::Empty => {
                    self.root = name_of(&self.token).to_vec();
                    for (name, whole) in attributes_of(&self.token) {
                        match is_declaration(name) {
                            true => self.declarations.push([name.to_vec(), whole.to_vec()]),
                            false => self.others.push(String::from_utf8_lossy(name).into_owned()),
                        }
                    }
                    self.place = if token == Token::Empty { Place::Behind } else { Place::Inside };
                    return Ok(());
                }
                Token::Text | Token::End => return Err(Error::BadDocument("text in front of its element")),
            }
        }
        Err(Error::Truncated)
    }

    fn end(&mut self) -> Result<(), Error> {
        self.place = Place::Behind;
        match name_of(&self.token) == self.root {
            true => Ok(()),
            false => Err(Error::BadDocument("an element that ends with another name")),
        }
    }

    /// Reads the rest of the element that begins with the present tag.
    fn element(
        &mut self,
        reader: &mut impl BufRead,
        (first, limit): (Token, u64),
        element: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let end = 1 + name_of(&self.token).len();
        let start = self.origin.start;
        element.extend_from_slice(self.token.get(..end).unwrap_or_default());
        for [name, declaration] in &self.declarations {
            if !attributes_of(&self.token).any(|(own, _)| own == name.as_slice()) {
                element.push(b' ');
                element.extend_from_slice(declaration);
            }
        }
        self.origin = Origin { start, added: end..element.len() };
        element.extend_from_slice(self.token.get(end..).unwrap_or_default());
        let read = element.len();
        let mut open = u64::from(first == Token::Start);
        while open > 0 {
            match next_token(reader, limit, element)?.ok_or(Error::Truncated)? {
                Token::Start => open += 1,
                Token::End => open -= 1,
                Token::Text | Token::Empty | Token::Aside => {}
            }
        }
        self.at.advance(element.get(read..).unwrap_or_default());
        Ok(())
    }

    fn next(&mut self, reader: &mut impl BufRead, limit: u64) -> Result<Option<Token>, Error> {
        self.token.clear();
        self.origin.start = self.at;
        let token = next_token(reader, limit, &mut self.token)?;
        self.at.advance(&self.token);
        Ok(token)
    }
}

/// Appends the next token; `None` at the end of the stream.
fn next_token(reader: &mut impl BufRead, limit: u64, text: &mut Vec<u8>) -> Result<Option<Token>, Error> {
    let start = text.len();
    match reader.fill_buf()?.first() {
        None => return Ok(None),
        Some(b'<') => {}
        Some(_) => {
            read_text(reader, limit, text)?;
            return Ok(Some(Token::Text));
        }
    }
    let (mut scanned, mut quote) = (start, None);
    loop {
        let left = limit.saturating_add(1).saturating_sub(text.len() as u64);
        let found = reader.take(left).read_until(b'>', text)?;
        check_limit(text, limit)?;
        if found == 0 {
            return Err(Error::Truncated);
        }
        let token = text.get(start..).unwrap_or_default();
        let (is_whole, kind) = match token {
            [b'<', b'!', b'-', b'-', rest @ ..] => (rest.ends_with(b"-->"), Token::Aside),
            [b'<', b'?', rest @ ..] => (rest.ends_with(b"?>"), Token::Aside),
            _ if token.starts_with(b"<![CDATA[") => (token.ends_with(b"]]>"), Token::Text),
            [b'<', b'!', ..] => return Err(Error::BadDocument("a document type")),
            _ => {
                quote = text.get(scanned..).unwrap_or_default().iter().fold(quote, |quote, byte| match (quote, byte) {
                    (None, b'"' | b'\'') => Some(*byte),
                    (Some(open), byte) if open == *byte => None,
                    (quote, _) => quote,
                });
                scanned = text.len();
                (quote.is_none(), kind_of_tag(token))
            }
        };
        if is_whole && text.last() == Some(&b'>') {
            return Ok(Some(kind));
        }
    }
}

fn kind_of_tag(token: &[u8]) -> Token {
    match token {
        [b'<', b'/', ..] => Token::End,
        [.., b'/', b'>'] => Token::Empty,
        _ => Token::Start,
    }
}

/// Appends what is in front of the next `<`.
fn read_text(reader: &mut impl BufRead, limit: u64, text: &mut Vec<u8>) -> Result<(), Error> {
    loop {
        let buffer = reader.fill_buf()?;
        let len = buffer.iter().position(|byte| *byte == b'<').unwrap_or(buffer.len());
        let is_last = len < buffer.len() || buffer.is_empty();
        text.extend_from_slice(buffer.get(..len).unwrap_or_default());
        reader.consume(len);
        check_limit(text, limit)?;
        if is_last {
            return Ok(());
        }
    }
}

fn check_limit(text: &[u8], limit: u64) -> Result<(), Error> {
    let len = text.len() as u64;
    if len > limit { Err(Error::TooLong { len, limit }) } else { Ok(()) }
}

/// Returns the name in a tag.
fn name_of(tag: &[u8]) -> &[u8] {
    let name = tag.strip_prefix(b"</").or_else(|| tag.strip_prefix(b"<")).unwrap_or(tag);
    let end = name.iter().position(|byte| byte.is_ascii_whitespace() || b">/".contains(byte));
    name.get(..end.unwrap_or(name.len())).unwrap_or_default()
}

/// Returns the names of a tag's attributes, and the attributes.
fn attributes_of(tag: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = tag.get(1 + name_of(tag).len()..).unwrap_or_default();
    std::iter::from_fn(move || {
        let text = rest.trim_ascii_start();
        let equals = text.iter().position(|byte| *byte == b'=')?;
        let opening = equals + text.get(equals..)?.iter().position(|byte| b"\"'".contains(byte))?;
        let closing = opening + 1 + text.get(opening + 1..)?.iter().position(|byte| Some(byte) == text.get(opening))?;
        rest = text.get(closing + 1..)?;
        Some((text.get(..equals)?.trim_ascii_end(), text.get(..=closing)?))
    })
}

fn is_declaration(attribute: &[u8]) -> bool {
    attribute == b"xmlns" || attribute.starts_with(b"xmlns:")
}

/// Writes documents as the elements of one.
#[derive(Debug, Default)]
pub struct Writer {
    is_begun: bool,
}

impl Writer {
    /// Writes the element of a document.
    pub fn write(&mut self, writer: &mut impl Write, document: &[u8]) -> Result<(), Error> {
        self.begin(writer)?;
        let declaration = document.starts_with(b"<?xml").then(|| document.windows(2).position(|it| it == b"?>"));
        let start = declaration.flatten().map_or(0, |at| at + 2);
        writer.write_all(document.get(start..).unwrap_or_default().trim_ascii())?;
        Ok(writer.write_all(b"\n")?)
    }

    /// Ends the document.
    pub fn finish(&mut self, writer: &mut impl Write) -> Result<(), Error> {
        self.begin(writer)?;
        Ok(writer.write_all(format!("</{ROOT}>\n").as_bytes())?)
    }

    fn begin(&mut self, writer: &mut impl Write) -> Result<(), Error> {
        if !std::mem::replace(&mut self.is_begun, true) {
            writer.write_all(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<{ROOT}>\n").as_bytes())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::BufReader;

    /// Reads the elements, in pieces of this many bytes.
    fn pieces(document: &[u8], capacity: usize, limit: u64) -> Result<Vec<String>, String> {
        let (mut reader, mut elements) = (BufReader::with_capacity(capacity, document), Elements::default());
        let (mut found, mut element) = (Vec::new(), Vec::new());
        while elements.read(&mut reader, limit, &mut element).map_err(|error| error.to_string())? {
            found.push(String::from_utf8_lossy(&element).into_owned());
        }
        Ok(found)
    }

    fn read(document: &str) -> Result<Vec<String>, String> {
        let whole = pieces(document.as_bytes(), 1 << 16, 1 << 20);
        for capacity in 1..9 {
            assert_eq!(pieces(document.as_bytes(), capacity, 1 << 20), whole, "{document} in pieces of {capacity}");
        }
        whole
    }

    #[test]
    fn elements_are_documents() {
        let found = |elements: &[&str]| Ok(elements.iter().map(|it| (*it).to_owned()).collect());
        assert_eq!(read("<r/>"), found(&[]));
        assert_eq!(read("\u{feff}<?xml version='1.0'?><!--<x>--><r > </r ><?end?>\n"), found(&[]));
        assert_eq!(read("<r><a/><!-- -> --><b>1</b> <c d='>'/></r>"), found(&["<a/>", "<b>1</b>", "<c d='>'/>"]));
        assert_eq!(
            read("<r><a><a></a><![CDATA[</a>]]><!--</a>--><?x </a>?></a></r>"),
            found(&["<a><a></a><![CDATA[</a>]]><!--</a>--><?x </a>?></a>"])
        );
        assert_eq!(
            read("<p:r xmlns:p='urn:p' xmlns = \"urn:d\" x='1'><p:a/><a xmlns=''/><b\n/></p:r>"),
            found(&[
                "<p:a xmlns:p='urn:p' xmlns = \"urn:d\"/>",
                "<a xmlns:p='urn:p' xmlns=''/>",
                "<b xmlns:p='urn:p' xmlns = \"urn:d\"\n/>"
            ])
        );
    }

    #[test]
    fn other_documents_are_refused() {
        let refused = |document: &str, why: &str| {
            let error = read(document).expect_err(document);
            assert!(error.contains(why), "{document}: {error}");
        };
        for document in
            ["", "<", "<r", "<r>", "<r><a>", "<r><a></r>", "<r><a b='>", "<r><!--->", "<r><![CDATA[>", "<!--"]
        {
            refused(document, "ends inside");
        }
        refused("<r>text</r>", "text between its elements");
        refused("<r><![CDATA[]]></r>", "text between its elements");
        refused("text", "text in front of its element");
        refused("<r></s>", "ends with another name");
        refused("<r/><r/>", "more than one element");
        refused("<!DOCTYPE r><r/>", "a document type");
        let alone = [wide("<r><a>"), vec![0, 0xdc], wide("</a></r>")].concat();
        assert!(pieces(&alone, 64, 100).expect_err("half of a character").contains("UTF-16"));
        let odd = [wide("<r><a/></r>"), vec![b'x']].concat();
        assert!(pieces(&odd, 64, 100).expect_err("half of a unit").contains("UTF-16"));
        assert!(pieces(b"<r><a>1234567890</a></r>", 64, 10).expect_err("a long one").contains("longer"));
    }

    #[test]
    fn attributes_of_the_document_are_told() {
        let mut document: &[u8] = b"<o:r xmlns:o='urn:o' version='1' xmlns:x='http://www.w3.org/2001/XMLSchema-instance' x:schemaLocation='a b' o:y=''><a/></o:r>";
        let mut elements = Elements::default();
        assert!(elements.read(&mut document, 1000, &mut Vec::new()).expect("an element"));
        assert_eq!(elements.attributes_around(), ("o:r".to_owned(), vec!["version", "o:y"]));
    }

    fn wide(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn utf_16() {
        let text = "\u{feff}<?xml version='1.0' encoding='UTF-16'?><r><a>\u{e4}\u{1f600}</a><b/></r>";
        for capacity in 2..9 {
            assert_eq!(
                pieces(&wide(text), capacity, 100),
                Ok(vec!["<a>\u{e4}\u{1f600}</a>".to_owned(), "<b/>".to_owned()])
            );
        }
    }

    #[test]
    fn places_are_those_of_the_document() {
        let text = "\u{feff}<r xmlns='urn:\u{e4}'>\n <a>\u{e9}\n<b>x</b></a><c>y</c></r>";
        let documents = [text.as_bytes().to_vec(), wide(text)];
        for document in documents {
            let mut reader: &[u8] = &document;
            let mut elements = Elements::default();
            let mut element = Vec::new();
            for (part, line, column) in [("x", 3, 4), ("y", 3, 16)] {
                assert!(elements.read(&mut reader, 1000, &mut element).expect("an element"));
                let offset = String::from_utf8_lossy(&element).find(&format!(">{part}<")).expect("the part") + 1;
                let place = elements.origin().position(&element, offset);
                let expected = text.find(&format!(">{part}<")).expect("the part") + 1;
                assert_eq!(place, Position { offset: expected, line, column });
            }
        }
    }

    #[test]
    fn latin_1() {
        let document = b"<?xml version='1.0' encoding='ISO-8859-1'?><r><a>\xe4</a></r>";
        assert_eq!(pieces(document, 64, 100), Ok(vec!["<a>\u{e4}</a>".to_owned()]));
    }

    #[test]
    fn what_is_written_is_read() {
        let (mut out, mut writer) = (Vec::new(), Writer::default());
        writer.write(&mut out, b"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a>1</a>\n").expect("written");
        writer.write(&mut out, b"<b/>").expect("written");
        writer.finish(&mut out).expect("written");
        assert_eq!(pieces(&out, 64, 100), Ok(vec!["<a>1</a>".to_owned(), "<b/>".to_owned()]));
    }
}
