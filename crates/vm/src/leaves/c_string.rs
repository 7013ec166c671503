/// Appends a quoted string with C escapes; characters that are neither printable ASCII nor have a two-character escape
/// become three octal digits.
pub fn write_c_string(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    for &byte in text {
        match byte {
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\t' => out.extend_from_slice(b"\\t"),
            b'"' | b'\'' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
            b' '..=b'~' => out.push(byte),
            _ => out.extend_from_slice(&[b'\\', octal(byte >> 6), octal(byte >> 3), octal(byte)]),
        }
    }
    out.push(b'"');
}

/// Returns the digit of the lowest three bits.
fn octal(bits: u8) -> u8 {
    b'0' + (bits & 7)
}

/// Appends this many spaces.
pub fn write_spaces(count: u64, out: &mut Vec<u8>) {
    out.extend((0..count).map(|_| b' '));
}
