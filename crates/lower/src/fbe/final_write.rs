//! Writing the final model.

use super::Fbe;
use super::plan::{Member, Shape, Slot, Value};
use crate::plan::write_len;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Order, Place};
use polywire_model::Presence;

impl Fbe<'_> {
    /// `write_Name(value)`.
    pub(super) fn encode_final(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("write", id);
        self.record(id).members.iter().for_each(|member| self.write_member(&mut b, member, &value));
        b.finish(vec![], vec![])
    }

    fn write_member(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) {
        let place = member.value_place(owner);
        match member.slot {
            Slot::Field(_, Presence::Implicit) => {}
            Slot::Field(index, Presence::Required) => {
                b.check(Expr::Present(owner.field(index)), ErrorCode::MissingField);
            }
            Slot::Field(_, Presence::Optional) | Slot::Case { .. } => {
                let present = member.is_present(owner);
                b.write_int(present.clone().as_int(), 1, Order::Little);
                return b.when(present, |b| self.write_value(b, &member.value, place));
            }
        }
        self.write_value(b, &member.value, place);
    }

    fn write_value(&self, b: &mut FunctionBuilder, value: &Value, place: Place) {
        match &value.shape {
            Shape::Scalar(scalar) => b.write_int(scalar.get(place), scalar.width(), Order::Little),
            Shape::Mark => b.write_bytes(&[1]),
            Shape::Fixed(_) => b.write(Datum::Span(Expr::Get(place))),
            Shape::Text | Shape::Bytes => {
                write_len(b, Expr::Get(place.clone()).bytes_len(), Order::Little);
                b.write(Datum::Span(Expr::Get(place)));
            }
            Shape::Struct(id) | Shape::Item(id) => {
                b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[]);
            }
            Shape::Array(element, _) => self.write_elements(b, element, place),
            Shape::List(element) => {
                write_len(b, Expr::Len(place.clone()), Order::Little);
                self.write_elements(b, element, place);
            }
        }
    }

    fn write_elements(&self, b: &mut FunctionBuilder, element: &Value, place: Place) {
        b.each(place, ("element", element.ty.clone()), None, |b, item, _| self.write_value(b, element, item.into()));
    }
}
