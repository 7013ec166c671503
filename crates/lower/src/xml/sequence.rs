//! Elements that stand in an order: those of sequences, groups and choices of XML Schemas.
//!
//! Each schema says for the next element which part it belongs to (unique particle attribution), so readers decide by its name.

use super::kinds::{problem_of, shape_of};
use super::plan::{Item, Shape, name_of};
use super::unsupported::{CONTENT, LARGE};
use crate::Unsupported;
use crate::plan::{Member, Projection, Slot, StructDecl, cases, field_member, field_path, fields};
use polywire_ir::types::{Type, Types};
use polywire_model::attr::{XmlKind, XmlName, XmlNamespaces};
use polywire_model::{Decl, Model, OrderBy, Presence};
use std::collections::BTreeSet;

/// Parts of one struct, with those of its groups. Groups of groups can double with each level.
const MOST_PARTS: usize = 5000;

/// A member whose elements stand behind those of the one before.
pub(super) struct Part {
    /// The member.
    pub item: Item,
    /// What its elements are.
    pub what: What,
}

/// The elements of a part.
pub(super) enum What {
    /// Elements with its name.
    Element,
    /// Elements of any name.
    Any,
    /// Those of the members of its struct, or of each struct of its list.
    Group(Vec<Part>),
    /// Those of a case of its union, or of each union of its list.
    Choice(Vec<Part>),
}

/// A model, and what is used of it.
pub(super) struct Schema<'m> {
    pub model: &'m Model,
    pub types: &'m Types,
    pub projection: &'m Projection,
    /// All structs, by their ids.
    pub structs: &'m [StructDecl<'m>],
}

impl Schema<'_> {
    /// Returns the members of a struct in order.
    pub fn members(&self, owner: &StructDecl<'_>) -> Vec<Member> {
        let fields = fields(self.model, owner.it, OrderBy::Numbers).into_iter();
        fields.map(|index| field_member(self.types, (owner, self.projection), index)).collect()
    }

    /// Returns the name of the type of a case, which `xsi:type` gives.
    pub fn type_name(&self, case: &Member) -> Option<XmlName> {
        let Type::Struct(id) = case.ty else { return None };
        let declared = &self.structs[id.0 as usize].it.attrs.xml.type_name;
        case.xml.name.clone().or_else(|| declared.clone())
    }

    /// Returns the parts of a struct with these members.
    pub fn sequence(&self, owner: &StructDecl<'_>, members: Vec<Member>, problems: &mut Vec<Unsupported>) -> Vec<Part> {
        let mut maker = Maker { schema: self, problems, count: 0 };
        let parts = maker.parts(owner.decl, members, true);
        if maker.count > MOST_PARTS {
            maker.problems.push(LARGE.at(owner.decl.span, owner.decl.path()));
            return Vec::new();
        }
        parts
    }
}

/// The elements that a part may begin with.
#[derive(Default)]
pub(super) struct First<'p> {
    /// Those with names.
    pub names: BTreeSet<&'p XmlName>,
    /// Those of wildcards.
    pub any: Vec<&'p XmlNamespaces>,
}

struct Maker<'m> {
    schema: &'m Schema<'m>,
    problems: &'m mut Vec<Unsupported>,
    count: usize,
}

impl Maker<'_> {
    /// Problems of groups are those of their own structs, too, so only those of the `outermost` members are reported.
    fn parts(&mut self, decl: &Decl, members: Vec<Member>, outermost: bool) -> Vec<Part> {
        let mut parts = Vec::new();
        for member in members {
            self.count += 1;
            if self.count > MOST_PARTS {
                break;
            }
            let path = field_path(decl, &member.name);
            let what = match member.xml.kind {
                XmlKind::Content => self.content(&member),
                kind => {
                    let what = if kind == XmlKind::AnyElement { What::Any } else { What::Element };
                    problem_of(self.schema.types, &member, false).map_or(Ok(what), Err)
                }
            };
            match what {
                Ok(what) => parts.push(Part { item: item(member), what }),
                Err(feature) if outermost => self.problems.push(feature.at(member.span, path)),
                Err(_) => {}
            }
        }
        parts
    }

    fn content(&mut self, member: &Member) -> Result<What, crate::unsupported::UnsupportedFeature> {
        let ty = match (&member.ty, member.slot) {
            (Type::List(element), Slot::Field(_, Presence::Implicit)) => element,
            (ty, _) => ty,
        };
        match ty {
            Type::Struct(id) => {
                let owner = &self.schema.structs[id.0 as usize];
                let members = self.schema.members(owner);
                let members: Vec<Member> = members.into_iter().map(|it| part_of(member, it)).collect();
                let is_no_part = [XmlKind::Attribute, XmlKind::AnyAttributes, XmlKind::Text];
                let is_plain = |it: &Member| !is_no_part.contains(&it.xml.kind);
                match members.iter().all(is_plain) {
                    true => Ok(What::Group(self.parts(owner.decl, members, false))),
                    false => Err(CONTENT),
                }
            }
            Type::Union(id) => {
                let (decl, members) = cases(self.schema.model, self.schema.types, *id, None);
                let members = members.into_iter().map(|it| part_of(member, it)).collect();
                Ok(What::Choice(self.parts(decl, members, true)))
            }
            _ => Err(CONTENT),
        }
    }
}

/// Returns a member of a value, which is skipped with the value.
fn part_of(value: &Member, member: Member) -> Member {
    Member { selected: value.selected && member.selected, ..member }
}

fn item(member: Member) -> Item {
    Item { shape: shape_of(&member), name: name_of(&member), bit: 0, member }
}

impl Part {
    /// Returns its members and those of its groups, without the groups themselves.
    pub fn items(&self) -> Box<dyn Iterator<Item = &Item> + '_> {
        match &self.what {
            What::Element | What::Any => Box::new(std::iter::once(&self.item)),
            What::Group(parts) | What::Choice(parts) => Box::new(parts.iter().flat_map(Self::items)),
        }
    }

    /// Returns true if it is a list of elements, groups or choices.
    pub fn is_repeated(&self) -> bool {
        match self.what {
            What::Element | What::Any => self.item.shape == Shape::Repeated,
            What::Group(_) | What::Choice(_) => matches!(self.item.member.ty, Type::List(_)),
        }
    }

    /// Returns true if it may have no elements.
    pub fn may_be_empty(&self) -> bool {
        let is_optional = match self.item.member.slot {
            Slot::Field(_, Presence::Required) | Slot::Case { .. } => false,
            Slot::Field(..) if self.is_repeated() => self.item.member.xml.min_occurs == 0,
            Slot::Field(..) => true,
        };
        is_optional || self.one_may_be_empty()
    }

    /// Returns true if a value, or one of a list, may have no elements.
    pub fn one_may_be_empty(&self) -> bool {
        match &self.what {
            What::Element | What::Any => false,
            What::Group(parts) => parts.iter().all(Self::may_be_empty),
            What::Choice(parts) => parts.iter().any(Self::may_be_empty),
        }
    }

    /// Adds the names of the elements that it may begin with.
    pub fn first<'p>(&'p self, found: &mut First<'p>) {
        match &self.what {
            What::Element => drop(found.names.insert(&self.item.name)),
            What::Any => found.any.push(&self.item.member.xml.namespaces),
            What::Choice(parts) => parts.iter().for_each(|it| it.first(found)),
            What::Group(parts) => {
                for part in parts {
                    part.first(found);
                    if !part.may_be_empty() {
                        break;
                    }
                }
            }
        }
    }
}
