use crate::{Arena, Buffer, Error, Limits, buffer};
use alloc::vec::Vec;

/// A message that can be written in a format, which a type of the generated code identifies.
pub trait Encode<Format> {
    /// Writes the message to the start of a slice and returns its length; `None` if the slice is too short.
    fn write(&self, out: &mut [u8], limits: &Limits) -> Result<Option<usize>, Error>;

    /// Returns a length for which [`Self::write`] is likely to succeed; usually, that of the message or more.
    fn room(&self) -> usize {
        0
    }

    /// Replaces the buffer's contents by the message. After an error, the buffer is empty.
    #[inline]
    fn fill(&self, buffer: &mut Buffer, limits: &Limits) -> Result<(), Error> {
        buffer.fill(|out| self.write(out, limits), || self.room())
    }

    /// Appends the message. After an error, the vector is as before.
    #[inline]
    fn append(&self, out: &mut Vec<u8>, limits: &Limits) -> Result<(), Error> {
        buffer::append(out, |out| self.write(out, limits), || self.room())
    }

    /// Returns the message.
    fn encode(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let mut buffer = Buffer::new();
        self.fill(&mut buffer, limits).map(|()| buffer.into_vec())
    }

    /// Returns the length of the message.
    fn size(&self, limits: &Limits) -> Result<usize, Error> {
        let mut buffer = Buffer::new();
        self.fill(&mut buffer, limits).map(|()| buffer.len())
    }
}

/// A message that can be read in a format.
pub trait Decode<Format> {
    /// Reads a message that fills the input. The value may hold anything before; its memory is used again.
    fn read(&mut self, input: &[u8], limits: &Limits) -> Result<(), Error>;

    /// Returns a new message.
    fn decode(input: &[u8], limits: &Limits) -> Result<Self, Error>
    where
        Self: Default,
    {
        let mut value = Self::default();
        value.read(input, limits).map(|()| value)
    }

    /// Checks a message; returns the same error code as [`Self::read`].
    fn validate(input: &[u8], limits: &Limits) -> Result<(), Error>
    where
        Self: Default,
    {
        Self::decode(input, limits).map(|_| ())
    }
}

/// A message that can be read in a format with a description of the writer's schema.
pub trait DecodeWith<Format, Schema> {
    /// Reads a message that fills the input. The value may hold anything before; its memory is used again.
    fn read_with(&mut self, input: &[u8], schema: &Schema, limits: &Limits) -> Result<(), Error>;

    /// Checks a message; returns the same error code as [`Self::read_with`].
    fn validate_with(input: &[u8], schema: &Schema, limits: &Limits) -> Result<(), Error>
    where
        Self: Default,
    {
        Self::default().read_with(input, schema, limits)
    }
}

/// A message that can be read in a format into a value whose texts and bytes are parts of the message, or of an arena if
/// the message does not contain them as they are.
pub trait DecodeBorrowed<'a, Format> {
    /// Reads a message that fills the input. The value may hold anything before; the memory of its lists is used again.
    fn read(&mut self, input: &'a [u8], arena: &'a Arena, limits: &Limits) -> Result<(), Error>;

    /// Returns a new message.
    fn decode(input: &'a [u8], arena: &'a Arena, limits: &Limits) -> Result<Self, Error>
    where
        Self: Default,
    {
        let mut value = Self::default();
        value.read(input, arena, limits).map(|()| value)
    }
}

/// Like [`DecodeBorrowed`], with a description of the writer's schema.
pub trait DecodeBorrowedWith<'a, Format, Schema> {
    /// Reads a message that fills the input. The value may hold anything before; the memory of its lists is used again.
    fn read_with(&mut self, input: &'a [u8], schema: &Schema, arena: &'a Arena, limits: &Limits) -> Result<(), Error>;
}
