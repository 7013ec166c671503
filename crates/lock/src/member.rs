//! The members of types that need a number each.

use polywire_model::attr::Fact;
use polywire_model::{Case, DeclId, DeclKind, Enum, Field, Method, Model, Presence, Service, Struct, Type, Union};
use polywire_source::Span;
use std::collections::HashSet;

/// A type or a service whose members need numbers.
pub(crate) struct Numbered<'m> {
    pub owner: Owner,
    pub path: String,
    pub members: Vec<Member<'m>>,
}

/// The owner of the members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Decl(DeclId),
    /// The index of a service.
    Service(usize),
}

/// A member that needs a number.
pub(crate) struct Member<'m> {
    pub key: Option<i64>,
    pub name: String,
    pub kind: Kind<'m>,
    /// The field of the union that it is a case of.
    pub union: Option<&'m str>,
    pub place: Place,
    pub span: Span,
    /// The preferred number, used if it is free.
    pub wish: Option<u32>,
}

/// The content of a member.
pub(crate) enum Kind<'m> {
    /// A value.
    Value(&'m Type),
    /// An optional scalar.
    Optional(&'m Type),
    /// No value.
    Void,
    /// A number of an enum.
    Enumerator,
    /// A method from one struct to another.
    Method(&'m Method),
    /// A message, with the number of members of its first version.
    Template,
}

/// The place of a member in its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Field(usize),
    /// The case for the absence of the field with this index.
    Absence(usize),
    /// The case for the absence of the union itself.
    OwnAbsence,
    /// A case of a union.
    Case(DeclId, usize),
    Enumerator(usize),
    Method(usize),
    /// The type itself.
    Template,
}

impl Member<'_> {
    pub fn is_absence(&self) -> bool {
        matches!(self.place, Place::Absence(_) | Place::OwnAbsence)
    }
}

/// Returns the types and services whose members need a kind of fact, with the members in the order in which new ones
/// are numbered. If the types themselves are numbered, they are sorted by name.
pub(crate) fn numbered(model: &Model, fact: Fact) -> Vec<Numbered<'_>> {
    let members = model.decls.iter().zip((0..).map(DeclId)).filter_map(|(decl, id)| {
        let members = match (&decl.kind, fact) {
            (DeclKind::Struct(it), _) if it.is_entry => return None,
            (DeclKind::Struct(it), Fact::CapnpOrdinal) if it.attrs.capnp.is_none() => with_ordinals(model, it),
            (DeclKind::Struct(it), Fact::ProtobufNumber) => with_numbers(model, it),
            (DeclKind::Struct(it), Fact::Order) => in_order(model, it),
            (DeclKind::Struct(it), Fact::SbeTemplate) if it.attrs.sbe_message.is_none() && it.attrs.sbe.is_none() => {
                vec![template(decl.span)]
            }
            (DeclKind::Enum(it), Fact::CapnpOrdinal) => enumerators(it),
            (DeclKind::Enum(it), Fact::Order) => {
                let mut members = enumerators(it);
                members.sort_by_key(|member| member.key);
                members
            }
            (DeclKind::Union(it), Fact::CapnpOrdinal | Fact::ProtobufNumber | Fact::Order) if it.is_shared() => {
                cases(model, (id, it, decl.span), fact)
            }
            (DeclKind::Struct(_) | DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_), _) => return None,
        };
        Some(Numbered { owner: Owner::Decl(id), path: decl.path(), members })
    });
    let services = model.services.iter().enumerate().filter(|_| fact == Fact::CapnpOrdinal);
    let services = services.filter(|(_, it)| !it.attrs.says_capnp_ordinals).map(|(index, it)| Numbered {
        owner: Owner::Service(index),
        path: it.path(),
        members: methods(it),
    });
    let mut numbered: Vec<Numbered<'_>> = members.chain(services).collect();
    if fact == Fact::SbeTemplate {
        numbered.sort_by(|one, other| one.path.cmp(&other.path));
    }
    numbered
}

