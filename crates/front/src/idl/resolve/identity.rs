//! Repository ids: prefixes, and what pragmas and `typeid` and `typeprefix` state (CORBA 3.3 part 1, clause 14.7).

use super::Resolver;
use super::scope::{ScopeId, Target};
use crate::idl::ast::{ScopedName, Word};
use crate::idl::codes;
use crate::idl::tree::DefId;
use polywire_source::{Diagnostic, Span};

/// The prefixes of the scopes and files that are open, outermost first.
#[derive(Default)]
pub(super) struct Prefixes {
    open: Vec<Prefix>,
}

struct Prefix {
    is_file: bool,
    text: String,
}

impl Prefixes {
    pub fn current(&self) -> &str {
        self.open.last().map_or("", |prefix| &prefix.text)
    }

    pub fn set(&mut self, text: &str) {
        match self.open.last_mut() {
            Some(prefix) => prefix.text = text.to_owned(),
            None => self.open.push(Prefix { is_file: true, text: text.to_owned() }),
        }
    }

    /// A file begins without the prefix of the file that includes it.
    pub fn enter_file(&mut self, text: String) {
        self.open.push(Prefix { is_file: true, text });
    }

    pub fn enter_scope(&mut self, name: &str, stated: Option<&str>) {
        let text = stated.map_or_else(|| joined(self.current(), name), str::to_owned);
        self.open.push(Prefix { is_file: false, text });
    }

    pub fn leave_file(&mut self) {
        self.leave(true);
    }

    pub fn leave_scope(&mut self) {
        self.leave(false);
    }

    /// A file may end inside of a scope that began in it.
    fn leave(&mut self, is_file: bool) {
        if let Some(at) = self.open.iter().rposition(|prefix| prefix.is_file == is_file) {
            self.open.remove(at);
        }
    }
}

fn joined(prefix: &str, name: &str) -> String {
    if prefix.is_empty() { name.to_owned() } else { format!("{prefix}/{name}") }
}

pub(super) fn repository_id(prefix: &str, name: &str, version: &str) -> String {
    format!("IDL:{}:{version}", joined(prefix, name))
}

impl Resolver<'_> {
    /// The names of the scopes around the current place, as a prefix.
    pub fn scope_prefix(&self) -> String {
        self.names_of(self.current).join("/")
    }

    pub fn pragma_id(&mut self, name: &str, id: &str, span: Span) {
        if let Some(definition) = self.pragma_target(name, span) {
            self.state_id(definition, id, span);
        }
    }

    pub fn pragma_version(&mut self, name: &str, version: &str, span: Span) {
        let Some(definition) = self.pragma_target(name, span) else { return };
        let id = &self.specification.definitions[definition.0].repository_id;
        let stem = id.rsplit_once(':').map_or(id.as_str(), |(stem, _)| stem);
        let id = format!("{stem}:{version}");
        self.state_id(definition, &id, span);
    }

    pub fn type_id(&mut self, name: &ScopedName, id: &Word) {
        let target = self.find(name);
        if let Some(Target::Definition(definition)) = target {
            self.state_id(definition, &id.text, id.span);
        }
    }

    fn pragma_target(&mut self, name: &str, span: Span) -> Option<DefId> {
        let word = |text: &str| Word { text: text.strip_prefix('_').unwrap_or(text).to_owned(), span };
        let parts = name.trim_start_matches("::").split("::").map(word).collect();
        match self.find(&ScopedName { is_absolute: name.starts_with("::"), parts, span })? {
            Target::Definition(id) => Some(id),
            // Ids of these are in no message.
            Target::Module(_)
            | Target::Operation
            | Target::Attribute
            | Target::Factory
            | Target::StateMember
            | Target::TypeCode
            | Target::Broken => None,
            Target::Enumerator(..) | Target::Member | Target::Parameter => {
                let message = format!("`{name}` has no repository id");
                let error = Diagnostic::error(codes::REPOSITORY_ID, message).at(span, "");
                self.diagnostics.push(error.help("write the name of a type, or remove the pragma"));
                None
            }
        }
    }

    fn state_id(&mut self, definition: DefId, id: &str, span: Span) {
        if !id.contains(':') {
            let message = format!("\"{id}\" is not a repository id");
            let warning = Diagnostic::warning(codes::REPOSITORY_ID, message).at(span, "");
            self.diagnostics.push(warning.help("write it as \"IDL:example.com/Name:1.0\""));
        }
        let before = &self.specification.definitions[definition.0].repository_id;
        if let Some(stated) = self.facts(definition).stated.filter(|_| before != id) {
            let message = format!("the repository id of `{}` is \"{before}\" already", self.name(definition));
            let error = Diagnostic::error(codes::REPOSITORY_ID, message).at(span, "").related(stated, "stated here");
            return self.diagnostics.push(error.help("remove one of them"));
        }
        self.specification.definitions[definition.0].repository_id = id.to_owned();
        self.facts[definition.0].stated = Some(span);
    }

    /// Gives all definitions of a scope a prefix, those before and after this.
    pub fn type_prefix(&mut self, name: &ScopedName, prefix: &Word) {
        let Some(target) = self.find(name) else { return };
        let Some(scope) = self.scope_of(target) else {
            let message = "only modules, interfaces and valuetypes have a prefix";
            let error = Diagnostic::error(codes::WRONG_KIND, message).at(name.span, "");
            return self.diagnostics.push(error.help("use `typeid` for the repository id of a type"));
        };
        let path = self.names_of(scope);
        let text = joined(&prefix.text, &path.join("/"));
        self.scopes[scope.0].prefix = Some(text.clone());
        if scope == self.current {
            self.prefixes.set(&text);
        }
        for (definition, facts) in self.specification.definitions.iter_mut().zip(&mut self.facts) {
            let names: Vec<&String> = definition.modules.iter().chain(&definition.outer).collect();
            let is_inside = names.len() >= path.len() && names.iter().zip(&path).all(|(one, other)| *one == other);
            if is_inside && facts.stated.is_none() {
                let names = names.into_iter().map(String::as_str).collect::<Vec<_>>().join("/");
                facts.prefix = joined(&prefix.text, &names);
                definition.repository_id = repository_id(&facts.prefix, &definition.name, "1.0");
            }
        }
    }

    fn names_of(&self, scope: ScopeId) -> Vec<String> {
        let mut names = Vec::new();
        let mut next = Some(scope);
        while let Some(id) = next.filter(|id| *id != ScopeId::FILE) {
            names.push(self.scopes[id.0].name.text.clone());
            next = self.scopes[id.0].parent;
        }
        names.reverse();
        names
    }
}
