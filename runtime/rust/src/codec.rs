use crate::{Error, Limits};
use alloc::vec::Vec;

/// A message that can be written in a format, which a type of the generated code identifies.
pub trait Encode<Format> {
    /// Appends the message. After an error, the vector is as before.
    fn append(&self, out: &mut Vec<u8>, limits: &Limits) -> Result<(), Error>;

    /// Writes the message to the start of a slice and returns its length; `None` if the slice is too short.
    fn write(&self, out: &mut [u8], limits: &Limits) -> Result<Option<usize>, Error>;

    /// Returns the message.
    fn encode(&self, limits: &Limits) -> Result<Vec<u8>, Error> {
        let mut out = Vec::new();
        self.append(&mut out, limits).map(|()| out)
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
}

/// A message that can be read in a format with a description of the writer's schema.
pub trait DecodeWith<Format, Schema> {
    /// Reads a message that fills the input. The value may hold anything before; its memory is used again.
    fn read_with(&mut self, input: &[u8], schema: &Schema, limits: &Limits) -> Result<(), Error>;
}
