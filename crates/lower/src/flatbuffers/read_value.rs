use super::Flatbuffers;
use super::offset::target;
use super::read::UNKNOWN;
use super::source::Source;
use super::table::{Element, Field, OFFSET, Shape, Slot};
use crate::scalar::Scalar;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{CaseType, StructId, Type, UnionId};
use polywire_ir::{Arg, Arm, Const, ErrorCode, Expr, Order, Place, ValueType, VarId};
use polywire_model::Presence;

/// An offset that was read.
struct Offset {
    buffer: VarId,
    /// Its position and its value.
    at: (VarId, VarId),
    /// The target is charged, because any number of offsets may refer to it.
    charged: bool,
}

/// The elements of a vector.
#[derive(Clone, Copy)]
struct Elements {
    buffer: VarId,
    first: VarId,
    count: VarId,
}

impl Flatbuffers<'_> {
    /// Reads a field; an absent one keeps the value of a new one.
    pub(super) fn read_field(
        &self,
        b: &mut FunctionBuilder,
        (id, ty): (StructId, &Type),
        field: &Field,
        source: &Source,
        place: Place,
    ) {
        let missing = |b: &mut FunctionBuilder| {
            if field.presence == Presence::Required || field.is_text_key {
                b.fail(ErrorCode::MissingField);
            }
        };
        let optional = field.presence != Presence::Implicit;
        match &field.shape {
            Shape::Union(union, value) => self.read_union(b, (id, *union), source, (field.slot, *value), &place),
            Shape::Scalar(scalar) => {
                let place = if optional { place.some() } else { place };
                let set = |b: &mut FunctionBuilder, _, bits| scalar.set(b, self.types, place, bits);
                source.field(b, field.slot, scalar.width(), set, missing);
            }
            shape => {
                let read = |b: &mut FunctionBuilder, pos, bits| {
                    let offset = self.offset(b, id, source, pos, bits);
                    match optional {
                        true => b.open(place, None, ("present", ty.clone()), |b, bind, _| {
                            self.read_behind(b, shape, ty, &offset, bind.into());
                        }),
                        false => self.read_behind(b, shape, ty, &offset, place),
                    }
                };
                source.field(b, field.slot, OFFSET as u8, read, missing);
            }
        }
    }

    fn offset(&self, b: &mut FunctionBuilder, id: StructId, source: &Source, pos: Expr, bits: Expr) -> Offset {
        let pos = b.let_("pos", pos);
        let offset = b.let_("offset", bits);
        Offset { buffer: source.buffer, at: (pos, offset), charged: self.is_repeated(id) }
    }

    /// Reads the case named by the type (0: none), and its value. An absent value is a new one.
    fn read_union(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        source: &Source,
        (kind, value): (Slot, Slot),
        place: &Place,
    ) {
        let kind = source.bits_or_zero(b, kind, 1);
        let cases = self.types.union(union).cases.iter().zip(0..);
        let mut arms: Vec<Arm> = cases
            .map(|(case, index)| {
                let body = b.block(|b| {
                    self.read_case(b, (id, case, index), source, value, place);
                    vec![]
                });
                Arm { keys: vec![Const::U64(self.orders.case(union, index))], body }
            })
            .collect();
        let none = b.block(|b| {
            source.field(b, value, OFFSET as u8, |b, pos, bits| check_forward(b, source.buffer, pos, bits), |_| {});
            vec![]
        });
        arms.push(Arm { keys: vec![Const::U64(0)], body: none });
        let unknown = b.block(|b| {
            b.fail(ErrorCode::UnknownCase);
            vec![]
        });
        b.switch(kind, arms, unknown, &[]);
    }

    fn read_case(
        &self,
        b: &mut FunctionBuilder,
        (id, case, index): (StructId, &CaseType, u32),
        source: &Source,
        slot: Slot,
        place: &Place,
    ) {
        let Some(ty) = &case.ty else {
            let none = ("case", case.value_type());
            return b.open(place.clone(), Some(index), none, |b, _, _| {
                source.field(b, slot, OFFSET as u8, |b, pos, bits| check_forward(b, source.buffer, pos, bits), |_| {});
            });
        };
        let shape = match ty {
            Type::Struct(id) => Shape::Table(*id),
            _ => Shape::Text,
        };
        b.open(place.clone(), Some(index), ("case", ty.clone()), |b, bind, _| {
            let read = |b: &mut FunctionBuilder, pos, bits| {
                let offset = self.offset(b, id, source, pos, bits);
                self.read_behind(b, &shape, ty, &offset, bind.into());
            };
            source.field(b, slot, OFFSET as u8, read, |_| {});
        });
    }

    /// Reads the target of an offset.
    fn read_behind(&self, b: &mut FunctionBuilder, shape: &Shape, ty: &Type, offset: &Offset, place: Place) {
        match shape {
            Shape::Text => {
                let text = self.offsets.text(b, offset.buffer, offset.at);
                if offset.charged {
                    b.charge(Expr::from(text).bytes_len());
                }
                b.set(place, text);
            }
            Shape::Bytes(len) => {
                let bytes = self.read_bytes(b, offset);
                check_len(b, Expr::from(bytes).bytes_len(), *len);
                b.set(place, bytes);
            }
            Shape::Table(id) => {
                let table = target(b, offset.at.0.into(), offset.at.1.into());
                self.call_read(b, *id, (offset.buffer, table, UNKNOWN.into()), place);
            }
            Shape::Buffer(id) => {
                let bytes = self.read_bytes(b, offset);
                self.read_buffer(b, *id, bytes, place);
            }
            Shape::Vector(element, len) => self.read_vector(b, (element, *len), ty, offset, place),
            // Stored in the table itself.
            Shape::Scalar(_) | Shape::Union(..) => {}
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

    fn read_bytes(&self, b: &mut FunctionBuilder, offset: &Offset) -> VarId {
        let Elements { first, count, .. } = self.vector(b, offset, 1);
        b.at(offset.buffer, first, &[("bytes", ValueType::Bytes)], |b| vec![b.read_span("bytes", count).into()])[0]
    }

    fn vector(&self, b: &mut FunctionBuilder, offset: &Offset, width: u8) -> Elements {
        let (first, count) = self.offsets.vector(b, offset.buffer, offset.at, width);
        if offset.charged {
            b.charge(count * u64::from(width));
        }
        Elements { buffer: offset.buffer, first, count }
    }

    fn read_vector(
        &self,
        b: &mut FunctionBuilder,
        (element, len): (&Element, Option<u32>),
        ty: &Type,
        offset: &Offset,
        place: Place,
    ) {
        let Some(inner) = ty.element() else { return };
        match element {
            Element::Scalar(scalar) => {
                let elements = self.vector(b, offset, scalar.width());
                check_len(b, elements.count.into(), len);
                self.read_scalars(b, scalar, elements, place);
            }
            Element::Text(_) | Element::Table(_) => {
                let elements = self.vector(b, offset, OFFSET as u8);
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
                scalar.set(b, self.types, bind.into(), bits.into());
            });
            vec![]
        });
    }

    /// Reads elements behind offsets; their common vtable is carried.
    fn read_offsets(
        &self,
        b: &mut FunctionBuilder,
        (element, ty): (&Element, &Type),
        Elements { buffer, first, count }: Elements,
        place: Place,
    ) {
        b.at(buffer, first, &[], |b| {
            let known = matches!(element, Element::Table(_)).then_some(("known", ValueType::U64, UNKNOWN.into()));
            b.fill_carry(place, count, ("element", ty.clone()), known.into_iter().collect(), |b, bind, _, vars| {
                let pos = b.let_("pos", Expr::Pos);
                let offset = b.read_int("offset", OFFSET as u8, Order::Little);
                match element {
                    Element::Table(id) => {
                        let table = target(b, pos.into(), offset.into());
                        let known = self.call_read(b, *id, (buffer, table, vars[0].into()), bind.into());
                        vec![known.into()]
                    }
                    Element::Text(_) | Element::Scalar(_) => {
                        let offset = Offset { buffer, at: (pos, offset), charged: true };
                        self.read_behind(b, &Shape::Text, ty, &offset, bind.into());
                        vec![]
                    }
                }
            });
            vec![]
        });
    }
}

/// An offset that is not followed must still point forward into the buffer, as the official verifier requires.
fn check_forward(b: &mut FunctionBuilder, buffer: VarId, pos: Expr, offset: Expr) {
    let target = pos + offset.clone();
    let inside = target.below(Expr::from(buffer).bytes_len());
    b.check((offset - 1u64).below(0x7fff_ffffu64) & inside, ErrorCode::BadPointer);
}

/// Arrays and fixed bytes must have exactly their length.
fn check_len(b: &mut FunctionBuilder, count: Expr, len: Option<u32>) {
    if let Some(len) = len {
        b.check(count.is(u64::from(len)), ErrorCode::BadLength);
    }
}
