use crate::DeclId;
use polywire_source::Span;

/// An edit of a type that may already have messages, if it matters to formats that identify members by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The type of the member.
    pub owner: DeclId,
    /// The member: a field, a case such as `union.case`, or an enumerator.
    pub member: String,
    /// Its kind.
    pub part: Part,
    /// The edit.
    pub edit: Edit,
    /// Its position in the schema; for a removed member, that of the type.
    pub span: Span,
}

/// Kinds of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A field of a struct; a union with all its cases is one field.
    Field,
    /// A case of a union with several cases.
    Case,
    /// A number of an enum.
    Enumerator,
}

/// The kind of edit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It is new.
    Added,
    /// It has been removed.
    Removed,
    /// It was removed before and exists again.
    Restored,
    /// It has become optional or is no longer optional.
    PresenceChanged,
}
