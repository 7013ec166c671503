//! Loads and parses the requested files and all that they import.

use super::ast::{File, Import};
use super::codes;
use super::parse::parse;
use super::well_known;
use crate::{LoadError, LoadedFile, Loader};
use polywire_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use std::collections::HashMap;

/// Limit on a chain of imports, which bounds the recursion of the loader.
const MAX_IMPORT_DEPTH: usize = 200;

/// One parsed file.
#[derive(Debug)]
pub(super) struct Unit {
    /// As written in imports.
    pub path: String,
    pub ast: File,
}

/// Loads and parses files; every unit comes after those that it imports.
pub(super) fn load(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Unit> {
    let mut files = Files { loader, sources, diagnostics, units: Vec::new(), states: HashMap::new(), open: Vec::new() };
    paths.iter().for_each(|path| files.unit(path, None));
    files.units
}

struct Files<'a> {
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    units: Vec<Unit>,
    states: HashMap<String, State>,
    /// The chain of files being loaded.
    open: Vec<String>,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    Done,
    Failed,
}

impl Files<'_> {
    /// Loads the unit of a path; `import` is the span of the import, if any.
    fn unit(&mut self, path: &str, import: Option<Span>) {
        match self.states.get(path) {
            Some(State::Done | State::Failed) => return,
            Some(State::Open) => return self.report_cycle(path, import),
            None => {}
        }
        self.states.insert(path.to_owned(), State::Open);
        let state = match self.source(path, import) {
            Some(file) => {
                self.new_unit(path, file);
                State::Done
            }
            None => State::Failed,
        };
        self.states.insert(path.to_owned(), state);
    }

    fn new_unit(&mut self, path: &str, file: FileId) {
        let ast = parse(file, self.sources.bytes(file), self.diagnostics);
        self.open.push(path.to_owned());
        self.dependencies(&ast.imports);
        self.open.pop();
        self.units.push(Unit { path: path.to_owned(), ast });
    }

    fn source(&mut self, path: &str, import: Option<Span>) -> Option<FileId> {
        let loaded = match self.open.len() {
            MAX_IMPORT_DEPTH.. => {
                Err(LoadError::Unreadable(format!("imports are nested deeper than {MAX_IMPORT_DEPTH}")))
            }
            _ => self.loaded(path),
        };
        let added = loaded.and_then(|file| file.add_to(self.sources));
        added.map_err(|error| self.report_unreadable(path, import, &error)).ok()
    }

    /// Returns the caller's file, or else the built-in one.
    fn loaded(&self, path: &str) -> Result<LoadedFile, LoadError> {
        match (self.loader)(path) {
            Err(LoadError::NotFound) => {
                let text = well_known::source(path).ok_or(LoadError::NotFound)?;
                Ok(LoadedFile { name: path.to_owned(), bytes: text.into() })
            }
            found => found,
        }
    }

    fn dependencies(&mut self, imports: &[Import]) {
        let mut first_places: HashMap<&str, Span> = HashMap::new();
        for import in imports {
            if let Some(first) = first_places.insert(&import.path, import.span) {
                self.report_twice(import, first);
                continue;
            }
            if is_portable(&import.path) {
                self.unit(&import.path, Some(import.span));
            } else {
                self.report_path(import);
            }
        }
    }

    fn report_unreadable(&mut self, path: &str, import: Option<Span>, error: &LoadError) {
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{path}\": {error}"));
        self.diagnostics.push(match import {
            Some(span) => diagnostic
                .at(span, "imported here")
                .help("paths are relative to an import directory, not to the importing file"),
            None => diagnostic,
        });
    }

    fn report_cycle(&mut self, path: &str, import: Option<Span>) {
        let start = self.open.iter().position(|open| open == path).unwrap_or_default();
        let chain: Vec<&str> = self.open[start..].iter().map(String::as_str).chain([path]).collect();
        let cycle = Diagnostic::error(codes::IMPORT_CYCLE, format!("files import each other: {}", chain.join(" → ")));
        let help = "move the declarations that both need to a third file";
        self.diagnostics.push(cycle.at(import.unwrap_or_default(), "this import closes the cycle").help(help));
    }

    fn report_path(&mut self, import: &Import) {
        let message = format!("\"{}\" is not the path of a schema", import.path);
        let path = Diagnostic::error(codes::UNREADABLE_FILE, message).at(import.span, "");
        self.diagnostics.push(path.help("write it without `.`, `..`, `//` and `\\`, below an import directory"));
    }

    fn report_twice(&mut self, import: &Import, first: Span) {
        let twice = Diagnostic::error(codes::DUPLICATE_IMPORT, format!("\"{}\" is imported twice", import.path))
            .at(import.span, "imported again here")
            .related(first, "first imported here")
            .help("remove one of the imports");
        self.diagnostics.push(twice);
    }
}

/// Returns true if a path names the same file on all platforms.
fn is_portable(path: &str) -> bool {
    !path.contains('\\') && path.split('/').all(|part| !matches!(part, "" | "." | ".."))
}
