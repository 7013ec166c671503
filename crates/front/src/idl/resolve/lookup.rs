//! Finds what a name stands for (CORBA 3.3 part 1, clause 7.20).

use super::Resolver;
use super::scope::{Entry, ScopeId, ScopeKind, Target};
use crate::idl::ast::{ScopedName, Word};
use crate::idl::codes;
use crate::idl::token::KEYWORDS;
use polywire_source::{Diagnostic, Span, closest};
use std::collections::HashSet;

/// Limit on names that are compared with all others.
const MAX_SUGGESTIONS: usize = 50;

/// Why a name stands for nothing.
pub(super) enum Failure {
    Unknown(Word, Option<ScopeId>),
    Case(Word, Word),
    Ambiguous(Word, Vec<Word>),
    NoScope(Word, Word),
    /// What it stands for has errors that have been reported.
    Reported,
}

impl Resolver<'_> {
    /// Returns what a name stands for, or reports that it stands for nothing.
    pub fn find(&mut self, name: &ScopedName) -> Option<Target> {
        match self.lookup(name) {
            Ok(entry) => Some(entry.target),
            Err(failure) => {
                self.report_failure(failure);
                None
            }
        }
    }

    pub fn lookup(&mut self, name: &ScopedName) -> Result<Entry, Failure> {
        let mut parts = name.parts.iter();
        let Some(first) = parts.next() else { return Err(Failure::Reported) };
        let mut entry = match name.is_absolute {
            true => self.member(ScopeId::FILE, first)?.ok_or_else(|| Failure::Unknown(first.clone(), None))?,
            false => self.visible(first)?,
        };
        for part in parts {
            let Some(scope) = self.scope_of(entry.target) else {
                return Err(match entry.target {
                    Target::Broken => Failure::Reported,
                    _ => Failure::NoScope(part.clone(), entry.name),
                });
            };
            entry = self.member(scope, part)?.ok_or_else(|| Failure::Unknown(part.clone(), Some(scope)))?;
        }
        match entry.target {
            Target::Broken => Err(Failure::Reported),
            _ => Ok(entry),
        }
    }

    pub fn scope_of(&self, target: Target) -> Option<ScopeId> {
        match target {
            Target::Module(scope) => Some(scope),
            Target::Definition(id) => self.facts(id).scope,
            Target::Enumerator(..)
            | Target::Operation
            | Target::Attribute
            | Target::Factory
            | Target::StateMember
            | Target::Member
            | Target::Parameter
            | Target::TypeCode
            | Target::Broken => None,
        }
    }

    /// Looks in the current scope and those around it, and notes that the name is used.
    fn visible(&mut self, name: &Word) -> Result<Entry, Failure> {
        let mut scope = Some(self.current);
        while let Some(id) = scope {
            if let Some(entry) = self.member(id, name)? {
                self.note_use(name);
                return Ok(entry);
            }
            scope = self.scopes[id.0].parent;
        }
        Err(Failure::Unknown(name.clone(), None))
    }

    /// Looks in a scope and in those that it inherits from.
    fn member(&self, scope: ScopeId, name: &Word) -> Result<Option<Entry>, Failure> {
        let key = name.text.to_ascii_lowercase();
        let mut found: Vec<&Entry> = Vec::new();
        let (mut open, mut seen) = (vec![scope], HashSet::new());
        while let Some(id) = open.pop() {
            if !seen.insert(id) {
                continue;
            }
            match self.scopes[id.0].entries.get(&key) {
                Some(entry) => found.push(entry),
                None => open.extend(self.scopes[id.0].bases.iter().rev()),
            }
        }
        let exact: Vec<&Entry> = found.iter().filter(|entry| entry.name.text == name.text).copied().collect();
        match (&exact[..], &found[..]) {
            (_, []) => Ok(None),
            ([], [other, ..]) => Err(Failure::Case(name.clone(), other.name.clone())),
            ([one], _) => Ok(Some((*one).clone())),
            (several, _) => {
                Err(Failure::Ambiguous(name.clone(), several.iter().map(|entry| entry.name.clone()).collect()))
            }
        }
    }

    /// A name of another scope cannot be declared after its use, neither here nor in an interface around this scope
    /// (clause 7.20.3).
    fn note_use(&mut self, name: &Word) {
        let key = name.text.to_ascii_lowercase();
        let mut scope = Some(self.current);
        let mut is_first = true;
        while let Some(id) = scope {
            let it = &mut self.scopes[id.0];
            if (is_first || it.kind == ScopeKind::Interface) && !it.entries.contains_key(&key) {
                it.uses.entry(key.clone()).or_insert_with(|| name.clone());
            }
            is_first = false;
            let is_within = matches!(it.kind, ScopeKind::Struct | ScopeKind::Operation);
            scope = it.parent.filter(|_| is_within);
        }
    }

    pub fn report_failure(&mut self, failure: Failure) {
        let error = match failure {
            Failure::Reported => return,
            Failure::Unknown(name, scope) => self.unknown(&name, scope),
            Failure::Case(name, declared) => {
                let message = format!("`{}` is declared as `{}`", name.text, declared.text);
                Diagnostic::error(codes::NAME_CASE, message)
                    .at(name.span, "")
                    .related(declared.span, "declared here")
                    .help("use the same upper and lower case letters everywhere")
            }
            Failure::Ambiguous(name, declared) => {
                let message = format!("`{}` is inherited from several interfaces", name.text);
                let mut error = Diagnostic::error(codes::AMBIGUOUS_NAME, message).at(name.span, "");
                for other in declared {
                    error = error.related(other.span, "declared here");
                }
                error.help("write the name of the interface and `::` before it")
            }
            Failure::NoScope(name, outer) => {
                let message = format!("`{}` contains no names, so `{}` cannot be one of them", outer.text, name.text);
                Diagnostic::error(codes::WRONG_KIND, message)
                    .at(name.span, "")
                    .related(outer.span, "declared here")
                    .help("modules, interfaces, valuetypes, structs, unions and exceptions contain names")
            }
        };
        self.diagnostics.push(error);
    }

    fn unknown(&mut self, name: &Word, scope: Option<ScopeId>) -> Diagnostic {
        let place = scope.map(|scope| format!(" in `{}`", self.scopes[scope.0].name.text)).unwrap_or_default();
        let error = Diagnostic::error(codes::UNKNOWN_NAME, format!("there is no `{}`{place}", name.text));
        let error = error.at(name.span, "");
        if let Some(keyword) = KEYWORDS.iter().find(|keyword| keyword.eq_ignore_ascii_case(&name.text)) {
            return error.help(format!("did you mean the keyword `{keyword}`?"));
        }
        self.suggestions += 1;
        match self.suggestion(&name.text, scope).filter(|_| self.suggestions <= MAX_SUGGESTIONS) {
            Some((close, span)) => error.related(span, "declared here").help(format!("did you mean `{close}`?")),
            None => error.help("declare it before its use, or include the file that declares it"),
        }
    }

    fn suggestion(&self, name: &str, scope: Option<ScopeId>) -> Option<(String, Span)> {
        if self.suggestions > MAX_SUGGESTIONS {
            return None;
        }
        let mut scopes = vec![scope.unwrap_or(self.current)];
        while let Some(parent) = scopes.last().and_then(|id| self.scopes[id.0].parent).filter(|_| scope.is_none()) {
            scopes.push(parent);
        }
        let entries = || scopes.iter().flat_map(|id| self.scopes[id.0].entries.values());
        let close = closest(name, entries().map(|entry| entry.name.text.as_str()))?;
        let entry = entries().find(|entry| entry.name.text == close)?;
        Some((close.to_owned(), entry.name.span))
    }
}
