//! Loads the requested files and all that they import.

use super::codes;
use super::idl::{self, Import, ImportKind, Item, Parsed};
use super::json::{self, Json};
use super::read::{Reader, check_duplicates};
use super::tree::{DeclarationKind, File, Message, Syntax};
use crate::path::joined;
use crate::{LoadError, LoadedFile, Loader};
use polywire_source::{Diagnostic, FileId, SourceMap, Span};
use std::collections::HashMap;

/// Limit on a chain of imports, which bounds the recursion of the loader.
const MAX_IMPORT_DEPTH: usize = 100;

/// Reads files; each file comes after those that it imports, unless they import each other.
pub(super) struct Files<'a, 'd> {
    loader: &'a Loader<'a>,
    sources: &'a mut SourceMap,
    pub reader: Reader<'d>,
    /// Files by the names that the loader returned, since a file can be reached by several paths; `None` while it is read.
    by_name: HashMap<String, Option<usize>>,
    depth: usize,
}

impl<'a, 'd> Files<'a, 'd> {
    pub fn new(loader: &'a Loader<'a>, sources: &'a mut SourceMap, reader: Reader<'d>) -> Self {
        Self { loader, sources, reader, by_name: HashMap::new(), depth: 0 }
    }

    /// Reads a file that the caller named.
    pub fn read(&mut self, path: &str) {
        match (self.loader)(path) {
            Ok(file) => self.read_requested(path, file, Syntax::of_path(path).unwrap_or(Syntax::Avsc)),
            Err(error) => self.report_unreadable(path, None, &error),
        }
    }

    /// Reads the contents of a file that the caller named.
    pub fn read_requested(&mut self, path: &str, file: LoadedFile, syntax: Syntax) {
        let found = self.read_loaded(path, file, syntax);
        if let Some(file) = found.and_then(|at| self.reader.schema.files.get_mut(at)) {
            file.is_requested = true;
        }
    }

    /// Reads the contents of a file, unless that was done before.
    fn read_loaded(&mut self, path: &str, file: LoadedFile, syntax: Syntax) -> Option<usize> {
        if let Some(found) = self.by_name.get(&file.name) {
            return *found;
        }
        let name = file.name.clone();
        self.by_name.insert(name.clone(), None);
        let found = match file.add_to(self.sources) {
            Ok(file) => self.contents(path, file, syntax),
            Err(error) => {
                self.report_unreadable(path, None, &error);
                None
            }
        };
        self.by_name.insert(name, found);
        found
    }

    fn contents(&mut self, path: &str, file: FileId, syntax: Syntax) -> Option<usize> {
        let bytes = self.sources.bytes(file);
        let file = if syntax == Syntax::Avdl {
            let parsed = idl::parse(file, bytes, &mut self.reader);
            self.parsed(path, parsed)
        } else {
            let json = json::read(file, bytes, self.reader.diagnostics)?;
            self.file(path, syntax, &json)
        };
        self.reader.schema.files.push(file);
        Some(self.reader.schema.files.len() - 1)
    }

    fn file(&mut self, path: &str, syntax: Syntax, json: &Json) -> File {
        let mut file = empty(path, syntax);
        if syntax == Syntax::Avpr {
            if let Some((protocol, types)) = self.reader.protocol(json) {
                (file.protocol, file.types) = (Some(protocol), types);
            }
        } else {
            let before = self.reader.schema.types.len();
            file.root = self.reader.ty(json, "");
            file.types = self.reader.schema.types.iter().skip(before).map(|it| it.name.full()).collect();
        }
        file
    }

    /// Adds the declarations of an interface description. Files that it imports come first.
    fn parsed(&mut self, path: &str, parsed: Parsed) -> File {
        let mut imports: Vec<Option<usize>> = Vec::new();
        for item in &parsed.items {
            if let Item::Import(import) = item {
                imports.push(self.import(path, import));
            }
        }
        let (mut file, mut imports) = (empty(path, Syntax::Avdl), imports.into_iter());
        let mut messages: Vec<Message> = Vec::new();
        for item in parsed.items {
            match item {
                Item::Import(import) => {
                    let found = imports.next().flatten().and_then(|at| self.reader.schema.files.get(at));
                    let Some(found) = found else { continue };
                    let new = found.types.iter().filter(|it| !file.types.contains(it));
                    let new: Vec<String> = new.cloned().collect();
                    file.types.extend(new);
                    if import.kind != ImportKind::Schema {
                        messages.extend(found.protocol.iter().flat_map(|it| it.messages.iter().cloned()));
                    }
                }
                Item::Type(mut decl, fields) => {
                    (decl.file, file.types) = (self.reader.file(), with(file.types, decl.name.full()));
                    let (name, is_record) = (decl.name.clone(), matches!(decl.kind, DeclarationKind::Record(_)));
                    let at = self.reader.reserve(*decl);
                    if is_record {
                        self.reader.fill(at, &name, fields);
                    }
                }
                Item::Message(message) => messages.push(*message),
            }
        }
        file.root = parsed.root;
        file.protocol = parsed.protocol;
        if let Some(protocol) = &mut file.protocol {
            check_duplicates("messages", messages.iter().map(|it| &it.name), self.reader.diagnostics);
            protocol.messages = messages;
        }
        file
    }

    /// Reads an imported file: relative to the importing one, or else in an import folder.
    fn import(&mut self, base: &str, import: &Import) -> Option<usize> {
        if self.depth == MAX_IMPORT_DEPTH {
            let error = LoadError::Unreadable(format!("imports are nested deeper than {MAX_IMPORT_DEPTH}"));
            self.report_unreadable(&import.path.text, Some(import.path.span), &error);
            return None;
        }
        let path = joined(base, &import.path.text);
        let (path, found) = match (self.loader)(&path) {
            Err(LoadError::NotFound) => {
                let path = joined("/", &import.path.text);
                let found = (self.loader)(&path);
                (path, found)
            }
            found => (path, found),
        };
        let syntax = match import.kind {
            ImportKind::Idl => Syntax::Avdl,
            ImportKind::Protocol => Syntax::Avpr,
            ImportKind::Schema => Syntax::Avsc,
        };
        match found {
            Ok(file) => {
                self.depth += 1;
                let found = self.read_loaded(&path, file, syntax);
                self.depth -= 1;
                found
            }
            Err(error) => {
                self.report_unreadable(&import.path.text, Some(import.path.span), &error);
                None
            }
        }
    }

    fn report_unreadable(&mut self, path: &str, import: Option<Span>, error: &LoadError) {
        let diagnostic = Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot load \"{path}\": {error}"));
        self.reader.diagnostics.push_once(match import {
            Some(span) => diagnostic
                .at(span, "imported here")
                .help("paths are relative to the importing file or to an import folder, which `-I` names"),
            None => diagnostic,
        });
    }
}

fn empty(path: &str, syntax: Syntax) -> File {
    let path = path.to_owned();
    File { path, syntax, is_requested: false, root: None, protocol: None, types: Vec::new() }
}

fn with(mut names: Vec<String>, name: String) -> Vec<String> {
    if !names.contains(&name) {
        names.push(name);
    }
    names
}
