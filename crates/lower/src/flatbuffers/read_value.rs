use super::Flatbuffers;
use super::read::UNKNOWN;
use super::read_union::Pairs;
use super::source::{Source, load};
use super::table::{Element, OFFSET, Shape};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{FieldType, StructId, Type};
use polywire_ir::{Arg, ErrorCode, Expr, Order, Place, ValueType, VarId};
use polywire_model::Presence;

/// An offset that was read.
pub(super) struct Offset {
    pub buffer: VarId,
    /// Its position and its value.
    pub at: (VarId, VarId),
    /// The target is charged, because any number of offsets may refer to it.
    pub charged: bool,
}

/// The elements of a vector.
#[derive(Clone, Copy)]
pub(super) struct Elements {
    pub buffer: VarId,
    pub first: VarId,
    pub count: VarId,
}

impl Flatbuffers {
    /// Reads a field; an absent one keeps the value of a new one.
    pub(super) fn read_field(
        &self,
        b: &mut FunctionBuilder,
        (id, index): (StructId, u32),
        source: &Source,
        place: Place,
    ) {
        let (field, FieldType { ty, default, .. }) =
            (&self.table(id).fields[index as usize], &self.types().record(id).fields[index as usize]);
        let missing = |b: &mut FunctionBuilder| {
            if field.presence == Presence::Required || field.is_text_key {
                b.fail(ErrorCode::MissingField);
            }
        };
        let optional = field.presence != Presence::Implicit;
        match &field.shape {
            Shape::Union(union, value) if optional => {
                let kind = source.bits_or_zero(b, field.slot, self.schema.tag(*union).width);
                let is_set = kind.is_not(0u64);
                let read = |b: &mut FunctionBuilder| {
                    b.open(place, None, ("present", ty.clone()), |b, bind, _| {
                        self.read_union(b, (id, *union), source, (field.slot, *value), &bind.into());
                    });
                };
                b.if_else(is_set, read, missing);
            }
            Shape::Union(union, value) => self.read_union(b, (id, *union), source, (field.slot, *value), &place),
            Shape::Unions(union, values) => {
                let read = |b: &mut FunctionBuilder, pairs: &Pairs| {
                    self.open(b, (place, optional), ty, |b, place| self.read_pairs(b, (id, *union), pairs, &place));
                };
                self.read_unions(b, (id, *union), source, (field.slot, *values), read, missing);
            }
            Shape::Inline(inner) => {
                let (size, align) = self.schema.inline(*inner).map_or((0, 1), |it| (it.size, it.align));
                let read = |b: &mut FunctionBuilder, pos| {
                    self.open(b, (place, optional), ty, |b, place| {
                        self.call_read_inline(b, *inner, (source.buffer, pos), place);
                    });
                };
                source.place(b, (field.slot, size, align), read, missing);
            }
            Shape::Scalar(scalar) => {
                let absent = scalar.default_bits(self.types(), default.as_ref());
                let bits = if optional { None } else { source.bits_or(b, field.slot, scalar.width(), absent) };
                if let Some(bits) = bits {
                    return scalar.set(b, self.types(), place, bits);
                }
                let place = if optional { place.some() } else { place };
                let set = |b: &mut FunctionBuilder, _, bits| scalar.set(b, self.types(), place, bits);
                source.field(b, field.slot, scalar.width(), set, missing);
            }
            shape => {
                let read = |b: &mut FunctionBuilder, pos, bits| {
                    let offset = self.offset(b, id, source, pos, bits);
                    if field.reach.offset > OFFSET as u8 {
                        b.check(offset.at.1.below(1u64 << 62), ErrorCode::BadPointer);
                    }
                    self.open(b, (place, optional), ty, |b, place| {
                        self.read_behind(b, (shape, field.reach.count), ty, &offset, place);
                    });
                };
                source.field(b, field.slot, field.reach.offset, read, missing);
            }
        }
    }

    /// Opens the place of an optional value.
    fn open(
        &self,
        b: &mut FunctionBuilder,
        (place, optional): (Place, bool),
        ty: &Type,
        read: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        match optional {
            true => b.open(place, None, ("present", ty.clone()), |b, bind, _| read(b, bind.into())),
            false => read(b, place),
        }
    }

    pub(super) fn offset(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        source: &Source,
        pos: Expr,
        bits: Expr,
    ) -> Offset {
        let pos = b.let_("pos", pos);
        let offset = b.let_("offset", bits);
        Offset { buffer: source.buffer, at: (pos, offset), charged: self.is_repeated(id) }
    }

    /// Reads the target of an offset.
    pub(super) fn read_behind(
        &self,
        b: &mut FunctionBuilder,
        (shape, count): (&Shape, u8),
        ty: &Type,
        offset: &Offset,
        place: Place,
    ) {
        match shape {
            Shape::Text => {
                let text = self.offsets.text(b, offset.buffer, offset.at);
                if offset.charged {
                    b.charge(Expr::from(text).bytes_len());
                }
                b.set(place, text);
            }
            Shape::Bytes(len) => {
                let bytes = self.read_bytes(b, offset, count);
                check_len(b, Expr::from(bytes).bytes_len(), *len);
                b.set(place, bytes);
            }
            Shape::Table(id) => {
                b.check(offset.at.1.is_not(0u64), ErrorCode::BadPointer);
                let table = b.let_("table", offset.at.0 + offset.at.1);
                self.call_read(b, *id, (offset.buffer, table, UNKNOWN.into()), place);
            }
            Shape::Buffer(id) => {
                let bytes = self.read_bytes(b, offset, count);
                self.read_buffer(b, *id, bytes, place);
            }
            Shape::Vector(element, len) => self.read_vector(b, (element, *len, count), ty, offset, place),
            // Stored in the table itself.
            Shape::Scalar(_) | Shape::Inline(_) | Shape::Union(..) | Shape::Unions(..) => {}
        }
    }

