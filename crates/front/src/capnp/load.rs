//! Loads and parses the requested files and all that they import, and reads the files that they embed.

use super::ast::{Decl, DeclKind, Expression, ExpressionKind, File, Results};
use super::parse::parse;
use super::{codes, ids, standard};
use crate::path::joined;
use crate::{LoadError, LoadedFile, Loader};
use polywire_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use std::collections::{BTreeMap, HashMap};

/// One parsed file.
#[derive(Debug)]
pub(super) struct Unit {
    /// As the caller wrote it, or resolved from an import.
    pub path: String,
    pub ast: File,
    /// The unit of each import path; `None` if the file could not be loaded.
    pub imports: BTreeMap<String, Option<usize>>,
    /// The contents of embedded files, by path; `None` if the file could not be loaded.
    pub embeds: HashMap<String, Option<Vec<u8>>>,
    pub is_requested: bool,
    pub start: Span,
}

/// Loads and parses files. Imports may be cyclic.
pub(super) fn load(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Unit> {
    let mut files =
        Files { loader, sources, diagnostics, units: Vec::new(), by_path: HashMap::new(), by_name: HashMap::new() };
    for path in paths {
        if let Some(index) = files.unit(path, None) {
            files.units[index].is_requested = true;
        }
    }
    let mut next = 0;
    while next < files.units.len() {
        files.dependencies(next);
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
    /// Units by the name that the loader returned, since a file can be reached by several paths.
    by_name: HashMap<String, usize>,
}

impl Files<'_> {
    /// Returns the unit of a path; `import` is the span of the import, if any.
    fn unit(&mut self, path: &str, import: Option<Span>) -> Option<usize> {
        if let Some(found) = self.by_path.get(path) {
            return *found;
        }
        let found = self.new_unit(path, import);
        self.by_path.insert(path.to_owned(), found);
        found
    }

    fn new_unit(&mut self, path: &str, import: Option<Span>) -> Option<usize> {
        let loaded = match (self.loader)(path) {
            Err(LoadError::NotFound) => standard::source(path)
                .map(|text| LoadedFile { name: path.to_owned(), bytes: text.into() })
                .ok_or(LoadError::NotFound),
            found => found,
        };
        let file = loaded.map_err(|error| self.report_unreadable(path, import, &error)).ok()?;
        if let Some(index) = self.by_name.get(&file.name) {
            return Some(*index);
        }
        let name = file.name.clone();
        let added = file.add_to(self.sources);
        let file = added.map_err(|error| self.report_unreadable(path, import, &error)).ok()?;
        self.by_name.insert(name, self.units.len());
        self.parse(path, file);
        Some(self.units.len() - 1)
    }

    fn parse(&mut self, path: &str, file: FileId) {
        let bytes = self.sources.bytes(file);
        let ast = parse(file, bytes, self.diagnostics);
        let start = Span { file, start: 0, end: 0 };
        if ast.id.is_none() {
            let help = format!("add this line to the file: @{:#x};", ids::of_file(bytes));
            let missing = Diagnostic::error(codes::ID, "the file states no id");
            self.diagnostics.push(missing.at(start, "").help(help));
        }
        let (imports, embeds) = (BTreeMap::new(), HashMap::new());
        self.units.push(Unit { path: path.to_owned(), ast, imports, embeds, is_requested: false, start });
    }

    fn dependencies(&mut self, index: usize) {
        let (mut imports, mut embeds) = (Vec::new(), Vec::new());
        self.units[index].ast.visit(&mut |it: &Expression| match &it.kind {
            ExpressionKind::Import(path) => imports.push((path.clone(), Some(it.span))),
            ExpressionKind::Embed(path) => embeds.push((path.clone(), it.span)),
            _ => {}
        });
        if self.units[index].ast.decls.iter().any(streams) {
            imports.push((standard::STREAM.to_owned(), None));
        }
        let base = self.units[index].path.clone();
        for (written, span) in imports {
            let unit = self.unit(&joined(&base, &written), span);
            self.units[index].imports.insert(written, unit);
        }
        for (written, span) in embeds {
            let bytes = self.embedded(&joined(&base, &written), span);
            self.units[index].embeds.insert(written, bytes);
        }
    }

    fn embedded(&mut self, path: &str, span: Span) -> Option<Vec<u8>> {
        let loaded = (self.loader)(path);
        loaded.map_err(|error| self.report_unreadable(path, Some(span), &error)).map(|file| file.bytes).ok()
    }

    fn report_unreadable(&mut self, path: &str, import: Option<Span>, error: &LoadError) {
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{path}\": {error}"));
        self.diagnostics.push_once(match import {
            Some(span) => diagnostic.at(span, "imported here").help(
                "paths are relative to the importing file; those that begin with `/` are searched for in the import \
                 folders",
            ),
            None => diagnostic,
        });
    }
}

/// Returns true if a method in a declaration has streaming results.
fn streams(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Method { results: Results::Stream(_), .. }) || decl.nested.iter().any(streams)
}
