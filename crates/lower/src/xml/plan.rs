//! The attributes, the text and the elements of a type, for encoding and decoding.

use super::kinds::{problem_of, shape_of};
use super::sequence::{Part, Schema};
use super::unsupported::{LARGE, NAME_TWICE, TYPED};
use super::wildcards::MOST_WILDCARDS;
use crate::Unsupported;
use crate::plan::{Group, Member, Slot, StructDecl, cases, field_path, groups};
use polywire_ir::types::{Type, Types, UnionId};
use polywire_model::attr::{XmlKind, XmlName, XmlNamespaces, XmlOrder};
use polywire_model::{Decl, Model, Presence};
use std::collections::HashSet;

/// The content of an element.
#[derive(Default)]
pub(super) struct Content {
    /// Its attributes.
    pub attributes: Vec<Item>,
    /// All other attributes.
    pub any_attributes: Option<Item>,
    /// Its text, if it has no elements.
    pub text: Option<Item>,
    /// Its elements in encoding order, if they may stand in any order.
    pub groups: Vec<Elements>,
    /// Its elements, if they stand in this order.
    pub sequence: Vec<Part>,
    /// The types of which it has one, which the document tells.
    pub types: Vec<Item>,
    /// The only member, which stands for the whole element.
    pub whole: Option<Item>,
    /// Text may stand between its elements.
    pub is_mixed: bool,
}

/// Elements that stand together: that of a member, or those of the cases of a union.
pub(super) struct Elements {
    /// The value that their members belong to.
    pub holder: Holder,
    /// The elements.
    pub items: Vec<Item>,
    /// The case that is text between elements.
    pub text: Option<Item>,
}

/// The value that members belong to.
#[derive(Clone, PartialEq)]
pub(super) enum Holder {
    /// The value that has the content.
    Owner,
    /// A union in the field of this index, which may be absent.
    Union(u32, UnionId, Presence),
    /// The elements of a list of unions in the field of this index.
    List(u32, UnionId),
}

impl Elements {
    /// Returns the members.
    pub fn all(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().chain(&self.text)
    }

    /// Returns the number among the presence bits.
    pub fn bit(&self) -> Option<usize> {
        self.all().next().map(|item| item.bit)
    }
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

impl Item {
    /// Returns true if its element may have attributes of XML Schema: `xsi:nil`, `xsi:type`.
    pub fn uses_xsi(&self) -> bool {
        self.member.xml.nillable || self.member.xml.kind == XmlKind::Typed
    }
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
    pub fn of_struct(schema: &Schema<'_>, owner: &StructDecl<'_>, problems: &mut Vec<Unsupported>) -> Self {
        let Schema { model, types, projection, .. } = *schema;
        if let [field] = &*owner.it.fields
            && field.attrs.xml.kind == XmlKind::Typed
        {
            return Self::of_whole(schema, owner, problems);
        }
        if owner.it.attrs.xml.order == XmlOrder::Sequence && !owner.it.attrs.xml.mixed {
            return Self::of_sequence(schema, owner, problems);
        }
        let name = |member: &Member| name_of(member).local;
        let groups = groups(model, types, (owner, projection), &name).into_iter().map(Group::into_members);
        let held = groups.map(|members| held(model, types, members));
        Self::of_groups(owner.decl, types, held.collect(), problems)
    }

    /// That of a struct whose only member is all of its element.
    fn of_whole(schema: &Schema<'_>, owner: &StructDecl<'_>, problems: &mut Vec<Unsupported>) -> Self {
        let whole = schema.members(owner).pop().and_then(|member| {
            let is_whole = matches!((&member.ty, member.slot), (Type::Union(_), Slot::Field(_, Presence::Required)));
            if !is_whole {
                problems.push(TYPED.at(member.span, field_path(owner.decl, &member.name)));
                return None;
            }
            let name = owner.it.attrs.xml.element.clone().unwrap_or_else(|| name_of(&member));
            Some(Item { shape: Shape::Single, name, bit: 0, member })
        });
        Self { whole, ..Self::default() }
    }

    fn of_sequence(schema: &Schema<'_>, owner: &StructDecl<'_>, problems: &mut Vec<Unsupported>) -> Self {
        let is_no_part = [XmlKind::Attribute, XmlKind::AnyAttributes, XmlKind::Text];
        let is_part = |member: &Member| !is_no_part.contains(&member.xml.kind);
        let (parts, others): (Vec<_>, Vec<_>) = schema.members(owner).into_iter().partition(is_part);
        let others = others.into_iter().map(|member| (Holder::Owner, vec![member]));
        let mut content = Self::of_groups(owner.decl, schema.types, others.collect(), problems);
        content.sequence = schema.sequence(owner, parts, problems);
        if content.any().len() > MOST_WILDCARDS {
            problems.push(LARGE.at(owner.decl.span, owner.decl.path()));
        }
        content
    }

