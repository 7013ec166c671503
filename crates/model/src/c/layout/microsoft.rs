//! Places as Microsoft's compiler computes them: bit-fields share a unit only with those of types of the same size.

use super::bits::{Cursor, Item};

/// Places an item, and returns its first bit.
pub(super) fn place(cursor: &mut Cursor, item: &Item) -> u64 {
    cursor.declared = cursor.declared.max(item.required());
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
    // For GCC, the next unit of a run follows directly, even if a packed bit-field began the run anywhere.
    let continues = !cursor.abi.is_microsoft && cursor.unit.is_some_and(|(of, _)| of == size);
    close(cursor);
    let align = alignment(cursor, item);
    // Microsoft's compiler ignores the alignment of bit-fields in unions.
    if !(cursor.is_union() && cursor.abi.is_microsoft) {
        cursor.align_record(align);
    }
    let start = if continues { cursor.at } else { cursor.at.next_multiple_of(align) };
    match cursor.is_union() {
        // GCC gives them the bytes that they need only.
        true => {
            cursor.unit = cursor.abi.is_microsoft.then_some((size, 0));
            cursor.put(start, if cursor.abi.is_microsoft { size } else { width })
        }
        false => {
            cursor.unit = Some((size, size - width));
            cursor.put(start, width)
        }
    }
}

/// A bit-field of width zero ends the unit of the bit-fields before it, and has no effect elsewhere.
fn place_end(cursor: &mut Cursor, item: &Item) -> u64 {
    let Some((of, _)) = cursor.unit else { return cursor.put(cursor.at, 0) };
    close(cursor);
    let align = alignment(cursor, item);
    match (cursor.abi.is_microsoft, cursor.is_union()) {
        (true, true) => return cursor.put(0, 8 * item.shape.size),
        (true, false) => cursor.align_record(align),
        // For GCC, the type aligns the record even if that is packed.
        (false, _) => cursor.align_record(cursor.capped(item.type_align())),
    }
    // GCC aligns what follows only behind a unit of another size.
    let stays = !cursor.abi.is_microsoft && of == 8 * item.shape.size;
    cursor.put(if stays { cursor.at } else { cursor.at.next_multiple_of(align) }, 0)
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
        true => cursor.capped(natural).max(8 * u64::from(item.required())),
        false => cursor.capped(natural.max(item.declared_bits())),
    }
}
