use crate::proto::load::UnitId;
use polywire_model::DeclId;
use polywire_source::Span;
use std::collections::{BTreeSet, HashMap};

/// All names of a compilation by their full dotted names.
#[derive(Default)]
pub(super) struct Symbols {
    by_name: HashMap<String, Symbol>,
    packages: HashMap<String, Package>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol {
    pub kind: SymbolKind,
    pub unit: UnitId,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SymbolKind {
    Message(DeclId),
    Enum(DeclId),
    EnumValue,
    Field,
    Oneof,
    Service,
    Method,
}

/// A package may be spread over several files.
pub(super) struct Package {
    /// The files that lie in it or in one inside it.
    pub units: BTreeSet<UnitId>,
    /// Where it was named first.
    pub span: Span,
}

/// What a full name stands for.
pub(super) enum Entry<'a> {
    Symbol(Symbol),
    Package(&'a Package),
}

impl Symbols {
    pub fn find(&self, full_name: &str) -> Option<Entry<'_>> {
        let package = || self.packages.get(full_name).map(Entry::Package);
        self.by_name.get(full_name).map(|symbol| Entry::Symbol(*symbol)).or_else(package)
    }

    /// Declares a name, or yields the place where it was declared before.
    pub fn declare(&mut self, full_name: String, symbol: Symbol) -> Result<(), Span> {
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

    /// Declares a package and those around it, or yields the place where one of the names was declared otherwise.
    pub fn declare_package(&mut self, full_name: &str, unit: UnitId, span: Span) -> Result<(), Span> {
        let ends = full_name.match_indices('.').map(|(at, _)| at).chain([full_name.len()]);
        for end in ends {
            let name = &full_name[..end];
            if let Some(first) = self.by_name.get(name) {
                return Err(first.span);
            }
            let package = Package { units: BTreeSet::new(), span };
            self.packages.entry(name.to_owned()).or_insert(package).units.insert(unit);
        }
        Ok(())
    }

    /// The full names of all messages and enums.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        let is_type = |symbol: &Symbol| matches!(symbol.kind, SymbolKind::Message(_) | SymbolKind::Enum(_));
        self.by_name.iter().filter(move |(_, symbol)| is_type(symbol)).map(|(name, _)| name.as_str())
    }
}

/// `scope.name`, or `name` at the root.
pub(super) fn join(scope: &str, name: &str) -> String {
    if scope.is_empty() { name.to_owned() } else { format!("{scope}.{name}") }
}
