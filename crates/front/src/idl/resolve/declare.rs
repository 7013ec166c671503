//! Declares names, and definitions that may have been declared before.

use super::scope::{Callable, Entry, Scope, ScopeId, ScopeKind, Target};
use super::types::is_interface;
use super::{Head, Resolver};
use crate::idl::ast::Word;
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Definition, Kind};
use polywire_source::{Diagnostic, Span};

/// What is known of a definition while others are resolved.
pub(super) struct Facts {
    pub what: What,
    pub state: State,
    /// That of the names inside of it.
    pub scope: Option<ScopeId>,
    /// Values of it cannot be sent, since they contain a local interface.
    pub is_local: bool,
    /// The struct or union of whose values a type is a sequence, if it was not complete.
    pub awaits: Option<DefId>,
    /// The prefix of its repository id.
    pub prefix: String,
    /// The repository id or version that a pragma or `typeid` states, and where.
    pub stated: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Declared(Declared),
    Exception,
    Enum,
    Bitmask,
    Bitset,
    Typedef,
    Constant,
    ValueBox,
    Native,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Only declared.
    Forward,
    /// Its members are being resolved.
    Open,
    Complete,
}

impl What {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declared(Declared::Struct) => "a struct",
            Self::Declared(Declared::Union) => "a union",
            Self::Declared(Declared::Interface) => "an interface",
            Self::Declared(Declared::AbstractInterface) => "an abstract interface",
            Self::Declared(Declared::LocalInterface) => "a local interface",
            Self::Declared(Declared::ValueType) => "a valuetype",
            Self::Exception => "an exception",
            Self::Enum => "an enum",
            Self::Bitmask => "a bitmask",
            Self::Bitset => "a bitset",
            Self::Typedef => "a typedef",
            Self::Constant => "a constant",
            Self::ValueBox => "a boxed value",
            Self::Native => "a native type",
        }
    }
}

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

    /// `interface A;`
    pub fn forward(&mut self, name: &Word, head: Head, declared: Declared) {
        if let Some(id) = self.declared_before(name, declared) {
            return self.check_prefix(id, name);
        }
        if self.is_type_code(name) {
            return;
        }
        let id = self.define(name, head, What::Declared(declared), State::Forward);
        self.specification.definitions[id.0].kind = Kind::Undefined(declared);
    }

    /// Begins a definition that may have been declared before.
    pub fn begin(&mut self, name: &Word, head: Head, declared: Declared) -> DefId {
        let before = self.declared_before(name, declared).filter(|id| self.facts(*id).state == State::Forward);
        let Some(id) = before else {
            let id = self.define(name, head, What::Declared(declared), State::Open);
            self.specification.definitions[id.0].kind = Kind::Undefined(declared);
            return id;
        };
        self.check_prefix(id, name);
        let file = self.files.last().copied().unwrap_or_default();
        let definition = &mut self.specification.definitions[id.0];
        (definition.file, definition.span) = (file, name.span);
        (definition.doc, definition.annotations) = (head.doc, head.annotations);
        self.facts[id.0].state = State::Open;
        id
    }

    /// Returns the definition of this kind that has the name in this scope.
    fn declared_before(&mut self, name: &Word, declared: Declared) -> Option<DefId> {
        let entry = self.scopes[self.current.0].entries.get(&name.text.to_ascii_lowercase())?;
        let Target::Definition(id) = entry.target else { return None };
        let before = entry.name.clone();
        let What::Declared(found) = self.facts(id).what else { return None };
        if before.text != name.text || is_interface(found) != is_interface(declared) {
            return None;
        }
        if found != declared && is_interface(found) {
            let message = format!("`{}` was declared as {}", name.text, What::Declared(found).name());
            let error = Diagnostic::error(codes::FORWARD, message).at(name.span, "").related(before.span, "here");
            self.diagnostics.push(error.help("write the same words before `interface` everywhere"));
            return Some(id);
        }
        (found == declared).then_some(id)
    }

    fn check_prefix(&mut self, id: DefId, name: &Word) {
        let (before, now) = (self.facts(id).prefix.clone(), self.prefixes.current());
        if before == now || self.facts(id).stated.is_some() {
            return;
        }
        let span = self.specification.definitions[id.0].span;
        let message = format!("the prefix of `{}` is \"{now}\" here, but \"{before}\" before", name.text);
        let error = Diagnostic::error(codes::REPOSITORY_ID, message).at(name.span, "").related(span, "declared here");
        self.diagnostics.push(error.help("state the same `#pragma prefix` before both declarations"));
    }

    /// `CORBA::TypeCode` may be declared as an interface, as in the specification's own file.
    pub fn is_type_code(&self, name: &Word) -> bool {
        let entry = self.scopes[self.current.0].entries.get(&name.text.to_ascii_lowercase());
        entry.is_some_and(|entry| entry.target == Target::TypeCode)
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
        let inherited = scope.callables.get(key)?;
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

    /// Structs and unions must be defined; interfaces and valuetypes may be defined elsewhere.
    pub fn report_undefined(&mut self) {
        for (definition, facts) in self.specification.definitions.iter().zip(&self.facts) {
            let What::Declared(declared) = facts.what else { continue };
            let is_built_in = self.specification.files.get(definition.file).is_some_and(|file| file.is_built_in);
            if facts.state != State::Forward || is_built_in {
                continue;
            }
            let message = format!("`{}` is declared but not defined", definition.name);
            let diagnostic = match declared {
                Declared::Struct | Declared::Union => Diagnostic::error(codes::FORWARD, message),
                Declared::Interface | Declared::AbstractInterface | Declared::LocalInterface | Declared::ValueType => {
                    Diagnostic::warning(codes::FORWARD, message)
                }
            };
            self.diagnostics.push(diagnostic.at(definition.span, "").help("define it, or include the file that does"));
        }
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
