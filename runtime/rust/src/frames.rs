//! Elements of a stream that arrives in chunks.

use crate::{DecodeWith, Error, ErrorCode, Limits};
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The position in a stream of elements after a chunk. A framing, which a type of the generated code identifies, finds it
/// from the chunk and the frame before it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    /// The offset in the chunk at which the element begins or continues.
    pub first: u64,
    /// The number of bytes of the chunk that were read; the element ends there if it is complete.
    pub taken: u64,
    /// The element is complete.
    pub complete: bool,
    /// The stream may end here; an element that has begun is then complete.
    pub may_end: bool,
    /// State for the next chunk.
    pub phase: u64,
    /// State for the next chunk.
    pub count: u64,
    /// State for the next chunk.
    pub unit: u64,
}

/// Finds the elements of a stream that arrives in chunks of any size. Of a chunk, it keeps only the part of an element
/// that is not complete.
#[derive(Clone, Debug)]
pub struct Chunks<Framing> {
    at_most: usize,
    frame: Frame,
    /// Bytes of the stream so far.
    offset: usize,
    /// The part of an element from earlier chunks.
    element: Vec<u8>,
    framing: PhantomData<fn() -> Framing>,
}

impl<Framing> Chunks<Framing>
where
    Frame: DecodeWith<Framing, Frame>,
{
    /// Starts a stream whose elements have at most this many bytes.
    pub fn new(at_most: usize) -> Self {
        let (frame, element) = Default::default();
        Self { at_most, frame, offset: 0, element, framing: PhantomData }
    }

    /// Takes a chunk, and calls `each` with every element that it completes. After an error, which is that of the stream
    /// or of `each`, the stream cannot be continued.
    pub fn push<E: From<Error>>(
        &mut self,
        mut chunk: &[u8],
        mut each: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        while !chunk.is_empty() {
            let (whole, rest) = self.advance(chunk)?;
            chunk = rest;
            if self.frame.complete {
                each(if self.element.is_empty() { whole } else { &self.element })?;
                self.element.clear();
            }
        }
        Ok(())
    }

    /// Ends the stream, which may complete an element.
    pub fn finish<E: From<Error>>(mut self, each: impl FnOnce(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.end()?;
        if self.element.is_empty() { Ok(()) } else { each(&self.element) }
    }

    fn end(&mut self) -> Result<(), Error> {
        self.advance(&[])?;
        if self.frame.may_end {
            return Ok(());
        }
        Err(Error { code: ErrorCode::Truncated, site: 0, offset: self.offset })
    }

    /// Reads a chunk up to the end of an element. Returns the part of the element in the chunk, which is kept unless it is
    /// the whole element, and the rest of the chunk.
    fn advance<'c>(&mut self, chunk: &'c [u8]) -> Result<(&'c [u8], &'c [u8]), Error> {
        let (mut next, limits) = (Frame::default(), Limits::default());
        let looked = DecodeWith::<Framing, Frame>::read_with(&mut next, chunk, &self.frame, &limits);
        looked.map_err(|error| Error { offset: self.offset + error.offset, ..error })?;
        self.frame = next;
        let taken = usize::try_from(self.frame.taken).unwrap_or(usize::MAX);
        let (read, rest) = chunk.split_at_checked(taken).unwrap_or((chunk, &[]));
        let part = usize::try_from(self.frame.first).ok().and_then(|first| read.get(first..)).unwrap_or_default();
        self.offset += read.len();
        if part.len() > self.at_most - self.element.len() {
            return Err(Error { code: ErrorCode::TooLarge, site: 0, offset: self.offset });
        }
        if !self.element.is_empty() || !self.frame.complete {
            self.element.extend_from_slice(part);
        }
        Ok((part, rest))
    }
}

#[cfg(feature = "std")]
pub use reading::{Elements, ReadError};

#[cfg(feature = "std")]
mod reading {
    use super::{Chunks, Frame};
    use crate::{DecodeWith, Error};
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    /// A framing of words behind a space each; a dot is refused.
    #[derive(Debug)]
    struct Words;

    impl DecodeWith<Words, Frame> for Frame {
        fn read_with(&mut self, input: &[u8], before: &Frame, _: &Limits) -> Result<(), Error> {
            *self = Frame { phase: before.phase, ..Frame::default() };
            for (at, letter) in input.iter().enumerate() {
                match (letter, self.phase) {
                    (b'.', _) => return Err(Error { code: ErrorCode::Syntax, site: 7, offset: at }),
                    (b' ', 1) => {
                        (self.phase, self.complete, self.taken) = (0, true, at as u64);
                        return Ok(());
                    }
                    (b' ', _) => self.first = at as u64 + 1,
                    _ => self.phase = 1,
                }
            }
            self.taken = input.len() as u64;
            self.first = self.first.min(self.taken);
            self.may_end = input.is_empty() || self.phase == 1;
            Ok(())
        }
    }

    /// Returns the elements of a stream in chunks of this size, or its error.
    fn elements(stream: &[u8], size: usize, at_most: usize) -> Result<Vec<String>, Error> {
        let (mut found, mut chunks) = (Vec::new(), Chunks::<Words>::new(at_most));
        let mut each = |element: &[u8]| {
            found.push(String::from_utf8_lossy(element).into_owned());
            Ok::<(), Error>(())
        };
        stream.chunks(size).try_for_each(|chunk| chunks.push(chunk, &mut each))?;
        chunks.finish(each)?;
        Ok(found)
    }

    #[test]
    fn chunks_of_any_size_have_the_same_elements() {
        let stream = b"one two  three four";
        for size in 1..=stream.len() {
            assert_eq!(elements(stream, size, 5), Ok(vec!["one".into(), "two".into(), "three".into(), "four".into()]));
            let refused = Error { code: ErrorCode::TooLarge, site: 0, offset: 0 };
            assert_eq!(elements(stream, size, 4).map_err(|error| error.code), Err(refused.code));
            assert_eq!(elements(b"ab c.d", size, 4), Err(Error { code: ErrorCode::Syntax, site: 7, offset: 4 }));
        }
        let stopped = Chunks::<Words>::new(9).push(b"a b ", |_| Err(Error { site: 3, ..TRUNCATED }));
        assert_eq!(stopped, Err(Error { site: 3, ..TRUNCATED }));
    }

    const TRUNCATED: Error = Error { code: ErrorCode::Truncated, site: 0, offset: 0 };

    #[cfg(feature = "std")]
    #[test]
    fn readers_are_read_in_chunks() {
        use alloc::string::ToString;
        use std::io::{self, Read};

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
