use crate::DeclId;
use polywire_source::Span;

/// An edit of a type of which there may be messages, as far as it matters to formats that tell members by their places.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The type whose member it is.
    pub owner: DeclId,
    /// The member: a field, a case as in `union.case`, or an enumerator.
    pub member: String,
    /// What it is.
    pub part: Part,
    /// What has become of it.
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

/// What becomes of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// It is new.
    Added,
    /// It is there no more.
    Removed,
    /// It was removed, and is there again.
    Restored,
    /// It can be absent now, or cannot any more.
    PresenceChanged,
}
