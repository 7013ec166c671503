//! The files of a compilation: the first one and all that it imports, parsed.

use super::ast::{File, Import, ImportKind};
use super::codes;
use super::parse::parse;
use crate::{LoadError, Loader};
use polywire_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use std::collections::HashMap;

/// A chain of imports may be this long; it bounds the recursion of the loader.
const MAX_IMPORT_DEPTH: usize = 200;

/// One parsed file.
#[derive(Debug)]
pub(super) struct Unit {
    /// As it is written in imports.
    pub path: String,
    pub ast: File,
    /// Its imports that could be loaded.
    pub imports: Vec<Dependency>,
}

/// Index into the list of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct UnitId(pub usize);

#[derive(Debug)]
pub(super) struct Dependency {
    pub unit: UnitId,
    pub kind: ImportKind,
    pub span: Span,
}

/// Loads and parses; every unit comes behind those that it imports.
pub(super) fn load(
    path: &str,
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Unit> {
    let mut files = Files { loader, sources, diagnostics, units: Vec::new(), states: HashMap::new(), open: Vec::new() };
    files.unit(path, None);
    files.units
}

struct Files<'a> {
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    units: Vec<Unit>,
    states: HashMap<String, State>,
    /// The chain of files that are being loaded.
    open: Vec<String>,
}

#[derive(Clone, Copy)]
enum State {
    Open,
    Done(UnitId),
    Failed,
}

impl Files<'_> {
    /// The unit with this path; `import` is the place where it is asked for.
    fn unit(&mut self, path: &str, import: Option<Span>) -> Option<UnitId> {
        match self.states.get(path) {
            Some(State::Done(unit)) => return Some(*unit),
            Some(State::Failed) => return None,
            Some(State::Open) => {
                self.report_cycle(path, import);
                return None;
            }
            None => {}
        }
        self.states.insert(path.to_owned(), State::Open);
        let unit = self.new_unit(path, import);
        self.states.insert(path.to_owned(), unit.map_or(State::Failed, State::Done));
        unit
    }

    fn new_unit(&mut self, path: &str, import: Option<Span>) -> Option<UnitId> {
        let file = self.source(path, import)?;
        let ast = parse(file, self.sources.bytes(file), self.diagnostics);
        self.open.push(path.to_owned());
        let imports = self.dependencies(&ast.imports);
        self.open.pop();
        self.units.push(Unit { path: path.to_owned(), ast, imports });
        Some(UnitId(self.units.len() - 1))
    }

    fn source(&mut self, path: &str, import: Option<Span>) -> Option<FileId> {
        let loaded = match self.open.len() {
            MAX_IMPORT_DEPTH.. => Err(LoadError::Unreadable(format!("imports nest deeper than {MAX_IMPORT_DEPTH}"))),
            _ => (self.loader)(path),
        };
        let added = loaded.and_then(|file| {
            self.sources.add(file.name, file.bytes).map_err(|too_long| LoadError::Unreadable(too_long.to_string()))
        });
        added.map_err(|error| self.report_unreadable(path, import, &error)).ok()
    }

    fn dependencies(&mut self, imports: &[Import]) -> Vec<Dependency> {
        let mut first_places: HashMap<&str, Span> = HashMap::new();
        let mut dependencies = Vec::new();
        for import in imports {
            if let Some(first) = first_places.insert(&import.path, import.span) {
                self.report_twice(import, first);
                continue;
            }
            let unit = self.unit(&import.path, Some(import.span));
            dependencies.extend(unit.map(|unit| Dependency { unit, kind: import.kind, span: import.span }));
        }
        dependencies
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
        let help = "move what both need into a third file";
        self.diagnostics.push(cycle.at(import.unwrap_or_default(), "this import closes the cycle").help(help));
    }

    fn report_twice(&mut self, import: &Import, first: Span) {
        let twice = Diagnostic::error(codes::DUPLICATE_IMPORT, format!("\"{}\" is imported twice", import.path))
            .at(import.span, "imported again here")
            .related(first, "first imported here")
            .help("remove one of the imports");
        self.diagnostics.push(twice);
    }
}
