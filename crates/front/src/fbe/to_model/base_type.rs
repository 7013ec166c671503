//! The built-in types.

use polywire_model::{BytesMeaning, Meaning, Text, TimeUnit, Type};

/// A built-in type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BaseType {
    pub name: &'static str,
    pub kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Bool,
    Int { bits: u8, signed: bool },
    Character { bits: u8 },
    Float { bits: u8 },
    Decimal,
    Text,
    Bytes,
    Timestamp,
    Uuid,
}

const fn int(name: &'static str, bits: u8, signed: bool) -> BaseType {
    BaseType { name, kind: Kind::Int { bits, signed } }
}

const fn plain(name: &'static str, kind: Kind) -> BaseType {
    BaseType { name, kind }
}

/// The type of enums and flags that state none.
pub(super) const INT32: BaseType = int("int32", 32, true);

const ALL: [BaseType; 19] = [
    plain("bool", Kind::Bool),
    int("byte", 8, false),
    plain("bytes", Kind::Bytes),
    plain("char", Kind::Character { bits: 8 }),
    plain("wchar", Kind::Character { bits: 32 }),
    int("int8", 8, true),
    int("uint8", 8, false),
    int("int16", 16, true),
    int("uint16", 16, false),
    INT32,
    int("uint32", 32, false),
    int("int64", 64, true),
    int("uint64", 64, false),
    plain("float", Kind::Float { bits: 32 }),
    plain("double", Kind::Float { bits: 64 }),
    plain("decimal", Kind::Decimal),
    plain("string", Kind::Text),
    plain("timestamp", Kind::Timestamp),
    plain("uuid", Kind::Uuid),
];

impl BaseType {
    pub fn find(name: &str) -> Option<Self> {
        ALL.into_iter().find(|it| it.name == name)
    }

    /// The type in the model.
    pub fn ty(self) -> Type {
        match self.kind {
            Kind::Bool => Type::Bool,
            Kind::Int { bits, signed } => Type::int(bits, signed),
            Kind::Character { bits } => Type::Int { bits, signed: false, meaning: Meaning::Character },
            Kind::Float { bits } => Type::Float { bits },
            Kind::Text => Type::Text(Text::default()),
            Kind::Bytes => Type::Bytes,
            Kind::Timestamp => {
                Type::Int { bits: 64, signed: false, meaning: Meaning::Timestamp(TimeUnit::Nanoseconds) }
            }
            Kind::Decimal => Type::meant_bytes(BytesMeaning::Decimal),
            Kind::Uuid => Type::meant_bytes(BytesMeaning::Uuid),
        }
    }

    /// The width and signedness of an integer or a character.
    pub fn integer(self) -> Option<(u8, bool)> {
        match self.kind {
            Kind::Int { bits, signed } => Some((bits, signed)),
            Kind::Character { bits } => Some((bits, false)),
            Kind::Bool
            | Kind::Float { .. }
            | Kind::Decimal
            | Kind::Text
            | Kind::Bytes
            | Kind::Timestamp
            | Kind::Uuid => None,
        }
    }

    /// The least and the greatest number of an integer or a character.
    pub fn range(self) -> Option<(i128, i128)> {
        let (bits, signed) = self.integer()?;
        Some(if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) })
    }
}
