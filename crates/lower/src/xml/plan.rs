//! The attributes, the text and the elements of a type, for encoding and decoding.

use super::tokens::is_ncname;
use super::unsupported::{CONTENT, MIXED, NAME_TWICE, NILLABLE, NO_NAME, NO_TEXT, WILDCARD};
use crate::Unsupported;
use crate::plan::{Group, Member, Projection, Slot, StructDecl, cases, field_path, groups};
use crate::unsupported::UnsupportedFeature;
use polywire_ir::types::{Type, Types, UnionId};
use polywire_model::attr::{XmlKind, XmlName};
use polywire_model::{Decl, Model, Presence};
use std::collections::HashSet;

/// The content of an element.
#[derive(Default)]
pub(super) struct Content {
    /// Its attributes.
    pub attributes: Vec<Item>,
    /// Its text, if it has no elements.
    pub text: Option<Item>,
    /// Its elements in encoding order, the cases of a union together.
    pub groups: Vec<Vec<Item>>,
}

/// An attribute, a text, or an element.
pub(super) struct Item {
    /// The member.
    pub member: Member,
    /// Its name.
    pub name: XmlName,
    /// How often it occurs.
    pub shape: Shape,
    /// Its number among the presence bits; the cases of a union share one.
    pub bit: usize,
}

/// How often a member's element occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// At most once.
    Single,
    /// Once for each element or entry of the list or map.
    Repeated,
    /// At most once; the elements of the list are separated by spaces.
    Tokens,
}

impl Content {
    /// That of a struct.
    pub fn of_struct(
        model: &Model,
        (types, projection): (&Types, &Projection),
        owner: &StructDecl<'_>,
        problems: &mut Vec<Unsupported>,
    ) -> Self {
        let name = |member: &Member| name_of(member).local;
        let groups = groups(model, types, (owner, projection), &name).into_iter().map(Group::into_members);
        if owner.it.attrs.xml.mixed {
            problems.push(MIXED.at(owner.decl.span, owner.decl.path()));
        }
        Self::of_groups(owner.decl, groups.collect(), problems)
    }

    /// That of a union that is not a part of a struct's content.
    pub fn of_union(model: &Model, types: &Types, id: UnionId, problems: &mut Vec<Unsupported>) -> Self {
        let (decl, members) = cases(model, types, id, None);
        Self::of_groups(decl, vec![members], problems)
    }

    fn of_groups(decl: &Decl, groups: Vec<Vec<Member>>, problems: &mut Vec<Unsupported>) -> Self {
        let mut taken = HashSet::new();
        let mut content = Self::default();
        for (bit, group) in groups.into_iter().enumerate() {
            let mut elements = Vec::new();
            for member in group {
                let (kind, path) = (member.xml.kind, field_path(decl, &member.name));
                let name = name_of(&member);
                let is_new = kind == XmlKind::Text || taken.insert((kind == XmlKind::Attribute, name.clone()));
                let found = [problem_of(&member), (!is_new).then_some(NAME_TWICE)].into_iter().flatten();
                problems.extend(found.map(|feature| feature.at(member.span, path.clone())));
                let item = Item { shape: shape_of(&member), name, bit, member };
                match kind {
                    XmlKind::Attribute => content.attributes.push(item),
                    XmlKind::Text => content.text = Some(item),
                    XmlKind::Element | XmlKind::Content | XmlKind::AnyElement | XmlKind::AnyAttributes => {
                        elements.push(item);
                    }
                }
            }
            if !elements.is_empty() {
                content.groups.push(elements);
            }
        }
        content
    }

    /// All elements.
    pub fn elements(&self) -> impl Iterator<Item = &Item> {
        self.groups.iter().flatten()
    }

    /// All members.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.attributes.iter().chain(&self.text).chain(self.elements())
    }

    /// Returns the number of presence bits.
    pub fn bits(&self) -> usize {
        self.items().map(|item| item.bit + 1).max().unwrap_or(0)
    }
}

fn name_of(member: &Member) -> XmlName {
    let plain = || XmlName { namespace: String::new(), local: member.name.clone() };
    member.xml.name.clone().unwrap_or_else(plain)
}

/// A list whose absence means the same as no elements is one element for each of its own.
fn shape_of(member: &Member) -> Shape {
    match (&member.ty, member.slot) {
        (Type::List(_), _) if member.xml.is_token_list => Shape::Tokens,
        (Type::List(_) | Type::Map(_), Slot::Field(_, Presence::Implicit)) if member.default_elements.is_empty() => {
            Shape::Repeated
        }
        _ => Shape::Single,
    }
}

fn problem_of(member: &Member) -> Option<UnsupportedFeature> {
    let is_nested = matches!(member.slot, Slot::Case { .. });
    match member.xml.kind {
        _ if member.xml.nillable => Some(NILLABLE),
        XmlKind::AnyElement | XmlKind::AnyAttributes => Some(WILDCARD),
        XmlKind::Content => Some(CONTENT),
        XmlKind::Attribute | XmlKind::Text if is_nested || !is_text(member) => Some(NO_TEXT),
        XmlKind::Element if member.xml.is_token_list && !is_text(member) => Some(NO_TEXT),
        XmlKind::Element | XmlKind::Attribute if !is_ncname(&name_of(member).local) => Some(NO_NAME),
        XmlKind::Element | XmlKind::Attribute | XmlKind::Text => None,
    }
}

/// Returns true if a member's value is one text.
fn is_text(member: &Member) -> bool {
    match &member.ty {
        Type::List(element) => member.xml.is_token_list && is_leaf(element),
        ty => is_leaf(ty),
    }
}

/// Returns true if a value is a text.
pub(super) fn is_leaf(ty: &Type) -> bool {
    !matches!(ty, Type::Struct(_) | Type::Union(_) | Type::List(_) | Type::Array(..) | Type::Map(_))
}
