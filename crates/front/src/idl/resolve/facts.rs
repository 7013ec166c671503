//! What is known of definitions besides the tree.

use super::scope::ScopeId;
use crate::idl::tree::{Declared, DefId};
use polywire_source::Span;

/// What is known of a definition while others are resolved.
pub(super) struct Facts {
    pub what: What,
    pub state: State,
    /// That of the names inside of it.
    pub scope: Option<ScopeId>,
    /// Values of it cannot be sent, since they contain a local interface.
    pub is_local: bool,
    /// The struct or union of whose values a type is a sequence, if it was not complete.
    pub awaits: Option<DefId>,
    /// The prefix of its repository id.
    pub prefix: String,
    /// The repository id or version that a pragma or `typeid` states, and where.
    pub stated: Option<Span>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    Declared(Declared),
    Exception,
    Enum,
    Bitmask,
    Bitset,
    Typedef,
    Constant,
    ValueBox,
    Native,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// Only declared.
    Forward,
    /// Its members are being resolved.
    Open,
    Complete,
}

impl What {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Declared(Declared::Struct) => "a struct",
            Self::Declared(Declared::Union) => "a union",
            Self::Declared(Declared::Interface) => "an interface",
            Self::Declared(Declared::AbstractInterface) => "an abstract interface",
            Self::Declared(Declared::LocalInterface) => "a local interface",
            Self::Declared(Declared::ValueType) => "a valuetype",
            Self::Exception => "an exception",
            Self::Enum => "an enum",
            Self::Bitmask => "a bitmask",
            Self::Bitset => "a bitset",
            Self::Typedef => "a typedef",
            Self::Constant => "a constant",
            Self::ValueBox => "a boxed value",
            Self::Native => "a native type",
        }
    }
}
