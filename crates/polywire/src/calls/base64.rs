//! Base64, for documents of JSON that this module writes and reads itself.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns bytes in base64.
pub(super) fn encoded(bytes: &[u8]) -> String {
    let group = |part: &[u8]| -> String {
        let bits = part.iter().fold(0usize, |bits, byte| bits << 8 | usize::from(*byte)) << (8 * (3 - part.len()));
        let digits = (0..=part.len()).map(|at| char::from(DIGITS[bits >> (18 - 6 * at) & 63]));
        digits.chain("==".chars().take(3 - part.len())).collect()
    };
    bytes.chunks(3).map(group).collect()
}

/// Returns the bytes of base64.
pub(super) fn decoded(base64: &str) -> Option<Vec<u8>> {
    let digit = |it: u8| DIGITS.iter().position(|digit| *digit == it).map(|value| value as u32);
    let digits: Vec<u32> = base64.trim_end_matches('=').bytes().map(digit).collect::<Option<_>>()?;
    let group = |part: &[u32]| {
        let bits = part.iter().fold(0u32, |bits, digit| bits << 6 | digit) << (6 * (4 - part.len()));
        bits.to_be_bytes()[1..part.len()].to_vec()
    };
    Some(digits.chunks(4).flat_map(group).collect())
}

#[cfg(test)]
mod tests {
    use super::{decoded, encoded};

    #[test]
    fn vectors_of_rfc_4648() {
        let vectors = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (bytes, text) in vectors {
            assert_eq!((encoded(bytes.as_bytes()), decoded(text)), (text.to_owned(), Some(bytes.into())));
        }
        assert_eq!(decoded("a?"), None);
    }
}
