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
    pub(crate) frame: Frame,
    /// Bytes of the stream so far.
    offset: usize,
    /// The part of an element from earlier chunks.
    pub(crate) element: Vec<u8>,
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

    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.advance(&[])?;
        if self.frame.may_end {
            return Ok(());
        }
        Err(Error { code: ErrorCode::Truncated, site: 0, offset: self.offset })
    }

    /// Reads a chunk up to the end of an element. Returns the part of the element in the chunk, which is kept unless it is
    /// the whole element, and the rest of the chunk.
    pub(crate) fn advance<'c>(&mut self, chunk: &'c [u8]) -> Result<(&'c [u8], &'c [u8]), Error> {
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use alloc::string::String;
    use alloc::vec;

    /// A framing of words behind a space each; a dot is refused.
    #[derive(Debug)]
    pub struct Words;

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
}
