//! Messages in a stream of bytes.

use polywire_stream::Error;
use polywire_stream::giop::{Fragments, HEADER, size_of};

/// Divides a stream into messages, and puts fragments together.
pub struct Frames {
    fragments: Fragments,
    buffer: Vec<u8>,
    limit: u64,
}

/// Why nothing more can be read.
#[derive(Debug)]
pub enum Wrong {
    /// It is no message of GIOP.
    NotGiop,
    /// It is too large.
    Stream(Error),
}

impl Frames {
    /// Messages may have this many bytes.
    pub fn new(limit: u64) -> Self {
        Self { fragments: Fragments::default(), buffer: Vec::new(), limit }
    }

    /// Adds bytes that arrived.
    pub fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// Returns the next message that is complete.
    pub fn next_message(&mut self) -> Result<Option<Vec<u8>>, Wrong> {
        while let Some(head) = self.buffer.first_chunk::<HEADER>() {
            let len = size_of(head).ok_or(Wrong::NotGiop)?;
            if len > self.limit {
                return Err(Wrong::Stream(Error::TooLong { len, limit: self.limit }));
            }
            let Some(len) = usize::try_from(len).ok().filter(|len| *len <= self.buffer.len()) else { return Ok(None) };
            let rest = self.buffer.split_off(len);
            let piece = std::mem::replace(&mut self.buffer, rest);
            if let Some(message) = self.fragments.add(piece, self.limit).map_err(Wrong::Stream)? {
                return Ok(Some(message));
            }
        }
        Ok(None)
    }

    /// Returns true if a message has begun that is not complete.
    pub fn is_inside(&self) -> bool {
        !self.buffer.is_empty()
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotGiop => f.write_str("what arrives is no message of GIOP"),
            Self::Stream(error) => error.fmt(f),
        }
    }
}
