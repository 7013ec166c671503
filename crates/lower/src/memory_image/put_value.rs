//! Writing values that start at a byte of their own.

use super::Memory;
use super::form::Form;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Order, Place, ValueType};

impl Memory<'_> {
    /// Puts a value into the section.
    pub(super) fn put_value(&self, b: &mut FunctionBuilder, form: &Form, at: u32, place: Place) {
        match form {
            Form::Number(_) => {}
            Form::Wide => self.put_wide(b, at, place),
            Form::Float(form, _) => self.put_float(b, *form, at, place),
            Form::Text(len, text) => self.put_text(b, (*len, *text), at, place),
            Form::Bytes(len) => {
                b.check(Expr::Get(place.clone()).bytes_len().is(u64::from(*len)), ErrorCode::BadLength);
                b.put(at, Datum::Span(Expr::Get(place)));
            }
            Form::Counted(len) => {
                b.check(Expr::Get(place.clone()).bytes_len().at_most(u64::from(*len)), ErrorCode::TooLarge);
                b.put(at, Datum::Span(Expr::Get(place)));
            }
            Form::Struct(id, _) => b.sub(at, |b| {
                b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[]);
            }),
            Form::Union(id, _) => b.sub(at, |b| self.put_union(b, self.union(*id), &place)),
            Form::Array { ty, element, len, is_list, stride } => {
                if *is_list {
                    b.check(Expr::Len(place.clone()).at_most(u64::from(*len)), ErrorCode::TooLarge);
                }
                self.put_elements(b, (ty, element), *stride, at, place);
            }
        }
    }

    /// Puts the elements of an array.
    pub(super) fn put_elements(
        &self,
        b: &mut FunctionBuilder,
        (ty, element): (&Type, &Form),
        stride: u32,
        at: u32,
        place: Place,
    ) {
        b.sub(at, |b| {
            b.each(place, ("element", ty.clone()), Some(stride), |b, item, _| {
                self.put_typed(b, ty, element, 0, item.into());
            });
        });
    }

    /// Puts a value whose type is known, so that it can be a number.
    pub(super) fn put_typed(&self, b: &mut FunctionBuilder, ty: &Type, form: &Form, at: u32, place: Place) {
        match form {
            Form::Number(cell) => {
                let bits = self.bits_of(b, ty, cell, place);
                self.put_numbers(b, vec![(*cell, bits)], at);
            }
            form => self.put_value(b, form, at, place),
        }
    }

    fn put_wide(&self, b: &mut FunctionBuilder, at: u32, place: Place) {
        if self.is_little() {
            return b.put(at, Datum::Span(Expr::Get(place)));
        }
        let [low, high] = halves(b, Expr::Get(place));
        b.put_int(at, high, 8, self.order);
        b.put_int(at + 8, low, 8, self.order);
    }
}

/// Returns the two halves of 16 bytes whose least significant one is the first, the less significant half first.
pub(super) fn halves(b: &mut FunctionBuilder, bytes: Expr) -> [Expr; 2] {
    let found = b.at(bytes, 0u64, &[("low", ValueType::U64), ("high", ValueType::U64)], |b| {
        let low = b.read_int("low", 8, Order::Little);
        let high = b.read_int("high", 8, Order::Little);
        vec![low.into(), high.into()]
    });
    [found[0].into(), found[1].into()]
}
