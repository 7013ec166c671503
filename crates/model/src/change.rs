use crate::DeclId;
use polywire_source::Span;

/// An edit of a type with existing messages, as far as it matters to formats that identify members by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The type whose member it is.
    pub owner: DeclId,
    /// The member: a field, a case as in `union.case`, or an enumerator.
    pub member: String,
    /// Its kind.
    pub part: Part,
    /// The edit.
    pub edit: Edit,
    /// Where the schema says it; the type where a member is removed.
    pub span: Span,
}

/// Kinds of members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A field of a struct, a union with all its cases among them.
    Field,
    /// A case of a union that has others.
    Case,
    /// A number of an enum.
    Enumerator,
}

/// A member as it appears in the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It is new.
    Added,
    /// It has been removed.
    Removed,
    /// It was removed, and is there again.
    Restored,
    /// It became optional, or is no longer optional.
    PresenceChanged,
}
