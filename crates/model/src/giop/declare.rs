//! Declarations of a built-in module.

use crate::attr::{CorbaKind, CorbaType, EnumAttrs, StructAttrs, UnionAttrs};
use crate::built_in::{self, documented};
use crate::corba::case;
use crate::{Case, DeclKind, Enum, Enumerator, Field, Model, Struct, Type, Union};
use polywire_source::Span;

/// A module, to which declarations are added.
pub(super) struct Module<'m> {
    pub model: &'m mut Model,
    pub name: &'static str,
}

impl Module<'_> {
    pub fn structure(&mut self, name: &str, doc: &str, fields: Vec<Field>) -> Type {
        self.add_struct((name, doc, CorbaKind::Plain), fields)
    }

    /// What an operation takes or returns.
    pub fn parameters(&mut self, name: &str, doc: &str, fields: Vec<Field>) -> Type {
        self.add_struct((name, doc, CorbaKind::Parameters), fields)
    }

    /// A struct in octets of their own, behind their byte order.
    pub fn encapsulation(&mut self, name: &str, doc: &str, fields: Vec<Field>) -> Type {
        let order = documented(Field::new("little_endian", Type::Bool), "The byte order of its octets.");
        self.add_struct((name, doc, CorbaKind::Encapsulation), [vec![order], fields].concat())
    }

    fn add_struct(&mut self, (name, doc, kind): (&str, &str, CorbaKind), fields: Vec<Field>) -> Type {
        let attrs = StructAttrs { corba: Some(self.facts(name, kind)), ..StructAttrs::default() };
        self.add((name, doc), DeclKind::Struct(Struct { fields, attrs, ..Struct::default() }))
    }

    /// A union whose cases have these labels.
    pub fn union(&mut self, (name, doc): (&str, &str), discriminator: Type, cases: Vec<(i128, Case)>) -> Type {
        let attrs = UnionAttrs { corba: Some(self.facts(name, CorbaKind::Plain)), ..UnionAttrs::default() };
        let labelled = |(label, case): (i128, Case)| match case.is_default {
            true => case,
            false => Case { labels: vec![label], ..case },
        };
        let cases = cases.into_iter().map(labelled).collect();
        let it = Union { cases, attrs, discriminator: Some(discriminator), ..Union::default() };
        self.add((name, doc), DeclKind::Union(it))
    }

    /// An enum of this many bits, whose enumerators are numbered from 0.
    pub fn enumeration(&mut self, named: (&str, &str), bits: u8, members: &[&str]) -> Type {
        let members = members.iter().copied().zip(0..).collect::<Vec<_>>();
        self.add_enum(named, (bits, false), &members)
    }

    /// A registry of 32-bit numbers, which others may have as well.
    pub fn registry(&mut self, named: (&str, &str), members: &[(&str, i64)]) -> Type {
        self.add_enum(named, (32, true), members)
    }

    fn add_enum(&mut self, (name, doc): (&str, &str), (bits, open): (u8, bool), members: &[(&str, i64)]) -> Type {
        let member = |(name, number): &(&str, i64)| Enumerator {
            name: (*name).to_owned(),
            number: *number,
            doc: String::new(),
            deprecated: false,
            span: Span::default(),
        };
        let members = members.iter().map(member).collect();
        let attrs = EnumAttrs { corba: Some(self.facts(name, CorbaKind::Plain)), ..EnumAttrs::default() };
        self.add((name, doc), DeclKind::Enum(Enum { bits, signed: false, open, flags: false, members, attrs }))
    }

    fn facts(&self, name: &str, kind: CorbaKind) -> CorbaType {
        CorbaType { repository_id: format!("IDL:omg.org/{}/{name}:1.0", self.name), kind, ..CorbaType::default() }
    }

    fn add(&mut self, documented: (&str, &str), kind: DeclKind) -> Type {
        built_in::declare(self.model, (&format!("{}.idl", self.name), self.name), documented, kind)
    }
}

pub(super) fn field(name: &str, ty: Type) -> Field {
    Field::new(name, ty)
}

/// The case of all other labels.
pub(super) fn others(ty: Type) -> Case {
    Case { is_default: true, ..case("other", ty) }
}

/// An unsigned integer.
pub(super) const fn unsigned(bits: u8) -> Type {
    Type::int(bits, false)
}
