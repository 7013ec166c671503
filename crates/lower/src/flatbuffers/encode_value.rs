use super::Flatbuffers;
use super::table::{Element, OFFSET, Reach, Shape};
use crate::scalar::{Scalar, check_enums};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Op, Order, Place, Step, ValueType, VarId};

impl Flatbuffers {
    /// Puts an offset at `at` of a table of the struct `id`, and writes its target.
    pub(super) fn put_behind(
        &self,
        b: &mut FunctionBuilder,
        id: StructId,
        (shape, reach): (&Shape, Reach),
        place: Place,
        at: u32,
    ) {
        match shape {
            Shape::Text => put_text(b, place, at, reach),
            Shape::Bytes(_) => put_bytes(b, Expr::Get(place), at, reach),
            Shape::Table(inner) => self.put_child(b, (self.is_repeated(id), *inner), place, at),
            Shape::Buffer(inner) => {
                let buffer = b.scratch("buffer", |b| self.write_buffer(b, *inner, place));
                put_bytes(b, buffer.into(), at, Reach { align: self.schema.max_align(), ..reach });
            }
            Shape::Vector(Element::Scalar(scalar), _) => self.put_scalars(b, scalar, place, (at, reach)),
            Shape::Vector(Element::Inline(inner), _) => self.put_inline_vector(b, *inner, place, (at, reach)),
            Shape::Vector(Element::Text(ty), _) => put_texts(b, ty, place, at),
            Shape::Vector(Element::Table(inner), _) => self.put_tables(b, (id, *inner), place, at),
            // Stored in the table itself.
            Shape::Scalar(_) | Shape::Inline(_) | Shape::Union(..) | Shape::Unions(..) => {}
        }
    }

    /// Puts a table, preceded by its vtable; if there can be many such places, the vtable is written once.
    pub(super) fn put_child(
        &self,
        b: &mut FunctionBuilder,
        (is_repeated, id): (bool, StructId),
        place: Place,
        at: u32,
    ) {
        let table = self.table(id);
        if is_repeated {
            put_offset(b, at, Behind { align: table.align, ..Behind::default() });
            return in_tail(b, |b| self.write_table(b, id, place, None));
        }
        let ahead = table.vtable_len();
        put_offset(b, at, Behind { align: table.align, ahead, target: ahead });
        in_tail(b, |b| {
            b.section_block(u64::from(ahead + table.size), |b| {
                b.put(0, Datum::Bytes(table.vtable.clone()));
                let vtable = b.let_("vtable", Expr::Base);
                b.sub(ahead, |b| self.call_put(b, id, place, vtable));
            });
        });
    }

    /// Writes a table without its vtable, whose position is known or looked up.
    fn write_table(&self, b: &mut FunctionBuilder, id: StructId, place: Place, vtable: Option<VarId>) {
        b.section_block(u64::from(self.table(id).size), |b| {
            let vtable = vtable.unwrap_or_else(|| self.find_vtable(b, id));
            self.call_put(b, id, place, vtable);
        });
    }

    fn find_vtable(&self, b: &mut FunctionBuilder, id: StructId) -> VarId {
        let vtable = self.table(id).vtable.as_slice();
        b.tail(&[("vtable", ValueType::U64)], |b| vec![self.write_vtable(b, vtable.into()).into()])[0]
    }

    fn call_put(&self, b: &mut FunctionBuilder, id: StructId, place: Place, vtable: VarId) {
        b.call(self.functions(id).put, vec![Arg::Place(place), Arg::Value(vtable.into())], &[]);
    }

    /// Puts a vector of tables, preceded by their common vtable.
    fn put_tables(&self, b: &mut FunctionBuilder, (parent, id): (StructId, StructId), place: Place, at: u32) {
        let (table, repeated) = (self.table(id), self.is_repeated(parent));
        let ahead = if repeated { 0 } else { table.vtable_len() };
        put_offset(b, at, Behind { align: OFFSET, ahead, target: ahead });
        in_tail(b, |b| {
            let count = b.let_("count", Expr::Len(place.clone()));
            let size = (count << 2u64) + u64::from(ahead + OFFSET);
            b.section_block(size, |b| {
                let vtable = match repeated {
                    true => self.find_vtable(b, id),
                    false => {
                        b.put(0, Datum::Bytes(table.vtable.clone()));
                        b.let_("vtable", Expr::Base)
                    }
                };
                b.put_int(ahead, count, 4, Order::Little);
                b.sub(ahead + OFFSET, |b| self.put_elements(b, id, place, vtable));
            });
        });
    }

    fn put_elements(&self, b: &mut FunctionBuilder, id: StructId, place: Place, vtable: VarId) {
        let item = b.fresh("element", ValueType::Ref(Type::Struct(id)));
        let index = b.fresh("index", ValueType::U64);
        let body = b.block(|b| {
            put_offset(b, 0, Behind { align: self.table(id).align, ..Behind::default() });
            in_tail(b, |b| self.write_table(b, id, item.into(), Some(vtable)));
            vec![]
        });
        let ordered = self.ordered(b, id, &place);
        let (carried, results) = (vec![], vec![]);
        b.op(Op::Each { place, item, index, stride: Some(OFFSET), ordered, carried, body, results });
    }

