//! Members of self-describing formats, which encode the cases of a struct's union as members of the struct.
//!
//! Design: docs/decisions/0093-unions-with-names-of-their-own.md

use super::{Projection, StructDecl, fields, innermost, union_decl};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Literal, Type, Types, UnionId};
use polywire_ir::{Expr, Place};
use polywire_model::attr::{MsgpackField, XmlMember};
use polywire_model::{Case, Constant, Decl, Model, NumberRange, OrderBy, Presence, Union};
use polywire_source::Span;
use std::collections::HashSet;

/// A field of a struct in a self-describing format.
pub(crate) enum Group {
    /// One member.
    Single(Box<Member>),
    /// A union: at most one of its cases is present.
    Cases(Vec<Member>),
}

/// A member.
pub(crate) struct Member {
    /// Name as in the schema.
    pub name: String,
    /// Its name in JSON, if the schema states one.
    pub json_name: Option<String>,
    /// Its field number of Protocol Buffers, if the schema or the lock states one; in formats with numbers of their own, that.
    pub number: Option<u32>,
    /// What the schema states for MessagePack.
    pub msgpack: MsgpackField,
    /// What the schema states for XML.
    pub xml: XmlMember,
    /// Its span in the schema.
    pub span: Span,
    /// The place of the value.
    pub slot: Slot,
    /// Type of the value.
    pub ty: Type,
    /// The case of a union without a value.
    pub mark: bool,
    /// True if decoders read it; otherwise they skip it.
    pub selected: bool,
    /// The value that represents absence.
    pub default: Option<Literal>,
    /// The numbers that it may hold.
    pub range: NumberRange,
    /// The default elements of a list.
    pub default_elements: Vec<Constant>,
}

/// The place of a member's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// The field of this index.
    Field(u32, Presence),
    /// A case of the union in the field of this index.
    Case {
        /// Index of the field, unless the union is the owner itself.
        field: Option<u32>,
        /// Index of the case.
        case: u32,
    },
}

impl Member {
    /// Returns true if it is required.
    pub fn is_demanded(&self) -> bool {
        self.selected && matches!(self.slot, Slot::Field(_, Presence::Required))
    }

    /// Returns true if its absence in a message means default elements.
    pub fn has_default_elements(&self) -> bool {
        self.selected && !self.default_elements.is_empty()
    }

    /// The place of the field or union.
    pub fn place(&self, owner: &Place) -> Place {
        match self.slot {
            Slot::Field(index, _) | Slot::Case { field: Some(index), .. } => owner.field(index),
            Slot::Case { field: None, .. } => owner.clone(),
        }
    }

    /// Returns the place of the value, once present or set.
    pub fn value_place(&self, owner: &Place) -> Place {
        let place = self.place(owner);
        match self.slot {
            Slot::Field(_, Presence::Implicit) => place,
            Slot::Field(_, Presence::Optional | Presence::Required) => place.some(),
            Slot::Case { case, .. } => place.case(case),
        }
    }
}

impl Member {
    /// Reads a struct, union, list, array or map into a new value.
    pub fn read_new(&self, b: &mut FunctionBuilder, owner: &Place, read: impl FnOnce(&mut FunctionBuilder, Place)) {
        let place = self.place(owner);
        let case = match self.slot {
            Slot::Field(_, Presence::Implicit) => {
                b.reset(place.clone());
                return read(b, place);
            }
            Slot::Field(_, Presence::Optional | Presence::Required) => None,
            Slot::Case { case, .. } => Some(case),
        };
        b.open(place, case, ("member", self.ty.clone()), |b, value, created| {
            b.when(!created, |b| b.reset(value));
            read(b, value.into());
        });
    }

    /// Sets a case without a value if `held` (Bool).
    pub fn read_mark(&self, b: &mut FunctionBuilder, owner: &Place, held: impl Into<Expr>) {
        if let Slot::Case { case, .. } = self.slot {
            b.when(held.into(), |b| b.open(self.place(owner), Some(case), ("member", self.ty.clone()), |_, _, _| {}));
        }
    }
}

