//! Structs that are stored in line: members at fixed offsets, padded with zeros.

use super::Flatbuffers;
use super::schema::Schema;
use super::source::load;
use crate::plan::StructDecl;
use crate::scalar::{Scalar, check_enums};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, Expr, Function, Order, Place, ValueType, VarId};

/// The layout of an inline struct.
#[derive(Debug)]
pub(super) struct Inline {
    /// The offsets of the members.
    members: Vec<(u32, Member)>,
    /// Bytes, a multiple of the alignment.
    pub size: u32,
    /// The greatest alignment of its members, or a greater one that the schema forces.
    pub align: u32,
}

/// The form of a member.
#[derive(Clone, Debug)]
pub(super) enum Member {
    Scalar(Scalar),
    Struct(StructId),
    Bytes(u32),
    /// Elements of this native type and form; their number and size.
    Array(Type, Box<Member>, u32, u32),
}

impl Inline {
    /// Returns the offsets of the members, with their forms.
    pub fn members(&self) -> &[(u32, Member)] {
        &self.members
    }

    /// Returns the offsets of the members.
    pub fn offsets(&self) -> impl Iterator<Item = u32> {
        self.members.iter().map(|(offset, _)| *offset)
    }
}

/// Returns the layouts of all inline structs, by their ids. A struct can only hold others that are declared before it,
/// but the declarations of a model have any order.
pub(super) fn lay_out_all(schema: &Schema, structs: &[StructDecl<'_>]) -> Vec<Option<Inline>> {
    let mut laid_out: Vec<Option<Inline>> = structs.iter().map(|_| None).collect();
    let is_inline = |it: &&StructDecl<'_>| it.it.is_inline && it.it.attrs.flatbuffers.is_some();
    let mut open: Vec<&StructDecl<'_>> = structs.iter().filter(is_inline).collect();
    loop {
        let before = open.len();
        open.retain(|record| {
            let found = lay_out(schema, &laid_out, record);
            let is_done = found.is_some();
            laid_out[record.id.0 as usize] = found;
            !is_done
        });
        if open.len() == before {
            return laid_out;
        }
    }
}

/// Returns the layout of a struct, unless it holds one that has none yet.
fn lay_out(schema: &Schema, laid_out: &[Option<Inline>], record: &StructDecl<'_>) -> Option<Inline> {
    let mut it = Inline { members: Vec::new(), size: 0, align: 1 };
    for field in &schema.types.record(record.id).fields {
        let (member, size, align) = member(schema, laid_out, &field.ty)?;
        let offset = it.size.next_multiple_of(align);
        it.members.push((offset, member));
        it.size = offset + size;
        it.align = it.align.max(align);
    }
    let forced = record.it.attrs.flatbuffers.as_ref().and_then(|own| own.align);
    it.align = it.align.max(forced.unwrap_or(1));
    it.size = it.size.next_multiple_of(it.align);
    Some(it)
}

/// Returns the form of a member with its size and alignment.
fn member(schema: &Schema, laid_out: &[Option<Inline>], ty: &Type) -> Option<(Member, u32, u32)> {
    if let Some(scalar) = schema.scalar(ty) {
        let width = scalar.width().into();
        return Some((Member::Scalar(scalar), width, width));
    }
    match ty {
        Type::Struct(id) => laid_out[id.0 as usize].as_ref().map(|it| (Member::Struct(*id), it.size, it.align)),
        Type::Array(element, len) => {
            let (inner, size, align) = member(schema, laid_out, element)?;
            Some((Member::Array((**element).clone(), Box::new(inner), *len, size), size * len, align))
        }
        Type::FixedBytes(len, _) => Some((Member::Bytes(*len), *len, 1)),
        // A model whose inline structs hold such members has none of their layouts: a front end refuses them.
        Type::Text { .. } | Type::Bytes | Type::Union(_) | Type::List(_) | Type::Map(_) => None,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => None,
    }
}

impl Flatbuffers {
    /// `put_Name(value)`: fills a part of its caller's section.
    pub(super) fn put_inline(&self, id: StructId, it: &Inline) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        for ((offset, member), index) in it.members.iter().zip(0..) {
            self.put_member(&mut b, member, *offset, value.field(index));
        }
        b.finish(vec![], vec![])
    }

    fn put_member(&self, b: &mut FunctionBuilder, member: &Member, offset: u32, place: Place) {
        match member {
            Member::Scalar(scalar) => {
                check_enums(b, self.types(), &[(scalar, place.clone())]);
                b.put_int(offset, scalar.get(place), scalar.width(), Order::Little);
            }
            Member::Struct(id) => b.sub(offset, |b| self.call_put_inline(b, *id, place)),
            Member::Bytes(_) => b.put(offset, Datum::Span(Expr::Get(place))),
            Member::Array(ty, inner, _, size) => b.sub(offset, |b| {
                b.each(place, ("element", ty.clone()), Some(*size), |b, item, _| {
                    self.put_member(b, inner, 0, item.into());
                });
            }),
        }
    }

    /// Fills a part of the section with an inline struct.
    pub(super) fn call_put_inline(&self, b: &mut FunctionBuilder, id: StructId, place: Place) {
        b.call(self.functions(id).put, vec![Arg::Place(place)], &[]);
    }

    /// `read_Name(buffer, pos, value)`: the buffer has all bytes of the struct.
    pub(super) fn read_inline(&self, id: StructId, it: &Inline) -> Function {
        let mut b = self.scaffold.function("read", id);
        let buffer = b.value_param("buffer", ValueType::Bytes);
        let pos = b.value_param("pos", ValueType::U64);
        let value: Place = b.build_param("value", Type::Struct(id)).into();
        let at = (buffer.into(), pos.into(), u64::from(it.size).into());
        let section = b.section("members", at, vec![0; it.size as usize], None);
        for ((offset, member), index) in it.members.iter().zip(0..) {
            let place = value.field(index);
            match member {
                Member::Scalar(scalar) => {
                    scalar.set(&mut b, self.types(), place, load(section, *offset, scalar.width()))
                }
                Member::Struct(_) | Member::Bytes(_) | Member::Array(..) => {
                    let at = b.let_("at", pos + u64::from(*offset));
                    self.read_member(&mut b, member, (buffer, at), place);
                }
            }
        }
        b.finish(vec![], vec![])
    }

    fn read_member(&self, b: &mut FunctionBuilder, member: &Member, (buffer, pos): (VarId, VarId), place: Place) {
        match member {
            Member::Scalar(scalar) => {
                let width = scalar.width();
                let at = (buffer.into(), pos.into(), u64::from(width).into());
                let section = b.section("element", at, vec![0; width.into()], None);
                scalar.set(b, self.types(), place, load(section, 0, width));
            }
            Member::Struct(id) => self.call_read_inline(b, *id, (buffer, pos), place),
            Member::Bytes(len) => {
                let bytes = b.at(buffer, pos, &[("bytes", ValueType::Bytes)], |b| {
                    vec![b.read_span("bytes", u64::from(*len)).into()]
                });
                b.set(place, bytes[0]);
            }
            Member::Array(ty, inner, len, size) => {
                b.fill(place, u64::from(*len), ("element", ty.clone()), |b, bind, index| {
                    let at = b.let_("at", pos + index * u64::from(*size));
                    self.read_member(b, inner, (buffer, at), bind.into());
                });
            }
        }
    }

    /// Reads an inline struct at a position from which the buffer has all its bytes.
    pub(super) fn call_read_inline(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, pos): (VarId, VarId),
        place: Place,
    ) {
        let args = vec![Arg::Value(buffer.into()), Arg::Value(pos.into()), Arg::Place(place)];
        b.call(self.functions(id).read, args, &[]);
    }
}
