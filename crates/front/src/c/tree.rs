//! The meaning of headers: types whose names are resolved and whose constants are computed.
//!
//! Terms are those of the standard (C11, clause 6.7).

use super::note::Note;
use crate::preprocess::SourceFile;
use polywire_model::c::{CEnum, CLayout, CScalar, StatedLayout};
use polywire_source::{Diagnostic, Span};
use std::cell::Cell;

/// All declarations of the requested files and of those that they include.
#[derive(Debug, Default)]
pub(super) struct Unit {
    pub files: Vec<SourceFile>,
    pub records: Vec<Record>,
    pub enums: Vec<Enumeration>,
    pub typedefs: Vec<Typedef>,
    /// How many members have been measured, which is limited.
    pub measured: Cell<usize>,
}

/// Index in [`Unit::records`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct RecordId(pub usize);

/// Index in [`Unit::enums`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct EnumId(pub usize);

/// The name of a struct, union or enum, and where it is declared.
#[derive(Clone, Debug)]
pub(super) struct Declared {
    /// Index of its file.
    pub file: usize,
    /// It is in a header of the system: it matters only where it is used.
    pub is_system: bool,
    pub tag: Option<String>,
    /// The first typedef of one without a tag.
    pub typedef: Option<String>,
    pub span: Span,
    pub doc: String,
    pub deprecated: bool,
    pub notes: Vec<Note>,
}

impl Declared {
    pub fn name(&self) -> Option<&str> {
        self.tag.as_deref().or(self.typedef.as_deref())
    }
}

/// A struct or union.
#[derive(Debug)]
pub(super) struct Record {
    pub declared: Declared,
    pub is_union: bool,
    pub layout: CLayout,
    /// `None` until it is complete.
    pub members: Option<Vec<Member>>,
    /// How many structs and unions are inside of each other, with this one.
    pub depth: usize,
    /// What is not supported in it.
    pub problems: Vec<Diagnostic>,
    /// The places of all members, if they are known from debugging information.
    pub stated: Option<StatedLayout>,
}

/// A member, or a bit-field without a name.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Empty for a bit-field without a name, and for an anonymous struct or union.
    pub name: String,
    pub span: Span,
    pub ty: Type,
    pub bits: Option<u8>,
    pub layout: CLayout,
    pub doc: String,
    pub deprecated: bool,
    pub notes: Vec<Note>,
}

impl Member {
    /// Returns the struct or union whose members are members of the one that holds it.
    pub fn anonymous(&self) -> Option<RecordId> {
        match self.ty {
            Type::Record(id) if self.name.is_empty() => Some(id),
            _ => None,
        }
    }
}

/// An enum.
#[derive(Debug)]
pub(super) struct Enumeration {
    pub declared: Declared,
    /// `None` until it is complete.
    pub members: Option<Vec<Enumerator>>,
    pub facts: CEnum,
}

/// A named number.
#[derive(Clone, Debug)]
pub(super) struct Enumerator {
    pub name: String,
    pub number: i64,
    pub span: Span,
    pub doc: String,
    pub deprecated: bool,
}

/// Another name of a type.
#[derive(Debug)]
pub(super) struct Typedef {
    pub declared: Declared,
    pub ty: Type,
}

/// A type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Void,
    Scalar(CScalar),
    /// `char16_t`, `char32_t`.
    Character(CScalar),
    Complex(CScalar),
    Record(RecordId),
    Enum(EnumId),
    Array(Box<Type>, Length),
    /// With an alignment of its own.
    Aligned(Box<Type>, u32),
    Pointer,
    Function,
    /// A type of this name that is not supported.
    Unsupported(String),
    /// It has been reported.
    Invalid,
}

/// The length of an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Length {
    Fixed(u32),
    Flexible,
}

impl Type {
    /// Returns the type without alignments of its typedefs.
    pub fn plain(&self) -> &Self {
        match self {
            Self::Aligned(inner, _) => inner.plain(),
            other => other,
        }
    }

    /// Returns the length of the longest chain of types in each other.
    pub fn depth(&self) -> usize {
        match self {
            Self::Array(inner, _) | Self::Aligned(inner, _) => 1 + inner.depth(),
            _ => 0,
        }
    }

    /// Returns the type with another alignment.
    pub fn aligned(self, align: u32) -> Self {
        match self {
            Self::Aligned(inner, _) => Self::Aligned(inner, align),
            other => Self::Aligned(Box::new(other), align),
        }
    }

    /// Returns the innermost elements of an array.
    pub fn element(&self) -> &Self {
        match self.plain() {
            Self::Array(element, _) => element.element(),
            other => other,
        }
    }
}
