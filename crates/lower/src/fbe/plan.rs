//! The places of a struct's members, in both models.

use crate::plan::{Orders, StructDecl, default_const};
use crate::scalar::Scalar;
use polywire_ir::types::{Literal, StructId, Type, Types, UnionId};
use polywire_ir::{Const, Expr, Place};
use polywire_model::Presence;

/// Bytes of a size, a count, a pointer and a type id.
pub(super) const WORD: u32 = 4;

/// Bytes of the size and the type id in front of a struct's fields.
pub(super) const HEADER: u32 = 8;

/// The layout of a struct.
pub(super) struct Record {
    /// The number of its type in messages.
    pub type_id: u32,
    /// Members in order.
    pub members: Vec<Member>,
    /// Bytes of its body.
    pub size: u32,
    /// It has no header: an entry of a map or an item of a list.
    pub is_item: bool,
}

/// A field, or a case of a union.
pub(super) struct Member {
    /// Where its value is in the native struct.
    pub slot: Slot,
    /// Its value.
    pub value: Value,
    /// Offset from the start of the struct.
    pub at: u32,
    /// The bytes of the value in a new struct, if they are in its place.
    pub fresh: Vec<u8>,
}

/// Where a member is in a native struct.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    Field(u32, Presence),
    Case { field: u32, case: u32 },
}

/// A value without its presence.
pub(super) struct Value {
    /// Its native type.
    pub ty: Type,
    /// Its form.
    pub shape: Shape,
}

/// The form of a value.
pub(super) enum Shape {
    /// In its place.
    Scalar(Scalar),
    /// A case without a value: the byte 1.
    Mark,
    /// This many bytes.
    Fixed(u32),
    /// Behind a pointer in the standard model.
    Text,
    Bytes,
    Struct(StructId),
    /// A struct without a header, in its place.
    Item(StructId),
    /// Elements in their place.
    Array(Box<Value>, u32),
    /// A count and elements, behind a pointer in the standard model.
    List(Box<Value>),
}

impl Member {
    /// Returns true if a flag precedes it.
    pub fn is_optional(&self) -> bool {
        matches!(self.slot, Slot::Field(_, Presence::Optional) | Slot::Case { .. })
    }

    /// Bytes of its place in the standard model.
    pub fn width(&self, records: &[Record]) -> u32 {
        if self.is_optional() { 1 + WORD } else { self.value.width(records) }
    }

    /// Returns the condition that an optional member has a value.
    pub fn is_present(&self, owner: &Place) -> Expr {
        match self.slot {
            Slot::Field(index, _) => Expr::Present(owner.field(index)),
            Slot::Case { field, case } => Expr::Case(owner.field(field)).is(u64::from(case) + 1),
        }
    }

    /// Returns the place of the value once it is present.
    pub fn value_place(&self, owner: &Place) -> Place {
        match self.slot {
            Slot::Field(index, Presence::Implicit) => owner.field(index),
            Slot::Field(index, Presence::Optional | Presence::Required) => owner.field(index).some(),
            Slot::Case { field, case } => owner.field(field).case(case),
        }
    }

    /// Returns the place to open for a value that can be absent, and the case.
    pub fn opened(&self, owner: &Place) -> (Place, Option<u32>) {
        match self.slot {
            Slot::Field(index, _) => (owner.field(index), None),
            Slot::Case { field, case } => (owner.field(field), Some(case)),
        }
    }
}

impl Value {
    /// The bytes of a new value, if they are in its place.
    fn fresh(&self, types: &Types, default: Option<&Literal>) -> Vec<u8> {
        match (&self.shape, default_const(types, &self.ty, default)) {
            (Shape::Scalar(scalar), _) => {
                scalar.default_bits(types, default).to_le_bytes()[..scalar.width().into()].to_vec()
            }
            (Shape::Fixed(_), Const::Bytes(bytes)) => bytes,
            (
                Shape::Fixed(_)
                | Shape::Mark
                | Shape::Text
                | Shape::Bytes
                | Shape::Struct(_)
                | Shape::Item(_)
                | Shape::Array(..)
                | Shape::List(_),
                _,
            ) => Vec::new(),
        }
    }

