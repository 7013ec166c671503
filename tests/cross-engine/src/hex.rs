/// Returns bytes as hexadecimal digits, `-` if empty, as the engine drivers expect them.
pub fn to_hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

/// Parses hexadecimal digits; white space is ignored, `-` means empty.
///
/// # Panics
/// If the text is not hexadecimal; it comes from a case file or a driver.
pub fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u32> = text
        .chars()
        .filter(|ch| !ch.is_whitespace() && *ch != '-')
        .map(|ch| ch.to_digit(16).unwrap_or_else(|| panic!("{ch:?} is not a hexadecimal digit in {text:?}")))
        .collect();
    digits.chunks(2).map(|pair| (pair[0] << 4 | pair[1]) as u8).collect()
}
