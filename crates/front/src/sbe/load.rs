//! Loads a schema and what it includes (XML Inclusions 1.0).

use super::codes;
use crate::path::joined;
use crate::xml::{self, DocumentType, Element};
use crate::{LoadError, Loader};
use polywire_source::{Diagnostic, Diagnostics, SourceMap, Span};

const XINCLUDE: &str = "http://www.w3.org/2001/XInclude";

/// Returns the root element of a file, in which each `xi:include` is replaced by the root element of the included file.
pub(super) fn load(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Option<Element> {
    Files { loader, sources, diagnostics, open: Vec::new() }.root(path, None)
}

struct Files<'a> {
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    /// The files that are being read, outermost first.
    open: Vec<String>,
}

impl Files<'_> {
    fn root(&mut self, path: &str, include: Option<Span>) -> Option<Element> {
        if let (Some(span), true) = (include, self.open.iter().any(|it| it == path)) {
            let problem = Diagnostic::error(codes::INCLUDE, format!("`{path}` includes itself"));
            self.diagnostics.push(problem.at(span, "").help("remove the inclusion"));
            return None;
        }
        let added = (self.loader)(path).and_then(|file| file.add_to(self.sources));
        let file = added.map_err(|error| self.report_unreadable(path, include, &error)).ok()?;
        let root = xml::read(file, self.sources.bytes(file), DocumentType::Refused)
            .map_err(|problem| self.diagnostics.push(*problem))
            .ok()?;
        self.open.push(path.to_owned());
        let included = self.included(root, path);
        self.open.pop();
        Some(included)
    }

    fn included(&mut self, element: Element, path: &str) -> Element {
        let children = element.children.into_iter().filter_map(|child| match is_include(&child) {
            true => self.target(&child, path),
            false => Some(self.included(child, path)),
        });
        let children = children.collect();
        Element { children, ..element }
    }

    fn target(&mut self, include: &Element, path: &str) -> Option<Element> {
        let attribute = |name: &str| include.attributes.iter().find(|it| it.name == name);
        let problem = match (attribute("href"), attribute("parse").map(|it| it.value.as_str()), attribute("xpointer")) {
            (None, ..) => "`xi:include` needs `href`, the path of a file",
            (_, Some(parse), _) if parse != "xml" => "only XML can be included",
            (_, _, Some(_)) => "only whole files can be included",
            (Some(href), ..) => return self.root(&joined(path, &href.value), Some(href.value_span)),
        };
        self.diagnostics.push(Diagnostic::error(codes::INCLUDE, problem).at(include.span, ""));
        None
    }

    fn report_unreadable(&mut self, path: &str, include: Option<Span>, error: &LoadError) {
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{path}\": {error}"));
        self.diagnostics.push_once(match include {
            Some(span) => diagnostic.at(span, "included here").help("the path is relative to the including file"),
            None => diagnostic,
        });
    }
}

fn is_include(element: &Element) -> bool {
    element.namespace == XINCLUDE && element.name == "include"
}
