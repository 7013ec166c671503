//! ABIs: sizes, alignments and byte orders of C's types.

use crate::attr::ByteOrder;

/// An application binary interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Abi {
    /// Its name in options.
    pub name: &'static str,
    /// What it is, for people.
    pub doc: &'static str,
    /// The order of the bytes of numbers.
    pub byte_order: ByteOrder,
    /// Bytes of pointers.
    pub pointer: u8,
    /// Bytes of `long`.
    pub long: u8,
    /// `char` has a sign.
    pub signed_char: bool,
    /// Bytes of `wchar_t`, and whether it has a sign.
    pub wide_char: (u8, bool),
    /// Alignment of `long long`.
    pub long_long_align: u8,
    /// Alignment of `double`.
    pub double_align: u8,
    /// Alignment of `int`.
    pub int_align: u8,
    /// `long double`.
    pub long_double: FloatForm,
    /// Bytes and alignment of `long double`.
    pub long_double_size: (u8, u8),
    /// Alignment of `__int128`; `None` if there is none.
    pub int128_align: Option<u8>,
    /// How bit-fields are placed.
    pub bit_fields: BitFields,
    /// Bytes of `int_fast16_t` and of `int_fast32_t`.
    pub fast: (u8, u8),
    /// Alignments that are declared outweigh `#pragma pack`, an empty struct has four bytes, and every enum is an `int`.
    pub is_microsoft: bool,
}

/// Forms of `long double`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatForm {
    /// That of `double`.
    Double,
    /// The 80 bits of x87, in the first ten bytes.
    X87,
    /// The 80 bits of the MC68881, with two bytes of padding behind the exponent.
    M68k,
    /// IEEE 754 binary128.
    Binary128,
    /// The sum of two doubles.
    DoubleDouble,
}

/// How bit-fields are placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitFields {
    /// System V: a bit-field lies within a storage unit of its declared type, and shares it with what stands before.
    SystemV,
    /// Procedure Call Standard of ARM: as System V, and bit-fields without a name align their struct, too.
    Arm,
    /// Bit-fields follow each other, whatever their types are; one of width zero moves to the next multiple of 16 bits.
    Dense,
    /// Microsoft: a bit-field shares a storage unit only with bit-fields of types of the same size.
    Microsoft,
}

/// Returns the ABI with this name.
pub fn abi(name: &str) -> Option<&'static Abi> {
    Abi::ALL.iter().find(|it| it.name == name)
}

