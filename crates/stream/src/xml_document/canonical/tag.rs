//! The start of an element.

use super::{Canonical, Method};
use crate::xml_document::attribute::{self, Attribute};
use crate::xml_document::error::{DocumentError, quoted};
use crate::xml_document::names::{Scope, check, declared, divide};
use std::rc::Rc;

const IN_VALUE: [(char, &str); 6] =
    [('&', "&amp;"), ('<', "&lt;"), ('"', "&quot;"), ('\t', "&#x9;"), ('\n', "&#xA;"), ('\r', "&#xD;")];

/// An attribute that declares no namespace.
struct Named<'a, 'tag> {
    namespace: Rc<str>,
    prefix: &'a str,
    local: &'a str,
    attribute: &'tag Attribute<'a>,
}

/// Writes the start of an element at a place. The scopes are the namespaces of the document, and those that are written.
pub fn write<'a>(
    form: &Canonical,
    (name, place): (&'a str, usize),
    attributes: &[Attribute<'a>],
    (in_document, written): (&mut Scope<'a>, &mut Scope<'a>),
    out: &mut String,
) -> Result<(), DocumentError> {
    let own = declare(attributes, in_document)?;
    let (prefix, _) = divide(name, place)?;
    find(in_document, prefix, place)?;
    let named = named(attributes, in_document)?;
    let prefixes = match form.method {
        Method::Inclusive | Method::Inclusive11 => own,
        Method::Exclusive => {
            let of_attributes = named.iter().map(|it| it.prefix).filter(|prefix| !prefix.is_empty());
            let used = of_attributes.chain([prefix]).filter(|prefix| *prefix != "xml");
            used.chain(own.into_iter().filter(|own| form.inclusive_prefixes.iter().any(|it| it == own))).collect()
        }
    };
    out.push('<');
    out.push_str(name);
    declarations(prefixes, in_document, written, out);
    for it in &named {
        pair(it.attribute.name, &it.attribute.text()?, out);
    }
    out.push('>');
    Ok(())
}

/// Adds the declarations of an element to the scope. Returns their prefixes.
fn declare<'a>(attributes: &[Attribute<'a>], in_document: &mut Scope<'a>) -> Result<Vec<&'a str>, DocumentError> {
    let mut own = Vec::new();
    for attribute in attributes {
        let Some(prefix) = declared(attribute.name) else { continue };
        let namespace = attribute.text()?;
        divide(attribute.name, attribute.place)?;
        let error = |what: String| DocumentError::new(attribute.place, what);
        check(prefix, &namespace).map_err(error)?;
        if prefix == "xml" {
            continue;
        }
        if is_relative(&namespace) {
            return Err(error("the namespace is a relative URI, for which there is no canonical form".to_owned()));
        }
        in_document.declare(prefix, namespace.into());
        own.push(prefix);
    }
    own.sort_unstable();
    match own.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(DocumentError::new(
            attributes.first().map_or(0, |it| it.place),
            format!("the prefix {} is declared twice", quoted(twice[0])),
        )),
        None => Ok(own),
    }
}

/// True for a URI without a scheme.
fn is_relative(uri: &str) -> bool {
    let is_scheme = |scheme: &str| {
        let is_allowed = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.');
        scheme.starts_with(|first: char| first.is_ascii_alphabetic()) && scheme.chars().all(is_allowed)
    };
    !uri.is_empty() && !uri.split_once(':').is_some_and(|(scheme, _)| is_scheme(scheme))
}

/// Returns the other attributes in their order: by namespace, then by local name.
fn named<'a, 'tag>(
    attributes: &'tag [Attribute<'a>],
    in_document: &Scope<'_>,
) -> Result<Vec<Named<'a, 'tag>>, DocumentError> {
    let mut named = Vec::new();
    for attribute in attributes.iter().filter(|it| declared(it.name).is_none()) {
        let (prefix, local) = divide(attribute.name, attribute.place)?;
        let namespace = match prefix {
            "" => Rc::from(""),
            prefix => find(in_document, prefix, attribute.place)?,
        };
        named.push(Named { namespace, prefix, local, attribute });
    }
    named.sort_by(|a, b| (&a.namespace, a.local).cmp(&(&b.namespace, b.local)));
    let twice = named.windows(2).find(|pair| pair[0].namespace == pair[1].namespace && pair[0].local == pair[1].local);
    match twice {
        Some(twice) => {
            let (place, name) =
                twice.iter().map(|it| (it.attribute.place, it.attribute.name)).max().unwrap_or_default();
            Err(DocumentError::new(place, format!("the attribute {} occurs twice", quoted(name))))
        }
        None => Ok(named),
    }
}

fn find(scope: &Scope<'_>, prefix: &str, place: usize) -> Result<Rc<str>, DocumentError> {
    let undeclared = || DocumentError::new(place, format!("the prefix {} is not declared", quoted(prefix)));
    scope.find(prefix).ok_or_else(undeclared)
}

/// Writes the declarations of these prefixes that are not written around them.
fn declarations<'a>(mut prefixes: Vec<&'a str>, in_document: &Scope<'a>, written: &mut Scope<'a>, out: &mut String) {
    prefixes.sort_unstable();
    prefixes.dedup();
    for prefix in prefixes {
        let namespace = in_document.find(prefix).unwrap_or_default();
        if written.find(prefix).as_ref() == Some(&namespace) {
            continue;
        }
        match prefix {
            "" => pair("xmlns", &namespace, out),
            prefix => pair(&format!("xmlns:{prefix}"), &namespace, out),
        }
        written.declare(prefix, namespace);
    }
}

fn pair(name: &str, value: &str, out: &mut String) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    attribute::write(value, &IN_VALUE, out);
    out.push('"');
}
