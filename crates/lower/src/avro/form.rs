//! Values whose form in messages the type does not tell: decimal numbers and UUIDs (Avro 1.12 specification, "Logical Types").

use super::decimal::{Decimals, write_with_len};
use super::number::read_len;
use crate::plan::uuid;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, ValueType, VarId, WriteLeaf};
use polywire_model::attr::{AvroBase, AvroForm};

/// Writes a value in a form of its own; returns false if there is none for its type.
pub(super) fn write(
    b: &mut FunctionBuilder,
    decimals: Option<Decimals>,
    (ty, form): (&Type, &AvroForm),
    place: &Place,
) -> bool {
    match (form, ty) {
        (_, Type::Text { .. }) => {
            let (Some(base), Some(decimals)) = (form.base(), decimals) else { return false };
            let bytes = decimals.bytes_of(b, form, place);
            match base {
                AvroBase::Bytes | AvroBase::String => write_with_len(b, bytes),
                AvroBase::Fixed(_) => b.write(Datum::Span(bytes.into())),
            }
        }
        (AvroForm::Bytes, Type::Int { .. }) => {
            let (number, width) = with_width(b, place);
            b.write_int(width << 1u64, 1, Order::Little);
            write_digits(b, number, width);
        }
        (AvroForm::Fixed(_), Type::Int { signed: false, .. }) => write_unsigned(b, place),
        (AvroForm::Fixed(fixed), Type::Int { .. }) => write_in_fixed(b, place, fixed.size),
        (AvroForm::Text, Type::FixedBytes(..)) => {
            b.write_leaf(WriteLeaf::Varint, vec![(uuid::TEXT_LEN << 1).into()]);
            uuid::write_text(b, place.clone());
        }
        _ => return false,
    }
    true
}

/// Reads a value in a form of its own; returns false if there is none for its type.
pub(super) fn read(
    b: &mut FunctionBuilder,
    decimals: Option<Decimals>,
    (ty, form): (&Type, &AvroForm),
    place: &Place,
) -> bool {
    let len = match (base(ty, form), ty) {
        (Some(AvroBase::Fixed(_)), Type::FixedBytes(..)) | (None, _) => return false,
        (Some(AvroBase::Fixed(fixed)), _) => u64::from(fixed.size).into(),
        (Some(AvroBase::Bytes | AvroBase::String), _) => read_len(b),
    };
    let bytes = b.read_span("bytes", len);
    set(b, decimals, (ty, form), bytes, place);
    true
}

/// Sets a value in a form of its own to that of these bytes.
fn set(
    b: &mut FunctionBuilder,
    decimals: Option<Decimals>,
    (ty, form): (&Type, &AvroForm),
    bytes: VarId,
    place: &Place,
) {
    match (ty, decimals) {
        (Type::Int { signed, .. }, _) => set_digits(b, bytes, (place, *signed)),
        (Type::Text { .. }, Some(decimals)) => decimals.set_text(b, form, bytes, place),
        _ => uuid::read_text(b, bytes.into(), place.clone()),
    }
}

/// Returns the type of Avro that a value is written as, where its type does not tell it.
pub(super) fn base<'f>(ty: &Type, form: &'f AvroForm) -> Option<AvroBase<'f>> {
    match ty {
        Type::Int { .. } | Type::FixedBytes(..) | Type::Text { .. } => form.base(),
        // The form is that of the elements.
        Type::List(_) | Type::Array(..) | Type::Map(_) => None,
        Type::Bool | Type::Float { .. } | Type::Bytes | Type::Enum(_) | Type::Struct(_) | Type::Union(_) => None,
    }
}

/// Bytes of an integer of the model.
const WIDTH: u32 = 8;

/// Returns the big-endian two's complement of an integer: in as few bytes as hold it, or in `size` bytes.
pub(super) fn digits(b: &mut FunctionBuilder, (place, signed): (&Place, bool), size: Option<u32>) -> VarId {
    b.scratch("digits", |b| match size {
        _ if !signed => write_unsigned(b, place),
        Some(size) => write_in_fixed(b, place, size),
        None => {
            let (number, width) = with_width(b, place);
            write_digits(b, number, width);
        }
    })
}

/// Appends an unsigned integer behind the byte of its sign.
fn write_unsigned(b: &mut FunctionBuilder, place: &Place) {
    b.write_bytes(&[0]);
    b.write_int(Expr::Get(place.clone()), WIDTH as u8, Order::Big);
}

