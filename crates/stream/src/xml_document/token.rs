//! The parts of a document, in their order.

use super::attribute::Attribute;
use super::cursor::Cursor;
use super::error::DocumentError;
use super::reference::Reference;

/// A part of a document, or of the text of an entity.
pub enum Token<'a> {
    /// The XML declaration.
    Declaration,
    /// A document type, up to its internal subset if it has one.
    DocumentType(DocumentType),
    /// The start of an element.
    Start { name: &'a str, attributes: Vec<Attribute<'a>>, is_empty: bool },
    /// The end of an element.
    End(&'a str),
    /// Characters.
    Text(&'a str),
    /// A reference.
    Reference(Reference<'a>),
    /// A CDATA section.
    Cdata(&'a str),
    /// A comment.
    Comment(&'a str),
    /// A processing instruction.
    Instruction { target: &'a str, data: &'a str },
}

/// What precedes an internal subset.
#[derive(Clone, Copy)]
pub struct DocumentType {
    /// True if it names an external subset.
    pub has_external: bool,
    /// True if an internal subset follows.
    pub has_subset: bool,
}

/// Reads the next part.
pub fn next<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Token<'a>>, DocumentError> {
    let is_first = cursor.at() == 0 && !cursor.is_in_entity();
    if is_first {
        cursor.take("\u{feff}");
    }
    let start = cursor.clone();
    Ok(Some(if cursor.peek().is_none() {
        return Ok(None);
    } else if cursor.take("</") {
        let name = cursor.name()?;
        cursor.space();
        cursor.expect(">")?;
        Token::End(name)
    } else if cursor.take("<!--") {
        comment(cursor)?
    } else if cursor.take("<![CDATA[") {
        Token::Cdata(cursor.until("]]>", "a CDATA section")?)
    } else if cursor.take("<?") {
        instruction(cursor, is_first)?
    } else if cursor.take("<!DOCTYPE") {
        Token::DocumentType(document_type(cursor)?)
    } else if cursor.take("<") {
        element(cursor)?
    } else if cursor.take("&") {
        Token::Reference(Reference::read(cursor).map_err(|error| match cursor.is_in_entity() {
            true => start.error(error.what),
            false => error,
        })?)
    } else {
        text(cursor)?
    }))
}

fn text<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, DocumentError> {
    let start = cursor.at();
    let text = cursor.while_in(|it| it != '<' && it != '&');
    match text.find("]]>") {
        Some(at) => Err(cursor.error_at(start + at, "`]]>` is not allowed in text")),
        None => Ok(Token::Text(text)),
    }
}

/// Reads a comment behind its `<!--`.
pub fn comment<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, DocumentError> {
    let text = cursor.until("--", "a comment")?;
    match cursor.take(">") {
        true => Ok(Token::Comment(text)),
        false => Err(cursor.error("`--` is not allowed in a comment")),
    }
}

/// Reads a processing instruction, or the XML declaration if it may be here, behind its `<?`.
pub fn instruction<'a>(cursor: &mut Cursor<'a>, may_declare: bool) -> Result<Token<'a>, DocumentError> {
    let start = cursor.clone();
    let target = cursor.name()?;
    if target == "xml" && may_declare {
        declaration(cursor)?;
        return Ok(Token::Declaration);
    }
    if target.eq_ignore_ascii_case("xml") {
        return Err(start.error("an XML declaration is only allowed at the start of a document"));
    }
    if target.contains(':') {
        return Err(start.error("the target of a processing instruction has a `:`"));
    }
    let is_apart = cursor.space();
    let data = cursor.until("?>", "a processing instruction")?;
    if !is_apart && !data.is_empty() {
        return Err(start.error("white space is missing behind the target of a processing instruction"));
    }
    Ok(Token::Instruction { target, data })
}

/// Reads an XML declaration behind its target.
fn declaration(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    cursor.expect_space()?;
    cursor.expect("version")?;
    cursor.equals()?;
    let at = cursor.clone();
    let (version, _) = cursor.literal()?;
    if !version.strip_prefix("1.").is_some_and(|it| !it.is_empty() && it.bytes().all(|it| it.is_ascii_digit())) {
        return Err(at.error("this version is not that of any XML 1"));
    }
    for (name, check) in [("encoding", is_encoding as fn(&str) -> bool), ("standalone", is_answer)] {
        let before = cursor.clone();
        if cursor.space() && cursor.take(name) {
            cursor.equals()?;
            let at = cursor.clone();
            let (value, _) = cursor.literal()?;
            if !check(value) {
                return Err(at.error(format!("this value of `{name}` is not allowed")));
            }
        } else {
            *cursor = before;
        }
    }
    cursor.space();
    cursor.expect("?>")
}

fn is_encoding(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic())
        && name.chars().all(|it| it.is_ascii_alphanumeric() || matches!(it, '.' | '_' | '-'))
}

fn is_answer(word: &str) -> bool {
    word == "yes" || word == "no"
}

/// Reads the start of an element behind its `<`.
fn element<'a>(cursor: &mut Cursor<'a>) -> Result<Token<'a>, DocumentError> {
    let name = cursor.name()?;
    let mut attributes = Vec::new();
    loop {
        let is_apart = cursor.space();
        let is_empty = cursor.take("/");
        if is_empty || cursor.peek() == Some('>') {
            cursor.expect(">")?;
            return Ok(Token::Start { name, attributes, is_empty });
        }
        if !is_apart {
            return Err(cursor.error("white space, `>` or `/>` is missing in a tag"));
        }
        attributes.push(Attribute::read(cursor)?);
    }
}

/// Reads a document type behind `<!DOCTYPE`, up to its end or its internal subset.
fn document_type(cursor: &mut Cursor<'_>) -> Result<DocumentType, DocumentError> {
    cursor.expect_space()?;
    cursor.name()?;
    let is_apart = cursor.space();
    let has_external = is_apart && external_id(cursor, Public::WithSystem)?;
    cursor.space();
    let has_subset = cursor.take("[");
    if !has_subset {
        cursor.expect(">")?;
    }
    Ok(DocumentType { has_external, has_subset })
}

/// What has to follow a public identifier.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Public {
    /// A system identifier.
    WithSystem,
    /// Maybe a system identifier.
    Alone,
}

/// Reads where an external entity is, if that is next.
pub fn external_id(cursor: &mut Cursor<'_>, public: Public) -> Result<bool, DocumentError> {
    if cursor.take("PUBLIC") {
        cursor.expect_space()?;
        let (id, start) = cursor.literal()?;
        let is_allowed = |it: char| it.is_ascii_alphanumeric() || " \r\n-'()+,./:=?;!*#@$_%".contains(it);
        if let Some(at) = id.find(|it| !is_allowed(it)) {
            return Err(cursor.error_at(start + at, "this character is not allowed in a public identifier"));
        }
        if public == Public::Alone {
            let before = cursor.clone();
            if !(cursor.space() && matches!(cursor.peek(), Some('"' | '\''))) {
                *cursor = before;
                return Ok(true);
            }
        } else {
            cursor.expect_space()?;
        }
    } else if cursor.take("SYSTEM") {
        cursor.expect_space()?;
    } else {
        return Ok(false);
    }
    cursor.literal()?;
    Ok(true)
}
