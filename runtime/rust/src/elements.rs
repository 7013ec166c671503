//! Elements of a stream that is read.

use crate::{Chunks, DecodeWith, Error, Frame};
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, Read};

/// The elements of a stream that a reader returns. As an iterator, it returns copies of them.
#[derive(Debug)]
pub struct Elements<Framing, R> {
    chunks: Chunks<Framing>,
    reader: R,
    chunk: Vec<u8>,
    /// The part of the chunk that was not looked at.
    rest: (usize, usize),
    /// The part of the chunk that is the current element, unless that is kept by `chunks`.
    whole: (usize, usize),
    has_element: bool,
    has_ended: bool,
}

/// An error of a stream of elements.
#[derive(Debug)]
pub enum ReadError {
    /// The reader's.
    Io(io::Error),
    /// That of the framing, with the offset in the stream.
    Framing(Error),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Framing(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Framing(error) => Some(error),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for ReadError {
    fn from(error: Error) -> Self {
        Self::Framing(error)
    }
}

/// The number of bytes that are read at once.
const CHUNK: usize = 64 << 10;

impl<Framing, R: Read> Elements<Framing, R>
where
    Frame: DecodeWith<Framing, Frame>,
{
    /// Starts a stream whose elements have at most this many bytes.
    pub fn new(reader: R, at_most: usize) -> Self {
        Self {
            chunks: Chunks::new(at_most),
            reader,
            chunk: vec![0; CHUNK],
            rest: (0, 0),
            whole: (0, 0),
            has_element: false,
            has_ended: false,
        }
    }

    /// Returns the next element without copying it; none at the end of the stream, or after an error.
    pub fn next_element(&mut self) -> Result<Option<&[u8]>, ReadError> {
        if self.has_ended {
            return Ok(None);
        }
        let found = self.find();
        self.has_ended = !matches!(found, Ok(Some(_))) || self.has_ended;
        Ok(match found? {
            None => None,
            Some(false) => Some(&self.chunks.element),
            Some(true) => Some(&self.chunk[self.whole.0..self.whole.1]),
        })
    }

    /// Finds the next element; returns true if it is entirely in the chunk, none if there is no more.
    fn find(&mut self) -> Result<Option<bool>, ReadError> {
        if self.has_element {
            self.chunks.element.clear();
            self.has_element = false;
        }
        loop {
            let (start, end) = self.rest;
            if start == end {
                match self.reader.read(&mut self.chunk) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    Ok(0) => {
                        self.chunks.end()?;
                        self.has_ended = true;
                        return Ok((!self.chunks.element.is_empty()).then_some(false));
                    }
                    len => self.rest = (0, len?),
                }
                continue;
            }
            let (part, rest) = self.chunks.advance(&self.chunk[start..end])?;
            let (part, next) = (part.len(), end - rest.len());
            self.rest.0 = next;
            if self.chunks.frame.complete {
                self.has_element = true;
                self.whole = (next - part, next);
                return Ok(Some(self.chunks.element.is_empty()));
            }
        }
    }
}

impl<Framing, R: Read> Iterator for Elements<Framing, R>
where
    Frame: DecodeWith<Framing, Frame>,
{
    type Item = Result<Vec<u8>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_element().map(|element| element.map(<[u8]>::to_vec)).transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorCode;
    use crate::frames::tests::Words;
    use alloc::string::ToString;

    #[test]
    fn readers_are_read_in_chunks() {
        /// Returns a few bytes at a time, and an error in the end.
        struct Slow<'s>(&'s [u8], usize, bool);

        impl Read for Slow<'_> {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                let len = self.1.min(self.0.len()).min(out.len());
                if len == 0 && self.2 {
                    return Err(io::Error::other("broken"));
                }
                let (first, rest) = self.0.split_at(len);
                out[..len].copy_from_slice(first);
                self.0 = rest;
                Ok(len)
            }
        }

        let stream = ["one", &"x".repeat(200_000), "three"].join(" ");
        for size in [1, 2, 3, 70_000, usize::MAX] {
            let mut found = Elements::<Words, _>::new(Slow(stream.as_bytes(), size, false), stream.len());
            for expected in stream.split(' ') {
                assert_eq!(found.next().transpose().unwrap().as_deref(), Some(expected.as_bytes()));
            }
            assert!(found.next().is_none() && found.next().is_none());
            let mut found = Elements::<Words, _>::new(Slow(b"a b", size, true), 9);
            assert!(found.next().is_some_and(|element| element.is_ok()));
            assert!(found.next().is_some_and(|error| error.unwrap_err().to_string() == "broken"));
            assert!(found.next().is_none());
            let mut found = Elements::<Words, _>::new(Slow(b"abcdef g", size, false), 5);
            assert!(matches!(found.next_element(), Err(ReadError::Framing(Error { code: ErrorCode::TooLarge, .. }))));
        }
    }
}
