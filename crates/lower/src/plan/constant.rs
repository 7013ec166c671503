use super::{default_const, memory};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, Literal, StructId, Type, Types, UnionId};
use polywire_ir::{Expr, Place};
use polywire_model::Constant;

/// Adds the elements of a list's default to a list. They take no bytes of the message, so their memory is charged.
pub(crate) fn push_all(b: &mut FunctionBuilder, types: &Types, ty: &Type, elements: &[Constant], list: &Place) {
    let Some(element) = ty.element() else { return };
    b.charge(elements.iter().fold(elements.len() as u64 * memory(types, &element), |sum, it| sum + bytes_of(it)));
    for constant in elements {
        b.push(list.clone(), ("element", element.clone()), |b, bind| put(b, types, &element, constant, bind.into()));
    }
}

/// Sets a new field to a constant, which takes no bytes of the message, so that its memory is charged. An optional field stays
/// absent if that is nothing.
pub(crate) fn put_field(b: &mut FunctionBuilder, types: &Types, field: &FieldType, constant: &Constant, place: Place) {
    let put = |b: &mut FunctionBuilder, place: Place| {
        b.charge(bytes_of(constant));
        put(b, types, &field.ty, constant, place);
    };
    match (field.optional, constant) {
        (true, Constant::Nothing) => {}
        (true, _) => b.open(place, None, ("default", field.ty.clone()), |b, bind, _| put(b, bind.into())),
        (false, _) => put(b, place),
    }
}

/// The bytes of a constant that is text or bytes.
fn bytes_of(constant: &Constant) -> u64 {
    match constant {
        Constant::Scalar(Literal::Text(text)) => text.len() as u64,
        Constant::Scalar(Literal::Bytes(bytes)) => bytes.len() as u64,
        Constant::Scalar(_) | Constant::List(_) | Constant::Struct(_) | Constant::Nothing => 0,
    }
}

/// Sets a new value to a constant.
fn put(b: &mut FunctionBuilder, types: &Types, ty: &Type, constant: &Constant, place: Place) {
    match (constant, ty) {
        (Constant::Scalar(literal), _) => b.set(place, Expr::Const(default_const(types, ty, Some(literal)))),
        (Constant::List(elements), _) => push_all(b, types, ty, elements, &place),
        (Constant::Struct(members), Type::Struct(id)) => {
            members.iter().for_each(|(name, constant)| put_member(b, types, (*id, name), constant, &place));
        }
        (Constant::Struct(members), Type::Union(id)) => {
            members.iter().for_each(|(name, constant)| put_case(b, types, (*id, name), constant, &place));
        }
        (Constant::Struct(_) | Constant::Nothing, _) => {}
    }
}

/// A member that is not a field is a case of a union.
fn put_member(
    b: &mut FunctionBuilder,
    types: &Types,
    (id, name): (StructId, &str),
    constant: &Constant,
    owner: &Place,
) {
    let fields = &types.record(id).fields;
    let is_field = fields.iter().any(|field| field.name == name);
    for (field, index) in fields.iter().zip(0..) {
        let place = owner.field(index);
        match &field.ty {
            Type::Union(union) if !is_field => put_case(b, types, (*union, name), constant, &place),
            ty if field.name == name && field.optional && *constant != Constant::Nothing => {
                b.open(place, None, ("member", ty.clone()), |b, bind, _| {
                    put(b, types, ty, constant, bind.into());
                })
            }
            ty if field.name == name => put(b, types, ty, constant, place),
            _ => {}
        }
    }
}

/// Sets the case of this name, if the union has it.
fn put_case(b: &mut FunctionBuilder, types: &Types, (id, name): (UnionId, &str), constant: &Constant, place: &Place) {
    let mut cases = types.union(id).cases.iter().zip(0..);
    if let Some((case, number)) = cases.find(|(case, _)| case.name == name) {
        let ty = case.value_type();
        b.open(place.clone(), Some(number), ("case", ty.clone()), |b, bind, _| {
            put(b, types, &ty, constant, bind.into())
        });
    }
}
