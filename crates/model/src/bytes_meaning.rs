//! Design: docs/decisions/0086-meanings-of-bytes.md

use std::fmt;

/// What bytes of fixed length stand for. The bytes are the same for all meanings, in memory and in binary formats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BytesMeaning {
    /// Bytes.
    #[default]
    Bytes,
    /// A universally unique identifier (RFC 9562): 16 bytes in the order in which its text shows them.
    Uuid,
    /// A decimal number of 128 bits: the magnitude (12 bytes, least significant first), two zero bytes, the number of digits
    /// behind the point (0 to 28), and 0x80 if the number is negative.
    Decimal,
    /// An IEEE 754 binary128 float (16 bytes, least significant first).
    Float128,
}

impl BytesMeaning {
    /// All meanings but plain bytes.
    pub const ALL: [Self; 3] = [Self::Uuid, Self::Decimal, Self::Float128];

    /// Returns the meaning with this name, as `Display` prints it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.to_string() == name)
    }

    /// Returns true if values of this length can have the meaning.
    pub const fn fits(self, len: u32) -> bool {
        match self {
            Self::Bytes => true,
            Self::Uuid | Self::Decimal | Self::Float128 => len == 16,
        }
    }
}

impl fmt::Display for BytesMeaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes => "bytes",
            Self::Uuid => "uuid",
            Self::Decimal => "decimal",
            Self::Float128 => "float128",
        })
    }
}
