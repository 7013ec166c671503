use super::Output;

/// Appends a quoted string with C escapes; characters that are neither printable ASCII nor have a two-character escape
/// become three octal digits.
pub fn write_c_string(text: &[u8], out: &mut impl Output) {
    out.append_byte(b'"');
    for &byte in text {
        match byte {
            b'\n' => out.append(b"\\n"),
            b'\r' => out.append(b"\\r"),
            b'\t' => out.append(b"\\t"),
            b'"' | b'\'' | b'\\' => out.append(&[b'\\', byte]),
            b' '..=b'~' => out.append_byte(byte),
            _ => out.append(&[b'\\', octal(byte >> 6), octal(byte >> 3), octal(byte)]),
        }
    }
    out.append_byte(b'"');
}

/// Returns the digit of the lowest three bits.
fn octal(bits: u8) -> u8 {
    b'0' + (bits & 7)
}

/// Appends this many spaces.
pub fn write_spaces(count: u64, out: &mut impl Output) {
    const SPACES: [u8; 32] = [b' '; 32];
    let mut left = count;
    while left > 0 {
        let len = left.min(SPACES.len() as u64);
        out.append_start(&SPACES, len as usize);
        left -= len;
    }
}
