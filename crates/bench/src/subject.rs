//! Programs that hold one codec each.

use std::ffi::OsString;
use std::time::Duration;

/// A program that can be started with one or two arguments: the file of images to read, and one that it writes its
/// messages to. `process` describes its output.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Wire format.
    pub format: String,
    /// The implementation of the codec.
    pub implementation: String,
    /// Program and arguments in front of the files.
    pub command: Vec<OsString>,
    /// The cost of building it, where it was built.
    pub build: Option<Build>,
}

/// The cost of a codec's own code.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Build {
    /// To compile it.
    pub time: Duration,
    /// Bytes of code that came out.
    pub code: u64,
}

/// The measured operations. Each goes through every message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// The bytes of the message are copied, for scale.
    Copy,
    /// A message is written.
    Encode,
    /// A message is read into a value that was used before.
    Decode,
    /// A message is read into a new value, which is dropped.
    DecodeFresh,
    /// A message is read into a value whose texts are parts of the message.
    DecodeBorrowed,
    /// A message is checked, and nothing made of it.
    Validate,
    /// All fields are read where they lie.
    Visit,
}

impl Operation {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Copy, Self::Encode, Self::Decode, Self::DecodeFresh, Self::DecodeBorrowed, Self::Validate, Self::Visit];

    /// As subjects and JSON name it.
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

    /// In a few words, for people.
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

    /// The operation of this name.
    pub fn of_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.name() == name)
    }
}
