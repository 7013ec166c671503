//! Inheritance of interfaces (CORBA 3.3 part 1, clause 7.8.5), which valuetypes share.

use super::Resolver;
use super::facts::{State, What};
use super::scope::{Callable, ScopeId, Target};
use super::types::is_interface;
use crate::idl::ast::{ScopedName, Word};
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Kind, Type};
use polywire_source::{Diagnostic, Span};
use std::collections::{HashMap, HashSet};

impl Resolver<'_> {
    /// The interfaces of a list; each is defined and named once.
    pub fn interfaces(&mut self, names: &[ScopedName]) -> Vec<(DefId, Span)> {
        self.bases(names, "an interface", |what| matches!(what, What::Declared(declared) if is_interface(declared)))
    }

    pub fn value_types(&mut self, names: &[ScopedName]) -> Vec<(DefId, Span)> {
        self.bases(names, "a valuetype", |what| what == What::Declared(Declared::ValueType))
    }

    fn bases(&mut self, names: &[ScopedName], what: &str, is_right: impl Fn(What) -> bool) -> Vec<(DefId, Span)> {
        let mut bases: Vec<(DefId, Span)> = Vec::new();
        for name in names {
            let Some(id) = self.base_named(name, what, &is_right) else { continue };
            if let Some((_, before)) = bases.iter().find(|(other, _)| *other == id) {
                let message = format!("`{}` is named twice", self.name(id));
                let error = Diagnostic::error(codes::INHERITANCE, message).at(name.span, "");
                self.diagnostics.push(error.related(*before, "first named here").help("remove one of them"));
            } else {
                bases.push((id, name.span));
            }
        }
        bases
    }

    fn base_named(&mut self, name: &ScopedName, what: &str, is_right: impl Fn(What) -> bool) -> Option<DefId> {
        let target = self.find(name)?;
        let found = match target {
            Target::Definition(id) => match self.underlying(&Type::Named(id)) {
                Type::Named(id) => Some(id),
                _ => None,
            },
            _ => None,
        };
        let Some(id) = found.filter(|id| is_right(self.facts(*id).what)) else {
            let error = Diagnostic::error(codes::WRONG_KIND, format!("this is not {what}")).at(name.span, "");
            let related = found.map(|id| self.specification.definitions[id.0].span).unwrap_or_default();
            let help = format!("write the name of {what}, or remove it");
            self.diagnostics.push(error.related(related, "declared here").help(help));
            return None;
        };
        if self.facts(id).state == State::Complete {
            return Some(id);
        }
        let message = format!("`{}` is inherited before it is defined", self.name(id));
        let related = self.specification.definitions[id.0].span;
        let error = Diagnostic::error(codes::INHERITANCE, message).at(name.span, "");
        self.diagnostics.push(error.related(related, "declared here").help("move its definition up"));
        None
    }

    /// Makes the names of bases visible in a scope. Operations and attributes of the same name from different bases
    /// exclude each other.
    pub fn inherit(&mut self, scope: ScopeId, owner: &Word, bases: &[DefId]) {
        let bases = bases.iter().filter_map(|base| self.facts(*base).scope).collect();
        self.scopes[scope.0].bases = bases;
        if self.scopes[scope.0].bases.len() < 2 {
            return;
        }
        let ancestors = self.ancestors(scope);
        let mut inherited: Vec<(&String, &Callable)> =
            ancestors.iter().flat_map(|ancestor| &self.scopes[ancestor.0].callables).collect();
        inherited.sort_by_key(|(_, callable)| (callable.name.span.file, callable.name.span.start));
        let mut by_name: HashMap<&String, &Callable> = HashMap::new();
        for (key, callable) in inherited {
            let Some(before) = by_name.insert(key, callable) else { continue };
            let (one, other) = (&before.owner, &callable.owner);
            let message = format!("`{}` inherits `{}` from `{one}` and `{other}`", owner.text, callable.name.text);
            let error = Diagnostic::error(codes::INHERITANCE, message).at(owner.span, "");
            let error = error.related(before.name.span, "one").related(callable.name.span, "the other");
            self.diagnostics.push(error.help("rename one of them, or remove a base"));
        }
    }

    /// The operation, attribute or member of a base that has this name.
    pub fn inherited(&self, scope: ScopeId, key: &str) -> Option<&Callable> {
        let bases = self.ancestors(scope);
        bases.into_iter().find_map(|base| self.scopes[base.0].callables.get(key))
    }

    /// The scopes that a scope inherits from, each once.
    fn ancestors(&self, scope: ScopeId) -> Vec<ScopeId> {
        let (mut ancestors, mut seen) = (Vec::new(), HashSet::new());
        let mut open = self.scopes[scope.0].bases.clone();
        while let Some(id) = open.pop() {
            if seen.insert(id) {
                ancestors.push(id);
                open.extend(&self.scopes[id.0].bases);
            }
        }
        ancestors
    }

    /// True if one of them is the other, or inherits from it.
    pub fn is_derived(&self, id: DefId, from: DefId) -> bool {
        let (mut open, mut seen) = (vec![id], HashSet::new());
        while let Some(id) = open.pop() {
            if id == from {
                return true;
            }
            if let Kind::Interface(interface) = &self.specification.definitions[id.0].kind
                && seen.insert(id)
            {
                open.extend(&interface.bases);
            }
        }
        false
    }
}
