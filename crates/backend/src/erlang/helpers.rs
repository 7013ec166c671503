//! Small functions and macros that a generated module defines itself if it uses them, so that the compiler can inline
//! them.

use polywire_srcgen::Requests;

/// A helper that a module can request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Helper {
    /// Converts a text given as a binary or characters to a binary.
    Text,
    /// The same for a text that must be UTF-8.
    VerifiedText,
    /// Converts bytes given as a binary or iodata to a binary.
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
    /// Checks that bytes are well-formed UTF-8.
    IsUtf8,
    /// Checks for an unsigned integer of 64 bits.
    IsU64,
    /// Checks for a two's complement integer of 64 bits.
    IsI64,
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
        Self::VerifiedText,
        Self::Bytes,
        Self::Double,
        Self::DoubleBig,
        Self::Single,
        Self::SingleBig,
        Self::OfBool,
        Self::IsUtf8,
        Self::IsU64,
        Self::IsI64,
        Self::U64,
        Self::I64,
        Self::I32,
        Self::Varint,
    ];

    /// Its atom; all have one argument.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::VerifiedText => "verified_text",
            Self::Bytes => "bytes",
            Self::Double => "double",
            Self::DoubleBig => "double_big",
            Self::Single => "single",
            Self::SingleBig => "single_big",
            Self::OfBool => "of_bool",
            Self::IsUtf8 => "is_utf8",
            Self::IsU64 => "is_u64",
            Self::IsI64 => "is_i64",
            Self::U64 => "u64",
            Self::I64 => "i64",
            Self::I32 => "i32",
            Self::Varint => "varint",
        }
    }

    /// Returns true if a call can be dropped when its result is unused.
    pub const fn is_pure(self) -> bool {
        match self {
            Self::Text
            | Self::VerifiedText
            | Self::Bytes
            | Self::Double
            | Self::DoubleBig
            | Self::Single
            | Self::SingleBig => false,
            Self::OfBool
            | Self::IsUtf8
            | Self::IsU64
            | Self::IsI64
            | Self::U64
            | Self::I64
            | Self::I32
            | Self::Varint => true,
        }
    }

    /// Returns the helper that its source calls; this one calls `fail` too.
    pub const fn needs(self) -> Option<Self> {
        match self {
            Self::VerifiedText => Some(Self::IsUtf8),
            Self::Text
            | Self::Bytes
            | Self::Double
            | Self::DoubleBig
            | Self::Single
            | Self::SingleBig
            | Self::OfBool
            | Self::IsUtf8
            | Self::IsU64
            | Self::IsI64
            | Self::U64
            | Self::I64
            | Self::I32
            | Self::Varint => None,
        }
    }

    /// Returns its source.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Text => {
                "text(Text) when is_binary(Text) -> Text;\ntext(Characters) -> polywire_value:text(Characters)."
            }
            Self::VerifiedText => {
                "verified_text(Text) when is_binary(Text) -> is_utf8(Text) orelse fail(invalid_utf8, 0), Text;\n\
                 verified_text(Characters) -> polywire_value:text(Characters)."
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
            // The built-in function is undocumented, so it is used only in releases known to have it.
            Self::IsUtf8 => {
                "-if(?OTP_RELEASE =< 28).\n\
                 is_utf8(Bytes) -> unicode:bin_is_7bit(Bytes) orelse polywire_utf8:is_valid(Bytes).\n\
                 -else.\n\
                 is_utf8(Bytes) -> polywire_utf8:is_valid(Bytes).\n\
                 -endif."
            }
            Self::IsU64 => {
                "is_u64(Number) when is_integer(Number), Number >= 0, Number < 16#400000000000000 -> true;\n\
                 is_u64(Number) -> is_integer(Number) andalso Number >= 0 andalso Number =< 16#FFFFFFFFFFFFFFFF."
            }
            Self::IsI64 => {
                "is_i64(Number) when is_integer(Number), Number >= -16#400000000000000, Number < 16#400000000000000 -> true;\n\
                 is_i64(Number) ->\n    is_integer(Number) andalso Number >= -16#8000000000000000 andalso Number =< 16#7FFFFFFFFFFFFFFF."
            }
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
                 i32(Number) -> ((Number band 16#FFFFFFFF) bxor 16#80000000) - 16#80000000."
            }
            Self::Varint => {
                "varint(Number) when Number < 128 -> <<Number>>;\n\
                 varint(Number) -> polywire_varint:encode(Number)."
            }
        }
    }
}
