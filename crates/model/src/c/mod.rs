//! Declarations of C, as facts on the types of a model: what decides where members are in memory, for any ABI.
//!
//! A member's type in the model is the same for all ABIs, wide enough for each of them: `long` has 64 bits. Its place and its
//! width in memory follow from these declarations and an ABI.

mod abi;
mod derive;
pub mod layout;

pub use abi::{Abi, BitFields, FloatForm, abi};
pub use derive::{NotFixed, NotFixedKind, derived};

/// A struct or union of C.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CRecord {
    /// The name in C, with its keyword if it has one: `struct data`, `data_t`; empty for an anonymous one.
    pub name: String,
    /// What it is made of, in the order of the declaration.
    pub items: Vec<CItem>,
    /// The items lie over each other: a union.
    pub overlap: bool,
    /// What attributes say of its layout.
    pub layout: CLayout,
    /// The member, by its name in the model, that holds the bytes of the whole struct.
    pub length: Option<String>,
    /// The member, by its name in the model, that holds the version of the struct.
    pub version: Option<String>,
    /// The places of all items, if they are known from elsewhere (debugging information) and not computed.
    pub stated: Option<StatedLayout>,
}

/// A layout that is stated for one ABI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedLayout {
    /// The ABI.
    pub abi: &'static Abi,
    /// Bytes, with padding at the end.
    pub size: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// For each item, its first bit: bytes times 8, plus for bit-fields the bits before it, from the least significant bit on for
    /// little-endian numbers and from the most significant one on for big-endian ones.
    pub starts: Vec<u32>,
}

/// Attributes of a struct, a union or a member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CLayout {
    /// `__attribute__((packed))`.
    pub packed: bool,
    /// `_Alignas`, `__attribute__((aligned))`: bytes.
    pub aligned: Option<u32>,
    /// `#pragma pack`: the largest alignment of members in bytes.
    pub pack: Option<u32>,
    /// `__attribute__((ms_struct))` or `gcc_struct`: bit-fields as Microsoft's compiler or GCC places them, whatever the ABI does.
    pub ms_bit_fields: Option<bool>,
}

/// An item of a struct or union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CItem {
    /// A member that the model has, too.
    Member(CMember),
    /// A bit-field without a name: padding. With a width of zero it ends the storage unit.
    Padding {
        /// Its declared type.
        ty: CScalar,
        /// Its width.
        bits: u8,
        /// Attributes.
        layout: CLayout,
    },
    /// A member that only tells about others: a count, a tag, a length, or whether an optional member has a value. The model has no
    /// such member; [`CMember::told_by`], [`CRecord::length`] and [`CRecord::version`] name it.
    Teller(CMember),
    /// An anonymous struct or union, whose members are members of the struct that holds it.
    Anonymous(CRecord),
}

/// A member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CMember {
    /// The name in the model.
    pub name: String,
    /// Its type.
    pub ty: CType,
    /// The width of a bit-field.
    pub bits: Option<u8>,
    /// Attributes.
    pub layout: CLayout,
    /// The member of the same struct, by its name, that holds how many elements of an array are used, which case of a union is set, or
    /// whether a member that is optional in the model has a value.
    pub told_by: Option<String>,
    /// How an array of `char` holds a text.
    pub text: CText,
}

/// How an array of `char` holds a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CText {
    /// A text of up to the full length, which ends at the first NUL if it is shorter.
    #[default]
    Nul,
    /// A text with spaces at its end, which are not part of it.
    Spaces,
    /// A text that ends at the first NUL, which is always there.
    Terminated,
    /// Bytes.
    Bytes,
}

/// The type of a member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CType {
    /// A number, a character or a boolean.
    Scalar(CScalar),
    /// An enum.
    Enum(CEnum),
    /// A struct or union with a declaration of its own in the model: the type of the member, or of the innermost elements of its arrays.
    /// The record is found there. A union has a tag (`told_by`); the bytes of one without are a [`CType::Record`].
    Named,
    /// A struct or union whose bytes are the member's value: one without a declaration in the model. What it holds is a record as well,
    /// and never [`CType::Named`].
    Record(Box<CRecord>),
    /// An array. Without a length, it is a flexible array, at the end of its struct.
    Array(Box<CType>, Option<u32>),
    /// A type with an alignment of its own, by an attribute of its typedef.
    Aligned(Box<CType>, u32),
}

/// Facts on an enum that decide its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CEnum {
    /// `__attribute__((packed))`: as wide as its numbers need.
    pub packed: bool,
    /// The least number.
    pub min: i64,
    /// The greatest number, which can be larger than that of 64 bits with a sign.
    pub max: u64,
}

/// Scalar types of C.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CScalar {
    /// `_Bool`.
    Bool,
    /// `char`: whether it has a sign depends on the ABI.
    Char,
    /// An integer with this many bits in all ABIs: `signed char` and the types of `stdint.h`, as declared by its exact width.
    Exact {
        /// 8, 16, 32, 64 or 128.
        bits: u8,
        /// It has a sign.
        signed: bool,
    },
    /// `short`.
    Short {
        /// It has a sign.
        signed: bool,
    },
    /// `int`.
    Int {
        /// It has a sign.
        signed: bool,
    },
    /// `long`.
    Long {
        /// It has a sign.
        signed: bool,
    },
    /// `long long`.
    LongLong {
        /// It has a sign.
        signed: bool,
    },
    /// `size_t` (without a sign), `ptrdiff_t` and `intptr_t` (with one).
    Pointer {
        /// It has a sign.
        signed: bool,
    },
    /// `wchar_t`.
    WideChar,
    /// `int_fast16_t`, `int_fast32_t` and their unsigned forms, whose width depends on the C library.
    Fast {
        /// The least width in bits: 16 or 32.
        bits: u8,
        /// It has a sign.
        signed: bool,
    },
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`.
    LongDouble,
}
