//! Digits of numbers of any length.

use std::collections::VecDeque;

/// Returns the sign and the digits of a big-endian two's complement; `None` for no bytes.
pub(crate) fn digits_of_bytes(bytes: &[u8]) -> Option<(bool, String)> {
    let is_negative = bytes.first()? & 0x80 != 0;
    let mut carry = is_negative;
    let mut magnitude: VecDeque<u8> = VecDeque::new();
    for byte in bytes.iter().rev() {
        let (byte, overflow) = if is_negative { (!byte).overflowing_add(carry.into()) } else { (*byte, false) };
        carry = overflow;
        magnitude.push_front(byte);
    }
    if carry {
        magnitude.push_front(1);
    }
    let mut digits = VecDeque::new();
    loop {
        let mut rest = 0;
        for byte in &mut magnitude {
            let part = rest << 8 | u32::from(*byte);
            (*byte, rest) = ((part / 10) as u8, part % 10);
        }
        digits.push_front(char::from(b'0' + rest as u8));
        if magnitude.iter().all(|it| *it == 0) {
            return Some((is_negative, digits.into_iter().collect()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polywire_model::decimal_text;

    #[test]
    fn bytes_are_numbers_of_any_length() {
        let text = |bytes: &[u8]| digits_of_bytes(bytes).map(|(negative, digits)| decimal_text(negative, &digits, 2));
        assert_eq!(text(&[]), None);
        assert_eq!(text(&[0]).as_deref(), Some("0.00"));
        assert_eq!(text(&[0xff]).as_deref(), Some("-0.01"));
        assert_eq!(text(&[0x80]).as_deref(), Some("-1.28"));
        assert_eq!(text(&[0x80, 0, 0, 0, 0, 0, 0, 0, 0]).as_deref(), Some("-23611832414348226068.48"));
        assert_eq!(text(&[1, 0, 0, 0, 0, 0, 0, 0, 0]).as_deref(), Some("184467440737095516.16"));
    }
}
