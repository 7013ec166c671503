//! Links names: declares all of them, then resolves those of types and makes them absolute.

mod declare;
mod imports;
mod lookup;
mod symbol;

pub(super) use imports::Imports;
pub(super) use lookup::{Miss, Wanted};
pub(super) use symbol::{Symbol, SymbolKind, Symbols};

use super::codes;
use super::descriptor::{Field, FieldType, File, Message, Method, NodeId, join};
use super::place::Places;
use super::scalar;
use polywire_source::{Diagnostic, Diagnostics, Span};
use std::cell::Cell;
use std::collections::HashSet;

/// The names of a compilation, and their visibility.
pub(super) struct Names {
    pub symbols: Symbols,
    pub imports: Imports,
    /// Paths of the files, by index.
    pub paths: Vec<String>,
    /// A file failed to parse or load, so that declarations may only seem to be missing.
    pub is_incomplete: bool,
    /// Nodes whose options had errors, so that some may be missing.
    pub bad_options: HashSet<NodeId>,
    /// How many more suggestions may be computed: each compares a name with all known types.
    suggestions: Cell<usize>,
}

/// Nobody reads more suggestions than this.
const MOST_SUGGESTIONS: usize = 100;

/// Declares all names and resolves those of types.
pub(super) fn link(files: &mut [File], places: &Places, is_incomplete: bool, diagnostics: &mut Diagnostics) -> Names {
    let mut names = Names {
        symbols: Symbols::default(),
        imports: Imports::new(files),
        paths: files.iter().map(|file| file.name.clone()).collect(),
        is_incomplete,
        bad_options: HashSet::new(),
        suggestions: Cell::new(MOST_SUGGESTIONS),
    };
    declare::declare(&mut names, files, places, diagnostics);
    for (index, file) in files.iter_mut().enumerate() {
        Linker { names: &mut names, places, diagnostics, file: index }.file(file);
    }
    names
}

struct Linker<'a> {
    names: &'a mut Names,
    places: &'a Places,
    diagnostics: &'a mut Diagnostics,
    file: usize,
}

impl Linker<'_> {
    fn file(&mut self, file: &mut File) {
        let scope = file.package.clone();
        file.messages.iter_mut().for_each(|it| self.message(&scope, it));
        file.extensions.iter_mut().for_each(|it| self.field(&scope, it));
        for service in &mut file.services {
            let scope = join(&scope, &service.name);
            service.methods.iter_mut().for_each(|it| self.method(&scope, it));
        }
    }

    fn message(&mut self, scope: &str, message: &mut Message) {
        let scope = join(scope, &message.name);
        message.messages.iter_mut().for_each(|it| self.message(&scope, it));
        message.fields.iter_mut().for_each(|it| self.field(&scope, it));
        message.extensions.iter_mut().for_each(|it| self.field(&scope, it));
    }

    fn field(&mut self, scope: &str, field: &mut Field) {
        let place = self.places.of(field.node).clone();
        if let Some(name) = &field.extendee {
            field.extendee = self.message_name(scope, name, place.extendee);
        }
        let Some(name) = &field.type_name else { return };
        let found = self.find(scope, name, place.ty, Wanted::Types);
        field.type_name = found.as_ref().map(|(full_name, _)| format!(".{full_name}"));
        field.ty = found.and_then(|(_, symbol)| self.field_type(field, symbol, place.ty));
    }

    /// Returns the type of a field from the symbol that its name refers to. In descriptors it may already be set.
    fn field_type(&mut self, field: &Field, symbol: Symbol, span: Span) -> Option<FieldType> {
        let is_group = field.ty == Some(FieldType::Group);
        match (symbol.kind, field.ty) {
            (SymbolKind::Message, None | Some(FieldType::Group | FieldType::Message)) => {
                Some(if is_group { FieldType::Group } else { FieldType::Message })
            }
            (SymbolKind::Enum, None | Some(FieldType::Enum)) => Some(FieldType::Enum),
            _ => {
                let name = field.type_name.as_deref().unwrap_or_default().trim_start_matches('.').to_owned();
                self.report_not(&name, "a type", span, symbol);
                None
            }
        }
    }

    fn method(&mut self, scope: &str, method: &mut Method) {
        let place = self.places.of(method.node).clone();
        method.input = self.message_name(scope, &method.input, place.ty).unwrap_or_default();
        method.output = self.message_name(scope, &method.output, place.extendee).unwrap_or_default();
    }

    /// Returns the absolute name of a message; other symbols are errors.
    fn message_name(&mut self, scope: &str, name: &str, span: Span) -> Option<String> {
        if scalar::KEYWORDS.contains(&name) || name == "group" {
            let message = format!("`{name}` is not a message");
            self.report(Diagnostic::error(codes::NOT_A_TYPE, message).at(span, ""));
            return None;
        }
        let (full_name, symbol) = self.find(scope, name, span, Wanted::Anything)?;
        if symbol.kind != SymbolKind::Message {
            self.report_not(name, "a message", span, symbol);
            return None;
        }
        Some(format!(".{full_name}"))
    }

    fn find(&mut self, scope: &str, name: &str, span: Span, wanted: Wanted) -> Option<(String, Symbol)> {
        match self.names.search(self.file, scope, name, wanted) {
            Ok((full_name, symbol)) => {
                self.names.imports.note_use(self.file, symbol.file);
                Some((full_name, symbol))
            }
            Err(Miss::Unknown) if self.names.is_incomplete => None,
            Err(miss) => {
                let diagnostic = self.names.report_miss(name, span, miss);
                self.report(diagnostic);
                None
            }
        }
    }

    fn report_not(&mut self, name: &str, what: &str, span: Span, symbol: Symbol) {
        let other = Diagnostic::error(codes::NOT_A_TYPE, format!("`{name}` is not {what}"))
            .at(span, "")
            .related(symbol.span, "it is declared here");
        self.report(other);
    }

    /// Without source text to point at, the message names the file.
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.labels.is_empty() {
            diagnostic.message = format!("{}: {}", self.names.paths[self.file], diagnostic.message);
        }
        self.diagnostics.push(diagnostic);
    }
}
