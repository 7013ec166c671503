//! What the schema says of types and their members.

use crate::plan::{struct_decls, union_decl};
use polywire_ir::types::UnionId;
use polywire_model::attr::{CorbaType, Extensibility, XcdrMember};
use polywire_model::{Case, Field, Model, Struct, Type, Union};

/// A struct.
pub(super) struct StructPlan<'m> {
    pub fields: &'m [Field],
    pub extensibility: Extensibility,
    /// That of its messages, which differs for one that only holds a value of another type.
    pub of_messages: Extensibility,
    /// By field.
    pub members: Vec<Member>,
}

/// A union. The discriminator has the id 0.
pub(super) struct UnionPlan<'m> {
    pub cases: &'m [Case],
    pub extensibility: Extensibility,
    /// By case.
    pub members: Vec<Member>,
}

/// What is written with a member that has an id.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub id: u32,
    pub must_understand: bool,
}

impl Member {
    /// The discriminator of a union.
    pub const DISCRIMINATOR: Self = Self { id: 0, must_understand: false };

    fn new(facts: XcdrMember, place: u32) -> Self {
        Self { id: facts.id.unwrap_or(place), must_understand: facts.must_understand }
    }
}

pub(super) fn structs(model: &Model) -> Vec<StructPlan<'_>> {
    let plan = |it| {
        let extensibility = of_struct(model, it);
        let of_messages = value_of(model, it).map_or(extensibility, |ty| of_type(model, ty));
        StructPlan { fields: &it.fields, extensibility, of_messages, members: members_of_struct(model, it) }
    };
    struct_decls(model).iter().map(|owner| plan(owner.it)).collect()
}

pub(super) fn unions(model: &Model, count: u32) -> Vec<UnionPlan<'_>> {
    let plan = |id| {
        let it = union_decl(model, UnionId(id)).1;
        UnionPlan {
            cases: &it.cases,
            extensibility: stated(model, it.attrs.corba.as_ref()),
            members: members_of_union(model, it),
        }
    };
    (0..count).map(plan).collect()
}

pub(super) fn members_of_struct(model: &Model, it: &Struct) -> Vec<Member> {
    let mut places = vec![0; it.fields.len()];
    model.fields_with_places(it).into_iter().for_each(|(index, place)| places[index] = place);
    let fields = it.fields.iter().zip(places);
    fields.map(|(field, place)| Member::new(field.attrs.xcdr, place)).collect()
}

pub(super) fn members_of_union(model: &Model, it: &Union) -> Vec<Member> {
    let cases = it.cases.iter().zip(model.case_places(it));
    cases.map(|(case, place)| Member::new(case.attrs.xcdr, place + 1)).collect()
}

/// What is only around other values stays as it is.
pub(super) fn of_struct(model: &Model, it: &Struct) -> Extensibility {
    if it.is_entry || it.is_nullable || value_of(model, it).is_some() {
        return Extensibility::Final;
    }
    stated(model, it.attrs.corba.as_ref())
}

/// Returns the type of the value of a struct that stands for another type of IDL, as a message.
fn value_of<'m>(model: &Model, it: &'m Struct) -> Option<&'m Type> {
    let field = it.fields.first().filter(|field| it.fields.len() == 1 && field.name == "value")?;
    (it.attrs.corba.is_none() && !it.is_nullable && model.is_corba()).then_some(&field.ty)
}

fn of_type(model: &Model, ty: &Type) -> Extensibility {
    let Type::Named(id) = ty else { return Extensibility::Final };
    match (model.as_struct(*id), model.as_union(*id)) {
        (Some(_), _) | (_, Some(_)) => stated(model, model.decl(*id).corba()),
        (None, None) => Extensibility::Final,
    }
}

fn stated(model: &Model, facts: Option<&CorbaType>) -> Extensibility {
    facts.and_then(|it| it.extensibility).unwrap_or(model.options.xcdr.extensibility)
}
