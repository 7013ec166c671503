use super::features::Features;
use polywire_model::attr::ProtobufInt;
use polywire_model::{Text, Type};

/// A scalar type by its keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scalar {
    Bool,
    Int { bits: u8, signed: bool, encoding: ProtobufInt },
    Float { bits: u8 },
    String,
    Bytes,
}

impl Scalar {
    pub const KEYWORDS: [&str; 15] = [
        "bool", "int32", "int64", "uint32", "uint64", "sint32", "sint64", "fixed32", "fixed64", "sfixed32", "sfixed64",
        "float", "double", "string", "bytes",
    ];

    pub fn from_keyword(keyword: &str) -> Option<Self> {
        use ProtobufInt::{Fixed, Varint, ZigZag};
        let int = |bits, signed, encoding| Self::Int { bits, signed, encoding };
        let scalar = match keyword {
            "bool" => Self::Bool,
            "int32" => int(32, true, Varint),
            "int64" => int(64, true, Varint),
            "uint32" => int(32, false, Varint),
            "uint64" => int(64, false, Varint),
            "sint32" => int(32, true, ZigZag),
            "sint64" => int(64, true, ZigZag),
            "fixed32" => int(32, false, Fixed),
            "fixed64" => int(64, false, Fixed),
            "sfixed32" => int(32, true, Fixed),
            "sfixed64" => int(64, true, Fixed),
            "float" => Self::Float { bits: 32 },
            "double" => Self::Float { bits: 64 },
            "string" => Self::String,
            "bytes" => Self::Bytes,
            _ => return None,
        };
        Some(scalar)
    }

    pub fn ty(self, features: Features) -> Type {
        match self {
            Self::Bool => Type::Bool,
            Self::Int { bits, signed, .. } => Type::int(bits, signed),
            Self::Float { bits } => Type::Float { bits },
            Self::String => Type::Text(Text { unverified: !features.verified_text, max_len: None }),
            Self::Bytes => Type::Bytes,
        }
    }

    pub fn encoding(self) -> ProtobufInt {
        match self {
            Self::Int { encoding, .. } => encoding,
            Self::Bool | Self::Float { .. } | Self::String | Self::Bytes => ProtobufInt::default(),
        }
    }

    /// Whether values can be written one behind the other in one record.
    pub fn is_packable(self) -> bool {
        !matches!(self, Self::String | Self::Bytes)
    }

    /// Map keys are integers, booleans and strings.
    pub fn is_map_key(self) -> bool {
        !matches!(self, Self::Float { .. } | Self::Bytes)
    }
}
