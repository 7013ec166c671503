//! Messages of built-in schemas, accessed by field name.

use crate::codec::{Codec, Codecs};
use polywire_model::Model;
use polywire_vm::{Refusal, Value};
use std::fmt;

#[cfg(feature = "command")]
mod unions;
#[cfg(feature = "command")]
pub(crate) use unions::{has_unknown, held, holds};

/// Why a message could not be read or written.
pub(crate) enum Error {
    /// It does not fit its schema.
    Message { what: &'static str, refusal: Refusal },
    /// It lacks required parts.
    Incomplete,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message { what, refusal } => write!(f, "{what}: {refusal}"),
            Self::Incomplete => f.write_str("the message is incomplete"),
        }
    }
}

/// The codec of a message, and access to some of its fields.
pub(crate) struct Message<const N: usize> {
    codec: Codec,
    what: &'static str,
    fields: [usize; N],
}

impl<const N: usize> Message<N> {
    /// `None` if the schema has no such message or fields.
    pub fn new(model: &Model, codecs: &Codecs, name: &str, what: &'static str, fields: [&str; N]) -> Option<Self> {
        let codec = codecs.codec(model, name)?;
        let mut indices = [0; N];
        for (index, field) in indices.iter_mut().zip(fields) {
            *index = codec.field(field)?;
        }
        Some(Self { codec, what, fields: indices })
    }

    pub fn decode(&self, bytes: &[u8]) -> Result<Value, Error> {
        self.codec.decode(bytes).map_err(|refusal| Error::Message { what: self.what, refusal })
    }

    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, Error> {
        self.codec.encode(value).map_err(|refusal| Error::Message { what: self.what, refusal })
    }

    /// Returns the values of the fields, in the order in which they were named.
    pub fn get<'v>(&self, message: &'v Value) -> Result<[&'v Value; N], Error> {
        let Value::Struct(record) = message else { return Err(Error::Incomplete) };
        let mut values = [&Value::Absent; N];
        for (value, index) in values.iter_mut().zip(self.fields) {
            *value = record.fields.get(index).ok_or(Error::Incomplete)?;
        }
        Ok(values)
    }

    /// Returns a message with these field values.
    pub fn make(&self, values: [Value; N]) -> Value {
        let mut message = self.codec.new_value();
        if let Value::Struct(record) = &mut message {
            for (value, index) in values.into_iter().zip(self.fields) {
                record.fields[index] = value;
            }
        }
        message
    }
}