/// Returns the fields of a struct, in the order of the schema's own numbers. A union with a case that has the name of
/// another member is a single member, so that each name occurs once.
pub(crate) fn groups(
    model: &Model,
    types: &Types,
    (owner, projection): (&StructDecl<'_>, &Projection),
    name: &dyn Fn(&Member) -> String,
) -> Vec<Group> {
    let group = |index: u32, by_cases: bool| {
        let Type::Union(id) = types.of(&owner.it.fields[index as usize].ty) else {
            return single(types, (owner, projection), index);
        };
        match by_cases {
            true => {
                let cases = cases(model, types, id, Some(index)).1.into_iter();
                let selected = projection.field(owner.id, index);
                Group::Cases(cases.map(|case| Member { selected, ..case }).collect())
            }
            false => single(types, (owner, projection), index),
        }
    };
    let by_cases = model.cases_are_members(owner.it, &|index, union| {
        group(index as u32, union.is_some()).members().iter().map(name).collect()
    });
    let fields = fields(model, owner.it, OrderBy::Numbers).into_iter();
    fields.map(|index| group(index, by_cases[index as usize])).collect()
}

impl Group {
    fn members(&self) -> &[Member] {
        match self {
            Self::Single(member) => std::slice::from_ref(&**member),
            Self::Cases(cases) => cases,
        }
    }

    pub fn into_members(self) -> Vec<Member> {
        match self {
            Self::Single(member) => vec![*member],
            Self::Cases(cases) => cases,
        }
    }
}

/// Returns the unions that are single members of structs which they are a part of.
pub(crate) fn nested_unions<'m>(members: impl Iterator<Item = &'m Member>) -> HashSet<UnionId> {
    let nested = members.filter_map(|member| match (member.slot, &member.ty) {
        (Slot::Field(_, Presence::Implicit), Type::Union(id)) => Some(*id),
        (Slot::Field(..) | Slot::Case { .. }, _) => None,
    });
    nested.collect()
}

fn single(types: &Types, owner: (&StructDecl<'_>, &Projection), index: u32) -> Group {
    Group::Single(Box::new(field_member(types, owner, index)))
}

/// Returns the field of this index as one member, also if it is a union.
pub(crate) fn field_member(types: &Types, (owner, projection): (&StructDecl<'_>, &Projection), index: u32) -> Member {
    let field = &owner.it.fields[index as usize];
    Member {
        name: field.name.clone(),
        json_name: field.attrs.json_name.clone(),
        number: field.attrs.protobuf.as_ref().map(|it| it.number),
        msgpack: field.attrs.msgpack.clone(),
        xml: field.attrs.xml.clone(),
        span: field.span,
        slot: Slot::Field(index, field.presence),
        ty: types.of(&field.ty),
        mark: false,
        selected: projection.field(owner.id, index),
        default: field.default.clone(),
        range: field.range.clone(),
        default_elements: field.default_elements.clone(),
    }
}

/// Returns the cases of a union that is a struct's field, or is used alone.
pub(crate) fn cases<'m>(model: &'m Model, types: &Types, id: UnionId, field: Option<u32>) -> (&'m Decl, Vec<Member>) {
    let (decl, it): (&Decl, &Union) = union_decl(model, id);
    let member = |(case, index): (&Case, u32)| Member {
        name: case.name.clone(),
        json_name: case.attrs.json_name.clone(),
        number: case.attrs.protobuf.as_ref().map(|it| it.number),
        msgpack: MsgpackField::default(),
        xml: case.attrs.xml.clone(),
        span: case.span,
        slot: Slot::Case { field, case: index },
        ty: types.union(id).cases[index as usize].value_type(),
        mark: case.ty.is_none(),
        selected: true,
        default: case.default.clone(),
        range: NumberRange::default(),
        default_elements: Vec::new(),
    };
    (decl, it.cases.iter().zip(0..).map(member).collect())
}

/// Returns, for each union, true if it occurs other than as a struct's field of implicit presence, such as in the values
/// of a map: it then has functions.
pub(crate) fn standalone_unions(types: &Types) -> Vec<bool> {
    let mut found = vec![false; types.unions.len()];
    let fields = types.structs.iter().flat_map(|record| record.fields.iter().map(|field| (record.is_entry, field)));
    for (is_in_entry, field) in fields {
        match &field.ty {
            Type::Union(_) if !field.optional && !is_in_entry => {}
            ty => mark(ty, &mut found),
        }
    }
    types
        .unions
        .iter()
        .flat_map(|union| &union.cases)
        .filter_map(|case| case.ty.as_ref())
        .for_each(|ty| mark(ty, &mut found));
    found
}

fn mark(ty: &Type, found: &mut [bool]) {
    if let Type::Union(id) = innermost(ty) {
        found[id.0 as usize] = true;
    }
}
