//! Values that defaults write as texts.

/// Returns the bytes that a text stands for: each character is the byte of the same number.
pub(in crate::avro) fn bytes_of(text: &str) -> Option<Vec<u8>> {
    text.chars().map(|it| u8::try_from(u32::from(it)).ok()).collect()
}

/// Returns the bytes of the text of a UUID (RFC 9562, section 4).
pub(in crate::avro) fn bytes_of_uuid(text: &str) -> Option<Vec<u8>> {
    let groups: Vec<&str> = text.split('-').collect();
    let is_uuid = groups.iter().map(|it| it.len()).eq([8, 4, 4, 4, 12]);
    let digits = groups.concat();
    if !is_uuid || !digits.bytes().all(|it| it.is_ascii_hexdigit()) {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// Returns the number of 64 bits that is written as big-endian two's complement.
pub(in crate::avro) fn digits_of(bytes: &[u8]) -> Option<i64> {
    let sign = if bytes.first()? & 0x80 == 0 { 0 } else { -1 };
    bytes.iter().try_fold(sign, |sum: i64, byte| i64::try_from(i128::from(sum) << 8 | i128::from(*byte)).ok())
}
