//! Names. Headers have one scope; tags have names of their own.

use super::{Parse, Parser};
use crate::c::standard::built_in_type;
use crate::c::tree::{EnumId, RecordId, Type, Typedef};
use crate::c::value::Value;
use polywire_source::Span;
use std::collections::HashMap;

/// What is declared.
#[derive(Default)]
pub(super) struct Scope {
    pub ordinary: HashMap<String, Ordinary>,
    pub tags: HashMap<String, Tag>,
}

/// What a name stands for, and where it is declared.
#[derive(Clone)]
pub(super) enum Ordinary {
    Typedef(Type, Span),
    Enumerator(Value, Span),
    /// A variable or a function.
    Object(Span),
}

impl Ordinary {
    pub const fn span(&self) -> Span {
        match self {
            Self::Typedef(_, span) | Self::Enumerator(_, span) | Self::Object(span) => *span,
        }
    }
}

/// A struct, union or enum with a tag.
#[derive(Clone, Copy)]
pub(super) enum Tag {
    Record(RecordId),
    Enum(EnumId),
}

impl Parser<'_> {
    /// Returns the type that a name stands for.
    pub fn named_type(&self, name: &str) -> Option<Type> {
        match self.scope.ordinary.get(name) {
            Some(Ordinary::Typedef(ty, _)) => Some(ty.clone()),
            Some(_) => None,
            None => built_in_type(name),
        }
    }

    /// Declares another name of a type; the same once more has no effect (C11, clause 6.7, paragraph 3).
    pub fn declare_type(&mut self, typedef: Typedef) -> Parse<()> {
        let name = typedef.declared.typedef.clone().unwrap_or_default();
        let span = typedef.declared.span;
        match self.scope.ordinary.get(&name) {
            Some(Ordinary::Typedef(ty, _)) if *ty == typedef.ty => return Ok(()),
            Some(other) => {
                let first = other.span();
                return Err(self.clash(&name, span, first));
            }
            None => {}
        }
        self.scope.ordinary.insert(name, Ordinary::Typedef(typedef.ty.clone(), span));
        self.unit.typedefs.push(typedef);
        Ok(())
    }

    /// Declares a variable or a function, which may be declared again.
    pub fn declare_object(&mut self, name: String, span: Span) -> Parse<()> {
        match self.scope.ordinary.get(&name) {
            Some(Ordinary::Object(_)) => Ok(()),
            Some(other) => {
                let first = other.span();
                Err(self.clash(&name, span, first))
            }
            None => {
                self.scope.ordinary.insert(name, Ordinary::Object(span));
                Ok(())
            }
        }
    }
}
