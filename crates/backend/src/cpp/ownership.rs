//! Owned and borrowed variants of the same types.
//!
//! Design: docs/decisions/0039-values-that-borrow.md

use super::bound::Binding;
use super::namespaces::Namespaces;

/// The properties that the types and codecs of a set of headers share.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variant<'o> {
    /// Classes that are there already.
    pub binding: &'o Binding,
    pub namespaces: &'o Namespaces,
    pub ownership: Ownership,
    /// Encoders and decoders are defined in a source file instead of their header.
    pub split: bool,
}

/// The owner of the characters of texts and bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ownership {
    /// The value.
    Owned,
    /// The message that it was read from, or an arena.
    Borrowed,
}

/// The namespace of borrowed types, inside that of the owned ones, and a part of their headers' names.
pub(super) const BORROWED: &str = "borrowed";

impl Ownership {
    pub fn is_borrowed(self) -> bool {
        self == Self::Borrowed
    }

    pub fn text(self) -> &'static str {
        match self {
            Self::Owned => "::std::string",
            Self::Borrowed => "::std::string_view",
        }
    }

    pub fn bytes(self) -> &'static str {
        match self {
            Self::Owned => "::std::vector<::std::uint8_t>",
            Self::Borrowed => "::polywire::byte_view",
        }
    }

    /// The first part of the names of a schema file's headers.
    pub fn header(self, name: &str) -> String {
        match self {
            Self::Owned => name.to_owned(),
            Self::Borrowed => format!("{name}.{BORROWED}"),
        }
    }

    /// The namespace of structs and unions, given that of the schema.
    pub fn namespace(self, outer: &str) -> String {
        match self {
            Self::Owned => outer.to_owned(),
            Self::Borrowed if outer.is_empty() => BORROWED.to_owned(),
            Self::Borrowed => format!("{outer}::{BORROWED}"),
        }
    }
}
