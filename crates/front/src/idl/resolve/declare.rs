//! Declares names and definitions.

use super::facts::{Facts, State, What};
use super::scope::{Callable, Entry, Scope, ScopeId, ScopeKind, Target};
use super::{Head, Resolver};
use crate::idl::ast::Word;
use crate::idl::codes;
use crate::idl::tree::{DefId, Definition, Kind};
use polywire_source::Diagnostic;

impl Resolver<'_> {
    /// Adds a definition with a new name. If the name is taken, the definition has none that can be found.
    pub fn define(&mut self, name: &Word, head: Head, what: What, state: State) -> DefId {
        let id = DefId(self.specification.definitions.len());
        self.declare(name, Target::Definition(id));
        let (modules, outer) = self.path();
        let prefix = self.prefixes.current().to_owned();
        self.specification.definitions.push(Definition {
            file: self.files.last().copied().unwrap_or_default(),
            modules,
            outer,
            name: name.text.clone(),
            doc: head.doc,
            span: name.span,
            repository_id: super::identity::repository_id(&prefix, &name.text, "1.0"),
            annotations: head.annotations,
            kind: Kind::Native,
        });
        let facts = Facts { what, state, scope: None, is_local: false, awaits: None, prefix, stated: None };
        self.facts.push(facts);
        id
    }

    /// The names of the scopes around: modules, and others.
    fn path(&self) -> (Vec<String>, Vec<String>) {
        let (mut modules, mut outer) = (Vec::new(), Vec::new());
        let mut scope = Some(self.current);
        while let Some(id) = scope {
            let it = &self.scopes[id.0];
            match it.kind {
                ScopeKind::File | ScopeKind::Operation => {}
                ScopeKind::Module => modules.push(it.name.text.clone()),
                ScopeKind::Interface | ScopeKind::Struct => outer.push(it.name.text.clone()),
            }
            scope = it.parent;
        }
        modules.reverse();
        outer.reverse();
        (modules, outer)
    }

    /// Gives a name a meaning in the current scope, unless it has one that excludes this.
    pub fn declare(&mut self, name: &Word, target: Target) {
        let key = name.text.to_ascii_lowercase();
        if let Some(error) = self.clash(name, &key) {
            return self.diagnostics.push(error);
        }
        let scope = &mut self.scopes[self.current.0];
        if target.is_callable() {
            let callable = Callable { name: name.clone(), owner: scope.name.text.clone() };
            scope.callables.insert(key.clone(), callable);
        }
        scope.entries.insert(key, Entry { name: name.clone(), target });
    }

    fn clash(&self, name: &Word, key: &str) -> Option<Diagnostic> {
        let scope = &self.scopes[self.current.0];
        let text = &name.text;
        let has_own_name = scope.kind != ScopeKind::File && scope.kind != ScopeKind::Operation;
        if has_own_name && scope.name.text.eq_ignore_ascii_case(text) {
            let message = format!("`{text}` has the name of what it is inside of");
            let error = Diagnostic::error(codes::DUPLICATE_NAME, message).at(name.span, "");
            return Some(error.related(scope.name.span, "inside of this").help("rename one of them"));
        }
        match scope.entries.get(key) {
            Some(entry) if matches!(entry.target, Target::TypeCode | Target::Broken) => return None,
            Some(entry) => return Some(duplicate(name, &entry.name)),
            None => {}
        }
        if let Some(used) = scope.uses.get(key) {
            let message = format!("`{text}` is declared after `{}` of another scope was used here", used.text);
            let error = Diagnostic::error(codes::REDEFINED_AFTER_USE, message).at(name.span, "");
            let help = format!("rename it, or write `::` before the full name where `{}` is used", used.text);
            return Some(error.related(used.span, "used here").help(help));
        }
        let inherited = self.inherited(self.current, key)?;
        let message = format!("`{text}` is inherited from `{}`", inherited.owner);
        let error = Diagnostic::error(codes::DUPLICATE_NAME, message).at(name.span, "");
        Some(error.related(inherited.name.span, "inherited from here").help("rename or remove it"))
    }

    /// Opens a scope inside of the current one.
    pub fn enter(&mut self, kind: ScopeKind, name: &Word) -> ScopeId {
        let id = ScopeId(self.scopes.len());
        self.scopes.push(Scope::new(kind, name.clone(), Some(self.current)));
        self.enter_again(id);
        id
    }

    pub fn enter_again(&mut self, id: ScopeId) {
        self.current = id;
        let scope = &self.scopes[id.0];
        self.prefixes.enter_scope(&scope.name.text, scope.prefix.as_deref());
    }

    pub fn leave(&mut self) {
        self.current = self.scopes[self.current.0].parent.unwrap_or(ScopeId::FILE);
        self.prefixes.leave_scope();
    }
}

fn duplicate(name: &Word, before: &Word) -> Diagnostic {
    let (code, message) = if name.text == before.text {
        (codes::DUPLICATE_NAME, format!("there are two declarations called `{}`", name.text))
    } else {
        let message = format!("`{}` and `{}` differ in upper and lower case only", name.text, before.text);
        (codes::NAME_CASE, message)
    };
    let error = Diagnostic::error(code, message).at(name.span, "").related(before.span, "first declared here");
    error.help(match name.span == before.span {
        true => "the file is included twice: begin it with `#pragma once`",
        false => "rename or remove one of them",
    })
}
