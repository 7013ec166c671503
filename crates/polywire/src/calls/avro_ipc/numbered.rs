//! Messages with the number of their call, as Avro for Java sends them by Netty: the number, the count of buffers, and each of them
//! behind its length.

use polywire_rpc::FrameTooLarge;

/// Bytes of a number, of a count and of a length.
const WIDTH: usize = 4;

/// Divides a stream into messages.
#[derive(Clone, Debug)]
pub struct Numbered {
    limit: u64,
    buffer: Vec<u8>,
    /// What of the message at the start was looked at, and the buffers that are left; `None` before its count is there.
    seen: Option<(usize, u32)>,
}

impl Numbered {
    /// Messages may have this many bytes, with their lengths.
    pub fn new(limit: u64) -> Self {
        Self { limit, buffer: Vec::new(), seen: None }
    }

    /// Adds bytes that arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next message that is complete, and the number of its call.
    pub fn next_message(&mut self) -> Result<Option<(u32, Vec<u8>)>, FrameTooLarge> {
        let Some(number) = number_at(&self.buffer, 0) else { return Ok(None) };
        let (mut seen, mut left) = match (self.seen, number_at(&self.buffer, WIDTH)) {
            (Some(state), _) => state,
            (None, Some(count)) => (2 * WIDTH, count),
            (None, None) => return Ok(None),
        };
        while left > 0 {
            self.seen = Some((seen, left));
            let Some(length) = number_at(&self.buffer, seen) else { return Ok(None) };
            let size = seen as u64 + WIDTH as u64 + u64::from(length);
            if size > self.limit {
                return Err(FrameTooLarge { size, limit: self.limit });
            }
            let end = usize::try_from(size).ok().filter(|end| *end <= self.buffer.len());
            let Some(end) = end else { return Ok(None) };
            (seen, left) = (end, left - 1);
        }
        self.seen = None;
        let rest = self.buffer.split_off(seen);
        let message = joined(&std::mem::replace(&mut self.buffer, rest));
        Ok(Some((number, message)))
    }

    /// Returns true if bytes are left that are no complete message.
    pub fn is_inside(&self) -> bool {
        !self.buffer.is_empty()
    }
}

/// Returns a message of a call.
pub fn numbered(number: u32, message: &[u8]) -> Vec<u8> {
    let length = u32::try_from(message.len()).unwrap_or(u32::MAX);
    let words = [number, 1, length].map(u32::to_be_bytes);
    [words.as_flattened(), message].concat()
}

fn number_at(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..).and_then(<[u8]>::first_chunk).map(|it| u32::from_be_bytes(*it))
}

/// Returns what the buffers of a complete message hold.
fn joined(message: &[u8]) -> Vec<u8> {
    let (mut at, mut joined) = (2 * WIDTH, Vec::new());
    while let Some(length) = number_at(message, at) {
        let end = at + WIDTH + length as usize;
        joined.extend_from_slice(message.get(at + WIDTH..end).unwrap_or_default());
        at = end;
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_size_become_whole_messages() {
        let two = b"\0\0\0\x07\0\0\0\x02\0\0\0\x02ab\0\0\0\x01c";
        let stream = [&two[..], b"\0\0\0\x08\0\0\0\0", &numbered(9, b"d")].concat();
        for size in 1..=stream.len() {
            let (mut messages, mut found) = (Numbered::new(20), Vec::new());
            for piece in stream.chunks(size) {
                messages.push(piece);
                while let Some(message) = messages.next_message().expect("small messages") {
                    found.push(message);
                }
            }
            assert_eq!(found, [(7, b"abc".to_vec()), (8, Vec::new()), (9, b"d".to_vec())]);
            assert!(!messages.is_inside());
        }
    }

    #[test]
    fn large_messages_are_refused_before_they_arrive() {
        let mut messages = Numbered::new(20);
        messages.push(b"\0\0\0\0\0\0\0\x01\0\0\0\x09");
        assert_eq!(messages.next_message(), Err(FrameTooLarge { size: 21, limit: 20 }));
    }
}
