//! Forms of values.

use super::cell::Cell;
use polywire_ir::types::{StructId, Type, UnionId};
use polywire_model::c::{CText, FloatForm};

/// The form of a value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// A number at some bits, from the start of what holds it.
    Number(Cell),
    /// An integer of 128 bits, whose least significant byte is the first in the model.
    Wide,
    /// `long double`, and its bytes.
    Float(FloatForm, u32),
    /// An array of this many `char` that holds a text.
    Text(u32, CText),
    /// Exactly this many bytes.
    Bytes(u32),
    /// Up to this many bytes of an array.
    Counted(u32),
    /// A struct, and its bytes.
    Struct(StructId, u32),
    /// A union, and its bytes.
    Union(UnionId, u32),
    /// Elements of this type and form; their largest number, and the bytes of one.
    Array {
        /// The native type of an element.
        ty: Type,
        /// The form of an element.
        element: Box<Form>,
        /// How many there are, or can be in a list.
        len: u32,
        /// It is a list, and no array of the model.
        is_list: bool,
        /// The bytes of one.
        stride: u32,
    },
}

impl Form {
    /// Returns the bytes of a value.
    pub fn size(&self) -> u64 {
        match self {
            Self::Number(cell) => u64::from(cell.bits).div_ceil(8),
            Self::Wide => 16,
            Self::Float(_, size) | Self::Text(size, _) | Self::Bytes(size) => (*size).into(),
            Self::Counted(size) | Self::Struct(_, size) | Self::Union(_, size) => (*size).into(),
            Self::Array { len, stride, .. } => u64::from(*len) * u64::from(*stride),
        }
    }
}
