//! Values whose form in messages the type does not tell: decimal numbers and UUIDs (Avro 1.12 specification, "Logical Types").

use super::number::read_len;
use crate::plan::uuid;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, ValueType, VarId, WriteLeaf};
use polywire_model::attr::AvroForm;

/// Writes a value in a form of its own; returns false if there is none for its type.
pub(super) fn write(b: &mut FunctionBuilder, ty: &Type, form: &AvroForm, place: &Place) -> bool {
    match (form, ty) {
        (AvroForm::Bytes, Type::Int { .. }) => {
            let digits = digits(b, place, None);
            b.write_leaf(WriteLeaf::Varint, vec![Expr::from(digits).bytes_len() << 1u64]);
            b.write(Datum::Span(digits.into()));
        }
        (AvroForm::Fixed(fixed), Type::Int { .. }) => {
            let digits = digits(b, place, Some(fixed.size));
            b.write(Datum::Span(digits.into()));
        }
        (AvroForm::Text, Type::FixedBytes(..)) => {
            b.write_leaf(WriteLeaf::Varint, vec![(uuid::TEXT_LEN << 1).into()]);
            uuid::write_text(b, place.clone());
        }
        _ => return false,
    }
    true
}

/// Reads a value in a form of its own; returns false if there is none for its type.
pub(super) fn read(b: &mut FunctionBuilder, ty: &Type, form: &AvroForm, place: &Place) -> bool {
    let len = match (form, ty) {
        (AvroForm::Bytes, Type::Int { .. }) | (AvroForm::Text, Type::FixedBytes(..)) => read_len(b),
        (AvroForm::Fixed(fixed), Type::Int { .. }) => u64::from(fixed.size).into(),
        _ => return false,
    };
    let bytes = b.read_span("bytes", len);
    match ty {
        Type::Int { .. } => set_digits(b, bytes, place),
        _ => uuid::read_text(b, bytes.into(), place.clone()),
    }
    true
}

/// Bytes of an integer of the model.
const WIDTH: u32 = 8;

/// Returns the big-endian two's complement of an integer: in as few bytes as hold it, or in `size` bytes.
pub(super) fn digits(b: &mut FunctionBuilder, place: &Place, size: Option<u32>) -> VarId {
    let number = b.let_("decimal", Expr::Get(place.clone()));
    let needed = significant_bytes(number.into());
    if let Some(size) = size.filter(|size| *size < WIDTH) {
        b.check(needed.clone().at_most(u64::from(size)), ErrorCode::OutOfRange);
    }
    let width = size.map_or(needed, |size| u64::from(size.min(WIDTH)).into());
    let width = b.let_("width", width);
    b.scratch("digits", |b| {
        for _ in WIDTH..size.unwrap_or(WIDTH) {
            b.write_int((number >> 63u64).low_bits(8), 1, Order::Big);
        }
        let all = b.scratch("all", |b| b.write_int(Expr::from(number).reinterpret(), WIDTH as u8, Order::Big));
        b.at(all, Expr::from(u64::from(WIDTH)) - width, &[], |b| {
            let last = b.read_span("last", width);
            b.write(Datum::Span(last.into()));
            vec![]
        });
    })
}

/// The number of bytes that hold an integer (I64); U64.
fn significant_bytes(number: Expr) -> Expr {
    // Without the sign, whose bit must stay.
    let magnitude = (number.clone() ^ (number >> 63u64)).reinterpret();
    (1..WIDTH).fold(1u64.into(), |bytes, more| {
        bytes + Expr::from((1u64 << (8 * more - 1)) - 1).below(magnitude.clone()).as_int()
    })
}

/// Sets an integer to the number of which these bytes are the big-endian two's complement. Zero bytes are no number.
pub(super) fn set_digits(b: &mut FunctionBuilder, bytes: VarId, place: &Place) {
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
