//! Programs that contain one codec each.

use std::ffi::OsString;
use std::time::Duration;

/// A program that takes one or two arguments: the file of images to read, and optionally a file to write its messages
/// to. `process` describes its output.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Name of the wire format.
    pub format: String,
    /// The implementation of the codec.
    pub implementation: String,
    /// Program and arguments before the files. A program that can read the messages of others in place of its own does so
    /// after `--messages FILE`.
    pub command: Vec<OsString>,
    /// The cost of building it, if it was built.
    pub build: Option<Build>,
}

/// The cost of a codec's own code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Build {
    /// Compile time.
    pub time: Duration,
    /// Bytes of machine code.
    pub code: u64,
}

/// The measured operations. Each processes every message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// Copies the bytes of the message, for scale.
    Copy,
    /// Writes a message.
    Encode,
    /// Reads a message into a reused value.
    Decode,
    /// Reads a message into a new value and drops it.
    DecodeFresh,
    /// Reads a message into a value whose texts refer to the message.
    DecodeBorrowed,
    /// Checks a message without building a value.
    Validate,
    /// Reads all fields in place.
    Visit,
}

impl Operation {
    /// All operations.
    pub const ALL: [Self; 7] =
        [Self::Copy, Self::Encode, Self::Decode, Self::DecodeFresh, Self::DecodeBorrowed, Self::Validate, Self::Visit];

    /// Returns the name in the protocol of subjects and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Encode => "encode",
            Self::Decode => "decode",
            Self::DecodeFresh => "decode_fresh",
            Self::DecodeBorrowed => "decode_borrowed",
            Self::Validate => "validate",
            Self::Visit => "visit",
        }
    }

    /// Returns a short title for people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Copy => "copy",
            Self::Encode => "encode",
            Self::Decode => "decode",
            Self::DecodeFresh => "decode, new value",
            Self::DecodeBorrowed => "decode, borrowed",
            Self::Validate => "validate",
            Self::Visit => "read in place",
        }
    }

    /// Returns the operation with this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}
