//! The type that a document names by its element.

use super::tokens::XML;
use polywire_model::attr::XmlName;
use polywire_model::{Decl, DeclId, DeclKind, Model, xml};

/// Returns the type whose documents have the element that a document begins with; `None` if no type or several types have it.
pub(crate) fn type_of(model: &Model, document: &[u8]) -> Option<DeclId> {
    let name = root_of(document)?;
    let all = || (0..).map(DeclId).zip(&model.decls);
    let structs = all().filter_map(|(id, decl)| match &decl.kind {
        DeclKind::Struct(it) => Some((id, decl, it.attrs.xml.element.as_ref())),
        DeclKind::Union(_) | DeclKind::Enum(_) | DeclKind::Constant(_) => None,
    });
    let structs: Vec<_> = structs.filter(|(_, decl, _)| !xml::is_built_in(decl)).collect();
    let stated = structs.iter().filter(|(.., element)| *element == Some(&name)).map(|(id, ..)| *id);
    let is_called = |decl: &Decl| decl.name.last() == Some(&name.local);
    let called = structs.iter().filter(|(_, decl, element)| element.is_none() && is_called(decl)).map(|(id, ..)| *id);
    only(stated).unwrap_or_else(|| only(called).flatten())
}

/// Returns the only one of several; nothing inside if there are more.
fn only(mut found: impl Iterator<Item = DeclId>) -> Option<Option<DeclId>> {
    let first = found.next()?;
    Some(found.next().is_none().then_some(first))
}

/// Returns the name of a document's element. The document may end after the declarations that the name needs.
fn root_of(document: &[u8]) -> Option<XmlName> {
    let mut rest = document.strip_prefix("\u{feff}".as_bytes()).unwrap_or(document);
    loop {
        rest = rest.trim_ascii_start().strip_prefix(b"<")?;
        rest = match rest {
            [b'?', ..] => after(rest, b"?>")?,
            [b'!', b'-', b'-', ..] => after(rest.get(3..)?, b"-->")?,
            _ => break,
        };
    }
    let end = rest.iter().position(|byte| byte.is_ascii_whitespace() || b">/".contains(byte))?;
    let (name, rest) = (std::str::from_utf8(rest.get(..end)?).ok()?, rest.get(end..)?);
    let (prefix, local) = name.split_once(':').unwrap_or(("", name));
    let attribute = if prefix.is_empty() { "xmlns".to_owned() } else { format!("xmlns:{prefix}") };
    let namespace = match value_of(rest, attribute.as_bytes()) {
        Some(found) => found,
        None if prefix.is_empty() => String::new(),
        None if prefix == "xml" => XML.to_owned(),
        None => return None,
    };
    Some(XmlName { namespace, local: local.to_owned() })
}

fn after<'d>(text: &'d [u8], end: &[u8]) -> Option<&'d [u8]> {
    let at = text.windows(end.len()).position(|it| it == end)?;
    text.get(at + end.len()..)
}

/// Returns the value of an attribute of a tag. Those with references are none.
fn value_of(mut tag: &[u8], wanted: &[u8]) -> Option<String> {
    loop {
        tag = tag.trim_ascii_start();
        let equals = tag.iter().position(|byte| b"=>/".contains(byte)).filter(|at| tag.get(*at) == Some(&b'='))?;
        let (name, rest) = (tag.get(..equals)?.trim_ascii_end(), tag.get(equals + 1..)?.trim_ascii_start());
        let (quote, rest) = rest.split_first()?;
        let end = rest.iter().position(|byte| byte == quote)?;
        let value = std::str::from_utf8(rest.get(..end)?).ok()?;
        if name == wanted {
            return (!value.contains('&')).then(|| value.to_owned());
        }
        tag = rest.get(end + 1..)?;
    }
}
