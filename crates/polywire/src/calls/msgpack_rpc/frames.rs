//! Messages in a stream of bytes, of which any piece may arrive at a time: each is a value of MessagePack.

use crate::untyped::msgpack::{behind, length_bytes};
use polywire_rpc::FrameTooLarge;

/// Divides a stream into messages.
#[derive(Clone, Debug)]
pub struct Frames {
    limit: u64,
    buffer: Vec<u8>,
    /// What was returned already.
    read: usize,
    /// What of the next message was looked at, and the values of it that are left.
    seen: usize,
    left: u64,
}

impl Frames {
    /// Messages may have this many bytes.
    pub fn new(limit: u64) -> Self {
        Self { limit, buffer: Vec::new(), read: 0, seen: 0, left: 1 }
    }

    /// Adds bytes that arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.read);
        self.read = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next message that is complete.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, FrameTooLarge> {
        let unread = &self.buffer[self.read..];
        while self.left > 0 {
            let Some((size, values)) = value(&unread[self.seen..]) else { return Ok(None) };
            let size = size.saturating_add(self.seen as u64);
            if size > self.limit {
                return Err(FrameTooLarge { size, limit: self.limit });
            }
            let Some(seen) = usize::try_from(size).ok().filter(|seen| *seen <= unread.len()) else { return Ok(None) };
            self.seen = seen;
            self.left = (self.left - 1).saturating_add(values);
        }
        let (start, size) = (self.read, self.seen);
        (self.read, self.seen, self.left) = (start + size, 0, 1);
        Ok(Some(&self.buffer[start..start + size]))
    }

    /// Returns true if bytes are left that are no complete message.
    pub fn is_inside(&self) -> bool {
        self.read < self.buffer.len()
    }
}

/// Returns the size of the first value without those in it, and the number of these; `None` if its head is not there yet.
fn value(bytes: &[u8]) -> Option<(u64, u64)> {
    let (&first, rest) = bytes.split_first()?;
    let length = length_bytes(first);
    let number = rest.get(..usize::try_from(length).ok()?)?;
    let (payload, values) = behind(first, number.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)));
    Some((1 + length + payload, values))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_any_size_become_whole_messages() {
        let messages = [
            &[0x94, 0, 1, 0xa3, b'a', b'd', b'd', 0x92, 1, 0xcd, 1, 0][..],
            &[0xdc, 0, 1, 0x81, 0xc0, 0xc4, 1, 0],
            &[0],
        ];
        let stream = messages.concat();
        for size in 1..=stream.len() {
            let (mut frames, mut found) = (Frames::new(12), Vec::new());
            for piece in stream.chunks(size) {
                frames.push(piece);
                while let Some(frame) = frames.next_frame().expect("small messages") {
                    found.push(frame.to_vec());
                }
            }
            assert_eq!(found, messages);
            assert!(!frames.is_inside());
        }
    }

    #[test]
    fn large_messages_are_refused_before_they_arrive() {
        let mut frames = Frames::new(100);
        frames.push(&[0x92, 1, 0xdb, 0xff, 0xff, 0xff, 0xff]);
        assert_eq!(frames.next_frame(), Err(FrameTooLarge { size: 0x1_0000_0006, limit: 100 }));
    }
}
