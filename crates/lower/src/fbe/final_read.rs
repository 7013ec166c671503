//! Reading the final model.

use super::Fbe;
use super::plan::{Member, Shape, Slot, Value};
use super::read::at_most_one;
use crate::memory::Payment;
use crate::plan::{MinSize, bound_elements};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type, Types};
use polywire_ir::{Arg, Expr, Function, Order, Place, VarId};
use polywire_model::Presence;

/// Values follow each other directly.
pub(crate) const FINAL_PAYMENT: Payment = Payment::Own { min_size, around: 0 };

fn min_size(types: &Types, ty: &Type) -> u64 {
    MinSize { types, plain, absent: 1, of_struct: |_, _| 0 }.of(ty)
}

fn plain(ty: &Type) -> u64 {
    match ty {
        Type::Bool | Type::Enum(_) => 1,
        Type::Int { bits, .. } | Type::Float { bits } => u64::from(bits / 8),
        Type::Text { .. } | Type::Bytes | Type::List(_) | Type::Map(_) => 4,
        Type::FixedBytes(len, _) => u64::from(*len),
        Type::Struct(_) | Type::Array(..) | Type::Union(_) => 0,
    }
}

impl Fbe<'_> {
    /// `read_Name(value)`.
    pub(super) fn read_final(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.reader("read", id);
        let mut held = None;
        for member in &self.record(id).members {
            match member.slot {
                Slot::Field(_, Presence::Implicit) => {
                    self.read_final_value(&mut b, &member.value, member.value_place(&value));
                }
                Slot::Field(index, Presence::Required) => {
                    b.open(value.field(index), None, ("present", member.value.ty.clone()), |b, bind, _| {
                        self.read_final_value(b, &member.value, bind.into());
                    });
                }
                Slot::Field(_, Presence::Optional) => {
                    self.read_final_optional(&mut b, member, &value);
                }
                Slot::Case { field, .. } => {
                    let flag = self.read_final_optional(&mut b, member, &value);
                    held = Some(at_most_one(&mut b, held.filter(|(other, _)| *other == field), (field, flag)));
                }
            }
        }
        b.finish(vec![], vec![])
    }

    fn read_final_optional(&self, b: &mut FunctionBuilder, member: &Member, owner: &Place) -> VarId {
        let flag = Expr::from(b.read_int("flag", 1, Order::Little));
        let flag = b.let_("present", flag.is_not(0u64));
        b.when(flag.into(), |b| {
            let (place, case) = member.opened(owner);
            b.open(place, case, ("present", member.value.ty.clone()), |b, bind, _| {
                self.read_final_value(b, &member.value, bind.into());
            });
        });
        flag
    }

    fn read_final_value(&self, b: &mut FunctionBuilder, value: &Value, place: Place) {
        match &value.shape {
            Shape::Scalar(scalar) => {
                let bits = b.read_int("bits", scalar.width(), Order::Little);
                scalar.set(b, self.types, place, bits.into());
            }
            Shape::Mark => b.skip(1u64),
            Shape::Fixed(len) => {
                let bytes = b.read_span("bytes", u64::from(*len));
                b.set(place, bytes);
            }
            Shape::Text | Shape::Bytes => {
                let len = b.read_int("len", 4, Order::Little);
                let span = b.read_span("span", len);
                b.set(place, span);
            }
            Shape::Struct(id) | Shape::Item(id) => {
                b.call(self.codecs[*id].read, vec![Arg::Place(place)], &[]);
            }
            Shape::Array(element, len) => self.read_final_elements(b, element, u64::from(*len).into(), place),
            Shape::List(element) => {
                let count = Expr::from(b.read_int("count", 4, Order::Little));
                bound_elements(b, count.clone(), min_size(self.types, &element.ty));
                self.read_final_elements(b, element, count, place);
            }
        }
    }

    fn read_final_elements(&self, b: &mut FunctionBuilder, element: &Value, count: Expr, place: Place) {
        b.fill(place, count, ("element", element.ty.clone()), |b, item, _| {
            self.read_final_value(b, element, item.into());
        });
    }
}
