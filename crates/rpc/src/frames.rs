//! Envelopes in a stream of bytes, of which any piece may arrive at a time.

use std::fmt;

/// What tells the size of an envelope in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    /// Bytes in front of the size.
    pub before: usize,
    /// Bytes of the size, most significant first.
    pub width: usize,
}

/// Divides a stream into envelopes.
#[derive(Clone, Debug)]
pub struct Frames {
    header: FrameHeader,
    limit: u64,
    buffer: Vec<u8>,
    /// What was returned already.
    read: usize,
}

/// An envelope is larger than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameTooLarge {
    /// Its size in bytes.
    pub size: u64,
    /// The limit.
    pub limit: u64,
}

impl Frames {
    /// Envelopes may have this many bytes behind their header.
    pub fn new(header: FrameHeader, limit: u64) -> Self {
        Self { header, limit, buffer: Vec::new(), read: 0 }
    }

    /// Adds bytes that arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.drain(..self.read);
        self.read = 0;
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next envelope that is complete.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, FrameTooLarge> {
        let left = &self.buffer[self.read..];
        let FrameHeader { before, width } = self.header;
        let Some(size) = left.get(before..before + width) else { return Ok(None) };
        let size = size.iter().fold(0, |size, byte| size << 8 | u64::from(*byte));
        if size > self.limit {
            return Err(FrameTooLarge { size, limit: self.limit });
        }
        let end = usize::try_from(size).ok().and_then(|size| size.checked_add(before + width));
        let Some(frame) = end.and_then(|end| left.get(..end)) else { return Ok(None) };
        self.read += frame.len();
        Ok(Some(frame))
    }

    /// Returns true if bytes are left that are no complete envelope.
    pub fn is_inside(&self) -> bool {
        self.read < self.buffer.len()
    }
}

impl fmt::Display for FrameTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a message has {} bytes, more than the limit of {}", self.size, self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: FrameHeader = FrameHeader { before: 1, width: 4 };

    #[test]
    fn pieces_of_any_size_become_whole_frames() {
        let stream = [&b"\0\0\0\0\x03abc"[..], b"\x01\0\0\0\0", b"\0\0\0\0\x01d"].concat();
        for size in 1..=stream.len() {
            let mut frames = Frames::new(HEADER, 3);
            let mut found = Vec::new();
            for piece in stream.chunks(size) {
                frames.push(piece);
                while let Some(frame) = frames.next_frame().expect("small frames") {
                    found.push(frame.to_vec());
                }
            }
            assert_eq!(found, [&b"\0\0\0\0\x03abc"[..], b"\x01\0\0\0\0", b"\0\0\0\0\x01d"]);
            assert!(!frames.is_inside());
        }
    }

    #[test]
    fn large_frames_are_refused_by_their_header() {
        let mut frames = Frames::new(HEADER, 3);
        frames.push(b"\0\xff\xff\xff\xff");
        assert_eq!(frames.next_frame(), Err(FrameTooLarge { size: 0xffff_ffff, limit: 3 }));
    }
}
