use super::Flatbuffers;
use super::table::{Element, OFFSET, Shape, Slot};
use crate::scalar::{Scalar, check_enums};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_ir::{Arg, Arm, Const, Datum, Expr, Op, Order, Place, Step, ValueType, VarId};

impl Flatbuffers<'_> {
    /// Puts an offset at `at` of a table of the struct `id`, and writes its target.
    pub(super) fn put_behind(&self, b: &mut FunctionBuilder, id: StructId, shape: &Shape, place: Place, at: u32) {
        match shape {
            Shape::Text => put_text(b, place, at),
            Shape::Bytes(_) => put_bytes(b, Expr::Get(place), OFFSET, at),
            Shape::Table(inner) => self.put_child(b, (id, *inner), place, at),
            Shape::Buffer(inner) => {
                let buffer = b.scratch("buffer", |b| self.write_buffer(b, *inner, place));
                put_bytes(b, buffer.into(), 8, at);
            }
            Shape::Vector(Element::Scalar(scalar), _) => self.put_scalars(b, scalar, place, at),
            Shape::Vector(Element::Text(ty), _) => put_texts(b, ty, place, at),
            Shape::Vector(Element::Table(inner), _) => self.put_tables(b, (id, *inner), place, at),
            // Stored in the table itself.
            Shape::Scalar(_) | Shape::Union(..) => {}
        }
    }

    /// Puts the type of a union (0: no case), and the case's value.
    pub(super) fn put_union(
        &self,
        b: &mut FunctionBuilder,
        (id, union): (StructId, UnionId),
        (kind, value): (Slot, Slot),
        place: &Place,
    ) {
        let case = self.orders.case_of(b, union, place.clone());
        b.put_int(kind.offset, case, 1, Order::Little);
        let cases = self.types.union(union).cases.iter().zip(0..);
        let arms = cases.map(|(case, index)| {
            let body = b.block(|b| {
                match &case.ty {
                    Some(Type::Struct(inner)) => self.put_child(b, (id, *inner), place.case(index), value.offset),
                    Some(_) => put_text(b, place.case(index), value.offset),
                    None => put_empty_table(b, value.offset),
                }
                vec![]
            });
            Arm { keys: vec![Const::U64(u64::from(index) + 1)], body }
        });
        let arms = arms.collect();
        let none = b.block(|_| vec![]);
        b.switch(Expr::Case(place.clone()), arms, none, &[]);
    }

    /// Puts a table, preceded by its vtable; if there can be many parents, the vtable is written once.
    fn put_child(&self, b: &mut FunctionBuilder, (parent, id): (StructId, StructId), place: Place, at: u32) {
        let table = self.table(id);
        if self.is_repeated(parent) {
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
        let ordered = self.table(id).key.map(|key| vec![Step::Field(key)]);
        let (carried, results) = (vec![], vec![]);
        b.op(Op::Each { place, item, index, stride: Some(OFFSET), ordered, carried, body, results });
    }

    fn put_scalars(&self, b: &mut FunctionBuilder, scalar: &Scalar, place: Place, at: u32) {
        let align = OFFSET.max(scalar.width().into());
        put_offset(b, at, Behind { align, ahead: OFFSET, target: 0 });
        in_tail(b, |b| {
            b.write_int(Expr::Len(place.clone()), 4, Order::Little);
            b.each(place, ("element", scalar.ty.clone()), None, |b, item, _| {
                check_enums(b, self.types, &[(scalar, item.into())]);
                b.write_int(scalar.get(item.into()), scalar.width(), Order::Little);
            });
        });
    }
}

fn in_tail(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) {
    b.tail(&[], |b| {
        body(b);
        vec![]
    });
}

/// The target of an offset, relative to the aligned position of the stream.
#[derive(Default)]
struct Behind {
    /// The alignment of the data after `ahead` bytes.
    align: u32,
    ahead: u32,
    /// Bytes before the target of the offset.
    target: u32,
}

/// Aligns the stream for the data written next, and puts the offset to it at `at`.
fn put_offset(b: &mut FunctionBuilder, at: u32, behind: Behind) {
    let Behind { align, ahead, target } = behind;
    let from = align - 1 - (ahead + align - 1) % align;
    in_tail(b, |b| b.write(Datum::Align { to: align, from: u64::from(from).into() }));
    let plus = |pos: Expr, bytes: u32| if bytes == 0 { pos } else { pos + u64::from(bytes) };
    b.put_int(at, plus(Expr::Tail, target) - plus(Expr::Base, at), OFFSET as u8, Order::Little);
}

/// Puts a table without fields, for a case without a value.
fn put_empty_table(b: &mut FunctionBuilder, at: u32) {
    put_offset(b, at, Behind { align: OFFSET, ahead: OFFSET, target: OFFSET });
    in_tail(b, |b| b.write_bytes(&[4, 0, 4, 0, 4, 0, 0, 0]));
}

/// Puts a text: its length, its bytes and a NUL.
fn put_text(b: &mut FunctionBuilder, place: Place, at: u32) {
    put_offset(b, at, Behind { align: OFFSET, ..Behind::default() });
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
                b.each(place, ("element", ty.clone()), Some(OFFSET), |b, item, _| put_text(b, item.into(), 0));
            });
        });
    });
}

/// Puts a vector of bytes whose first one is aligned.
fn put_bytes(b: &mut FunctionBuilder, bytes: Expr, align: u32, at: u32) {
    put_offset(b, at, Behind { align, ahead: OFFSET, target: 0 });
    in_tail(b, |b| {
        b.write_int(bytes.clone().bytes_len(), 4, Order::Little);
        b.write(Datum::Span(bytes));
    });
}
