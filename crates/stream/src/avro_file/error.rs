use super::Codec;
use std::{fmt, io};

/// Why an Avro file cannot be read further.
#[derive(Debug)]
pub struct Error {
    /// The number of the block, from 1; 0 in the header.
    pub block: u64,
    /// The offset in the file.
    pub offset: u64,
    /// The number of the record in the block, from 1, if the error is that of a record.
    pub record: Option<u64>,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong in an Avro file.
#[derive(Debug)]
pub enum Problem {
    /// The caller's reader failed.
    Io(io::Error),
    /// The first bytes are not [`super::MAGIC`].
    Magic,
    /// The first bytes are those of files before Avro 1.3, which current implementations do not read either.
    OldMagic,
    /// The file ends inside of the header or a block.
    Truncated {
        /// The number of missing bytes, as far as it is known.
        missing: u64,
    },
    /// A number takes more than 64 bits.
    Long,
    /// A length or number is negative.
    Negative {
        /// What it counts.
        what: &'static str,
        /// The number.
        value: i64,
    },
    /// The header is longer than the limit.
    LongHeader {
        /// The limit.
        limit: u64,
    },
    /// The name of a metadata entry is not UTF-8.
    Key,
    /// The header lacks `avro.schema`.
    NoSchema,
    /// The compressed bytes of a block are more than the limit.
    LongBlock {
        /// Their number.
        len: u64,
        /// The limit.
        limit: u64,
    },
    /// The marker behind a block is not that of the header.
    Marker,
    /// The codec is not known.
    Codec(String),
    /// The compressed data is damaged.
    Compression {
        /// The codec.
        codec: Codec,
        /// What the codec says.
        reason: String,
    },
    /// The data of a block is longer than the limit.
    TooMuchData {
        /// The limit.
        limit: u64,
    },
    /// A record cannot be read; the text is the reason.
    Record(String),
    /// A record is longer than the limit.
    LongRecord {
        /// Its length.
        len: u64,
        /// The limit.
        limit: u64,
    },
    /// Bytes follow the last record of a block.
    Left {
        /// Their number.
        bytes: u64,
    },
    /// A block announces more records than its bytes can hold, and more than are allowed without bytes.
    TooManyRecords {
        /// The announced number.
        count: u64,
        /// The limit for records without bytes.
        limit: u64,
    },
}

impl Problem {
    /// Returns the error of a block; 0 is the header.
    pub(super) fn at(self, block: u64, offset: u64) -> Error {
        Error { block, offset, record: None, problem: self }
    }
}

impl Error {
    /// Returns true if reading can go on behind the next marker.
    pub fn can_skip(&self) -> bool {
        self.block > 0 && !matches!(self.problem, Problem::Io(_) | Problem::Codec(_) | Problem::NoSchema)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { block, offset, record, problem } = self;
        match (block, record) {
            (0, _) => write!(f, "the header of the Avro file, at byte {offset}: {problem}"),
            (_, None) => write!(f, "block {block}, at byte {offset}: {problem}"),
            (_, Some(record)) => {
                write!(f, "record {record} of block {block}, which begins at byte {offset}: {problem}")
            }
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Magic => f.write_str("the file does not begin with `Obj` and the byte 1, so it is no Avro file"),
            Self::OldMagic => f.write_str(
                "the file has the format before Avro 1.3, which only implementations of that time read; rewrite it with one of them",
            ),
            Self::Truncated { missing } => {
                let bytes = if *missing == 1 { "byte is" } else { "bytes are" };
                write!(f, "the file is truncated: at least {missing} {bytes} missing")
            }
            Self::Long => f.write_str("a number has more than 64 bits"),
            Self::Negative { what, value } => write!(f, "the number of {what} is {value}"),
            Self::LongHeader { limit } => write!(f, "the header is longer than the limit of {limit} bytes"),
            Self::Key => f.write_str("the name of a metadata entry is not UTF-8"),
            Self::NoSchema => f.write_str("there is no schema (`avro.schema`)"),
            Self::LongBlock { len, limit } => {
                write!(f, "the block has {len} bytes, which is more than the limit of {limit}")
            }
            Self::Marker => f.write_str("the marker behind the block is not that of the header"),
            Self::Codec(name) => {
                let known: Vec<&str> = Codec::ALL.iter().map(|codec| codec.name()).collect();
                write!(f, "blocks are compressed with `{name}`; only {} can be read", known.join(", "))
            }
            Self::Compression { codec, reason } => write!(f, "the {} data is damaged: {reason}", codec.name()),
            Self::TooMuchData { limit } => write!(f, "the block has more than the limit of {limit} bytes of data"),
            Self::Record(reason) => f.write_str(reason),
            Self::LongRecord { len, limit } => write!(f, "{len} bytes are more than the limit of {limit}"),
            Self::Left { bytes } => write!(f, "{bytes} more bytes are in the block, but it announces no more records"),
            Self::TooManyRecords { count, limit } => {
                write!(f, "the block announces {count} records, more than its bytes and the limit of {limit} allow")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.problem {
            Problem::Io(error) => Some(error),
            _ => None,
        }
    }
}