    /// Returns the steps to the key by which elements are sorted; one that must be present is so.
    fn ordered(&self, b: &mut FunctionBuilder, id: StructId, place: &Place) -> Option<Vec<Step>> {
        let steps = self.schema.key(id)?.to_vec();
        if let [path @ .., Step::Some] = steps.as_slice() {
            in_tail(b, |b| {
                b.each(place.clone(), ("element", Type::Struct(id)), None, |b, item, _| {
                    let key = Place { root: item, steps: path.to_vec() };
                    b.check(Expr::Present(key), ErrorCode::MissingField);
                });
            });
        }
        Some(steps)
    }

    fn put_scalars(&self, b: &mut FunctionBuilder, scalar: &Scalar, place: Place, (at, reach): (u32, Reach)) {
        put_vector(b, (at, reach), scalar.width().into(), |b| {
            b.write_int(Expr::Len(place.clone()), reach.count, Order::Little);
            b.each(place, ("element", scalar.ty.clone()), None, |b, item, _| {
                check_enums(b, self.types(), &[(scalar, item.into())]);
                b.write_int(scalar.get(item.into()), scalar.width(), Order::Little);
            });
        });
    }

    /// Puts a vector of inline structs.
    fn put_inline_vector(&self, b: &mut FunctionBuilder, id: StructId, place: Place, (at, reach): (u32, Reach)) {
        let Some(it) = self.schema.inline(id) else { return };
        put_vector(b, (at, reach), it.align, |b| {
            let count = b.let_("count", Expr::Len(place.clone()));
            let head = u32::from(reach.count);
            b.section_block(count * u64::from(it.size) + u64::from(head), |b| {
                b.put_int(0, count, reach.count, Order::Little);
                b.sub(head, |b| {
                    let ordered = self.ordered(b, id, &place);
                    let item = b.fresh("element", ValueType::Ref(Type::Struct(id)));
                    let index = b.fresh("index", ValueType::U64);
                    let body = b.block(|b| {
                        self.call_put_inline(b, id, item.into());
                        vec![]
                    });
                    let (carried, results) = (vec![], vec![]);
                    b.op(Op::Each { place, item, index, stride: Some(it.size), ordered, carried, body, results });
                });
            });
        });
    }
}

/// Puts the offset of a vector whose elements have an alignment, and writes the vector.
fn put_vector(
    b: &mut FunctionBuilder,
    (at, reach): (u32, Reach),
    align: u32,
    write: impl FnOnce(&mut FunctionBuilder),
) {
    let count = u32::from(reach.count);
    let align = align.max(reach.align).max(count);
    put_wide_offset(b, (at, reach.offset), Behind { align, ahead: count, target: 0 });
    in_tail(b, write);
}

pub(super) fn in_tail(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) {
    b.tail(&[], |b| {
        body(b);
        vec![]
    });
}

/// The target of an offset, relative to the aligned position of the stream.
#[derive(Default)]
pub(super) struct Behind {
    /// The alignment of the data after `ahead` bytes.
    pub align: u32,
    pub ahead: u32,
    /// Bytes before the target of the offset.
    pub target: u32,
}

/// Aligns the stream for the data written next, and puts the offset to it at `at`.
pub(super) fn put_offset(b: &mut FunctionBuilder, at: u32, behind: Behind) {
    put_wide_offset(b, (at, OFFSET as u8), behind);
}

fn put_wide_offset(b: &mut FunctionBuilder, (at, width): (u32, u8), behind: Behind) {
    let Behind { align, ahead, target } = behind;
    let from = align - 1 - (ahead + align - 1) % align;
    in_tail(b, |b| b.write(Datum::Align { to: align, from: u64::from(from).into() }));
    let plus = |pos: Expr, bytes: u32| if bytes == 0 { pos } else { pos + u64::from(bytes) };
    b.put_int(at, plus(Expr::Tail, target) - plus(Expr::Base, at), width, Order::Little);
}

/// Puts a table without fields, for a case without a value.
pub(super) fn put_empty_table(b: &mut FunctionBuilder, at: u32) {
    put_offset(b, at, Behind { align: OFFSET, ahead: OFFSET, target: OFFSET });
    in_tail(b, |b| b.write_bytes(&[4, 0, 4, 0, 4, 0, 0, 0]));
}

/// Puts a text: its length, its bytes and a NUL.
pub(super) fn put_text(b: &mut FunctionBuilder, place: Place, at: u32, reach: Reach) {
    put_wide_offset(b, (at, reach.offset), Behind { align: OFFSET, ..Behind::default() });
    in_tail(b, |b| {
        b.write_int(Expr::Len(place.clone()), 4, Order::Little);
        b.write(Datum::Span(Expr::Get(place)));
        b.write_bytes(&[0]);
    });
}

fn put_texts(b: &mut FunctionBuilder, ty: &Type, place: Place, at: u32) {
    put_offset(b, at, Behind { align: OFFSET, ..Behind::default() });
    in_tail(b, |b| {
        let count = b.let_("count", Expr::Len(place.clone()));
        b.section_block((count << 2u64) + u64::from(OFFSET), |b| {
            b.put_int(0, count, 4, Order::Little);
            b.sub(OFFSET, |b| {
                b.each(place, ("element", ty.clone()), Some(OFFSET), |b, item, _| {
                    put_text(b, item.into(), 0, Reach::NEAR)
                });
            });
        });
    });
}

/// Puts a vector of bytes.
fn put_bytes(b: &mut FunctionBuilder, bytes: Expr, at: u32, reach: Reach) {
    put_vector(b, (at, reach), 1, |b| {
        b.write_int(bytes.clone().bytes_len(), reach.count, Order::Little);
        b.write(Datum::Span(bytes));
    });
}
