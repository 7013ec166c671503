use std::io::{self, ErrorKind, Read};

/// Bytes read at a time, unless more are needed.
const CHUNK: usize = 1 << 16;

/// Bytes read ahead of a place in a stream.
#[derive(Debug, Default)]
pub(super) struct Input {
    bytes: Vec<u8>,
    start: usize,
    offset: u64,
}

impl Input {
    /// Begins at an offset.
    pub fn at(offset: u64) -> Self {
        Self { offset, ..Self::default() }
    }

    /// The offset of the place in the stream.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns at least `len` bytes after the place, or all that are left. Memory grows with the bytes received.
    pub fn ahead(&mut self, reader: &mut impl Read, len: usize) -> io::Result<&[u8]> {
        if self.bytes.len() - self.start < len {
            self.bytes.drain(..self.start);
            self.start = 0;
            while self.bytes.len() < len && self.read_some(reader)? {}
        }
        Ok(self.bytes.get(self.start..).unwrap_or_default())
    }

    /// The bytes that were read ahead.
    pub fn read(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// Moves the place over bytes that were read ahead.
    pub fn consume(&mut self, len: usize) {
        let len = len.min(self.bytes.len() - self.start);
        self.start += len;
        self.offset += len as u64;
    }

    /// Returns false at the end of the stream.
    fn read_some(&mut self, reader: &mut impl Read) -> io::Result<bool> {
        let end = self.bytes.len();
        self.bytes.resize(end + CHUNK, 0);
        let read = loop {
            match reader.read(self.bytes.get_mut(end..).unwrap_or_default()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        self.bytes.truncate(end + read.as_ref().map_or(0, |len| *len));
        read.map(|len| len > 0)
    }
}
