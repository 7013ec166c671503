//! Inclusions, imports and redefinitions of a file.

use super::{Files, always_visible, attribute, is_xml, target};
use crate::LoadError;
use crate::xml::Element;
use crate::xsd::codes;
use crate::xsd::read::{Document, Reader};
use crate::xsd::schema::XSD;
use polywire_source::{Code, Diagnostic, Span};
use std::collections::HashSet;

impl Files<'_> {
    /// Reads what a file is composed of, and returns the namespaces to which it may refer.
    pub(super) fn compose(&mut self, path: &str, root: &Element, document: &mut Document) -> HashSet<String> {
        document.imports = always_visible(&document.namespace);
        for child in root.children.iter().filter(|it| it.namespace == XSD && it.name == "import") {
            document.imports.insert(attribute(child, "namespace").map(|it| it.0).unwrap_or_default());
        }
        for child in root.children.iter().filter(|it| it.namespace == XSD) {
            match child.name.as_str() {
                "include" => self.include(path, child, document),
                "import" => self.import(path, child, document),
                "redefine" => {
                    self.include(path, child, document);
                    Reader::new(&mut self.schema, self.diagnostics, document.clone()).redefinitions(child);
                }
                _ => {}
            }
        }
        std::mem::take(&mut document.imports)
    }

    fn include(&mut self, path: &str, child: &Element, document: &Document) {
        let Some((location, span)) = attribute(child, "schemaLocation") else { return };
        let (found, root) = match self.located(path, &location) {
            Ok((found, Some(root))) => (found, root),
            Ok((_, None)) => return,
            Err(error) => return self.report_unreadable(&location, span, &error),
        };
        match target(&root) {
            Some(other) if other != document.namespace => {
                let problem = format!("`{location}` is of the namespace `{other}`, not of `{}`", document.namespace);
                let help = "import it, or give both the same target namespace";
                self.report(codes::INCLUDE, problem, span, help);
            }
            Some(_) | None => drop(self.document(&found, &root, document.namespace.clone())),
        }
    }

    fn import(&mut self, path: &str, child: &Element, document: &Document) {
        let stated = attribute(child, "namespace");
        let namespace = stated.as_ref().map(|it| it.0.clone()).unwrap_or_default();
        if namespace == document.namespace {
            let span = stated.map_or(child.span, |it| it.1);
            let problem = match namespace.is_empty() {
                true => "an import without a namespace needs a schema with a target namespace".to_owned(),
                false => format!("`{namespace}` is the target namespace of this file itself"),
            };
            return self.report(codes::IMPORT, problem, span, "include the file instead");
        }
        let stated = attribute(child, "schemaLocation");
        let mut found = stated.as_ref().map(|(location, _)| self.located(path, location));
        if let (None | Some(Err(LoadError::NotFound)), Some(path)) = (&found, self.catalog.find(&namespace)) {
            found = Some(self.root(&path).map(|root| (path, root)));
        }
        let (location, span) = stated.unwrap_or_else(|| (namespace.clone(), child.span));
        let (found, root) = match found {
            Some(Ok((found, Some(root)))) => (found, root),
            None | Some(Ok((_, None))) => return,
            Some(Err(LoadError::NotFound)) => return self.warn_of_import(&namespace, &location, span),
            Some(Err(error)) => return self.report_unreadable(&location, span, &error),
        };
        let other = target(&root).unwrap_or_default();
        if other == namespace {
            let is_known = self.schema.files.iter().any(|it| it.namespace == namespace);
            let outer = std::mem::replace(&mut self.is_again, is_known);
            self.document(&found, &root, namespace);
            self.is_again = outer;
        } else {
            let problem = format!("`{location}` is of the namespace `{other}`, not of `{namespace}`");
            self.report(codes::IMPORT, problem, span, "state the namespace of the imported file");
        }
    }

    /// The location of an import is a hint (section 4.2.3): only a name that is not found is an error.
    fn warn_of_import(&mut self, namespace: &str, location: &str, span: Span) {
        if !is_xml(namespace) {
            let problem = Diagnostic::warning(codes::IMPORT, format!("`{location}` was not found")).at(span, "");
            let help = "the path is relative to the importing file; files are never fetched";
            self.diagnostics.push_once(problem.help(help));
        }
    }

    fn report_unreadable(&mut self, location: &str, span: Span, error: &LoadError) {
        let problem = format!("cannot load \"{location}\": {error}");
        let help = "the path is relative to the including file; files are never fetched";
        self.report(codes::UNREADABLE_FILE, problem, span, help);
    }

    fn report(&mut self, code: Code, message: String, span: Span, help: &str) {
        self.diagnostics.push_once(Diagnostic::error(code, message).at(span, "").help(help));
    }
}
