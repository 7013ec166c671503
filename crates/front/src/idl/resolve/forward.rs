//! Forward declarations, and the definitions that may follow them.

use super::facts::{State, What};
use super::scope::Target;
use super::types::is_interface;
use super::{Head, Resolver};
use crate::idl::ast::Word;
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Kind};
use polywire_source::Diagnostic;

impl Resolver<'_> {
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