impl Abi {
    /// All ABIs; the first is the default.
    pub const ALL: &'static [Self] = &[
        Self {
            name: "x86_64-sysv",
            doc: "x86-64 System V (Linux, BSD, macOS)",
            byte_order: ByteOrder::Little,
            pointer: 8,
            long: 8,
            signed_char: true,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::X87,
            long_double_size: (16, 16),
            int128_align: Some(16),
            bit_fields: BitFields::SystemV,
            fast: (8, 8),
            is_microsoft: false,
        },
        Self {
            name: "x86_64-msvc",
            doc: "Windows on x86-64, with the compiler of Microsoft",
            byte_order: ByteOrder::Little,
            pointer: 8,
            long: 4,
            signed_char: true,
            wide_char: (2, false),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::Double,
            long_double_size: (8, 8),
            int128_align: Some(16),
            bit_fields: BitFields::Microsoft,
            fast: (2, 4),
            is_microsoft: true,
        },
        Self {
            name: "x86_64-mingw",
            doc: "Windows on x86-64, with GCC",
            byte_order: ByteOrder::Little,
            pointer: 8,
            long: 4,
            signed_char: true,
            wide_char: (2, false),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::X87,
            long_double_size: (16, 16),
            int128_align: Some(16),
            bit_fields: BitFields::Microsoft,
            fast: (2, 4),
            is_microsoft: false,
        },
        Self {
            name: "i386-sysv",
            doc: "x86 with 32 bits, System V (Linux, BSD)",
            byte_order: ByteOrder::Little,
            pointer: 4,
            long: 4,
            signed_char: true,
            wide_char: (4, true),
            long_long_align: 4,
            double_align: 4,
            int_align: 4,
            long_double: FloatForm::X87,
            long_double_size: (12, 4),
            int128_align: None,
            bit_fields: BitFields::SystemV,
            fast: (4, 4),
            is_microsoft: false,
        },
        Self {
            name: "i386-align-double",
            doc: "x86 with 32 bits, System V, and doubles aligned to 8 bytes (GCC: -malign-double)",
            byte_order: ByteOrder::Little,
            pointer: 4,
            long: 4,
            signed_char: true,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::X87,
            long_double_size: (12, 4),
            int128_align: None,
            bit_fields: BitFields::SystemV,
            fast: (4, 4),
            is_microsoft: false,
        },
        Self {
            name: "i386-mingw",
            doc: "Windows on x86 with 32 bits, with GCC",
            byte_order: ByteOrder::Little,
            pointer: 4,
            long: 4,
            signed_char: true,
            wide_char: (2, false),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::X87,
            long_double_size: (12, 4),
            int128_align: None,
            bit_fields: BitFields::Microsoft,
            fast: (2, 4),
            is_microsoft: false,
        },
        Self {
            name: "aarch64",
            doc: "ARM with 64 bits",
            byte_order: ByteOrder::Little,
            pointer: 8,
            long: 8,
            signed_char: false,
            wide_char: (4, false),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::Binary128,
            long_double_size: (16, 16),
            int128_align: Some(16),
            bit_fields: BitFields::Arm,
            fast: (8, 8),
            is_microsoft: false,
        },
        Self {
            name: "armhf",
            doc: "ARM with 32 bits, EABI",
            byte_order: ByteOrder::Little,
            pointer: 4,
            long: 4,
            signed_char: false,
            wide_char: (4, false),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::Double,
            long_double_size: (8, 8),
            int128_align: None,
            bit_fields: BitFields::Arm,
            fast: (4, 4),
            is_microsoft: false,
        },
        Self {
            name: "powerpc",
            doc: "PowerPC with 32 bits, big-endian",
            byte_order: ByteOrder::Big,
            pointer: 4,
            long: 4,
            signed_char: false,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::DoubleDouble,
            long_double_size: (16, 16),
            int128_align: None,
            bit_fields: BitFields::SystemV,
            fast: (4, 4),
            is_microsoft: false,
        },
        Self {
            name: "ppc64el",
            doc: "PowerPC with 64 bits, little-endian",
            byte_order: ByteOrder::Little,
            pointer: 8,
            long: 8,
            signed_char: false,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::DoubleDouble,
            long_double_size: (16, 16),
            int128_align: Some(16),
            bit_fields: BitFields::SystemV,
            fast: (8, 8),
            is_microsoft: false,
        },
        Self {
            name: "s390x",
            doc: "IBM Z with 64 bits, big-endian",
            byte_order: ByteOrder::Big,
            pointer: 8,
            long: 8,
            signed_char: false,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::Binary128,
            long_double_size: (16, 8),
            int128_align: Some(8),
            bit_fields: BitFields::SystemV,
            fast: (8, 8),
            is_microsoft: false,
        },
        Self {
            name: "mips-o32",
            doc: "MIPS with 32 bits, big-endian",
            byte_order: ByteOrder::Big,
            pointer: 4,
            long: 4,
            signed_char: true,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::Double,
            long_double_size: (8, 8),
            int128_align: None,
            bit_fields: BitFields::SystemV,
            fast: (4, 4),
            is_microsoft: false,
        },
        Self {
            name: "riscv64",
            doc: "RISC-V with 64 bits",
            byte_order: ByteOrder::Little,
            pointer: 8,
            long: 8,
            signed_char: false,
            wide_char: (4, true),
            long_long_align: 8,
            double_align: 8,
            int_align: 4,
            long_double: FloatForm::Binary128,
            long_double_size: (16, 16),
            int128_align: Some(16),
            bit_fields: BitFields::SystemV,
            fast: (8, 8),
            is_microsoft: false,
        },
        Self {
            name: "m68k",
            doc: "Motorola 68000, big-endian",
            byte_order: ByteOrder::Big,
            pointer: 4,
            long: 4,
            signed_char: true,
            wide_char: (4, true),
            long_long_align: 2,
            double_align: 2,
            int_align: 2,
            long_double: FloatForm::M68k,
            long_double_size: (12, 2),
            int128_align: None,
            bit_fields: BitFields::Dense,
            fast: (4, 4),
            is_microsoft: false,
        },
    ];
}
