//! Writes blocks.

use super::Own;
use super::plan::{Form, Member};
use crate::sbe::encode::is_null;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::StructId;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Order, Place, ValueType};
use polywire_model::Presence;

impl Own<'_> {
    /// Puts a block at the start of the section.
    pub(super) fn put(&self, b: &mut FunctionBuilder, id: StructId, value: Place) {
        if self.record(id).size > 0 {
            b.call(self.codecs[id].encode, vec![Arg::Place(value)], &[]);
        }
    }

    /// `put_Name(value)`: fills a block, which is its caller's section.
    pub(super) fn put_block(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        let record = self.record(id);
        for member in &record.members {
            let (place, order) = (value.field(member.index), record.order);
            match member.presence {
                Presence::Implicit | Presence::Required => self.put_member(&mut b, (member, order), place),
                Presence::Optional => b.if_else(
                    Expr::Present(place.clone()),
                    |b| {
                        self.check_not_null(b, &member.form, place.some());
                        self.put_member(b, (member, order), place.some());
                    },
                    |b| self.put_null(b, member, order),
                ),
            }
        }
        b.finish(vec![], vec![])
    }

    fn put_member(&self, b: &mut FunctionBuilder, (member, order): (&Member, Order), place: Place) {
        let at = member.at;
        match &member.form {
            Form::Scalar(scalar) => b.put_int(at, scalar.get(place), scalar.width(), order),
            Form::Text(len, encoding) => {
                let text = self.encoded(b, *encoding, place.clone());
                b.check(text.len.at_most(u64::from(*len)), ErrorCode::TooLarge);
                self.check_no_nul(b, place);
                b.put(at, Datum::Span(text.bytes));
            }
            Form::Array(scalar, _) => b.sub(at, |b| {
                b.each(place, ("element", scalar.ty.clone()), Some(scalar.width().into()), |b, item, _| {
                    b.put_int(0, scalar.get(item.into()), scalar.width(), order);
                });
            }),
            Form::Composite(id) => b.sub(at, |b| self.put(b, *id, place)),
        }
    }

    /// Puts an absent value. Zeros are in the section already.
    fn put_null(&self, b: &mut FunctionBuilder, member: &Member, order: Order) {
        let bytes = self.null_bytes(member, order);
        match &member.form {
            Form::Scalar(scalar) => b.put_int(member.at, super::null::null_of(scalar), scalar.width(), order),
            Form::Text(..) | Form::Array(..) | Form::Composite(_) if bytes.iter().any(|byte| *byte != 0) => {
                b.put(member.at, Datum::Bytes(bytes));
            }
            Form::Text(..) | Form::Array(..) | Form::Composite(_) => {}
        }
    }

    /// Refuses a present value that equals an absent one, except for composites.
    fn check_not_null(&self, b: &mut FunctionBuilder, form: &Form, place: Place) {
        match form {
            Form::Scalar(scalar) => {
                let bits = b.let_("bits", scalar.get(place));
                b.check(!is_null(scalar, bits.into()), ErrorCode::OutOfRange);
            }
            Form::Text(..) => b.check(Expr::Len(place).is_not(0u64), ErrorCode::OutOfRange),
            Form::Array(scalar, _) => {
                let (element, carried) = (("element", scalar.ty.clone()), ("null", ValueType::Bool, true.into()));
                let all = b.each_carry(place, element, None, vec![carried], |b, item, _, carried| {
                    let bits = b.let_("bits", scalar.get(item.into()));
                    vec![Expr::from(carried[0]) & is_null(scalar, bits.into())]
                });
                b.check(!Expr::from(all[0]), ErrorCode::OutOfRange);
            }
            Form::Composite(_) => {}
        }
    }
}
