//! Resolves names: innermost scope first, as in C++.

use super::Names;
use super::symbol::{Entry, Symbol, SymbolKind};
use crate::proto::codes;
use crate::proto::descriptor::join;
use crate::proto::scalar;
use polywire_source::closest;
use polywire_source::{Diagnostic, Span};

/// The kinds of symbols that an undotted name may refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::proto) enum Wanted {
    /// Messages and enums; other symbols are skipped.
    Types,
    /// The first symbol found.
    Anything,
}

/// The reason why a name does not resolve.
pub(in crate::proto) enum Miss {
    /// The first part of the name was found in this scope, but not the whole name.
    Shadowed {
        full_name: String,
    },
    NotImported {
        symbol: Symbol,
    },
    Unknown,
}

impl Names {
    /// Resolves a name in a scope of a file, and returns its full name.
    pub fn search(&self, file: usize, scope: &str, name: &str, wanted: Wanted) -> Result<(String, Symbol), Miss> {
        if let Some(absolute) = name.strip_prefix('.') {
            return self.visible_symbol(file, absolute);
        }
        let first = name.split('.').next().unwrap_or(name);
        let mut not_imported = None;
        for scope in scopes(scope) {
            match self.visible(file, &join(scope, first)) {
                Ok(entry) if first.len() < name.len() => {
                    if is_scope(&entry) {
                        let full_name = join(scope, name);
                        return self.visible_symbol(file, &full_name).map_err(|miss| match miss {
                            Miss::Unknown if full_name != name => Miss::Shadowed { full_name },
                            Miss::Unknown | Miss::Shadowed { .. } | Miss::NotImported { .. } => miss,
                        });
                    }
                }
                Ok(Entry::Symbol(symbol)) if wanted == Wanted::Anything || is_type(symbol) || scope.is_empty() => {
                    return Ok((join(scope, first), symbol));
                }
                Ok(_) => {}
                Err(miss) => not_imported = not_imported.or(Some(miss)),
            }
        }
        Err(not_imported
            .filter(|miss| !matches!(miss, Miss::Unknown))
            .unwrap_or_else(|| self.other_miss(file, scope, name)))
    }

    /// Handles a dotted name whose first part is in a package that is not imported.
    fn other_miss(&self, file: usize, scope: &str, name: &str) -> Miss {
        let full_names = scopes(scope).map(|scope| join(scope, name));
        let found = full_names.filter_map(|full_name| self.visible_symbol(file, &full_name).err());
        found.into_iter().find(|miss| matches!(miss, Miss::NotImported { .. })).unwrap_or(Miss::Unknown)
    }

    fn visible_symbol(&self, user: usize, full_name: &str) -> Result<(String, Symbol), Miss> {
        match self.visible(user, full_name)? {
            Entry::Symbol(symbol) => Ok((full_name.to_owned(), symbol)),
            Entry::Package(_) => Err(Miss::Unknown),
        }
    }

    fn visible(&self, user: usize, full_name: &str) -> Result<Entry<'_>, Miss> {
        let entry = self.symbols.find(full_name).ok_or(Miss::Unknown)?;
        match entry {
            Entry::Symbol(symbol) if !self.sees_symbol(user, symbol) => Err(Miss::NotImported { symbol }),
            Entry::Package(package) if !package.files.iter().any(|file| self.sees_file(user, *file)) => {
                Err(Miss::Unknown)
            }
            Entry::Symbol(_) | Entry::Package(_) => Ok(entry),
        }
    }

    /// Returns true if a file may use a symbol. Of an option import, only extensions are visible.
    fn sees_symbol(&self, user: usize, symbol: Symbol) -> bool {
        let as_option = symbol.kind == SymbolKind::Field && self.imports.sees_options(user, symbol.file);
        self.imports.sees(user, symbol.file) || as_option
    }

    fn sees_file(&self, user: usize, file: usize) -> bool {
        self.imports.sees(user, file) || self.imports.sees_options(user, file)
    }

    /// Returns the diagnostic for an unresolved type name.
    pub fn report_miss(&self, name: &str, span: Span, miss: Miss) -> Diagnostic {
        match miss {
            Miss::Unknown => self.unknown(name, span),
            Miss::Shadowed { full_name } => {
                let message = format!("`{name}` resolves to `{full_name}` here, which does not exist");
                let help =
                    format!("scopes are searched from the innermost outwards; write `.{name}` to start at the root");
                Diagnostic::error(codes::UNKNOWN_TYPE, message).at(span, "").help(help)
            }
            Miss::NotImported { symbol } => {
                let help = format!("add `import \"{}\";`", self.paths[symbol.file]);
                let message = format!("`{name}` is declared in a file that this one does not import");
                let hidden =
                    Diagnostic::error(codes::NOT_IMPORTED, message).at(span, "").related(symbol.span, "declared here");
                hidden.help(help)
            }
        }
    }

    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let help = match self.closest_type(name) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "declare it, or import the file that does".to_owned(),
        };
        Diagnostic::error(codes::UNKNOWN_TYPE, format!("there is no type `{name}`")).at(span, "").help(help)
    }

    fn closest_type(&self, name: &str) -> Option<&str> {
        self.suggestions.set(self.suggestions.get().checked_sub(1)?);
        let last = name.rsplit('.').next().unwrap_or(name);
        let types = self.symbols.type_names().map(|full_name| full_name.rsplit('.').next().unwrap_or(full_name));
        let mut candidates: Vec<&str> = types.chain(scalar::KEYWORDS).collect();
        candidates.sort_unstable();
        closest(last, candidates)
    }
}

/// Iterates over the scope and those that enclose it, up to the root.
fn scopes(innermost: &str) -> impl Iterator<Item = &str> {
    let around = innermost.rmatch_indices('.').map(|(end, _)| &innermost[..end]);
    let root = (!innermost.is_empty()).then_some("");
    std::iter::once(innermost).chain(around).chain(root)
}

fn is_scope(entry: &Entry<'_>) -> bool {
    match entry {
        Entry::Package(_) => true,
        Entry::Symbol(symbol) => is_type(*symbol) || symbol.kind == SymbolKind::Service,
    }
}

fn is_type(symbol: Symbol) -> bool {
    matches!(symbol.kind, SymbolKind::Message | SymbolKind::Enum)
}
