//! Places as GCC computes them: those of System V, of ARM and of ABIs without storage units.

use super::bits::{Cursor, Item};
use crate::c::BitFields;

/// Places an item, and returns its first bit.
pub(super) fn place(cursor: &mut Cursor, item: &Item) -> u64 {
    cursor.declared = cursor.declared.max(item.required());
    let width = item.width();
    let is_whole = is_whole(cursor, item);
    let align = alignment(cursor, item, is_whole);
    align_record(cursor, item, align);
    let mut at = cursor.at.next_multiple_of(align);
    let units_matter = !item.is_packed && cursor.pack.is_none() && cursor.abi.bit_fields != BitFields::Dense;
    if item.bits.is_some() && units_matter && !is_whole && width > 0 && crosses(item, at) {
        at = at.next_multiple_of(item.type_align());
    }
    cursor.put(at, width)
}

/// Returns the alignment of an item.
fn alignment(cursor: &Cursor, item: &Item, is_whole: bool) -> u64 {
    let declared = item.declared_bits();
    match item.bits {
        Some(0) if cursor.abi.bit_fields == BitFields::Dense => declared.max(16),
        Some(0) => declared.max(item.type_align()),
        Some(_) if is_whole => cursor.capped(declared.max(whole_align(cursor, item))),
        Some(_) => cursor.capped(declared),
        None if item.is_packed => cursor.capped(declared.max(8)),
        None => cursor.capped(declared.max(item.type_align())),
    }
}

/// Returns true for a bit-field with the width of an integer at a place of one: it has the alignment of that integer.
fn is_whole(cursor: &Cursor, item: &Item) -> bool {
    let is_integer = matches!(item.bits, Some(8 | 16 | 32 | 64));
    let align = whole_align(cursor, item);
    is_integer && !(align > 8 && item.is_packed) && cursor.at.is_multiple_of(align)
}

fn whole_align(cursor: &Cursor, item: &Item) -> u64 {
    8 * u64::from(match item.bits {
        Some(8) => 1,
        Some(16) => 2,
        Some(32) => cursor.abi.int_align,
        _ => cursor.abi.long_long_align,
    })
}

/// Aligns the record for an item.
fn align_record(cursor: &mut Cursor, item: &Item, align: u64) {
    let named_only = cursor.abi.bit_fields == BitFields::SystemV;
    match item.bits {
        Some(_) if named_only && item.name.is_empty() => {}
        Some(bits) if cursor.abi.bit_fields != BitFields::Dense => {
            let of_type = match bits {
                0 => item.type_align(),
                _ if cursor.pack.is_some() => cursor.capped(item.type_align()),
                _ if item.is_packed => 8,
                _ => item.type_align(),
            };
            cursor.align_record(align.max(of_type));
        }
        _ => cursor.align_record(align),
    }
    cursor.align = cursor.align.next_multiple_of(8);
}

/// Returns true if a bit-field would span more units of the alignment of its type than the type itself does.
fn crosses(item: &Item, at: u64) -> bool {
    let align = item.type_align();
    (at % align + item.width()).div_ceil(align) > item.shape.size * 8 / align
}
