//! Fields of structs and cases of unions, with their attributes for Protocol Buffers and SBE.

use super::{Maker, Palette, ty};
use polywire_model::attr::{ProtobufField, ProtobufInt};
use polywire_model::{
    Case, DeclId, Field, Literal, Meaning, Model, NamedConstant, NumberRange, Presence, Struct, Type, Union,
};
use polywire_test_models::make;

/// Field numbers have at most this many bits, case numbers one more, so that they never clash.
const NUMBER_BITS: usize = 20;

pub(super) fn fields(maker: &mut Maker<'_>, model: &mut Model, owner: DeclId, count: usize) -> Vec<Field> {
    let mut fields: Vec<Field> = (0..count).map(|index| field(maker, model, owner, index)).collect();
    // Two fields of one union without a discriminator would have the same members in JSON and the same numbers in Protocol Buffers.
    let mut unions = Vec::new();
    fields.retain(|field| match held_union(model, &field.ty) {
        Some(id) if unions.contains(&id) && !model.as_union(id).is_some_and(Union::is_shared) => false,
        Some(id) => {
            unions.push(id);
            true
        }
        None => true,
    });
    fields
}

fn held_union(model: &Model, ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) => model.as_union(*id).map(|_| *id),
        _ => None,
    }
}

fn field(maker: &mut Maker<'_>, model: &mut Model, owner: DeclId, index: usize) -> Field {
    let recursive = maker.palette.recursion && maker.one_in(8);
    let list_of_itself = recursive && maker.one_in(2);
    let ty = match (recursive, list_of_itself) {
        (true, true) => Type::list(Type::Named(owner)),
        (true, false) => Type::Named(owner),
        (false, _) => ty::of_field(maker, model),
    };
    let mut field = Field::new(&format!("f{index}"), ty);
    field.presence = presence(maker, model, &field.ty, recursive && !list_of_itself);
    field.default = (field.presence == Presence::Implicit).then(|| default(maker, model, &field.ty)).flatten();
    limit(maker, &mut field);
    field.attrs.sbe_length = match field.ty {
        Type::Text(text) => text.max_len.map(|len| len as u16),
        _ => None,
    };
    // Numbers in random order; the index in the low four bits makes them unique.
    let bits = maker.random.below(NUMBER_BITS - 4);
    let high = maker.random.below(1 << bits) as u32;
    field.attrs.protobuf = Some(protobuf(maker, high << 4 | (1 + index as u32)));
    field
}

/// Limits some integers, and gives some optional ones a null value, which random values do not have.
fn limit(maker: &mut Maker<'_>, field: &mut Field) {
    let Type::Int { bits: bits @ 16.., signed, meaning: Meaning::Number } = field.ty else { return };
    if maker.one_in(3) {
        let half = 1i128 << (bits - 1 - u8::from(signed));
        let min = if signed { Some(Literal::Int(-half)) } else { None };
        field.range = NumberRange { min, max: Some(Literal::Int(half - 1)) };
    }
    if field.presence == Presence::Optional && maker.one_in(2) {
        field.null = Some(Literal::Int(12_345));
    }
}

/// Returns a case; its number never clashes with those of fields.
pub(super) fn case(maker: &mut Maker<'_>, model: &mut Model, index: usize) -> Case {
    let id = model.decls.len() as u32;
    let mut case = make::case(&format!("u{id}c{index}"), ty::of_case(maker, model));
    if maker.one_in(8) {
        case.ty = None;
    }
    case.attrs.protobuf = Some(protobuf(maker, 1 << NUMBER_BITS | id << 4 | index as u32));
    case
}

/// Returns true if all formats of a palette can tell a value of this type from none.
pub(super) fn can_be_absent(palette: &Palette, model: &Model, ty: &Type) -> bool {
    match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } => palette.absent_scalars,
        Type::Named(id) if model.as_union(*id).is_some() => palette.compound,
        Type::Named(id) if model.as_enum(*id).is_some() => palette.absent_scalars,
        Type::Text(_) | Type::Bytes => true,
        Type::FixedBytes(..) => !palette.null_values,
        Type::Named(id) => !palette.null_values || model.as_struct(*id).is_some_and(is_never_null),
        Type::List(_) | Type::Array(..) | Type::Map(..) => palette.compound,
    }
}

