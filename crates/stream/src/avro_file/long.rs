/// The most bytes of a number.
pub(super) const LONGEST: usize = 10;

/// Why a number cannot be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Bad {
    Truncated,
    TooLong,
}

/// Reads a `long` at the start of `bytes`; returns it and its length ("Binary Encoding": variable length, zig-zag).
pub(super) fn read(bytes: &[u8]) -> Result<(i64, usize), Bad> {
    let mut value = 0u64;
    for (index, byte) in bytes.iter().take(LONGEST).enumerate() {
        // The tenth byte contains the last of 64 bits.
        if index == LONGEST - 1 && *byte > 1 {
            return Err(Bad::TooLong);
        }
        value |= u64::from(byte & 0x7f) << (7 * index);
        if *byte < 0x80 {
            return Ok(((value >> 1) as i64 ^ -((value & 1) as i64), index + 1));
        }
    }
    Err(Bad::Truncated)
}

/// Returns the `long` at the start of a message, and its length; `None` if there is none.
pub fn read_long(bytes: &[u8]) -> Option<(i64, usize)> {
    read(bytes).ok()
}

/// Appends a `long`.
pub(super) fn write(value: i64, bytes: &mut Vec<u8>) {
    let mut left = (value << 1 ^ value >> 63) as u64;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for value in [0, -1, 1, 63, -64, 64, -65, 1 << 40, i64::MAX, i64::MIN] {
            let mut bytes = Vec::new();
            write(value, &mut bytes);
            assert_eq!(read(&bytes), Ok((value, bytes.len())));
            assert_eq!(read(&bytes[..bytes.len() - 1]), Err(Bad::Truncated));
        }
    }

    #[test]
    fn numbers_are_bounded() {
        assert_eq!(read(&[0xff; 20]), Err(Bad::TooLong));
        assert_eq!(read(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]), Err(Bad::TooLong));
    }
}