/// The cases of a union that members share, by their labels. In Cap'n Proto, absence is a case as well.
fn cases<'m>(model: &'m Model, (id, union, span): (DeclId, &'m Union, Span), fact: Fact) -> Vec<Member<'m>> {
    let absence = Member {
        key: None,
        name: "?".to_owned(),
        kind: Kind::Void,
        union: Some(SELF),
        place: Place::OwnAbsence,
        span,
        wish: None,
    };
    let mut cases: Vec<Member<'m>> = union
        .cases
        .iter()
        .enumerate()
        .map(|(at, case)| Member {
            key: model.number_of_case(case),
            name: format!("{SELF}.{}", case.name),
            kind: case.ty.as_ref().map_or(Kind::Void, Kind::Value),
            union: Some(SELF),
            place: Place::Case(id, at),
            span: case.span,
            wish: None,
        })
        .collect();
    cases.sort_by_key(|case| case.key);
    let absence = Some(absence).filter(|_| fact == Fact::CapnpOrdinal && !cases.is_empty());
    absence.into_iter().chain(cases).collect()
}

/// Stands for the field of a union in the lines of the union itself.
pub(crate) const SELF: &str = "";

fn template(span: Span) -> Member<'static> {
    let (name, kind, place) = ("template".to_owned(), Kind::Template, Place::Template);
    Member { key: None, name, kind, union: None, place, span, wish: None }
}

/// Sorts by the schema's own numbers of either kind.
fn in_order<'m>(model: &'m Model, it: &'m Struct) -> Vec<Member<'m>> {
    let mut members = Vec::new();
    for (index, field) in it.fields.iter().enumerate() {
        let Some((id, union)) = model.member_union(&field.ty) else {
            let is_optional = field.presence == Presence::Optional;
            members.push(Member {
                key: model.number_of_field(it, field),
                name: field_name(field),
                kind: if is_optional { Kind::Optional(&field.ty) } else { Kind::Value(&field.ty) },
                union: None,
                place: Place::Field(index),
                span: field.span,
                wish: None,
            });
            continue;
        };
        members.extend(union.cases.iter().enumerate().map(|(at, case)| Member {
            key: model.number_of_case(case),
            name: format!("{}.{}", field.name, case.name),
            kind: case.ty.as_ref().map_or(Kind::Void, Kind::Value),
            union: Some(&field.name),
            place: Place::Case(id, at),
            span: case.span,
            wish: None,
        }));
    }
    members.sort_by_key(|member| member.key);
    members
}

/// Returns methods in the order of declaration. Methods have no numbers and are identified by name.
fn methods(it: &Service) -> Vec<Member<'_>> {
    let unary = it.methods.iter().enumerate().filter(|(_, method)| method.is_unary());
    let members = unary.map(|(index, method)| Member {
        key: None,
        name: method.name.clone(),
        kind: Kind::Method(method),
        union: None,
        place: Place::Method(index),
        span: method.span,
        wish: None,
    });
    members.collect()
}

/// Sorts by field numbers if the schema has them; the case for absence precedes the value.
fn with_ordinals<'m>(model: &'m Model, it: &'m Struct) -> Vec<Member<'m>> {
    let mut members = Vec::new();
    for field in it.fields.iter().enumerate() {
        match model.member_union(&field.1.ty) {
            // An optional union is in a struct of its own.
            Some(union) if field.1.presence != Presence::Optional => union_with_ordinals(field, union, &mut members),
            Some(_) | None => field_with_ordinals(model, field, &mut members),
        }
    }
    members.sort_by_key(|(order, _)| *order);
    members.into_iter().map(|(_, member)| member).collect()
}

/// A member and its sort key. Without field numbers the order of declaration is kept.
type Sorted<'m> = ((Option<u32>, bool), Member<'m>);

fn field_with_ordinals<'m>(model: &Model, (index, field): (usize, &'m Field), members: &mut Vec<Sorted<'m>>) {
    let number = field.attrs.protobuf.map(|it| it.number);
    let name = field_name(field);
    let is_optional = field.presence == Presence::Optional && is_scalar(model, &field.ty);
    let member = |name: String, kind, place| Member {
        key: number.map(i64::from),
        name,
        kind,
        union: None,
        place,
        span: field.span,
        wish: None,
    };
    if is_optional {
        members.push(((number, false), member(format!("{name}?"), Kind::Void, Place::Absence(index))));
    }
    let kind = if is_optional { Kind::Optional(&field.ty) } else { Kind::Value(&field.ty) };
    members.push(((number, true), member(name, kind, Place::Field(index))));
}

