use crate::error::{Error, Invalid};
use crate::layout::{FORMAT_MAX, TYPE_MAX};
use std::fmt;

/// What both sides of a channel agree on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contract {
    /// The name of the wire format, as in `protobuf`.
    pub format: String,
    /// The full name of the type of messages.
    pub type_name: String,
    /// The fingerprint of the schema; 0 if it is not known, which fits every other.
    pub fingerprint: u64,
}

/// A part of the contracts of two sides that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The format.
    Format {
        /// What the channel carries.
        channel: String,
        /// What this side expects.
        expected: String,
    },
    /// The type.
    Type {
        /// What the channel carries.
        channel: String,
        /// What this side expects.
        expected: String,
    },
    /// The fingerprint of the schema.
    Schema {
        /// That of the channel.
        channel: u64,
        /// That of this side.
        expected: u64,
    },
}

impl Contract {
    /// Returns a contract.
    #[must_use]
    pub fn new(format: &str, type_name: &str, fingerprint: u64) -> Self {
        Self { format: format.to_owned(), type_name: type_name.to_owned(), fingerprint }
    }

    pub(crate) fn check(&self) -> Result<(), Error> {
        let fits = |text: &str, most: u64| text.len() as u64 <= most;
        match () {
            () if !fits(&self.format, FORMAT_MAX) => Err(Error::Invalid(Invalid::Format)),
            () if !fits(&self.type_name, TYPE_MAX) => Err(Error::Invalid(Invalid::Type)),
            () => Ok(()),
        }
    }

    /// Checks that a channel with this contract carries what is expected.
    pub(crate) fn serves(&self, expected: &Self) -> Result<(), Difference> {
        if self.format != expected.format {
            return Err(Difference::Format { channel: self.format.clone(), expected: expected.format.clone() });
        }
        if self.type_name != expected.type_name {
            return Err(Difference::Type { channel: self.type_name.clone(), expected: expected.type_name.clone() });
        }
        let [channel, expected] = [self.fingerprint, expected.fingerprint];
        if channel != expected && channel != 0 && expected != 0 {
            return Err(Difference::Schema { channel, expected });
        }
        Ok(())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format { channel, expected } => {
                write!(
                    out,
                    "the channel carries messages of the format `{channel}`, and this side expects `{expected}`"
                )
            }
            Self::Type { channel, expected } => {
                write!(out, "the channel carries messages of the type `{channel}`, and this side expects `{expected}`")
            }
            Self::Schema { channel, expected } => write!(
                out,
                "the schema of the channel has the fingerprint {channel:016x}, and that of this side {expected:016x}: one of them is older"
            ),
        }
    }
}
