//! Loads schema files, and all that they include, import and redefine (XML Schema Part 1, section 4.2).

mod composition;

use super::catalog::Catalog;
use super::codes;
use super::read::{Document, Reader};
use super::schema::{File, Schema, XML, XSD};
use super::simple;
use crate::path::joined;
use crate::xml::{self, DocumentType, Element};
use crate::{LoadError, Loader};
use polywire_source::{Diagnostic, Diagnostics, SourceMap, Span};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// Namespaces of drafts, which differ from XML Schema.
const DRAFTS: [&str; 2] = ["http://www.w3.org/1999/XMLSchema", "http://www.w3.org/2000/10/XMLSchema"];

/// The most files of one compilation, for hostile schemas that include a file into ever more namespaces.
const MOST_FILES: usize = 10_000;

/// Reads all components of the files.
pub(super) fn load(
    paths: &[&str],
    (loader, catalog): (&Loader<'_>, &Catalog),
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Schema {
    let schema = simple::with_builtins();
    let mut files = Files {
        loader,
        catalog,
        sources,
        diagnostics,
        schema,
        read: HashMap::new(),
        roots: HashMap::new(),
        is_again: false,
    };
    for path in paths {
        files.requested(path);
    }
    files.schema
}

struct Files<'a> {
    loader: &'a Loader<'a>,
    catalog: &'a Catalog,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    schema: Schema,
    /// The files that are read, each with its target namespace.
    read: HashMap<(String, String), usize>,
    /// The root elements of files by path; `None` if a file is no schema, which was reported.
    roots: HashMap<String, Option<Rc<Element>>>,
    /// The file is imported, and another one of its namespace was read before.
    is_again: bool,
}

impl Files<'_> {
    fn requested(&mut self, path: &str) {
        match self.root(path) {
            Ok(Some(root)) => {
                let namespace = target(&root).unwrap_or_default();
                let path = joined("", path);
                if let Some(file) = self.document(&path, &root, namespace) {
                    self.schema.files[file].is_requested = true;
                }
            }
            Ok(None) => {}
            Err(error) => {
                let problem = format!("cannot load \"{path}\": {error}");
                self.diagnostics.push_once(Diagnostic::error(codes::UNREADABLE_FILE, problem));
            }
        }
    }

    /// Returns the root element of a schema file; `None` if it is none, which is reported.
    fn root(&mut self, path: &str) -> Result<Option<Rc<Element>>, LoadError> {
        if let Some(known) = self.roots.get(path) {
            return Ok(known.clone());
        }
        let file = (self.loader)(path)?.add_to(self.sources)?;
        let root = match xml::read(file, self.sources.bytes(file), DocumentType::Allowed) {
            Ok(root) => self.schema_element(root),
            Err(problem) => {
                self.diagnostics.push(*problem);
                None
            }
        };
        let root = root.map(Rc::new);
        self.roots.insert(path.to_owned(), root.clone());
        Ok(root)
    }

    fn schema_element(&mut self, root: Element) -> Option<Element> {
        if root.name == "schema" && root.namespace == XSD {
            return Some(root);
        }
        let problem = Diagnostic::error(codes::ELEMENT, format!("`<{}>` is not an XML Schema", root.name));
        let help = match DRAFTS.contains(&root.namespace.as_str()) {
            true => format!("the namespace is that of a draft: use `{XSD}`, and what changed since"),
            false => format!("the root element of a schema is `schema` of the namespace `{XSD}`"),
        };
        self.diagnostics.push(problem.at(root.span, "").help(help));
        None
    }

    /// Reads a file into a namespace, if that has not happened yet, and returns its index.
    fn document(&mut self, path: &str, root: &Element, namespace: String) -> Option<usize> {
        let key = (path.to_owned(), namespace.clone());
        if let Some(known) = self.read.get(&key) {
            return Some(*known);
        }
        if self.read.len() >= MOST_FILES {
            let problem = format!("there are more than {MOST_FILES} schema files");
            self.diagnostics.push_once(Diagnostic::error(codes::INCLUDE, problem).at(root.span, ""));
            return None;
        }
        let file = self.schema.files.len();
        let is_again = self.is_again;
        let namespace_of = namespace.clone();
        self.schema.files.push(File { path: path.to_owned(), namespace: namespace_of, is_again, is_requested: false });
        self.read.insert(key, file);
        let document = Document {
            file,
            namespace,
            is_chameleon: target(root).is_none(),
            is_again: self.is_again,
            ..Document::default()
        };
        let mut document = Reader::new(&mut self.schema, self.diagnostics, document).head(root);
        document.imports = self.compose(path, root, &mut document.clone());
        Reader::new(&mut self.schema, self.diagnostics, document).declarations(root);
        Some(file)
    }

    /// Finds a file by the catalog, beside the including one, or on the search path.
    fn located(&mut self, base: &str, location: &str) -> Result<(String, Option<Rc<Element>>), LoadError> {
        if let Some(path) = self.catalog.find(location) {
            return self.root(&path).map(|root| (path, root));
        }
        if location.contains("://") {
            return self.root(location).map(|root| (location.to_owned(), root));
        }
        let beside = joined(base, location);
        match self.root(&beside) {
            Err(LoadError::NotFound) if !location.starts_with('/') => {
                let searched = joined("", &format!("/{location}"));
                self.root(&searched).map(|root| (searched, root))
            }
            found => found.map(|root| (beside, root)),
        }
    }
}

/// Returns the target namespace that a file states.
fn target(root: &Element) -> Option<String> {
    attribute(root, "targetNamespace").map(|(value, _)| value)
}

fn attribute(element: &Element, name: &str) -> Option<(String, Span)> {
    let found = element.attributes.iter().find(|it| it.name == name && it.namespace.is_empty());
    found.map(|it| (it.value.trim().to_owned(), it.value_span))
}

/// Returns the namespaces to which every file may refer.
fn always_visible(namespace: &str) -> HashSet<String> {
    [namespace, XSD].map(str::to_owned).into()
}

/// Returns true for the namespace whose attributes are known without a file.
fn is_xml(namespace: &str) -> bool {
    namespace == XML
}
