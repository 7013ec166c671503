//! Loads and parses the requested files and all that they import: `import name` means the file `name.fbe` beside the
//! importing one.

use super::ast::File;
use super::codes;
use super::parse::parse;
use crate::{LoadError, Loader};
use polywire_source::{Diagnostic, Diagnostics, SourceMap, Span};
use std::collections::HashMap;

/// One parsed file.
#[derive(Debug)]
pub(super) struct Unit {
    /// As the caller wrote it, or of the imported package.
    pub path: String,
    pub ast: File,
    /// The units of the imports that could be loaded.
    pub imports: Vec<usize>,
}

/// Loads and parses files, in the order in which they are first needed. Imports may be cyclic.
pub(super) fn load(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Unit> {
    let mut files = Files { loader, sources, diagnostics, units: Vec::new(), by_path: HashMap::new() };
    paths.iter().for_each(|path| {
        files.unit(path, None);
    });
    let mut next = 0;
    while next < files.units.len() {
        files.imports(next);
        next += 1;
    }
    files.units
}

struct Files<'a> {
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    units: Vec<Unit>,
    by_path: HashMap<String, Option<usize>>,
}

impl Files<'_> {
    fn unit(&mut self, path: &str, import: Option<Span>) -> Option<usize> {
        if let Some(found) = self.by_path.get(path) {
            return *found;
        }
        let found = self.new_unit(path, import);
        self.by_path.insert(path.to_owned(), found);
        found
    }

    fn new_unit(&mut self, path: &str, import: Option<Span>) -> Option<usize> {
        let added = (self.loader)(path).and_then(|file| file.add_to(self.sources));
        let file = added.map_err(|error| self.report_unreadable(path, import, &error)).ok()?;
        let ast = parse(file, self.sources.bytes(file), self.diagnostics);
        self.units.push(Unit { path: path.to_owned(), ast, imports: Vec::new() });
        Some(self.units.len() - 1)
    }

    fn imports(&mut self, index: usize) {
        let folder =
            self.units[index].path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        let imports = self.units[index].ast.imports.clone();
        for import in imports {
            let unit = self.unit(&format!("{folder}{}.fbe", import.text), Some(import.span));
            self.units[index].imports.extend(unit);
        }
    }

    fn report_unreadable(&mut self, path: &str, import: Option<Span>, error: &LoadError) {
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{path}\": {error}"));
        self.diagnostics.push_once(match import {
            Some(span) => diagnostic
                .at(span, "imported here")
                .help("`import name` reads the file name.fbe beside the importing one, or in an import folder"),
            None => diagnostic,
        });
    }
}
