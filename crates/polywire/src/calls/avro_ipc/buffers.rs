//! Messages as buffers: each behind its length, and one of no bytes at the end.

/// Bytes of a length.
const LENGTH: usize = 4;
/// The longest buffer that is written.
const BUFFER: usize = 1 << 30;

/// Returns a message as buffers.
pub fn framed(message: &[u8]) -> Vec<u8> {
    let mut framed = Vec::with_capacity(message.len() + 2 * LENGTH);
    for buffer in message.chunks(BUFFER) {
        framed.extend_from_slice(&(buffer.len() as u32).to_be_bytes());
        framed.extend_from_slice(buffer);
    }
    framed.extend_from_slice(&[0; LENGTH]);
    framed
}

/// Returns the message whose buffers these bytes are; `None` if they are something else.
pub fn unframed(mut bytes: &[u8]) -> Option<Vec<u8>> {
    let mut message = Vec::new();
    loop {
        let (length, rest) = bytes.split_first_chunk::<LENGTH>()?;
        let length = usize::try_from(u32::from_be_bytes(*length)).ok()?;
        if length == 0 {
            return rest.is_empty().then_some(message);
        }
        let (buffer, rest) = rest.split_at_checked(length)?;
        message.extend_from_slice(buffer);
        bytes = rest;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_buffers() {
        assert_eq!(framed(b""), [0; 4]);
        assert_eq!(framed(b"ab"), b"\0\0\0\x02ab\0\0\0\0");
        assert_eq!(unframed(b"\0\0\0\x02ab\0\0\0\x01c\0\0\0\0"), Some(b"abc".to_vec()));
        for wrong in [&b""[..], b"\0\0\0\x02ab", b"\0\0\0\x02a\0\0\0\0", b"\0\0\0\0x", b"\xff\xff\xff\xff"] {
            assert_eq!(unframed(wrong), None);
        }
    }
}
