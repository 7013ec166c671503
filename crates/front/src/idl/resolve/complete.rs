//! Facts of types: whether they are complete, local, or other names.

use super::Resolver;
use super::facts::{State, What};
use crate::idl::codes;
use crate::idl::tree::{Declared, DefId, Kind, Type};
use polywire_source::{Diagnostic, Span};

impl Resolver<'_> {
    /// A struct or union cannot contain itself, or one that is only declared.
    pub fn check_complete(&mut self, ty: &Type, span: Span) -> Option<()> {
        let Type::Named(id) = ty else { return Some(()) };
        match (self.facts(*id).what, self.facts(*id).state) {
            (What::Declared(Declared::Struct | Declared::Union), State::Forward) => {
                self.report_incomplete(span, *id);
                None
            }
            (What::Declared(Declared::Struct | Declared::Union), State::Open) => {
                let message = format!("`{}` would contain itself without end", self.name(*id));
                let related = self.specification.definitions[id.0].span;
                let error = Diagnostic::error(codes::CYCLE, message).at(span, "").related(related, "this");
                self.diagnostics.push(error.help("use a sequence of it, which can be empty"));
                None
            }
            _ => Some(()),
        }
    }

    pub fn report_incomplete(&mut self, span: Span, id: DefId) {
        let message = format!("`{}` is declared, but not defined before its use", self.name(id));
        let related = self.specification.definitions[id.0].span;
        let error = Diagnostic::error(codes::FORWARD, message).at(span, "").related(related, "declared here");
        self.diagnostics
            .push(error.help("move the definition up; before it, only a `typedef` of a sequence may use it"));
    }

    /// Returns the struct or union of which a type holds sequences, if it is not complete.
    pub fn awaits(&self, ty: &Type) -> Option<DefId> {
        match ty {
            Type::Named(id) => {
                let facts = self.facts(*id);
                let awaited = match facts.what {
                    What::Declared(Declared::Struct | Declared::Union) => Some(*id),
                    _ => facts.awaits,
                };
                awaited.filter(|id| self.facts(*id).state != State::Complete)
            }
            Type::Sequence(element, _) | Type::Array(element, _) => self.awaits(element),
            Type::Map(key, value, _) => self.awaits(key).or_else(|| self.awaits(value)),
            _ => None,
        }
    }

    /// Values of the type contain references to objects that cannot be sent.
    pub fn is_local(&self, ty: &Type) -> bool {
        match ty {
            Type::Named(id) => self.facts(*id).is_local,
            Type::Sequence(element, _) | Type::Array(element, _) => self.is_local(element),
            Type::Map(key, value, _) => self.is_local(key) || self.is_local(value),
            _ => false,
        }
    }

    /// The type behind names that `typedef` gives.
    pub fn underlying(&self, ty: &Type) -> Type {
        let mut ty = ty;
        // A typedef refers to earlier ones only.
        while let Type::Named(id) = ty {
            match &self.specification.definitions[id.0].kind {
                Kind::Typedef(inner) => ty = inner,
                _ => break,
            }
        }
        ty.clone()
    }
}
