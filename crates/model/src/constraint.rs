//! Constraints between the parts of a value: keys, and references to them.
//!
//! Design: docs/decisions/0105-keys.md

use crate::attr::{XmlForm, XmlKind, XmlText};
use crate::{Case, DeclId, DeclKind, Field, Model};
use polywire_source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Index of a constraint in its [`Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstraintId(pub u32);

/// What holds within each value of some places.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// Its name.
    pub name: String,
    /// The name in the schema text.
    pub span: Span,
    /// What holds.
    pub kind: ConstraintKind,
    /// The places whose values it holds in, each by itself.
    pub places: BTreeSet<Holder>,
    /// From such a value to the parts that have a key; all paths are taken.
    pub selector: Vec<MemberPath>,
    /// From such a part to the values of its key.
    pub fields: Vec<KeyField>,
}

/// The kinds of constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// Parts with all values of their key differ.
    Unique,
    /// All parts have all values of their key, and differ.
    Key,
    /// The key of each part with all values of it is one of those that this constraint finds in the same value or in a part of it.
    Reference(ConstraintId),
}

/// Where constraints hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Holder {
    /// A whole message of this struct.
    Message(DeclId),
    /// The values of a member: each element, if it is a list.
    Member(Member),
}

/// A field of a struct, or a case of a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Member {
    /// The struct or union.
    pub owner: DeclId,
    /// The index of the field or case, in declaration order.
    pub index: u32,
}

/// One of the values of a key.
#[derive(Clone, Debug, Default)]
pub struct KeyField {
    /// How the schema names it.
    pub text: String,
    /// The paths that lead to it, of which one does.
    pub paths: Vec<MemberPath>,
    /// The members that hold the value of a struct or union to which a path leads.
    pub content: BTreeSet<Member>,
}

/// The steps from a value to parts of it; without a step, the value itself.
#[derive(Clone, Debug, Default)]
pub struct MemberPath {
    /// The steps.
    pub steps: Vec<MemberStep>,
}

/// A step: through any number of members, then to one. Elements of lists and values of maps belong to their member.
#[derive(Clone, Debug, Default)]
pub struct MemberStep {
    /// The members to go through.
    pub through: BTreeSet<Member>,
    /// The members where the step ends.
    pub to: BTreeSet<Member>,
}

/// What a text means for the other texts of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Identity {
    /// It names its place: no other place of the message has this name.
    Name,
    /// It refers to the place with this name.
    Reference,
}

impl Model {
    /// Returns the members of a declaration: fields or cases.
    pub fn members(&self, owner: DeclId) -> Vec<(Member, AnyMember<'_>)> {
        let members: Vec<AnyMember<'_>> = match &self.decl(owner).kind {
            DeclKind::Struct(it) => it.fields.iter().map(AnyMember::Field).collect(),
            DeclKind::Union(it) => it.cases.iter().map(AnyMember::Case).collect(),
            DeclKind::Enum(_) | DeclKind::Constant(_) => Vec::new(),
        };
        (0..).map(|index| Member { owner, index }).zip(members).collect()
    }

    /// Returns true for a member that is only part of how its owner is made: its parts belong to what holds the owner.
    pub fn is_transparent(&self, member: Member, it: AnyMember<'_>) -> bool {
        let is_nullable = self.as_struct(member.owner).is_some_and(|it| it.is_nullable);
        is_nullable || matches!(it.kind(), XmlKind::Content | XmlKind::Typed)
    }

    /// Returns the constraints that hold in some of the messages of a struct.
    pub fn constraints_in(&self, message: DeclId) -> Vec<ConstraintId> {
        if self.constraints.is_empty() {
            return Vec::new();
        }
        let reached = self.reached_from(message);
        let is_held = |holder: &Holder| match holder {
            Holder::Message(id) => *id == message,
            Holder::Member(it) => reached.contains(&it.owner),
        };
        let all = (0..).map(ConstraintId).zip(&self.constraints);
        all.filter(|(_, it)| it.places.iter().any(is_held)).map(|(id, _)| id).collect()
    }

    /// Returns the members of a struct, and of those that it leads to, whose texts are names or refer to them.
    pub fn identities_in(&self, message: DeclId) -> BTreeMap<Member, Identity> {
        let members = self.reached_from(message).into_iter().flat_map(|id| self.members(id));
        members.filter_map(|(member, it)| Some((member, it.identity()?))).collect()
    }

    /// Returns a declaration and all that it leads to.
    pub fn reached_from(&self, id: DeclId) -> BTreeSet<DeclId> {
        let (mut open, mut found) = (vec![id], BTreeSet::new());
        while let Some(id) = open.pop() {
            if found.insert(id) {
                open.extend(self.decl(id).held());
            }
        }
        found
    }
}

/// A field or a case.
#[derive(Clone, Copy, Debug)]
pub enum AnyMember<'m> {
    /// A field of a struct.
    Field(&'m Field),
    /// A case of a union.
    Case(&'m Case),
}

impl<'m> AnyMember<'m> {
    /// Its name in the schema.
    pub fn name(self) -> &'m str {
        match self {
            Self::Field(it) => &it.name,
            Self::Case(it) => &it.name,
        }
    }

    /// Its type; `None` for a case without a value.
    pub fn ty(self) -> Option<&'m crate::Type> {
        match self {
            Self::Field(it) => Some(&it.ty),
            Self::Case(it) => it.ty.as_ref(),
        }
    }

    /// The facts of XML.
    pub fn xml(self) -> &'m crate::attr::XmlMember {
        match self {
            Self::Field(it) => &it.attrs.xml,
            Self::Case(it) => &it.attrs.xml,
        }
    }

    /// How the text of its value is written.
    pub fn text(self) -> &'m XmlText {
        &self.xml().text
    }

    /// Returns true if a list is one value of a key, instead of a part for each element.
    pub fn is_one_value(self) -> bool {
        self.xml().is_token_list
    }

    fn kind(self) -> XmlKind {
        self.xml().kind
    }

    /// Returns what its texts mean for others.
    pub fn identity(self) -> Option<Identity> {
        match self.text().form {
            XmlForm::BuiltIn("ID") => Some(Identity::Name),
            XmlForm::BuiltIn("IDREF") => Some(Identity::Reference),
            XmlForm::BuiltIn(_) | XmlForm::OfType | XmlForm::Hex => None,
        }
    }
}
