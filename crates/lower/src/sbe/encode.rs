use super::Sbe;
use super::shape::{Fixed, Part, Shape, null_bits};
use crate::scalar::{Scalar, check_enums};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Arg, Datum, ErrorCode, Expr, Function, Order, Place};
use polywire_model::Presence;

impl Sbe<'_> {
    /// `put_Name(value)`: fills a struct's block, which is its caller's section.
    pub(super) fn put_block(&self, id: StructId) -> Function {
        let (mut b, value) = self.scaffold.writer("put", id);
        self.check_enums(&mut b, id, &value);
        for (index, (shape, at)) in self.block(id).members.iter().enumerate() {
            if let Shape::Fixed(fixed) = shape {
                let presence = self.presences[id.0 as usize][index];
                self.put_field(&mut b, presence, fixed, value.field(index as u32), *at);
            }
        }
        for part in &self.block(id).parts {
            if let Part::Removed { at, bytes, .. } = part
                && bytes.iter().any(|byte| *byte != 0)
            {
                b.put(*at, Datum::Bytes(bytes.clone()));
            }
        }
        b.finish(vec![], vec![])
    }

    fn put_field(&self, b: &mut FunctionBuilder, presence: Presence, fixed: &Fixed, place: Place, at: u32) {
        match presence {
            Presence::Implicit => self.put_fixed(b, fixed, place, at),
            Presence::Required => {
                b.check(Expr::Present(place.clone()), ErrorCode::MissingField);
                self.check_enum(b, fixed, place.some());
                self.put_fixed(b, fixed, place.some(), at);
            }
            Presence::Optional => b.if_else(
                Expr::Present(place.clone()),
                |b| {
                    self.check_enum(b, fixed, place.some());
                    check_not_null(b, fixed, &place.some());
                    self.put_fixed(b, fixed, place.some(), at);
                },
                |b| self.put_null(b, fixed, at),
            ),
        }
    }

    /// Puts a value; the caller has checked that it fits.
    pub(super) fn put_fixed(&self, b: &mut FunctionBuilder, fixed: &Fixed, place: Place, at: u32) {
        match fixed {
            Fixed::Scalar(scalar) => b.put_int(at, scalar.get(place), scalar.width(), Order::Little),
            Fixed::Text(len) => {
                b.check(Expr::Len(place.clone()).at_most(u64::from(*len)), ErrorCode::TooLarge);
                b.put(at, Datum::Span(Expr::Get(place)));
            }
            Fixed::Bytes(_) => b.put(at, Datum::Span(Expr::Get(place))),
            Fixed::Array(scalar, _) => b.sub(at, |b| {
                b.each(place, ("element", scalar.ty.clone()), Some(scalar.width().into()), |b, item, _| {
                    b.put_int(0, scalar.get(item.into()), scalar.width(), Order::Little);
                });
            }),
            Fixed::Composite(id) if self.block(*id).size == 0 => {}
            Fixed::Composite(id) => b.sub(at, |b| {
                b.call(self.codecs[*id].encode, vec![Arg::Place(place)], &[]);
            }),
        }
    }

    /// Puts an absent value. For a text, it is the section's zeros.
    fn put_null(&self, b: &mut FunctionBuilder, fixed: &Fixed, at: u32) {
        match fixed {
            Fixed::Scalar(scalar) => b.put_int(at, null_bits(scalar), scalar.width(), Order::Little),
            Fixed::Composite(id) => b.put(at, Datum::Bytes(self.block(*id).null.clone())),
            Fixed::Text(_) | Fixed::Bytes(_) | Fixed::Array(..) => {}
        }
    }

    /// Checks enums that are always present; others are checked separately.
    fn check_enums(&self, b: &mut FunctionBuilder, id: StructId, value: &Place) {
        let fields = self.types.record(id).fields.iter().zip(&self.block(id).members).zip(0..);
        let scalars = fields.filter_map(|((field, (shape, _)), index)| match shape {
            Shape::Fixed(Fixed::Scalar(scalar)) if !field.optional => Some((scalar, value.field(index))),
            Shape::Fixed(_) | Shape::Group | Shape::Data | Shape::Cases | Shape::Maybe => None,
        });
        check_enums(b, self.types, &scalars.collect::<Vec<_>>());
    }

    /// Refuses an enum whose number does not fit.
    pub(super) fn check_enum(&self, b: &mut FunctionBuilder, fixed: &Fixed, place: Place) {
        if let Fixed::Scalar(scalar) = fixed {
            check_enums(b, self.types, &[(scalar, place)]);
        }
    }
}

/// Refuses a present value that equals an absent one. Any NaN does.
fn check_not_null(b: &mut FunctionBuilder, fixed: &Fixed, place: &Place) {
    match fixed {
        Fixed::Scalar(scalar) => {
            let bits = b.let_("bits", scalar.get(place.clone()));
            b.check(!is_null(scalar, bits.into()), ErrorCode::OutOfRange);
        }
        Fixed::Text(_) => b.check(Expr::Len(place.clone()).is_not(0u64), ErrorCode::OutOfRange),
        Fixed::Bytes(_) | Fixed::Array(..) | Fixed::Composite(_) => {}
    }
}

/// Tests whether bits are a null value; bits above the type's width are undefined.
pub(super) fn is_null(scalar: &Scalar, bits: Expr) -> Expr {
    let without_sign = |bits: Expr, infinity: u64| Expr::from(infinity).below(bits);
    let is_any_nan = scalar.null.is_none_or(|null| is_nan(scalar, null));
    match scalar.ty {
        Type::Float { .. } if !is_any_nan => bits.low_bits(8 * scalar.width()).is(null_bits(scalar)),
        Type::Float { bits: 32 } => without_sign(bits & 0x7fff_ffffu64, 0x7f80_0000),
        Type::Float { .. } => without_sign(bits & (u64::MAX >> 1), 0x7ff0 << 48),
        _ => bits.low_bits(8 * scalar.width()).is(null_bits(scalar)),
    }
}

fn is_nan(scalar: &Scalar, bits: u64) -> bool {
    match scalar.width() {
        4 => f32::from_bits(bits as u32).is_nan(),
        _ => f64::from_bits(bits).is_nan(),
    }
}
