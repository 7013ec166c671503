//! XML Catalogs 1.1 of OASIS: local files in place of the locations and namespaces that schemas state.
//!
//! Entries for public identifiers, which schemas do not have, and those that delegate are skipped.

use super::codes;
use super::schema::XML;
use crate::path::joined;
use crate::xml::{self, DocumentType, Element};
use crate::{LoadError, Loader};
use polywire_source::{Diagnostic, Diagnostics, SourceMap};
use std::collections::HashSet;

const CATALOG: &str = "urn:oasis:names:tc:entity:xmlns:xml:catalog";

/// The most files of catalogs, for hostile ones that name ever more.
const MOST_FILES: usize = 1000;

/// Local files by the locations and namespaces that schemas state.
#[derive(Clone, Debug, Default)]
pub(super) struct Catalog {
    /// In the order of the files.
    entries: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    match_by: MatchBy,
    text: String,
    /// The path of a file, or the beginning of one for [`MatchBy::Start`].
    path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MatchBy {
    Whole,
    Start,
    End,
}

impl Catalog {
    /// Reads catalogs, and those that they name as the next ones. The files are added to `sources`, problems to `diagnostics`.
    pub fn read(paths: &[&str], loader: &Loader<'_>, sources: &mut SourceMap, diagnostics: &mut Diagnostics) -> Self {
        let mut catalog = Self::default();
        let mut seen = HashSet::new();
        let mut open: Vec<String> = paths.iter().rev().map(|path| joined("", path)).collect();
        while let Some(path) = open.pop() {
            if seen.len() >= MOST_FILES || !seen.insert(path.clone()) {
                continue;
            }
            match root(&path, loader, sources) {
                Ok(root) => {
                    let mut next = Vec::new();
                    catalog.add(&root, &path, &mut next);
                    open.extend(next.into_iter().rev());
                }
                Err(problem) => diagnostics.push(*problem),
            }
        }
        catalog
    }

    /// Adds the entries of an element, whose paths are relative to a file or folder.
    fn add(&mut self, element: &Element, base: &str, next: &mut Vec<String>) {
        let own = element.attributes.iter().find(|it| it.namespace == XML && it.name == "base");
        let base = &own.map_or_else(|| base.to_owned(), |it| path_of(base, &it.value));
        let value = |name: &str| {
            let found = element.attributes.iter().find(|it| it.namespace.is_empty() && it.name == name);
            found.map(|it| it.value.trim().to_owned())
        };
        let entry = |match_by, text: &str, path: &str| {
            Some(Entry { match_by, text: value(text)?, path: path_of(base, &value(path)?) })
        };
        let found = match element.name.as_str() {
            _ if element.namespace != CATALOG => return,
            "system" => entry(MatchBy::Whole, "systemId", "uri"),
            "uri" => entry(MatchBy::Whole, "name", "uri"),
            "rewriteSystem" => entry(MatchBy::Start, "systemIdStartString", "rewritePrefix"),
            "rewriteURI" => entry(MatchBy::Start, "uriStartString", "rewritePrefix"),
            "systemSuffix" => entry(MatchBy::End, "systemIdSuffix", "uri"),
            "uriSuffix" => entry(MatchBy::End, "uriSuffix", "uri"),
            "nextCatalog" => {
                next.extend(value("catalog").map(|it| path_of(base, &it)));
                None
            }
            "catalog" | "group" => {
                element.children.iter().for_each(|child| self.add(child, base, next));
                None
            }
            _ => None,
        };
        self.entries.extend(found);
    }

    /// Returns the path of the file for a location or a namespace: the first entry for the whole text, else that with the
    /// longest beginning, else that with the longest end (section 7.2.2).
    pub fn find(&self, text: &str) -> Option<String> {
        let of = |match_by| self.entries.iter().filter(move |it| it.match_by == match_by);
        // Of several that are as long, `max_by_key` returns the last.
        let longest = |match_by, is_met: fn(&str, &str) -> bool| {
            of(match_by).rev().filter(|it| is_met(text, &it.text)).max_by_key(|it| it.text.len())
        };
        let whole = of(MatchBy::Whole).find(|it| it.text == text).map(|it| it.path.clone());
        let rewritten = || {
            let entry = longest(MatchBy::Start, |text, start| text.starts_with(start))?;
            Some(entry.path.clone() + text.get(entry.text.len()..)?)
        };
        let by_end = || longest(MatchBy::End, |text, end| text.ends_with(end)).map(|it| it.path.clone());
        whole.or_else(rewritten).or_else(by_end)
    }
}

/// Returns the root element of a catalog.
fn root(path: &str, loader: &Loader<'_>, sources: &mut SourceMap) -> Result<Element, Box<Diagnostic>> {
    let unreadable = |error: LoadError| {
        let problem = format!("cannot load the catalog \"{path}\": {error}");
        Diagnostic::error(codes::UNREADABLE_FILE, problem).help("catalogs are local files; they are never fetched")
    };
    let file = loader(path).and_then(|file| file.add_to(sources)).map_err(unreadable)?;
    let root = xml::read(file, sources.bytes(file), DocumentType::Allowed)?;
    if root.name == "catalog" && root.namespace == CATALOG {
        return Ok(root);
    }
    let problem = Diagnostic::error(codes::ELEMENT, format!("`<{}>` is not a catalog", root.name));
    let help = format!("the root element of a catalog is `catalog` of the namespace `{CATALOG}`");
    Err(problem.at(root.span, "").help(help).into())
}

/// Returns the path of a local file, or of anything else as it is, as seen from a file or a folder that ends with `/`.
fn path_of(base: &str, location: &str) -> String {
    match location.strip_prefix("file://") {
        Some(path) => joined("", path),
        None if location.contains("://") || location.starts_with("urn:") => location.to_owned(),
        None => {
            let end = if location.ends_with('/') { "/" } else { "" };
            joined(base, location) + end
        }
    }
}
