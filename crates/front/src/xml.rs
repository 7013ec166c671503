//! XML text as elements with positions.

use polywire_source::{Code, Diagnostic, FileId, Span};
use std::rc::Rc;

/// The kind of problem of a text that is not the XML that a front end reads.
const XML: Code = Code("xml");

/// The depth of elements that is read: far more than any schema has.
const MAX_DEPTH: u32 = 64;

/// An element.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    /// Its local name.
    pub name: String,
    /// Its name space; empty if there is none.
    pub namespace: String,
    pub attributes: Vec<Attribute>,
    pub children: Vec<Element>,
    /// The text directly inside.
    pub text: String,
    /// The prefixes that are declared here, with their name spaces; the default name space has none.
    pub prefixes: Rc<Prefixes>,
    /// The begin of its start tag, up to the end of the name.
    pub span: Span,
    /// The text inside, without white space around it.
    pub text_span: Span,
}

/// Prefixes with their name spaces; the default name space has no prefix.
pub(crate) type Prefixes = Vec<(Option<String>, String)>;

/// An attribute.
#[derive(Clone, Debug)]
pub(crate) struct Attribute {
    /// Its local name.
    pub name: String,
    /// The name space of a prefixed name; empty if there is none.
    pub namespace: String,
    pub value: String,
    /// The whole attribute.
    pub span: Span,
    /// The value, without its quotes.
    pub value_span: Span,
}

/// Whether a document may have a document type; entities that it declares are bounded by the parser, external ones are not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DocumentType {
    Refused,
    Allowed,
}

/// Reads a document, and returns its root element.
///
/// # Errors
/// The first place at which the text is not well-formed XML, or at which it has too many levels or an unexpected document type.
pub(crate) fn read(file: FileId, bytes: &[u8], doctype: DocumentType) -> Result<Element, Box<Diagnostic>> {
    let failed =
        |at: usize, message: &str| Diagnostic::error(XML, message).at(span(file, at..(at + 1).min(bytes.len())), "");
    let text = std::str::from_utf8(bytes)
        .map_err(|error| failed(error.valid_up_to(), "the file is not UTF-8").help("convert it to UTF-8"))?;
    let offset = text.len() - text.trim_start_matches('\u{feff}').len();
    let text = &text[offset..];
    let options = roxmltree::ParsingOptions { allow_dtd: doctype == DocumentType::Allowed, ..Default::default() };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| {
        let at = offset + offset_of(text, error.pos());
        let message = match &error {
            roxmltree::Error::DtdDetected => "a document type is not supported here".to_owned(),
            error => without_position(&error.to_string()),
        };
        failed(at, &message)
    })?;
    let reader = Reader { file, offset };
    let root = reader.element(document.root_element(), &Rc::default(), 0);
    Ok(root.map_err(|at| failed(at, "elements are nested too deeply"))?)
}

/// The library puts the position at the end of its messages, where diagnostics have it already.
fn without_position(message: &str) -> String {
    message.rsplit_once(" at ").map_or(message, |(message, _)| message).to_owned()
}

fn offset_of(text: &str, position: roxmltree::TextPos) -> usize {
    let line_start = match position.row {
        0 | 1 => 0,
        row => text.match_indices('\n').nth(row as usize - 2).map_or(text.len(), |(at, _)| at + 1),
    };
    let column = text[line_start..].char_indices().nth(position.col.saturating_sub(1) as usize);
    line_start + column.map_or(text.len() - line_start, |(at, _)| at)
}

fn span(file: FileId, range: std::ops::Range<usize>) -> Span {
    Span { file, start: range.start as u32, end: range.end as u32 }
}

/// Returns the declarations in scope: those of the outer element, if it has the same.
fn prefixes(node: roxmltree::Node<'_, '_>, outer: &Rc<Prefixes>) -> Rc<Prefixes> {
    let same = |(it, (prefix, uri)): (&roxmltree::Namespace<'_>, &(Option<String>, String))| {
        it.name() == prefix.as_deref() && it.uri() == uri
    };
    if node.namespaces().len() == outer.len() && node.namespaces().zip(outer.iter()).all(same) {
        return Rc::clone(outer);
    }
    let declared = node.namespaces().map(|it| (it.name().map(str::to_owned), it.uri().to_owned()));
    Rc::new(declared.collect())
}

struct Reader {
    file: FileId,
    /// Bytes in front of the text.
    offset: usize,
}

impl Reader {
    fn span(&self, range: std::ops::Range<usize>) -> Span {
        span(self.file, range.start + self.offset..range.end + self.offset)
    }

    /// Fails with the offset of an element that is too deep.
    fn element(&self, node: roxmltree::Node<'_, '_>, outer: &Rc<Prefixes>, depth: u32) -> Result<Element, usize> {
        let range = node.range();
        if depth > MAX_DEPTH {
            return Err(range.start + self.offset);
        }
        let name = node.tag_name();
        let source = &node.document().input_text()[range.clone()];
        let head = source[1..].find(|it: char| it.is_whitespace() || matches!(it, '>' | '/')).map_or(1, |at| at + 1);
        let children = node.children().filter(roxmltree::Node::is_element);
        let texts = node.children().filter(roxmltree::Node::is_text);
        let prefixes = prefixes(node, outer);
        Ok(Element {
            name: name.name().to_owned(),
            namespace: name.namespace().unwrap_or_default().to_owned(),
            attributes: node.attributes().map(|it| self.attribute(it)).collect(),
            children: children.map(|child| self.element(child, &prefixes, depth + 1)).collect::<Result<_, _>>()?,
            text: texts.clone().filter_map(|it| it.text()).collect(),
            prefixes: Rc::clone(&prefixes),
            span: self.span(range.start..range.start + head),
            text_span: self.text_span(texts, range.start..range.start + head),
        })
    }

    fn attribute(&self, it: roxmltree::Attribute<'_, '_>) -> Attribute {
        Attribute {
            name: it.name().to_owned(),
            namespace: it.namespace().unwrap_or_default().to_owned(),
            value: it.value().to_owned(),
            span: self.span(it.range()),
            value_span: self.span(it.range_value()),
        }
    }

    /// Returns the place of the first text that is not only white space; else that of the element.
    fn text_span<'a, 'i: 'a>(
        &self,
        mut texts: impl Iterator<Item = roxmltree::Node<'a, 'i>>,
        element: std::ops::Range<usize>,
    ) -> Span {
        let found = texts.find_map(|node| {
            let (range, source) = (node.range(), &node.document().input_text()[node.range()]);
            let before = source.len() - source.trim_start().len();
            let trimmed = source.trim();
            (!trimmed.is_empty()).then(|| range.start + before..range.start + before + trimmed.len())
        });
        self.span(found.unwrap_or(element))
    }
}