    /// Bytes of its place in the standard model.
    pub fn width(&self, records: &[Record]) -> u32 {
        match &self.shape {
            Shape::Scalar(scalar) => scalar.width().into(),
            Shape::Mark => 1,
            Shape::Fixed(len) => *len,
            Shape::Text | Shape::Bytes | Shape::Struct(_) | Shape::List(_) => WORD,
            Shape::Item(id) => records[id.0 as usize].members.iter().map(|it| it.width(records)).sum(),
            Shape::Array(element, len) => element.width(records).saturating_mul(*len),
        }
    }
}

/// Lays out a struct; offsets are set by [`place_all`].
pub(super) fn record((types, orders): (&Types, &Orders), it: &StructDecl<'_>, type_id: u32) -> Record {
    let mut members = Vec::new();
    for index in orders.fields(it.id) {
        let field = &it.it.fields[index as usize];
        match (types.of(&field.ty), field.presence) {
            (Type::Union(id), Presence::Implicit) => add_cases((types, orders), (index, id), &mut members),
            (ty, presence) => {
                let value = value(types, ty);
                let fresh = value.fresh(types, field.default.as_ref());
                members.push(Member { slot: Slot::Field(index, presence), value, at: 0, fresh });
            }
        }
    }
    let is_item = !types.record(it.id).is_declared() || it.it.attrs.fbe.is_item;
    Record { type_id, members, size: 0, is_item }
}

fn add_cases((types, orders): (&Types, &Orders), (field, id): (u32, UnionId), members: &mut Vec<Member>) {
    let cases = &types.union(id).cases;
    let mut order: Vec<u32> = (0..cases.len() as u32).collect();
    order.sort_by_key(|case| orders.case(id, *case));
    for case in order {
        let value = match &cases[case as usize].ty {
            Some(ty) => value(types, ty.clone()),
            None => Value { ty: cases[case as usize].value_type(), shape: Shape::Mark },
        };
        members.push(Member { slot: Slot::Case { field, case }, value, at: 0, fresh: Vec::new() });
    }
}

fn value(types: &Types, ty: Type) -> Value {
    let shape = match &ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => match Scalar::of(types, &ty) {
            Some(scalar) => Shape::Scalar(scalar),
            None => Shape::Mark,
        },
        Type::Text { .. } => Shape::Text,
        Type::Bytes => Shape::Bytes,
        Type::FixedBytes(len, _) => Shape::Fixed(*len),
        // An item is recognised once all structs are laid out. A union that is no field is wrapped.
        Type::Struct(id) => Shape::Struct(*id),
        Type::Union(_) => Shape::Mark,
        Type::List(element) => Shape::List(Box::new(value(types, (**element).clone()))),
        Type::Array(element, len) => Shape::Array(Box::new(value(types, (**element).clone())), *len),
        Type::Map(entry) => Shape::List(Box::new(Value { ty: Type::Struct(*entry), shape: Shape::Item(*entry) })),
    };
    Value { ty, shape }
}

/// Marks items, and gives every member its offset.
pub(super) fn place_all(records: &mut [Record]) {
    let items: Vec<bool> = records.iter().map(|it| it.is_item).collect();
    records.iter_mut().flat_map(|it| &mut it.members).for_each(|member| mark_items(&items, &mut member.value));
    for index in 0..records.len() {
        let mut at = if items[index] { 0 } else { HEADER };
        let widths: Vec<u32> = records[index].members.iter().map(|member| member.width(records)).collect();
        for (member, width) in records[index].members.iter_mut().zip(widths) {
            member.at = at;
            at = at.saturating_add(width);
        }
        records[index].size = at;
    }
}

fn mark_items(items: &[bool], value: &mut Value) {
    match &mut value.shape {
        Shape::Struct(id) if items[id.0 as usize] => value.shape = Shape::Item(*id),
        Shape::List(element) | Shape::Array(element, _) => mark_items(items, element),
        Shape::Scalar(_)
        | Shape::Mark
        | Shape::Fixed(_)
        | Shape::Text
        | Shape::Bytes
        | Shape::Struct(_)
        | Shape::Item(_) => {}
    }
}
