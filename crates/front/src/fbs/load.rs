//! Loads and parses the requested files and all that they include.

use super::ast::File;
use super::codes;
use super::parse::parse;
use crate::path::joined;
use crate::{LoadError, LoadedFile, Loader};
use polywire_source::{Diagnostic, Diagnostics, FileId, SourceMap, Span};
use std::collections::HashMap;

/// Limit on a chain of includes, which bounds the recursion of the loader.
const MAX_INCLUDE_DEPTH: usize = 200;

/// One parsed file.
#[derive(Debug)]
pub(super) struct Unit {
    /// As the caller wrote it, or resolved from an include.
    pub path: String,
    pub ast: File,
    /// The units of the includes, as far as they could be loaded: as written, with the index.
    pub includes: Vec<(String, usize)>,
    pub is_requested: bool,
}

/// Loads and parses files; every unit comes after those that it includes, unless they include each other.
pub(super) fn load(
    paths: &[&str],
    loader: &Loader<'_>,
    sources: &mut SourceMap,
    diagnostics: &mut Diagnostics,
) -> Vec<Unit> {
    let mut files =
        Files { loader, sources, diagnostics, loaded: Vec::new(), order: Vec::new(), by_name: HashMap::new() };
    let requested: Vec<usize> = paths.iter().filter_map(|path| files.unit(path, None, 0)).collect();
    files.ordered(&requested)
}

struct Files<'a> {
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    diagnostics: &'a mut Diagnostics,
    /// In the order in which they were opened.
    loaded: Vec<Unit>,
    /// In the order in which their declarations are read.
    order: Vec<usize>,
    /// Units by the name that the loader returned, since a file can be reached by several paths.
    by_name: HashMap<String, usize>,
}

impl Files<'_> {
    /// Returns the unit of a path; `include` is the span of the include, if any.
    fn unit(&mut self, path: &str, include: Option<(&str, Span)>, depth: usize) -> Option<usize> {
        let (path, file) = match self.source(path, include.map(|(written, _)| written), depth) {
            Ok(found) => found,
            Err(error) => {
                self.report_unreadable(path, include, &error);
                return None;
            }
        };
        if let Some(index) = self.by_name.get(&file.name) {
            return Some(*index);
        }
        let (name, index) = (file.name.clone(), self.loaded.len());
        let added = file.add_to(self.sources);
        let file = added.map_err(|error| self.report_unreadable(&path, include, &error)).ok()?;
        self.by_name.insert(name, index);
        self.parse(path, file, depth);
        Some(index)
    }

    fn parse(&mut self, path: String, file: FileId, depth: usize) {
        let index = self.loaded.len();
        let ast = parse(file, self.sources.bytes(file), self.diagnostics);
        let includes = ast.includes.clone();
        self.loaded.push(Unit { path: path.clone(), ast, includes: Vec::new(), is_requested: false });
        for include in includes {
            let below = joined(&path, &include.text);
            if let Some(unit) = self.unit(&below, Some((&include.text, include.span)), depth + 1) {
                self.loaded[index].includes.push((include.text, unit));
            }
        }
        self.order.push(index);
    }

    /// Returns the file at a path, or else that with the included name in an import folder, with its path.
    fn source(&self, path: &str, include: Option<&str>, depth: usize) -> Result<(String, LoadedFile), LoadError> {
        if depth == MAX_INCLUDE_DEPTH {
            return Err(LoadError::Unreadable(format!("includes are nested deeper than {MAX_INCLUDE_DEPTH}")));
        }
        match ((self.loader)(path), include) {
            (Err(LoadError::NotFound), Some(include)) => {
                let path = joined("/", include);
                (self.loader)(&path).map(|file| (path, file))
            }
            (found, _) => found.map(|file| (path.to_owned(), file)),
        }
    }

    fn report_unreadable(&mut self, path: &str, include: Option<(&str, Span)>, error: &LoadError) {
        let name = include.map_or(path, |(written, _)| written);
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{name}\": {error}"));
        self.diagnostics.push_once(match include {
            Some((_, span)) => diagnostic
                .at(span, "included here")
                .help("paths are relative to the including file or to an import folder, which `-I` names"),
            None => diagnostic,
        });
    }

    fn ordered(self, requested: &[usize]) -> Vec<Unit> {
        let mut places = vec![0; self.loaded.len()];
        self.order.iter().zip(0..).for_each(|(unit, place)| places[*unit] = place);
        let mut units: Vec<(usize, Unit)> = self.loaded.into_iter().enumerate().collect();
        units.sort_by_key(|(index, _)| places[*index]);
        let finished = |(index, mut unit): (usize, Unit)| {
            unit.is_requested = requested.contains(&index);
            unit.includes.iter_mut().for_each(|(_, it)| *it = places[*it]);
            unit
        };
        units.into_iter().map(finished).collect()
    }
}
