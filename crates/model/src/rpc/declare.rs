//! Declarations of a built-in module.

use crate::attr::EnumAttrs;
use crate::{Case, Decl, DeclKind, Enum, Enumerator, Field, Model, Presence, Struct, Type, Union};
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

    fn add(&mut self, (name, doc): (&str, &str), kind: DeclKind) -> Type {
        Type::Named(self.model.add(Decl {
            file: format!("{}.proto", self.name),
            module: vec![self.name.to_owned()],
            name: vec![name.to_owned()],
            doc: doc.to_owned(),
            deprecated: false,
            span: Span::default(),
            kind,
        }))
    }
}

pub(super) fn optional(name: &str, ty: Type) -> Field {
    Field { presence: Presence::Optional, ..Field::new(name, ty) }
}

pub(super) fn documented(field: Field, doc: &str) -> Field {
    Field { doc: doc.to_owned(), ..field }
}
