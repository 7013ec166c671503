//! Declarations of a built-in module.

use crate::attr::EnumAttrs;
use crate::built_in;
use crate::{Case, DeclKind, Enum, Enumerator, Field, Model, Struct, Type, Union};
use polywire_source::Span;

/// A module, to which declarations are added.
pub(super) struct Module<'m> {
    pub model: &'m mut Model,
    pub name: &'static str,
}

impl Module<'_> {
    pub fn structure(&mut self, name: &str, doc: &str, fields: Vec<Field>) -> Type {
        self.add((name, doc), DeclKind::Struct(Struct { fields, ..Struct::default() }))
    }

    pub fn union(&mut self, name: &str, doc: &str, cases: Vec<Case>) -> Type {
        self.add((name, doc), DeclKind::Union(Union { cases, ..Union::default() }))
    }

    /// An enum that holds other numbers as well; its enumerators are numbered from 0.
    pub fn registry(&mut self, name: &str, doc: &str, members: &[&str]) -> Type {
        let member = |(name, number): (&&str, i64)| Enumerator {
            name: (*name).to_owned(),
            number,
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
        };
        let members = members.iter().zip(0..).map(member).collect();
        let attrs = EnumAttrs::default();
        let it = Enum { bits: 32, signed: false, open: true, flags: false, members, attrs };
        self.add((name, doc), DeclKind::Enum(it))
    }

    fn add(&mut self, documented: (&str, &str), kind: DeclKind) -> Type {
        built_in::declare(self.model, (&format!("{}.proto", self.name), self.name), documented, kind)
    }
}
