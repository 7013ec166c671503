//! Finds and keeps files. A file can be reached by several paths; the loader's name identifies it.

use super::lexeme::Lexeme;
use super::scan::scan;
use super::{Dialect, SourceFile, codes};
use crate::path::joined;
use crate::{LoadError, LoadedFile, Loader};
use polywire_source::{Diagnostic, Diagnostics, SourceMap, Span};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// An included name in the text.
pub(super) struct Include<'a> {
    pub name: &'a str,
    /// It is in angle brackets.
    pub is_system: bool,
    pub span: Span,
    /// The file that includes it.
    pub from: usize,
}

pub(super) struct Files<'a> {
    dialect: &'a Dialect,
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    files: Vec<File>,
    by_name: HashMap<String, usize>,
    /// In the order in which they were read to their end for the first time.
    closed: Vec<usize>,
    is_closed: HashSet<usize>,
    /// Those whose text is not read again: `#pragma once`, and what was read for files requested before.
    finished: HashSet<usize>,
    entered: HashSet<usize>,
}

struct File {
    /// Relative to which its includes are found.
    path: String,
    lexemes: Rc<[Lexeme]>,
    file: SourceFile,
}

impl<'a> Files<'a> {
    pub fn new(dialect: &'a Dialect, loader: &'a Loader<'a>, sources: &'a mut SourceMap) -> Self {
        let (by_name, finished, entered) = (HashMap::new(), HashSet::new(), HashSet::new());
        Self {
            dialect,
            loader,
            sources,
            files: Vec::new(),
            by_name,
            closed: Vec::new(),
            is_closed: HashSet::new(),
            finished,
            entered,
        }
    }

    /// Returns the place of a text that is no file, and its lexemes.
    pub fn scan_alone(
        &mut self,
        name: &str,
        text: String,
        diagnostics: &mut Diagnostics,
    ) -> Result<(Span, Vec<Lexeme>), LoadError> {
        let source = LoadedFile { name: name.to_owned(), bytes: text.into_bytes() }.add_to(self.sources)?;
        let lexemes = scan(self.dialect, source, self.sources.bytes(source), diagnostics);
        let start = lexemes.first().map_or(Span { file: source, start: 0, end: 0 }, |first| first.span);
        Ok((start, lexemes))
    }

    /// Each requested file is read as if it stood alone, but shares the definitions of those before it.
    pub fn begin_unit(&mut self) {
        self.finished.extend(&self.closed);
    }

    /// Returns the file to read; `None` if there is none (which is reported) or it is not to be read again.
    pub fn open(&mut self, path: &str, include: Option<&Include<'_>>, diagnostics: &mut Diagnostics) -> Option<usize> {
        let found = match include {
            Some(include) => self.included(include),
            None => (self.loader)(path).map(|file| (path.to_owned(), file, false)),
        };
        let opened = found.and_then(|(path, file, is_built_in)| self.keep(path, file, is_built_in, diagnostics));
        let index = opened.map_err(|error| self.report_unreadable(path, include, &error, diagnostics)).ok()?;
        if let Some(include) = include {
            let includes = &mut self.files[include.from].file.includes;
            if !includes.contains(&index) {
                includes.push(index);
            }
            if self.files[index].file.name.is_empty() {
                self.files[index].file.name = include.name.to_owned();
            }
        }
        (!self.finished.contains(&index)).then_some(index)
    }

    /// True for the first time.
    pub fn is_first(&mut self, file: usize) -> bool {
        self.entered.insert(file)
    }

    pub fn lexemes(&self, file: usize) -> Rc<[Lexeme]> {
        Rc::clone(&self.files[file].lexemes)
    }

    pub fn name(&self, file: usize) -> &str {
        self.sources.name(self.files[file].file.source)
    }

    pub fn line(&self, span: Span) -> u32 {
        self.sources.position(span).line
    }

    /// `#pragma once`.
    pub fn read_once(&mut self, file: usize) {
        self.finished.insert(file);
    }

    pub fn close(&mut self, file: usize) {
        if self.is_closed.insert(file) {
            self.closed.push(file);
        }
    }

    /// Returns the final index of each file.
    pub fn finish(self, files: &mut Vec<SourceFile>) -> Vec<usize> {
        let mut places = vec![0; self.files.len()];
        // A file that includes itself forever is never closed.
        let open = (0..self.files.len()).filter(|file| !self.is_closed.contains(file));
        let order: Vec<usize> = self.closed.iter().copied().chain(open).collect();
        order.iter().zip(0..).for_each(|(file, place)| places[*file] = place);
        let mut ordered: Vec<(usize, SourceFile)> =
            self.files.into_iter().zip(&places).map(|(file, place)| (*place, file.file)).collect();
        ordered.sort_by_key(|(place, _)| *place);
        files.extend(ordered.into_iter().map(|(_, mut file)| {
            file.includes.iter_mut().for_each(|include| *include = places[*include]);
            file
        }));
        places
    }

    /// Looks in the folder of the including file, then in the import folders, then among the standard files.
    fn included(&self, include: &Include<'_>) -> Result<(String, LoadedFile, bool), LoadError> {
        let standard = self.dialect.standard.iter().find(|(name, _)| *name == include.name);
        if let Some(file) = standard.filter(|_| include.is_system && self.dialect.prefers_standard) {
            return Ok(built_in(file));
        }
        for path in [joined(&self.files[include.from].path, include.name), joined("/", include.name)] {
            match (self.loader)(&path) {
                Err(LoadError::NotFound) => {}
                found => return found.map(|file| (path, file, false)),
            }
        }
        standard.map(built_in).ok_or(LoadError::NotFound)
    }

    fn keep(
        &mut self,
        path: String,
        file: LoadedFile,
        is_built_in: bool,
        diagnostics: &mut Diagnostics,
    ) -> Result<usize, LoadError> {
        if let Some(index) = self.by_name.get(&file.name) {
            return Ok(*index);
        }
        let loaded = file.name.clone();
        let source = file.add_to(self.sources)?;
        let lexemes = scan(self.dialect, source, self.sources.bytes(source), diagnostics).into();
        let name = if is_built_in { String::new() } else { path.clone() };
        let file = SourceFile { name, source, includes: Vec::new(), is_built_in };
        self.files.push(File { path, lexemes, file });
        self.by_name.insert(loaded, self.files.len() - 1);
        Ok(self.files.len() - 1)
    }

    fn report_unreadable(
        &self,
        path: &str,
        include: Option<&Include<'_>>,
        error: &LoadError,
        diagnostics: &mut Diagnostics,
    ) {
        let name = include.map_or(path, |include| include.name);
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{name}\": {error}"));
        diagnostics.push_once(match include {
            Some(include) => {
                let is_unknown = include.is_system && *error == LoadError::NotFound;
                let help = if is_unknown { self.dialect.system_help } else { QUOTED_HELP };
                diagnostic.at(include.span, "included here").help(help)
            }
            None => diagnostic,
        });
    }
}

const QUOTED_HELP: &str = "paths are relative to the including file or to an import folder, which `-I` names";

fn built_in((name, bytes): &(&str, &[u8])) -> (String, LoadedFile, bool) {
    let file = LoadedFile { name: format!("<{name}>"), bytes: bytes.to_vec() };
    (joined("/", name), file, true)
}