/// Sets an unsigned integer to its bytes, the first of which is that of its sign.
fn set_unsigned(b: &mut FunctionBuilder, bytes: VarId, place: &Place) {
    let number = b.at(bytes, 0u64, &[("number", ValueType::U64)], |b| {
        let sign = Expr::from(b.read_int("sign", 1, Order::Big));
        b.check(sign.is(0u64), ErrorCode::OutOfRange);
        vec![b.read_int("number", WIDTH as u8, Order::Big).into()]
    });
    b.set(place.clone(), number[0]);
}

/// Returns an integer (I64) and the number of bytes that hold it.
fn with_width(b: &mut FunctionBuilder, place: &Place) -> (VarId, VarId) {
    let number = b.let_("decimal", Expr::Get(place.clone()));
    (number, b.let_("width", significant_bytes(number.into())))
}

/// Appends an integer in `size` bytes.
fn write_in_fixed(b: &mut FunctionBuilder, place: &Place, size: u32) {
    let number = b.let_("decimal", Expr::Get(place.clone()));
    if size < WIDTH {
        b.check(significant_bytes(number.into()).at_most(u64::from(size)), ErrorCode::OutOfRange);
    }
    for _ in WIDTH..size {
        b.write_int((number >> 63u64).low_bits(8), 1, Order::Big);
    }
    let width = size.min(WIDTH);
    for part in PARTS.into_iter().filter(|part| width & part != 0) {
        let behind = Expr::from(number) >> u64::from(8 * (width & (part - 1)));
        let bits = if part == WIDTH { behind.reinterpret() } else { behind.low_bits(8 * part as u8) };
        b.write_int(bits, part as u8, Order::Big);
    }
}

/// Appends the last bytes of an integer, at most [`WIDTH`]; without a loop, so that the most that are written is known.
pub(super) fn write_digits(b: &mut FunctionBuilder, number: VarId, width: VarId) {
    let missing = b.let_("missing", Expr::from(u64::from(WIDTH)) - width);
    let mut left = b.let_("left", Expr::from(number).reinterpret());
    for part in &PARTS[1..] {
        left = without_first(b, left, missing, *part);
    }
    for part in PARTS {
        b.when(has_part(width, part), |b| {
            b.write_int(left >> u64::from(8 * (WIDTH - part)), part as u8, Order::Big);
        });
        if part < WIDTH {
            left = without_first(b, left, width, part);
        }
    }
}

/// The numbers of bytes that any number of them is made of.
const PARTS: [u32; 4] = [8, 4, 2, 1];

fn has_part(width: VarId, part: u32) -> Expr {
    (width & u64::from(part)).is_not(0u64)
}

/// Drops the first bytes of a word, `part` of them if the width has this part.
fn without_first(b: &mut FunctionBuilder, word: VarId, width: VarId, part: u32) -> VarId {
    b.let_("left", has_part(width, part).choose(word << u64::from(8 * part), word))
}

/// The number of bytes that hold an integer (I64); U64.
pub(super) fn significant_bytes(number: Expr) -> Expr {
    // Without the sign, whose bit must stay.
    let magnitude = (number.clone() ^ (number >> 63u64)).reinterpret();
    (1..WIDTH).fold(1u64.into(), |bytes, more| {
        bytes + Expr::from((1u64 << (8 * more - 1)) - 1).below(magnitude.clone()).as_int()
    })
}

/// Sets an integer to the number of which these bytes are the big-endian two's complement. Zero bytes are no number.
pub(super) fn set_digits(b: &mut FunctionBuilder, bytes: VarId, (place, signed): (&Place, bool)) {
    if !signed {
        return set_unsigned(b, bytes, place);
    }
    let number = b.at(bytes, 0u64, &[("decimal", ValueType::I64)], |b| {
        let first = Expr::from(b.read_int("digit", 1, Order::Big)).sign_extended(8);
        let more = |_: &[VarId]| Expr::Left.is_not(0u64);
        let last = b.loop_while(vec![("decimal", ValueType::I64, first)], more, |b, carried| {
            let fits = carried[0].is(Expr::from(carried[0]).sign_extended(56));
            b.check(fits, ErrorCode::OutOfRange);
            let digit = b.read_int("digit", 1, Order::Big);
            vec![(carried[0] << 8u64) | Expr::from(digit).reinterpret()]
        });
        vec![last[0].into()]
    });
    b.set(place.clone(), number[0]);
}
