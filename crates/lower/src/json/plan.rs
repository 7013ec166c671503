//! The members of an object: their names for encoding and decoding.

use super::name::{camel, quoted};
use super::style::{MemberNames, Style};
use super::unsupported::NAME_TWICE;
use crate::Unsupported;
use crate::plan::{Group, Member, Projection, StructDecl, cases, field_path, groups};
use polywire_ir::types::{Types, UnionId};
use polywire_model::{Decl, Model};
use std::collections::HashSet;

/// An object.
pub(super) struct Object {
    /// Its members in encoding order, the cases of a union together.
    pub groups: Vec<Vec<Named>>,
}

/// A member with its names.
pub(super) struct Named {
    /// The member.
    pub member: Member,
    /// Its quoted name and the colon, as encoded.
    pub label: Vec<u8>,
    /// The names accepted by decoders.
    pub keys: Vec<String>,
}

impl Object {
    /// The object of a struct.
    pub fn of_struct(
        model: &Model,
        (types, projection): (&Types, &Projection),
        owner: &StructDecl<'_>,
        style: Style,
        problems: &mut Vec<Unsupported>,
    ) -> Self {
        let name = |member: &Member| written_name(member, style);
        let groups = groups(model, types, (owner, projection), &name).into_iter().map(Group::into_members);
        Self::named(owner.decl, groups.collect(), style, problems)
    }

    /// The object of a union that is not a struct's field.
    pub fn of_union(model: &Model, types: &Types, id: UnionId, style: Style, problems: &mut Vec<Unsupported>) -> Self {
        let (decl, members) = cases(model, types, id, None);
        Self::named(decl, vec![members], style, problems)
    }

    /// A member is decoded by its encoded name and by its other names, unless one of these is the encoded name of
    /// another member, or may mean several.
    fn named(decl: &Decl, groups: Vec<Vec<Member>>, style: Style, problems: &mut Vec<Unsupported>) -> Self {
        let shared = shared_names(groups.iter().flatten());
        let written = |member: &Member| match style.names {
            MemberNames::Camel if member.json_name.is_none() && shared.contains(&json_name(member)) => {
                member.name.clone()
            }
            MemberNames::Camel | MemberNames::Original => written_name(member, style),
        };
        let mut taken = HashSet::new();
        for member in groups.iter().flatten() {
            if !taken.insert(written(member)) {
                problems.push(NAME_TWICE.at(member.span, field_path(decl, &member.name)));
            }
        }
        let mut name = |member: Member| {
            let label = written(&member);
            let other = Some(json_name(&member)).filter(|other| !shared.contains(other));
            let others = [member.name.clone()].into_iter().chain(other);
            let keys = others.filter(|other| taken.insert(other.clone()));
            Named {
                label: format!("{}:", quoted(&label)).into(),
                keys: [label].into_iter().chain(keys).collect(),
                member,
            }
        };
        Self { groups: groups.into_iter().map(|group| group.into_iter().map(&mut name).collect()).collect() }
    }
}

/// Returns the JSON names that several members have. Those that do not state it keep their names of the schema.
fn shared_names<'m>(members: impl Iterator<Item = &'m Member>) -> HashSet<String> {
    let mut seen = HashSet::new();
    members.map(json_name).filter(|name| !seen.insert(name.clone())).collect()
}

fn written_name(member: &Member, style: Style) -> String {
    match style.names {
        MemberNames::Camel => json_name(member),
        MemberNames::Original => member.name.clone(),
    }
}

fn json_name(member: &Member) -> String {
    member.json_name.clone().unwrap_or_else(|| camel(&member.name))
}
