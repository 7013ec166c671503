/// Whether bytes are well-formed UTF-8 (Unicode 15, table 3-7).
#[inline]
pub fn utf8_valid(bytes: &[u8]) -> bool {
    // Most texts are short and ASCII.
    bytes.is_ascii() || simdutf8::basic::from_utf8(bytes).is_ok()
}

/// The bytes before the first NUL, or all of them.
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
    &bytes[..end]
}

/// Length of the well-formed sequence that `bytes` begin with; `Err` tells whether a longer input could still be one.
pub(super) fn sequence_len(bytes: &[u8]) -> Result<usize, Cut> {
    let window = &bytes[..bytes.len().min(4)];
    match std::str::from_utf8(window) {
        Ok(text) => text.chars().next().map(char::len_utf8).ok_or(Cut::ByEnd),
        Err(error) if error.valid_up_to() > 0 => Ok(first_len(window[0])),
        Err(error) if error.error_len().is_none() => Err(Cut::ByEnd),
        Err(_) => Err(Cut::IllFormed),
    }
}

/// Why no sequence begins.
pub(super) enum Cut {
    /// The bytes end inside it.
    ByEnd,
    /// A byte is wrong.
    IllFormed,
}

/// Length of a well-formed sequence by its first byte.
fn first_len(lead: u8) -> usize {
    match lead {
        0..0x80 => 1,
        0x80..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
    }
}