    /// That of a union that is not a part of a struct's content.
    pub fn of_union(schema: &Schema<'_>, id: UnionId, problems: &mut Vec<Unsupported>) -> Self {
        let (decl, members) = cases(schema.model, schema.types, id, None);
        let (types, others): (Vec<_>, Vec<_>) = members.into_iter().partition(|it| it.xml.kind == XmlKind::Typed);
        let mut content = Self::of_groups(decl, schema.types, vec![(Holder::Owner, others)], problems);
        for member in types {
            match schema.type_name(&member) {
                Some(name) => content.types.push(Item { shape: Shape::Single, name, bit: 0, member }),
                None => problems.push(TYPED.at(member.span, field_path(decl, &member.name))),
            }
        }
        content
    }

    fn of_groups(
        decl: &Decl,
        types: &Types,
        groups: Vec<(Holder, Vec<Member>)>,
        problems: &mut Vec<Unsupported>,
    ) -> Self {
        let mut taken = HashSet::new();
        let mut content = Self::default();
        for (bit, (holder, group)) in groups.into_iter().enumerate() {
            let mut elements = Elements { holder, items: Vec::new(), text: None };
            for member in group {
                let (kind, path) = (member.xml.kind, field_path(decl, &member.name));
                let name = name_of(&member);
                let is_unnamed = matches!(kind, XmlKind::Text | XmlKind::AnyElement | XmlKind::AnyAttributes);
                let is_new = is_unnamed || taken.insert((kind == XmlKind::Attribute, name.clone()));
                let found =
                    [problem_of(types, &member, elements.holder == Holder::Owner), (!is_new).then_some(NAME_TWICE)];
                problems.extend(found.into_iter().flatten().map(|feature| feature.at(member.span, path.clone())));
                let item = Item { shape: shape_of(&member), name, bit, member };
                match (kind, &elements.holder) {
                    (XmlKind::Attribute, _) => content.attributes.push(item),
                    (XmlKind::AnyAttributes, _) => content.any_attributes = Some(item),
                    (XmlKind::Text, Holder::Owner) => content.text = Some(item),
                    (XmlKind::Text, _) => {
                        content.is_mixed = true;
                        elements.text = Some(item);
                    }
                    _ => elements.items.push(item),
                }
            }
            if elements.bit().is_some() {
                content.groups.push(elements);
            }
        }
        content
    }

    /// All elements.
    pub fn elements(&self) -> impl Iterator<Item = (&Elements, &Item)> {
        self.groups.iter().flat_map(|group| group.items.iter().map(move |item| (group, item)))
    }

    /// All members that have presence bits.
    pub fn tracked(&self) -> impl Iterator<Item = &Item> {
        self.attributes
            .iter()
            .chain(&self.any_attributes)
            .chain(&self.text)
            .chain(self.groups.iter().flat_map(Elements::all))
    }

    /// All members.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.tracked().chain(self.sequence.iter().flat_map(Part::items)).chain(&self.types).chain(&self.whole)
    }

    /// Returns the namespaces of the wildcards for elements that stand in an order, each once.
    pub fn any(&self) -> Vec<&XmlNamespaces> {
        let mut all = Vec::new();
        for item in self.sequence.iter().flat_map(Part::items).filter(|item| item.is_any()) {
            if !all.contains(&&item.member.xml.namespaces) {
                all.push(&item.member.xml.namespaces);
            }
        }
        all
    }

    /// Returns the number of presence bits.
    pub fn bits(&self) -> usize {
        self.tracked().map(|item| item.bit + 1).max().unwrap_or(0)
    }
}

/// Returns the members whose elements stand for a group of members: those of a union without an element around it.
fn held(model: &Model, types: &Types, members: Vec<Member>) -> (Holder, Vec<Member>) {
    let [member] = members.as_slice() else { return (Holder::Owner, members) };
    let (Slot::Field(index, presence), XmlKind::Content) = (member.slot, member.xml.kind) else {
        return (Holder::Owner, members);
    };
    let union = match (&member.ty, presence) {
        (Type::Union(id), _) => Some((Holder::Union(index, *id, presence), *id)),
        (Type::List(element), Presence::Implicit) if member.default_elements.is_empty() => match **element {
            Type::Union(id) => Some((Holder::List(index, id), id)),
            _ => None,
        },
        _ => None,
    };
    let Some((holder, id)) = union else { return (Holder::Owner, members) };
    let selected = member.selected;
    let cases = cases(model, types, id, None).1.into_iter().map(|case| Member { selected, ..case });
    (holder, cases.collect())
}

pub(super) fn name_of(member: &Member) -> XmlName {
    let plain = || XmlName { namespace: String::new(), local: member.name.clone() };
    member.xml.name.clone().unwrap_or_else(plain)
}
