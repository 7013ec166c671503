use std::io::{self, ErrorKind, Read};

/// Bytes read at a time, unless more are needed.
const CHUNK: usize = 1 << 16;

/// Bytes read ahead of a place in a stream.
#[derive(Debug, Default)]
pub(super) struct Input {
    /// The bytes that were read, and room for more.
    bytes: Vec<u8>,
    /// Those that were read and are still ahead.
    start: usize,
    end: usize,
    offset: u64,
}

impl Input {
    /// The offset of the place in the stream.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Notes that the reader does not have the next bytes of the stream.
    pub fn leave_out(&mut self, bytes: u64) {
        self.offset += bytes;
    }

    /// Moves the place to an offset, or to the end of the stream.
    pub fn go_to(&mut self, reader: &mut impl Read, offset: u64) -> io::Result<()> {
        while self.offset < offset {
            let len = usize::try_from(offset - self.offset).map_or(CHUNK, |len| len.min(CHUNK));
            if self.ahead(reader, len)?.is_empty() {
                return Ok(());
            }
            self.consume(len);
        }
        Ok(())
    }

    /// Returns at least `len` bytes after the place, or all that are left. Memory grows with the bytes received.
    pub fn ahead(&mut self, reader: &mut impl Read, len: usize) -> io::Result<&[u8]> {
        if self.end - self.start < len {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
            while self.end < len && self.read_some(reader)? {}
        }
        Ok(self.read())
    }

    /// The bytes that were read ahead.
    pub fn read(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Moves the place over bytes that were read ahead.
    pub fn consume(&mut self, len: usize) {
        let len = len.min(self.end - self.start);
        self.start += len;
        self.offset += len as u64;
    }

    /// Returns false at the end of the stream.
    fn read_some(&mut self, reader: &mut impl Read) -> io::Result<bool> {
        if self.bytes.len() < self.end + CHUNK {
            self.bytes.resize(self.end + self.end.max(CHUNK), 0);
        }
        loop {
            match reader.read(self.bytes.get_mut(self.end..).unwrap_or_default()) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
                Ok(len) => {
                    self.end += len;
                    return Ok(len > 0);
                }
            }
        }
    }
}
