//! Small functions and macros that a generated module prints itself, where it uses them, so that the compiler inlines them.

use polywire_srcgen::Requests;

/// What a module can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// The binary of a text given as binary or characters.
    Text,
    /// The binary of bytes given as binary or iodata.
    Bytes,
    /// The bits of a binary64, little-endian.
    Double,
    /// The bits of a binary64, big-endian.
    DoubleBig,
    /// The bits of a binary32, little-endian.
    Single,
    /// The bits of a binary32, big-endian.
    SingleBig,
    /// 1 for true, 0 for false.
    OfBool,
    /// The low 64 bits.
    U64,
    /// The low 64 bits as two's complement.
    I64,
    /// The low 32 bits as two's complement.
    I32,
    /// A base-128 varint.
    Varint,
}

/// Helpers that a module uses.
pub type Helpers = Requests<Helper>;

impl Helper {
    /// Every helper.
    pub const ALL: &[Self] = &[
        Self::Text,
        Self::Bytes,
        Self::Double,
        Self::DoubleBig,
        Self::Single,
        Self::SingleBig,
        Self::OfBool,
        Self::U64,
        Self::I64,
        Self::I32,
        Self::Varint,
    ];

    /// Its atom; all have one argument.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Bytes => "bytes",
            Self::Double => "double",
            Self::DoubleBig => "double_big",
            Self::Single => "single",
            Self::SingleBig => "single_big",
            Self::OfBool => "of_bool",
            Self::U64 => "u64",
            Self::I64 => "i64",
            Self::I32 => "i32",
            Self::Varint => "varint",
        }
    }

    /// Whether a call can be dropped when its result is not used.
    pub const fn is_pure(self) -> bool {
        match self {
            Self::Text | Self::Bytes | Self::Double | Self::DoubleBig | Self::Single | Self::SingleBig => false,
            Self::OfBool | Self::U64 | Self::I64 | Self::I32 | Self::Varint => true,
        }
    }

    /// Its source.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Text => {
                "text(Text) when is_binary(Text) -> Text;\ntext(Characters) -> polywire_value:text(Characters)."
            }
            Self::Bytes => "bytes(Bytes) when is_binary(Bytes) -> Bytes;\nbytes(Data) -> polywire_value:bytes(Data).",
            Self::Double => {
                "double(Float) when is_float(Float) -> <<Float:64/little-float>>;\n\
                 double(Other) -> <<(polywire_float:bits64(Other)):64/little>>."
            }
            Self::DoubleBig => {
                "double_big(Float) when is_float(Float) -> <<Float:64/float>>;\n\
                 double_big(Other) -> <<(polywire_float:bits64(Other)):64>>."
            }
            Self::Single => "single(Float) -> <<(polywire_float:bits32(Float)):32/little>>.",
            Self::SingleBig => "single_big(Float) -> <<(polywire_float:bits32(Float)):32>>.",
            Self::OfBool => "of_bool(true) -> 1;\nof_bool(false) -> 0.",
            Self::U64 => {
                "u64(Number) when Number >= 0, Number < 16#400000000000000 -> Number;\n\
                 u64(Number) -> Number band 16#FFFFFFFFFFFFFFFF."
            }
            Self::I64 => {
                "i64(Number) when Number >= -16#400000000000000, Number < 16#400000000000000 -> Number;\n\
                 i64(Number) -> polywire_int:signed(64, Number)."
            }
            Self::I32 => {
                "i32(Number) when Number >= -16#80000000, Number =< 16#7FFFFFFF -> Number;\n\
                 i32(Number) -> polywire_int:signed(32, Number)."
            }
            Self::Varint => {
                "varint(Number) when Number < 128 -> <<Number>>;\n\
                 varint(Number) -> polywire_varint:encode(Number)."
            }
        }
    }
}
