use polywire_source::Span;
use std::collections::{BTreeSet, HashMap};

/// All names of a compilation by their full dotted names.
#[derive(Default)]
pub(in crate::proto) struct Symbols {
    by_name: HashMap<String, Symbol>,
    packages: HashMap<String, Package>,
}

/// A declared name.
#[derive(Clone, Copy, Debug)]
pub(in crate::proto) struct Symbol {
    pub kind: SymbolKind,
    /// Index of its file.
    pub file: usize,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::proto) enum SymbolKind {
    Message,
    Enum,
    EnumValue,
    Field,
    Oneof,
    Service,
    Method,
}

/// A package may be spread over several files.
pub(in crate::proto) struct Package {
    /// The files of the package and its subpackages.
    pub files: BTreeSet<usize>,
    /// Span of its first mention.
    pub span: Span,
}

/// The meaning of a full name.
pub(super) enum Entry<'a> {
    Symbol(Symbol),
    Package(&'a Package),
}

impl Symbols {
    pub(super) fn find(&self, full_name: &str) -> Option<Entry<'_>> {
        let package = || self.packages.get(full_name).map(Entry::Package);
        self.by_name.get(full_name).map(|symbol| Entry::Symbol(*symbol)).or_else(package)
    }

    /// Declares a name, or returns the span and file of the previous declaration.
    pub(super) fn declare(&mut self, full_name: String, symbol: Symbol) -> Result<(), Span> {
        if let Some(package) = self.packages.get(&full_name) {
            return Err(package.span);
        }
        match self.by_name.get(&full_name) {
            Some(first) => Err(first.span),
            None => {
                self.by_name.insert(full_name, symbol);
                Ok(())
            }
        }
    }

    /// Declares a package and those that enclose it, or returns the span of another declaration of one of the names.
    pub(super) fn declare_package(&mut self, full_name: &str, file: usize, span: Span) -> Result<(), Span> {
        let ends = full_name.match_indices('.').map(|(at, _)| at).chain([full_name.len()]);
        for end in ends {
            let name = &full_name[..end];
            if let Some(first) = self.by_name.get(name) {
                return Err(first.span);
            }
            let package = Package { files: BTreeSet::new(), span };
            self.packages.entry(name.to_owned()).or_insert(package).files.insert(file);
        }
        Ok(())
    }

    /// The full names of all messages and enums.
    pub(super) fn type_names(&self) -> impl Iterator<Item = &str> {
        let is_type = |symbol: &Symbol| matches!(symbol.kind, SymbolKind::Message | SymbolKind::Enum);
        self.by_name.iter().filter(move |(_, symbol)| is_type(symbol)).map(|(name, _)| name.as_str())
    }

    /// Returns the full names of all fields and extensions.
    pub(in crate::proto) fn field_names(&self) -> impl Iterator<Item = &str> {
        self.by_name.iter().filter(|(_, symbol)| symbol.kind == SymbolKind::Field).map(|(name, _)| name.as_str())
    }
}
