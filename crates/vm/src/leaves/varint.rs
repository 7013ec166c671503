use super::Cursor;
use polywire_ir::ErrorCode;

/// The tenth byte holds the 64th bit alone.
const LAST_SHIFT: u32 = 63;

/// A base-128 varint, least significant group first: at most 64 bits in 10 bytes.
#[inline]
pub fn read_varint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    match cursor.peek() {
        Some(byte) if byte < 0x80 => {
            cursor.pos += 1;
            Ok(u64::from(byte))
        }
        _ => read_long_varint(cursor),
    }
}

fn read_long_varint(cursor: &mut Cursor<'_>) -> Result<u64, ErrorCode> {
    let mut value = 0;
    for (&byte, shift) in cursor.rest().iter().zip((0..=LAST_SHIFT).step_by(7)) {
        if shift == LAST_SHIFT && byte > 1 {
            return Err(ErrorCode::Overlong);
        }
        cursor.pos += 1;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(value);
        }
    }
    Err(ErrorCode::Truncated)
}

/// Bytes of a number's varint, 1 to 10.
#[inline]
pub fn varint_size(value: u64) -> usize {
    // ceil(bits / 7) for 1 to 64 bits without a division.
    let bits = 64 - (value | 1).leading_zeros() as usize;
    (bits * 9 + 64) / 64
}

/// Appends the shortest varint of a number.
#[inline]
pub fn write_varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