fn union_with_ordinals<'m>(
    (index, field): (usize, &'m Field),
    (id, union): (DeclId, &'m Union),
    members: &mut Vec<Sorted<'m>>,
) {
    let number = |case: &Case| case.attrs.protobuf.map(|it| it.number);
    let absence = Member {
        key: None,
        name: format!("{}?", field.name),
        kind: Kind::Void,
        union: Some(&field.name),
        place: Place::Absence(index),
        span: field.span,
        wish: None,
    };
    members.push(((union.cases.iter().filter_map(number).min(), false), absence));
    let cases = union.cases.iter().enumerate().map(|(at, case)| {
        let member = Member {
            key: number(case).map(i64::from),
            name: format!("{}.{}", field.name, case.name),
            kind: case.ty.as_ref().map_or(Kind::Void, Kind::Value),
            union: Some(&field.name),
            place: Place::Case(id, at),
            span: case.span,
            wish: None,
        };
        ((number(case), true), member)
    });
    members.extend(cases);
}

/// Sorts by ordinal; the number follows from the ordinal.
fn with_numbers<'m>(model: &'m Model, it: &'m Struct) -> Vec<Member<'m>> {
    let mut members = Vec::new();
    let mut add = |name: String, key: Option<u16>, kind, place, span| {
        let (key, wish) = (key.map(i64::from), key.map(number_of));
        members.push(Member { key, name, kind, union: None, place, span, wish });
    };
    for (index, field) in it.fields.iter().enumerate() {
        // A union that is optional or required is in a message of its own.
        match model.member_union(&field.ty).filter(|_| field.presence == Presence::Implicit) {
            None if field.attrs.protobuf.is_some() => {}
            None => {
                add(
                    field_name(field),
                    model.ordinal_of(field),
                    Kind::Value(&field.ty),
                    Place::Field(index),
                    field.span,
                );
            }
            Some((id, union)) => {
                let cases = union.cases.iter().enumerate().filter(|(_, case)| case.attrs.protobuf.is_none());
                for (at, case) in cases {
                    let kind = case.ty.as_ref().map_or(Kind::Void, Kind::Value);
                    add(case.name.clone(), model.ordinal_of_case(case), kind, Place::Case(id, at), case.span);
                }
            }
        }
    }
    members.sort_by_key(|member| member.key.map_or(i64::MAX, |key| key));
    members
}

/// Returns the ordinal plus one, skipping the numbers that Protobuf reserves (19000 to 19999).
fn number_of(ordinal: u16) -> u32 {
    let number = u32::from(ordinal) + 1;
    if number < 19_000 { number } else { number + 1_000 }
}

/// Returns the default first, then each number once.
fn enumerators(it: &Enum) -> Vec<Member<'static>> {
    let mut seen = HashSet::new();
    let firsts = it.members.iter().enumerate().filter(|(_, member)| seen.insert(member.number));
    let member = |(index, member): (usize, &polywire_model::Enumerator)| Member {
        key: Some(member.number),
        name: member.name.clone(),
        kind: Kind::Enumerator,
        union: None,
        place: Place::Enumerator(index),
        span: member.span,
        wish: None,
    };
    let mut members: Vec<Member<'static>> = firsts.map(member).collect();
    members.get_mut(1..).unwrap_or_default().sort_by_key(|member| member.key);
    members
}

/// Returns the name of a field; for an extension, its full name.
fn field_name(field: &Field) -> String {
    field.attrs.extension.as_ref().map_or_else(|| field.name.clone(), |name| format!("({name})"))
}

fn is_scalar(model: &Model, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } => true,
        Type::Named(id) => model.as_enum(*id).is_some(),
        Type::Text(_) | Type::Bytes | Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(_) => false,
    }
}
