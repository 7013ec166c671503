//! The members of tables and structs.

use super::style::Style;
use super::unsupported::NAME_TWICE;
use crate::Unsupported;
use crate::json::name::quoted;
use crate::plan::{Member, Projection, StructDecl, field_member, field_path, fields};
use polywire_ir::types::{Type, Types, UnionId};
use polywire_model::attr::FlatbuffersHash;
use polywire_model::{Model, OrderBy};
use std::collections::HashSet;

/// A table or struct.
pub(super) struct Object {
    /// Its members in encoding order.
    pub members: Vec<Named>,
    /// The names of deprecated fields, whose values are skipped.
    pub deprecated: Vec<String>,
    /// It is a struct, of which each member must be given.
    pub is_inline: bool,
}

/// A member with its names.
pub(super) struct Named {
    /// The member.
    pub member: Member,
    pub kind: Kind,
    /// Its name and the colon, as encoded.
    pub label: Vec<u8>,
    /// The same of the member with the type of a union, or the types of several.
    pub type_label: Vec<u8>,
}

/// The form of a member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The value itself.
    Plain,
    /// The value of the case that another member names.
    Union(UnionId),
    /// A list of such values; the other member is a list of names.
    Unions(UnionId),
    /// An integer, or a list of them, for which a text stands whose hash it is.
    Hashed(FlatbuffersHash),
    /// Bytes with a FlexBuffer.
    Flexible,
}

impl Named {
    /// The name of the member with the type of a union.
    pub fn type_name(&self) -> String {
        type_name(&self.member.name)
    }

    /// Returns true for members that have a type beside them.
    pub fn has_type(&self) -> bool {
        matches!(self.kind, Kind::Union(_) | Kind::Unions(_))
    }
}

impl Object {
    pub fn of(
        model: &Model,
        (types, projection): (&Types, &Projection),
        owner: &StructDecl<'_>,
        style: Style,
        problems: &mut Vec<Unsupported>,
    ) -> Self {
        let mut taken = HashSet::new();
        let mut members = Vec::new();
        for index in in_order(model, owner) {
            let named = named(types, (owner, projection), index, style);
            let names = [Some(named.member.name.clone()), named.has_type().then(|| named.type_name())];
            if !names.into_iter().flatten().all(|name| taken.insert(name)) {
                problems.push(NAME_TWICE.at(named.member.span, field_path(owner.decl, &named.member.name)));
            }
            members.push(named);
        }
        let gone = owner.it.attrs.flatbuffers.iter().flat_map(|facts| &facts.deprecated);
        let gone = gone.flat_map(|field| [field.name.clone(), type_name(&field.name)]);
        let deprecated = gone.filter(|name| taken.insert(name.clone())).collect();
        Self { members, deprecated, is_inline: owner.it.is_inline }
    }
}

fn type_name(name: &str) -> String {
    format!("{name}_type")
}

/// Fields are in the order of their entries in vtables.
fn in_order(model: &Model, owner: &StructDecl<'_>) -> Vec<u32> {
    let mut order = fields(model, owner.it, OrderBy::Lock);
    if owner.it.attrs.flatbuffers.is_some() {
        order.sort_by_key(|index| (owner.it.fields[*index as usize].attrs.flatbuffers.slot, *index));
    }
    order
}

fn named(types: &Types, owner: (&StructDecl<'_>, &Projection), index: u32, style: Style) -> Named {
    let member = field_member(types, owner, index);
    let facts = &owner.0.it.fields[index as usize].attrs.flatbuffers;
    let kind = match &member.ty {
        Type::Union(id) => Kind::Union(*id),
        Type::List(element) if let Type::Union(id) = **element => Kind::Unions(id),
        Type::Bytes if facts.flexbuffer => Kind::Flexible,
        _ => facts.hash.filter(|hash| hash.bits > 16).map_or(Kind::Plain, Kind::Hashed),
    };
    let label = |name: &str| match style.quotes_names || !is_bare(name) {
        true => format!("{}:", quoted(name)).into_bytes(),
        false => format!("{name}:").into_bytes(),
    };
    Named { label: label(&member.name), type_label: label(&type_name(&member.name)), member, kind }
}

/// Returns true if a name needs no quotes.
fn is_bare(name: &str) -> bool {
    let is_start = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    name.bytes().next().is_some_and(is_start) && name.bytes().all(|byte| is_start(byte) || byte.is_ascii_digit())
}