fn presence(maker: &mut Maker<'_>, model: &Model, ty: &Type, boxed: bool) -> Presence {
    let can_be_absent = can_be_absent(maker.palette, model, ty);
    match maker.random.below(5) {
        _ if boxed => Presence::Optional,
        0 | 1 if can_be_absent => Presence::Optional,
        2 if can_be_absent => Presence::Required,
        _ => Presence::Implicit,
    }
}

/// Returns true if a struct has a value that its format cannot distinguish from null.
fn is_never_null(it: &Struct) -> bool {
    it.fields.iter().any(|field| field.ty == Type::Bool && field.presence != Presence::Optional)
}

fn default(maker: &mut Maker<'_>, model: &Model, ty: &Type) -> Option<Literal> {
    if !maker.one_in(4) {
        return None;
    }
    match ty {
        Type::Bool => Some(Literal::Bool(true)),
        Type::Int { .. } => Some(Literal::Int(maker.random.below(100) as i128)),
        Type::Float { .. } => Some(Literal::Float(2.5f64.to_bits())),
        Type::Named(id) => {
            let members = &model.as_enum(*id)?.members;
            Some(Literal::Int(i128::from(members[maker.random.below(members.len())].number)))
        }
        Type::Text(_) | Type::Bytes | Type::FixedBytes(..) | Type::List(_) | Type::Array(..) | Type::Map(..) => None,
    }
}

/// Returns a constant of a random scalar type, a text or bytes.
pub(super) fn constant(maker: &mut Maker<'_>, model: &Model) -> NamedConstant {
    let ty = ty::scalar(maker, model);
    let number = maker.random.below(100) as i128;
    match (maker.random.below(6), &ty) {
        (0, _) => NamedConstant { ty: make::text(), value: Literal::Text("a \"b\"\n\u{e9}".to_owned()) },
        (1, _) => NamedConstant { ty: Type::Bytes, value: Literal::Bytes(vec![0, 255, 34]) },
        (_, Type::Bool) => NamedConstant { ty, value: Literal::Bool(number > 50) },
        (_, Type::Float { .. }) => NamedConstant { ty, value: Literal::Float((number as f64 / 4.0).to_bits()) },
        (_, Type::Named(id)) => {
            let members = model.as_enum(*id).map_or(&[][..], |it| &it.members);
            let number = members.last().map_or(0, |member| member.number.into());
            NamedConstant { ty, value: Literal::Int(number) }
        }
        _ => NamedConstant { ty, value: Literal::Int(number) },
    }
}

/// Returns the field of a value that may be null.
pub(super) fn value(maker: &mut Maker<'_>, ty: Type) -> Field {
    let mut field = Field::new("value", ty);
    field.attrs.protobuf = Some(ProtobufField { group: false, ..protobuf(maker, 1) });
    field
}

/// Gives a member of a labelled value a number.
pub(super) fn number(maker: &mut Maker<'_>, field: &mut Field, number: u32) {
    field.attrs.protobuf = Some(ProtobufField { group: false, ..protobuf(maker, number) });
}

/// Returns an entry of a map.
pub(super) fn entry(maker: &mut Maker<'_>, key: Type, value: Type) -> Struct {
    let mut part = |name: &str, number, ty| {
        let mut field = Field::new(name, ty);
        field.attrs.protobuf = Some(ProtobufField { group: false, ..protobuf(maker, number) });
        field
    };
    Struct::entry(part("key", 1, key), part("value", 2, value))
}

fn protobuf(maker: &mut Maker<'_>, number: u32) -> ProtobufField {
    let encoding = [ProtobufInt::Varint, ProtobufInt::ZigZag, ProtobufInt::Fixed][maker.random.below(3)];
    ProtobufField { number, encoding, packed: maker.one_in(2), group: maker.one_in(6) }
}