    pub(super) fn call_read(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (buffer, table, known): (VarId, VarId, Expr),
        place: Place,
    ) -> VarId {
        let values = [buffer.into(), table.into(), known].map(Arg::Value).into_iter();
        let args = values.chain([Arg::Place(place)]).collect();
        b.call(self.functions(id).read, args, &[("known", ValueType::U64)])[0]
    }

    fn read_bytes(&self, b: &mut FunctionBuilder, offset: &Offset, count_width: u8) -> VarId {
        let Elements { first, count, .. } = self.vector(b, offset, (1, count_width));
        b.at(offset.buffer, first, &[("bytes", ValueType::Bytes)], |b| vec![b.read_span("bytes", count).into()])[0]
    }

    /// Returns the elements of a vector; given their width and that of its count.
    pub(super) fn vector(&self, b: &mut FunctionBuilder, offset: &Offset, widths: (u32, u8)) -> Elements {
        let (first, count) = self.offsets.vector(b, offset.buffer, offset.at, widths);
        if offset.charged {
            b.charge(count * u64::from(widths.0));
        }
        Elements { buffer: offset.buffer, first, count }
    }

    fn read_vector(
        &self,
        b: &mut FunctionBuilder,
        (element, len, count_width): (&Element, Option<u32>, u8),
        ty: &Type,
        offset: &Offset,
        place: Place,
    ) {
        let Some(inner) = ty.element() else { return };
        match element {
            Element::Scalar(scalar) => {
                let elements = self.vector(b, offset, (scalar.width().into(), count_width));
                check_len(b, elements.count.into(), len);
                self.read_scalars(b, scalar, elements, place);
            }
            Element::Inline(id) => {
                let size = self.schema.inline(*id).map_or(0, |it| it.size);
                let elements = self.vector(b, offset, (size, count_width));
                check_len(b, elements.count.into(), len);
                self.read_inlines(b, (*id, size), elements, place);
            }
            Element::Text(_) | Element::Table(_) => {
                let elements = self.vector(b, offset, (OFFSET, count_width));
                check_len(b, elements.count.into(), len);
                self.read_offsets(b, (element, &inner), elements, place);
            }
        }
    }

    fn read_scalars(&self, b: &mut FunctionBuilder, scalar: &Scalar, elements: Elements, place: Place) {
        let Elements { buffer, first, count } = elements;
        b.at(buffer, first, &[], |b| {
            b.fill(place, count, ("element", scalar.ty.clone()), |b, bind, _| {
                let bits = b.read_int("bits", scalar.width(), Order::Little);
                scalar.set(b, self.types(), bind.into(), bits.into());
            });
            vec![]
        });
    }

    fn read_inlines(&self, b: &mut FunctionBuilder, (id, size): (StructId, u32), elements: Elements, place: Place) {
        let Elements { buffer, first, count } = elements;
        b.fill(place, count, ("element", Type::Struct(id)), |b, bind, index| {
            let pos = b.let_("pos", first + index * u64::from(size));
            self.call_read_inline(b, id, (buffer, pos), bind.into());
        });
    }

    /// Reads elements behind offsets; their common vtable is carried. An offset of zero is an empty table, as the official
    /// verifier has it.
    fn read_offsets(
        &self,
        b: &mut FunctionBuilder,
        (element, ty): (&Element, &Type),
        Elements { buffer, first, count }: Elements,
        place: Place,
    ) {
        let known = matches!(element, Element::Table(_)).then_some(("known", ValueType::U64, UNKNOWN.into()));
        b.fill_carry(place, count, ("element", ty.clone()), known.into_iter().collect(), |b, bind, index, vars| {
            let pos = b.let_("pos", first + index * u64::from(OFFSET));
            let at = (buffer.into(), pos.into(), u64::from(OFFSET).into());
            let offset = b.section("offset", at, vec![0; OFFSET as usize], None);
            let offset = b.let_("offset", load(offset, 0, OFFSET as u8));
            match element {
                Element::Table(id) => {
                    let table = b.let_("table", pos + offset);
                    let known = self.call_read(b, *id, (buffer, table, vars[0].into()), bind.into());
                    vec![known.into()]
                }
                Element::Text(_) | Element::Scalar(_) | Element::Inline(_) => {
                    let offset = Offset { buffer, at: (pos, offset), charged: true };
                    self.read_behind(b, (&Shape::Text, OFFSET as u8), ty, &offset, bind.into());
                    vec![]
                }
            }
        });
    }
}

/// An offset that is not followed must still point forward into the buffer, as the official verifier requires.
pub(super) fn check_forward(b: &mut FunctionBuilder, buffer: VarId, pos: Expr, offset: Expr) {
    let target = pos + offset.clone();
    let inside = target.below(Expr::from(buffer).bytes_len());
    b.check((offset - 1u64).below(0x7fff_ffffu64) & inside, ErrorCode::BadPointer);
}

/// Arrays and fixed bytes must have exactly their length.
pub(super) fn check_len(b: &mut FunctionBuilder, count: Expr, len: Option<u32>) {
    if let Some(len) = len {
        b.check(count.is(u64::from(len)), ErrorCode::BadLength);
    }
}
