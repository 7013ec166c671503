use super::scalar::Scalar;
use polywire_ir::types::{EnumId, StructId};

/// The form of a value.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Value {
    /// A Bool or a number.
    Scalar(Scalar),
    /// The number as an `int32`.
    Enum(EnumId),
    /// Length-delimited text or bytes.
    Bytes,
    /// Length-delimited bytes of exactly this length.
    FixedBytes(u32),
    /// A length-delimited message.
    Message(StructId),
    /// A message in group tags.
    Group(StructId),
    /// A length-delimited message without fields: a case without a value.
    Mark,
}

impl Value {
    /// Wire type of a single value (Protocol Buffers Encoding, "Message Structure").
    pub fn wire_type(self) -> u32 {
        match self {
            Self::Enum(_) => 0,
            Self::Scalar(scalar) => scalar.wire_type(),
            Self::Bytes | Self::FixedBytes(_) | Self::Message(_) | Self::Mark => 2,
            Self::Group(_) => 3,
        }
    }

    /// Returns true if elements can be packed into one length-delimited record.
    pub fn packable(self) -> bool {
        matches!(self, Self::Scalar(_) | Self::Enum(_))
    }

    /// Returns the number of bytes of a value whose encoding has a constant length.
    pub fn fixed_width(self) -> Option<u8> {
        match self {
            Self::Scalar(scalar) => scalar.fixed_width(),
            Self::Enum(_) | Self::Bytes | Self::FixedBytes(_) | Self::Message(_) | Self::Group(_) | Self::Mark => None,
        }
    }
}
