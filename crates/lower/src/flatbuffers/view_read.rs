//! Reads the values of fields in place.

use super::message::Prefix;
use super::offset::target;
use super::read_value::check_len;
use super::source::load;
use super::table::{Element, Field, OFFSET, Shape};
use super::view::Viewing;
use super::view_inline::INLINE;
use super::view_list::UNIONS;
use super::view_table::{LIST, TABLE, TablePlace, span};
use crate::plan::default_const;
use crate::views::{self, Results};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Literal, StructId, Type};
use polywire_ir::{Const, ErrorCode, Expr, PureLeaf, ValueType, VarId};

/// The position of an offset, and its value.
pub(super) type At = (VarId, VarId);

impl Viewing<'_> {
    /// Reads a field at an offset in a table.
    pub(super) fn read_field(
        &self,
        b: &mut FunctionBuilder,
        field: &Field,
        ty: &Type,
        (place, offset): (&TablePlace, VarId),
    ) -> Vec<Expr> {
        let flatbuffers = self.flatbuffers;
        match &field.shape {
            Shape::Scalar(scalar) => {
                let (_, bits) = bits_at(b, place, offset, scalar.width());
                vec![scalar.checked(b, flatbuffers.types(), bits)]
            }
            Shape::Inline(id) => {
                let (size, align) = flatbuffers.schema.inline(*id).map_or((0, 1), |it| (it.size, it.align));
                let pos = place.aligned(b, offset, align);
                vec![span(b, place.buffer, pos, u64::from(size).into()).into()]
            }
            shape => {
                let (pos, bits) = bits_at(b, place, offset, field.reach.offset);
                let bits = b.let_("offset", bits);
                if field.reach.offset > OFFSET as u8 {
                    b.check(bits.below(1u64 << 62), ErrorCode::BadPointer);
                }
                self.behind(b, (shape, field.reach.count), ty, (place.buffer, (pos, bits)), place.levels)
            }
        }
    }

    /// Reads the target of an offset.
    pub(super) fn behind(
        &self,
        b: &mut FunctionBuilder,
        (shape, count): (&Shape, u8),
        ty: &Type,
        (buffer, at): (VarId, At),
        levels: VarId,
    ) -> Vec<Expr> {
        match shape {
            Shape::Text => vec![self.text(b, ty, buffer, at).into()],
            Shape::Bytes(len) => {
                let bytes = self.bytes(b, buffer, at, count);
                check_len(b, Expr::from(bytes).bytes_len(), *len);
                vec![bytes.into()]
            }
            Shape::Table(id) => {
                let table = target(b, at.0.into(), at.1.into());
                self.enter(b, *id, (buffer, table), levels)
            }
            Shape::Buffer(id) => {
                let nested = self.bytes(b, buffer, at, count);
                let table = self.flatbuffers.root_table(b, *id, nested, (Prefix::None, true));
                self.enter(b, *id, (nested, table), levels)
            }
            Shape::Vector(element, len) => {
                let (first, count) = self.vector(b, buffer, at, (self.stride(element), count));
                check_len(b, count.into(), *len);
                vec![count.into(), buffer.into(), first.into(), levels.into()]
            }
            Shape::Scalar(_) | Shape::Inline(_) | Shape::Union(..) | Shape::Unions(..) => {
                unreachable!("stored in the table itself")
            }
        }
    }

    /// Returns the bytes from one element of a vector to the next.
    pub(super) fn stride(&self, element: &Element) -> u32 {
        match element {
            Element::Scalar(scalar) => scalar.width().into(),
            Element::Inline(id) => self.flatbuffers.schema.inline(*id).map_or(0, |it| it.size),
            Element::Text(_) | Element::Table(_) => OFFSET,
        }
    }

    /// Returns the text behind an offset.
    pub(super) fn text(&self, b: &mut FunctionBuilder, ty: &Type, buffer: VarId, at: At) -> VarId {
        let text = self.flatbuffers.offsets.text(b, buffer, at);
        if let Type::Text { verified: true } = ty {
            b.charge(Expr::from(text).bytes_len());
            b.check(Expr::Leaf(PureLeaf::Utf8Valid, vec![text.into()]), ErrorCode::InvalidUtf8);
        }
        text
    }

    fn bytes(&self, b: &mut FunctionBuilder, buffer: VarId, at: At, count: u8) -> VarId {
        let (first, count) = self.vector(b, buffer, at, (1, count));
        span(b, buffer, first, count.into())
    }

    /// Returns the position of the first element of a vector, and their number.
    pub(super) fn vector(&self, b: &mut FunctionBuilder, buffer: VarId, at: At, widths: (u32, u8)) -> (VarId, VarId) {
        self.flatbuffers.offsets.vector(b, buffer, at, widths)
    }

    /// The value of a member that a message lacks.
    pub(super) fn absent(&self, (ty, default): (&Type, Option<&Literal>), levels: VarId) -> Vec<Expr> {
        let nothing = || Expr::from([].as_slice());
        match ty {
            Type::Struct(id) => self.nowhere(*id, levels),
            Type::List(element) if matches!(**element, Type::Union(_)) => {
                vec![0u64.into(), nothing(), 0u64.into(), 0u64.into(), levels.into()]
            }
            Type::List(_) | Type::Map(_) => vec![0u64.into(), nothing(), 0u64.into(), levels.into()],
            Type::Array(_, len) => vec![u64::from(*len).into(), nothing(), 0u64.into(), levels.into()],
            ty => vec![Expr::Const(default_const(self.flatbuffers.types(), ty, default))],
        }
    }

    /// A struct whose members are all absent.
    fn nowhere(&self, id: StructId, levels: VarId) -> Vec<Expr> {
        match self.flatbuffers.schema.inline(id) {
            Some(it) => vec![Expr::Const(Const::Bytes(vec![0; it.size as usize]))],
            None => vec![Expr::from([].as_slice()), 0u64.into(), Expr::from([].as_slice()), levels.into()],
        }
    }

    /// The results of an accessor of such a value.
    pub(super) fn results(&self, ty: &Type) -> Results {
        match ty {
            Type::Struct(id) if self.flatbuffers.schema.inline(*id).is_some() => INLINE.to_vec(),
            Type::Struct(_) => TABLE.to_vec(),
            Type::List(element) if matches!(**element, Type::Union(_)) => UNIONS.to_vec(),
            Type::List(_) | Type::Array(..) | Type::Map(_) => LIST.to_vec(),
            Type::Union(_) => vec![("held", ValueType::U64)],
            leaf => views::leaf_results(leaf),
        }
    }
}

/// Returns the position of a field of this many bytes, and its bits.
pub(super) fn bits_at(b: &mut FunctionBuilder, place: &TablePlace, offset: VarId, width: u8) -> (VarId, Expr) {
    let pos = place.aligned(b, offset, width.into());
    (pos, bits_in(b, place.buffer, pos.into(), width))
}

/// Returns the bits at a position of a buffer.
pub(super) fn bits_in(b: &mut FunctionBuilder, buffer: VarId, pos: Expr, width: u8) -> Expr {
    let at = (buffer.into(), pos, u64::from(width).into());
    let section = b.section("field", at, vec![0; width.into()], ErrorCode::BadPointer);
    load(section, 0, width)
}
