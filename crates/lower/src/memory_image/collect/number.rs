//! Places and signs of numbers.

use super::Leaf;
use crate::memory_image::cell::Cell;
use polywire_model::c::layout::Layouts;
use polywire_model::c::{CEnum, CScalar, CType};

/// Returns the place of a number, from the start of the record.
pub(super) fn cell_of(leaf: &Leaf<'_>) -> Option<Cell> {
    let bits = leaf.placed.bits.map_or_else(|| u8::try_from(8 * leaf.placed.shape.size).ok(), Some)?;
    let is_number = scalar_of(&leaf.member.ty).is_some();
    let signed = is_signed(&leaf.member.ty, leaf.placed.shape.is_unsigned);
    is_number.then_some(Cell { start: leaf.start, bits, signed })
}

fn scalar_of(c: &CType) -> Option<&CType> {
    match c {
        CType::Scalar(_) | CType::Enum(_) => Some(c),
        CType::Aligned(inner, _) => scalar_of(inner),
        CType::Named | CType::Record(_) | CType::Array(..) => None,
    }
}

/// Returns true for an integer with a sign.
pub(super) fn is_signed(c: &CType, is_unsigned: bool) -> bool {
    match c {
        CType::Scalar(CScalar::Float | CScalar::Double | CScalar::LongDouble) => false,
        CType::Aligned(inner, _) => is_signed(inner, is_unsigned),
        CType::Scalar(_) | CType::Enum(CEnum { .. }) | CType::Named | CType::Record(_) | CType::Array(..) => {
            !is_unsigned
        }
    }
}

/// Returns the bytes of a scalar, and whether it has no sign.
pub(super) fn shape(layouts: &Layouts<'_>, c: &CType) -> Option<(u64, bool)> {
    match c {
        CType::Scalar(it) => it.shape(layouts.abi()).map(|it| (it.size, it.is_unsigned)),
        CType::Enum(it) => Some(it.shape(layouts.abi())).map(|it| (it.size, it.is_unsigned)),
        CType::Aligned(inner, _) => shape(layouts, inner),
        CType::Named | CType::Record(_) | CType::Array(..) => None,
    }
}
