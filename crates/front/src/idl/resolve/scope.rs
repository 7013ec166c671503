//! Scopes and what is declared in them.

use super::super::ast::Word;
use super::super::tree::DefId;
use polywire_source::Span;
use std::collections::HashMap;

/// Index of a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct ScopeId(pub usize);

impl ScopeId {
    /// The scope of all files.
    pub const FILE: Self = Self(0);
}

pub(super) struct Scope {
    pub kind: ScopeKind,
    /// Its name, which cannot be declared in it again.
    pub name: Word,
    pub parent: Option<ScopeId>,
    /// By the name in lower case.
    pub entries: HashMap<String, Entry>,
    /// Names of other scopes that are used here, and cannot get another meaning after that; by the name in lower case.
    pub uses: HashMap<String, Word>,
    /// The scopes of interfaces, valuetypes and structs whose names are inherited.
    pub bases: Vec<ScopeId>,
    /// What cannot be declared again in scopes that inherit from this one: operations, attributes and members, by the name
    /// in lower case.
    pub callables: HashMap<String, Callable>,
    /// The prefix of repository ids, if `typeprefix` states it.
    pub prefix: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScopeKind {
    File,
    Module,
    /// An interface or a valuetype.
    Interface,
    /// A struct, union, exception or bitset.
    Struct,
    Operation,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub name: Word,
    pub target: Target,
}

/// An operation, attribute or member, with the name of the type that declares it.
#[derive(Clone, Debug)]
pub(super) struct Callable {
    pub name: Word,
    pub owner: String,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Module(ScopeId),
    Definition(DefId),
    Enumerator(DefId, usize),
    Operation,
    Attribute,
    Factory,
    StateMember,
    Member,
    Parameter,
    /// The pseudo-object `CORBA::TypeCode`.
    TypeCode,
    /// A definition with errors that have been reported.
    Broken,
}

impl Target {
    /// Operations, attributes and members of valuetypes and structs are inherited and cannot be declared again.
    pub const fn is_callable(self) -> bool {
        match self {
            Self::Operation | Self::Attribute | Self::Factory | Self::StateMember | Self::Member => true,
            Self::Module(_)
            | Self::Definition(_)
            | Self::Enumerator(..)
            | Self::Parameter
            | Self::TypeCode
            | Self::Broken => false,
        }
    }
}

impl Scope {
    pub fn new(kind: ScopeKind, name: Word, parent: Option<ScopeId>) -> Self {
        let (entries, uses, callables) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { kind, name, parent, entries, uses, bases: Vec::new(), callables, prefix: None }
    }
}

/// The scopes that exist before any text: that of all files, and `CORBA` with the pseudo-object `TypeCode`.
pub(super) fn standard() -> Vec<Scope> {
    let word = |text: &str| Word { text: text.to_owned(), span: Span::default() };
    let mut file = Scope::new(ScopeKind::File, word(""), None);
    let mut corba = Scope::new(ScopeKind::Module, word("CORBA"), Some(ScopeId::FILE));
    file.entries.insert("corba".to_owned(), Entry { name: word("CORBA"), target: Target::Module(ScopeId(1)) });
    corba.entries.insert("typecode".to_owned(), Entry { name: word("TypeCode"), target: Target::TypeCode });
    vec![file, corba]
}
