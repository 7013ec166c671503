//! Splits a stream that arrives in pieces into elements, using memory for one element and one piece.

use polywire_ir::types::StructId;
use polywire_lower::framing::{FrameFormat, JSON_ELEMENTS};
use polywire_passes::{Options, optimize};
use polywire_stream::Error as StreamError;
use polywire_vm::{Failure, Limits, Program, Value};
use std::fmt;
use std::io::BufRead;

/// Finds the elements of a stream.
pub struct Elements {
    program: Program,
    /// The frame of the previous piece.
    frame: Value,
    /// Limit on the bytes of an element.
    limit: u64,
}

/// Why an element could not be found.
#[derive(Debug)]
pub enum Error {
    /// The stream ends inside an element, an element is too long, or the reader fails.
    Stream(StreamError),
    /// Invalid text between elements; the offset counts from the start of the stream.
    Syntax(Failure),
}

/// The result of scanning a piece.
struct Found {
    first: usize,
    taken: usize,
    complete: bool,
    may_end: bool,
}

/// Divides pieces of a stream into elements.
pub struct Piecewise {
    elements: Elements,
    /// The number of bytes scanned so far.
    offset: usize,
    /// What was found of the next element.
    element: Vec<u8>,
}

/// Reads elements from a stream.
pub struct ElementReader {
    elements: Elements,
    /// The number of bytes scanned so far.
    offset: usize,
    is_at_end: bool,
}

impl Elements {
    /// Finds elements with this framing, of at most `limit` bytes each.
    pub fn new(framing: &FrameFormat, limit: u64) -> Self {
        let mut module = framing.lower();
        optimize(&mut module, &Options::default());
        let frame = Value::new(&module.types, &polywire_ir::types::Type::Struct(FRAME));
        Self { program: Program::compile(&module), frame, limit }
    }

    /// Finds the elements of a JSON array.
    pub fn of_json_array(limit: u64) -> Self {
        Self::new(&JSON_ELEMENTS, limit)
    }

    /// Returns a reader of the elements of a stream.
    pub fn reader(self) -> ElementReader {
        ElementReader { elements: self, offset: 0, is_at_end: false }
    }

    /// Returns what divides pieces of a stream, as they arrive, into elements.
    pub fn piecewise(self) -> Piecewise {
        Piecewise { elements: self, offset: 0, element: Vec::new() }
    }

    /// Appends what a piece, which is at this position, has of the current element.
    fn take(&mut self, piece: &[u8], offset: &mut usize, element: &mut Vec<u8>) -> Result<Found, Error> {
        let at = *offset;
        let found = self.look(piece);
        let found = found.map_err(|failure| Error::Syntax(Failure { offset: at + failure.offset, ..failure }))?;
        let part = piece.get(found.first..found.taken).unwrap_or_default();
        let len = (element.len() + part.len()) as u64;
        if len > self.limit {
            return Err(Error::Stream(StreamError::TooLong { len, limit: self.limit }));
        }
        element.extend_from_slice(part);
        *offset += found.taken;
        Ok(found)
    }

    fn look(&mut self, piece: &[u8]) -> Result<Found, Failure> {
        self.frame = self.program.decode(FRAME, piece, Some(&self.frame), &Limits::default())?;
        let Value::Struct(frame) = &self.frame else { return Ok(Found::NOTHING) };
        let number = |index: usize| match frame.fields.get(index) {
            Some(Value::Uint(number)) => usize::try_from(*number).unwrap_or(piece.len()).min(piece.len()),
            _ => 0,
        };
        let flag = |index: usize| frame.fields.get(index) == Some(&Value::Bool(true));
        Ok(Found { first: number(0), taken: number(1), complete: flag(2), may_end: flag(3) })
    }
}

const FRAME: StructId = StructId(0);

impl Found {
    const NOTHING: Self = Self { first: 0, taken: 0, complete: false, may_end: false };
}

impl ElementReader {
    /// Reads the next element; false at the end of the stream.
    pub fn read(&mut self, reader: &mut impl BufRead, element: &mut Vec<u8>) -> Result<bool, Error> {
        element.clear();
        while !self.is_at_end {
            let piece = reader.fill_buf().map_err(|error| Error::Stream(error.into()))?;
            self.is_at_end = piece.is_empty();
            let found = self.elements.take(piece, &mut self.offset, element)?;
            reader.consume(found.taken);
            if found.complete {
                return Ok(true);
            }
            if self.is_at_end && !found.may_end {
                return Err(Error::Stream(StreamError::Truncated));
            }
        }
        Ok(!element.is_empty())
    }
}

impl Piecewise {
    /// Returns the next element that is complete, and takes what it looked at from the front of the piece.
    pub fn next(&mut self, piece: &mut &[u8]) -> Result<Option<Vec<u8>>, Error> {
        while !piece.is_empty() {
            let found = self.elements.take(piece, &mut self.offset, &mut self.element)?;
            *piece = piece.get(found.taken..).unwrap_or_default();
            if found.complete {
                return Ok(Some(std::mem::take(&mut self.element)));
            }
        }
        Ok(None)
    }

    /// Returns true if an element has begun that is not complete.
    pub fn is_inside(&self) -> bool {
        !self.element.is_empty()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stream(error) => error.fmt(f),
            Self::Syntax(failure) => write!(f, "between elements: {failure}"),
        }
    }
}

impl std::error::Error for Error {}
