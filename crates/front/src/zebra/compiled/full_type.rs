//! Types with the small types that they name in place, as ZebraPack's generator has them.

use super::kind::{self, Kind};
use super::{Value, name};
use crate::zebra::tree::{File, TypeExpr, TypeKind, is_exported};

/// Types of at least this complexity keep their names.
const LEAST_NAMED: u32 = 5;

/// What a type is to the generator.
pub(super) enum Full<'f> {
    Base(Kind),
    Named(&'f str),
    /// Map, struct, slice, array or pointer.
    Composed(Kind, &'f TypeExpr),
}

impl Full<'_> {
    /// The category, and the kind of a built-in type or a name.
    pub fn category(&self) -> (u64, Option<u64>) {
        match self {
            Self::Base(kind) => (kind::BASE, Some(kind.number)),
            Self::Named(_) => (kind::BASE, Some(kind::NAME)),
            Self::Composed(kind, _) => (kind.number, None),
        }
    }
}

/// Finds out what a type in a struct is.
pub(super) struct Types<'f> {
    pub file: &'f File,
    /// The struct. It is not put into itself.
    pub owner: &'f str,
}

impl<'f> Types<'f> {
    pub fn full(&self, ty: &'f TypeExpr) -> Full<'f> {
        match &ty.kind {
            TypeKind::Name(name) => self.named(name),
            TypeKind::Interface => Full::Base(kind::INTERFACE),
            TypeKind::Slice(element) if is_byte(element) => Full::Base(kind::BYTES),
            TypeKind::Slice(_) => Full::Composed(kind::SLICE, ty),
            TypeKind::Pointer(_) => Full::Composed(kind::POINTER, ty),
            TypeKind::Array(..) => Full::Composed(kind::ARRAY, ty),
            TypeKind::Map(..) => Full::Composed(kind::MAP, ty),
            TypeKind::Struct(_) => Full::Composed(kind::STRUCT, ty),
            TypeKind::Other(text) => Full::Named(text),
        }
    }

    fn named(&self, name: &'f str) -> Full<'f> {
        if let Some(kind) = kind::built_in(name) {
            return Full::Base(kind);
        }
        let declared = self.file.types.iter().find(|it| it.name.text == name && is_exported(name));
        match declared.filter(|it| name != self.owner && self.complexity(&it.ty) < LEAST_NAMED) {
            Some(decl) => self.full(&decl.ty),
            None => Full::Named(name),
        }
    }

    /// The number of parts; a map counts twice, and a name once.
    fn complexity(&self, ty: &TypeExpr) -> u32 {
        let sum = match &ty.kind {
            TypeKind::Pointer(inner) => self.complexity(inner),
            TypeKind::Slice(element) if is_byte(element) => 0,
            TypeKind::Slice(element) | TypeKind::Array(_, element) => self.complexity(element),
            TypeKind::Map(_, value) => 1 + self.complexity(value),
            TypeKind::Struct(fields) => {
                let kept = fields.iter().filter(|it| !it.is_left_out());
                kept.map(|it| self.complexity(&it.ty)).sum()
            }
            TypeKind::Name(_) | TypeKind::Interface | TypeKind::Other(_) => 0,
        };
        1 + sum
    }

    /// Describes a type.
    pub fn value(&self, ty: &'f TypeExpr) -> Value {
        let (kind, text, domain, range) = match self.full(ty) {
            Full::Base(kind) => (kind.number, kind.text.to_owned(), None, None),
            Full::Named(name) => (kind::NAME, name.to_owned(), None, None),
            Full::Composed(kind, ty) => {
                let (domain, range) = self.parts(ty);
                (kind.number, kind.text.to_owned(), domain, range)
            }
        };
        described(kind, text, domain, range)
    }

    fn parts(&self, ty: &'f TypeExpr) -> (Option<Value>, Option<Value>) {
        match &ty.kind {
            TypeKind::Pointer(inner) | TypeKind::Slice(inner) => (Some(self.value(inner)), None),
            TypeKind::Map(key, value) => (Some(self.value(key)), Some(self.value(value))),
            TypeKind::Array(len, element) => {
                (Some(described((*len).into(), len.to_string(), None, None)), Some(self.value(element)))
            }
            _ => (None, None),
        }
    }
}

fn described(kind: u64, text: String, domain: Option<Value>, range: Option<Value>) -> Value {
    let members = [
        (name::KIND, Some(Value::Uint(kind))),
        (name::TEXT, Some(Value::Text(text))),
        (name::DOMAIN, domain),
        (name::RANGE, range),
    ];
    Value::Map(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect())
}

fn is_byte(ty: &TypeExpr) -> bool {
    matches!(&ty.kind, TypeKind::Name(name) if name == "byte" || name == "uint8")
}
