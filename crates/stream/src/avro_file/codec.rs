use std::ops::RangeInclusive;

/// How the records of a block are compressed ("Required Codecs", "Optional Codecs").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Codec {
    /// Not at all.
    #[default]
    Null,
    /// RFC 1951, without zlib's header and checksum.
    Deflate,
    /// Snappy without its framing, and the CRC-32 of the uncompressed data, most significant byte first.
    Snappy,
    /// A bzip2 file.
    Bzip2,
    /// An xz file.
    Xz,
    /// A Zstandard frame.
    Zstandard,
}

impl Codec {
    /// All codecs.
    pub const ALL: [Self; 6] = [Self::Null, Self::Deflate, Self::Snappy, Self::Bzip2, Self::Xz, Self::Zstandard];

    /// The name, as in the metadata `avro.codec`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Deflate => "deflate",
            Self::Snappy => "snappy",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
            Self::Zstandard => "zstandard",
        }
    }

    /// Returns the codec with a name.
    pub fn of_name(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.name().as_bytes() == name)
    }

    /// The levels of compression, if there is a choice.
    pub fn levels(self) -> Option<RangeInclusive<u32>> {
        match self {
            Self::Null | Self::Snappy => None,
            Self::Deflate | Self::Xz => Some(0..=9),
            Self::Bzip2 => Some(1..=9),
            Self::Zstandard => Some(1..=22),
        }
    }

    /// The level that Avro for Java takes, too.
    pub fn default_level(self) -> u32 {
        match self {
            Self::Null | Self::Snappy => 0,
            Self::Deflate | Self::Xz => 6,
            Self::Bzip2 => 9,
            Self::Zstandard => 3,
        }
    }
}
