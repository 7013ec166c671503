//! Writing the standard model.

use super::Fbe;
use super::plan::{Member, Shape, Slot, Value, WORD};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Order, Place, VarId};
use polywire_model::Presence;

impl Fbe<'_> {
    /// `put_Name(value)`: fills a struct's body, which is its caller's section.
    pub(super) fn put_struct(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        let record = self.record(id);
        let origin = b.let_("origin", Expr::Base);
        if !record.is_item {
            b.put_int(0, u64::from(record.size) | u64::from(record.type_id) << 32, 8, Order::Little);
        }
        self.put_members(&mut b, id, &value, origin);
        b.finish(vec![], vec![])
    }

    /// Puts the members of a struct into a section that starts where the struct does.
    fn put_members(&self, b: &mut FunctionBuilder, id: StructId, owner: &Place, origin: VarId) {
        for member in &self.record(id).members {
            let place = member.value_place(owner);
            match member.slot {
                Slot::Field(index, Presence::Required) => {
                    b.check(Expr::Present(owner.field(index)), ErrorCode::MissingField);
                    self.put(b, &member.value, place, member.at, origin);
                }
                Slot::Field(_, Presence::Implicit) => self.put(b, &member.value, place, member.at, origin),
                Slot::Field(_, Presence::Optional) | Slot::Case { .. } => {
                    b.when(member.is_present(owner), |b| self.put_present(b, member, place, origin));
                }
            }
        }
    }

    /// Puts the flag of a present value and a pointer to it. The pointers in it are relative to itself.
    fn put_present(&self, b: &mut FunctionBuilder, member: &Member, place: Place, origin: VarId) {
        b.put_int(member.at, 1u64, 1, Order::Little);
        put_pointer(b, member.at + 1, origin);
        in_tail(b, |b| {
            b.section_block(u64::from(member.value.width(&self.records)), |b| {
                let origin = b.let_("origin", Expr::Base);
                self.put(b, &member.value, place, 0, origin);
            });
        });
    }

    fn put(&self, b: &mut FunctionBuilder, value: &Value, place: Place, at: u32, origin: VarId) {
        match &value.shape {
            Shape::Scalar(scalar) => b.put_int(at, scalar.get(place), scalar.width(), Order::Little),
            Shape::Mark => b.put_int(at, 1u64, 1, Order::Little),
            Shape::Fixed(_) => b.put(at, Datum::Span(Expr::Get(place))),
            Shape::Text => self.put_span(b, Expr::Len(place.clone()), place, at, origin),
            Shape::Bytes => self.put_span(b, Expr::Get(place.clone()).bytes_len(), place, at, origin),
            Shape::Struct(id) => {
                put_pointer(b, at, origin);
                in_tail(b, |b| {
                    b.section_block(u64::from(self.record(*id).size), |b| {
                        b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[]);
                    });
                });
            }
            Shape::Item(id) => b.sub(at, |b| self.put_members(b, *id, &place, origin)),
            Shape::Array(element, _) => b.sub(at, |b| self.put_elements(b, element, place, origin)),
            Shape::List(element) => {
                put_pointer(b, at, origin);
                in_tail(b, |b| self.write_list(b, element, place, origin));
            }
        }
    }

    fn put_span(&self, b: &mut FunctionBuilder, len: Expr, place: Place, at: u32, origin: VarId) {
        put_pointer(b, at, origin);
        in_tail(b, |b| {
            b.write_int(len, WORD as u8, Order::Little);
            b.write(Datum::Span(Expr::Get(place)));
        });
    }

    fn put_elements(&self, b: &mut FunctionBuilder, element: &Value, place: Place, origin: VarId) {
        let stride = Some(element.width(&self.records));
        b.each(place, ("element", element.ty.clone()), stride, |b, item, _| {
            self.put(b, element, item.into(), 0, origin);
        });
    }

    fn write_list(&self, b: &mut FunctionBuilder, element: &Value, place: Place, origin: VarId) {
        let count = b.let_("count", Expr::Len(place.clone()));
        if let Shape::Scalar(scalar) = &element.shape {
            b.write_int(count, WORD as u8, Order::Little);
            return b.each(place, ("element", element.ty.clone()), None, |b, item, _| {
                b.write_int(scalar.get(item.into()), scalar.width(), Order::Little);
            });
        }
        let width = u64::from(element.width(&self.records));
        b.section_block(count * width + u64::from(WORD), |b| {
            b.put_int(0, count, WORD as u8, Order::Little);
            b.sub(WORD, |b| self.put_elements(b, element, place, origin));
        });
    }
}

/// Puts a pointer to what the stream continues with.
fn put_pointer(b: &mut FunctionBuilder, at: u32, origin: VarId) {
    b.put_int(at, Expr::Tail - origin, WORD as u8, Order::Little);
}

fn in_tail(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) {
    b.tail(&[], |b| {
        body(b);
        vec![]
    });
}
