//! Places as Microsoft's compiler computes them: bit-fields share a unit only with those of types of the same size.

use super::bits::{Cursor, Item};

/// Places an item, and returns its first bit.
pub(super) fn place(cursor: &mut Cursor, item: &Item) -> u64 {
    cursor.declares_align |= item.declared.is_some();
    match item.bits {
        None => {
            close(cursor);
            let align = alignment(cursor, item);
            cursor.align_record(align);
            cursor.put(cursor.at.next_multiple_of(align), item.width())
        }
        Some(0) => place_end(cursor, item),
        Some(bits) => place_bits(cursor, item, bits.into()),
    }
}

fn place_bits(cursor: &mut Cursor, item: &Item, width: u64) -> u64 {
    let size = 8 * item.shape.size;
    if let Some((of, left)) = cursor.unit
        && of == size
        && width <= left
        && !cursor.is_union()
    {
        cursor.unit = Some((size, left - width));
        return cursor.put(cursor.at, width);
    }
    close(cursor);
    let align = alignment(cursor, item);
    cursor.align_record(align);
    let start = cursor.at.next_multiple_of(align);
    match cursor.is_union() {
        true => cursor.put(start, size),
        false => {
            cursor.unit = Some((size, size - width));
            cursor.put(start, width)
        }
    }
}

/// A bit-field of width zero ends the unit of the bit-fields before it, and has no effect elsewhere.
fn place_end(cursor: &mut Cursor, item: &Item) -> u64 {
    if cursor.unit.is_none() {
        return cursor.put(cursor.at, 0);
    }
    close(cursor);
    let align = cursor.capped(item.type_align());
    cursor.align_record(align);
    cursor.put(cursor.at.next_multiple_of(align), 0)
}

/// Leaves the unit of the bit-fields before.
fn close(cursor: &mut Cursor) {
    if let Some((_, left)) = cursor.unit.take() {
        cursor.at += left;
    }
}

fn alignment(cursor: &Cursor, item: &Item) -> u64 {
    let natural = if item.is_packed { 8 } else { item.type_align() };
    match cursor.abi.is_microsoft {
        true => cursor.capped(natural).max(item.declared_bits()),
        false => cursor.capped(natural.max(item.declared_bits())),
    }
}
