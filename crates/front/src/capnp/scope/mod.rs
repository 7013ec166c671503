//! Declarations by name, and the resolution of names in a scope.

mod brand;
mod declare;
mod duplicates;
mod lookup;
mod naming;

pub(super) use brand::{Level, LevelBindings, Named, Target, brand_of, substituted};
pub(super) use duplicates::Names;
pub(super) use lookup::At;

use super::ast::{self, Decl, Expression};
use super::load::Unit;
use polywire_source::{Diagnostics, Span, closest};
use std::cell::Cell;
use std::collections::HashMap;

/// The declarations that have ids, of all files.
pub(super) struct Scopes<'a> {
    pub units: &'a [Unit],
    pub list: Vec<Scope<'a>>,
    /// The scope of each file.
    files: Vec<ScopeId>,
    /// The number of names compared so far to find suggestions.
    compared: Cell<usize>,
}

/// Limit on name comparisons, so that a malicious schema with many errors cannot make suggestions expensive.
const MOST_COMPARED: usize = 1_000_000;

/// Index of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScopeId(pub usize);

/// A declaration that has an id, and the names in it.
pub(super) struct Scope<'a> {
    /// Its file.
    pub unit: usize,
    pub parent: Option<ScopeId>,
    pub id: u64,
    pub display_name: String,
    pub prefix_len: usize,
    pub span: Span,
    pub source: Source<'a>,
    /// The names declared in it.
    pub members: HashMap<&'a str, ScopeEntry<'a>>,
    /// The nested declarations, in the order of the text.
    pub nested: Vec<ScopeId>,
}

/// The source of a scope.
#[derive(Clone, Copy)]
pub(super) enum Source<'a> {
    File(&'a ast::File),
    Decl(&'a Decl),
}

/// The meaning of a name.
#[derive(Clone, Copy)]
pub(super) enum ScopeEntry<'a> {
    Scope(ScopeId),
    /// An alias, resolved in the scope that declares it.
    Using(&'a Expression),
}

impl<'a> Scopes<'a> {
    /// Declares all names of some files.
    pub fn new(units: &'a [Unit], diagnostics: &mut Diagnostics) -> Self {
        let mut scopes = Self { units, list: Vec::new(), files: Vec::new(), compared: Cell::new(0) };
        declare::declare(&mut scopes, diagnostics);
        scopes
    }

    pub fn get(&self, id: ScopeId) -> &Scope<'a> {
        &self.list[id.0]
    }

    pub fn ids(&self) -> impl Iterator<Item = ScopeId> + use<> {
        (0..self.list.len()).map(ScopeId)
    }

    /// The scope of a file.
    pub fn file(&self, unit: usize) -> Option<ScopeId> {
        self.files.get(unit).copied()
    }

    /// Returns the most similar name.
    pub fn suggestion<'n>(&self, name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        let left = MOST_COMPARED.saturating_sub(self.compared.get());
        let count = || self.compared.set(self.compared.get() + 1);
        closest(name, names.into_iter().take(left).inspect(|_| count()))
    }

    /// Iterates over the scope and the scopes that enclose it, up to the file.
    pub fn outwards(&self, id: ScopeId) -> impl Iterator<Item = ScopeId> {
        std::iter::successors(Some(id), |id| self.get(*id).parent)
    }

    /// Returns true if a declaration, or one that encloses it, has type parameters.
    pub fn is_generic(&self, id: ScopeId) -> bool {
        self.outwards(id).any(|id| !self.get(id).params().is_empty())
    }
}

impl<'a> Scope<'a> {
    pub fn decl(&self) -> Option<&'a Decl> {
        match self.source {
            Source::File(_) => None,
            Source::Decl(decl) => Some(decl),
        }
    }

    pub fn params(&self) -> &'a [ast::Word] {
        self.decl().map_or(&[], |decl| &decl.params)
    }

    pub fn annotations(&self) -> &'a [ast::Annotation] {
        match self.source {
            Source::File(file) => &file.annotations,
            Source::Decl(decl) => &decl.annotations,
        }
    }

    pub fn doc(&self) -> &'a str {
        match self.source {
            Source::File(file) => &file.doc,
            Source::Decl(decl) => &decl.doc,
        }
    }

    /// Returns its name for use in messages.
    pub fn name(&self) -> &str {
        &self.display_name[self.prefix_len..]
    }
}
