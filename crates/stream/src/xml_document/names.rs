//! Names with prefixes, and the namespaces that are declared for prefixes (Namespaces in XML 1.0).

use super::error::{DocumentError, quoted};
use std::collections::HashMap;
use std::rc::Rc;

const XML: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS: &str = "http://www.w3.org/2000/xmlns/";

/// Divides a name into its prefix, which may be empty, and its local part.
pub fn divide(name: &str, place: usize) -> Result<(&str, &str), DocumentError> {
    let (prefix, local) = match name.split_once(':') {
        Some((prefix, local)) if !prefix.is_empty() => (prefix, local),
        Some(_) => return Err(DocumentError::new(place, format!("the name {} has no prefix", quoted(name)))),
        None => ("", name),
    };
    match local.starts_with(super::characters::begins_name) && !local.contains(':') {
        true => Ok((prefix, local)),
        false => Err(DocumentError::new(place, format!("the name {} has no local part", quoted(name)))),
    }
}

/// Returns the prefix that an attribute declares; an empty one for the default namespace.
pub fn declared(name: &str) -> Option<&str> {
    if name == "xmlns" { Some("") } else { name.strip_prefix("xmlns:") }
}

/// Checks a declaration.
pub fn check(prefix: &str, namespace: &str) -> Result<(), String> {
    let is_reserved = namespace == XMLNS || prefix == "xmlns" || (prefix == "xml") != (namespace == XML);
    if is_reserved {
        return Err(format!("the prefix {} cannot be declared for this namespace", quoted(prefix)));
    }
    if namespace.is_empty() && !prefix.is_empty() {
        return Err(format!("the prefix {} is declared for no namespace", quoted(prefix)));
    }
    Ok(())
}

/// The namespaces of prefixes, in elements that are open.
#[derive(Default)]
pub struct Scope<'a> {
    /// Of each prefix, the innermost last.
    namespaces: HashMap<&'a str, Vec<Rc<str>>>,
    /// The prefixes in the order of their declarations.
    declared: Vec<&'a str>,
}

impl<'a> Scope<'a> {
    /// The number of declarations, to which [`Self::leave`] returns.
    pub fn depth(&self) -> usize {
        self.declared.len()
    }

    /// Adds a declaration.
    pub fn declare(&mut self, prefix: &'a str, namespace: Rc<str>) {
        self.namespaces.entry(prefix).or_default().push(namespace);
        self.declared.push(prefix);
    }

    /// Takes back the declarations after the first ones.
    pub fn leave(&mut self, depth: usize) {
        for prefix in self.declared.drain(depth.min(self.declared.len())..) {
            if let Some(of_prefix) = self.namespaces.get_mut(prefix) {
                of_prefix.pop();
            }
        }
    }

    /// The namespace of a prefix. No prefix has the empty one if none is declared.
    pub fn find(&self, prefix: &str) -> Option<Rc<str>> {
        let declared = self.namespaces.get(prefix).and_then(|of_prefix| of_prefix.last().cloned());
        declared.or_else(|| match prefix {
            "" => Some(Rc::from("")),
            "xml" => Some(Rc::from(XML)),
            _ => None,
        })
    }
}
