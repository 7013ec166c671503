//! Sizes and alignments of types.

use super::{LayoutError, LayoutErrorKind, Layouts};
use crate::c::{Abi, CEnum, CMember, CScalar, CType};
use crate::{DeclId, DeclKind, Type};

/// The size and the alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// It is a number without a sign, or no number.
    pub is_unsigned: bool,
    /// The greatest alignment that attributes declare, 1 if none does.
    pub declared: u32,
}

impl Shape {
    const fn of(size: u8, align: u8, signed: bool) -> Self {
        Self { size: size as u64, align: align as u32, is_unsigned: !signed, declared: 1 }
    }
}

impl CScalar {
    /// Returns the size and the alignment for an ABI; `None` if the ABI has no such type.
    pub fn shape(self, abi: &Abi) -> Option<Shape> {
        Some(match self {
            Self::Bool => Shape::of(1, 1, false),
            Self::Char => Shape::of(1, 1, abi.signed_char),
            Self::Exact { bits: 128, signed } => Shape::of(16, abi.int128_align?, signed),
            Self::Exact { bits, signed } => integer(abi, bits / 8, signed),
            Self::Short { signed } => integer(abi, 2, signed),
            Self::Int { signed } => integer(abi, 4, signed),
            Self::Long { signed } => integer(abi, abi.long, signed),
            Self::LongLong { signed } => integer(abi, 8, signed),
            Self::Pointer { signed } => integer(abi, abi.pointer, signed),
            Self::WideChar => integer(abi, abi.wide_char.0, abi.wide_char.1),
            Self::Fast { bits, signed } => integer(abi, if bits == 16 { abi.fast.0 } else { abi.fast.1 }, signed),
            Self::Float => integer(abi, 4, true),
            Self::Double => Shape::of(8, abi.double_align, true),
            Self::LongDouble => Shape::of(abi.long_double_size.0, abi.long_double_size.1, true),
        })
    }

    /// Returns true for types of which bit-fields can be.
    pub const fn is_integer(self) -> bool {
        !matches!(self, Self::Float | Self::Double | Self::LongDouble)
    }
}

impl CEnum {
    /// Returns the size and the alignment for an ABI.
    pub fn shape(self, abi: &Abi) -> Shape {
        let signed = self.min < 0;
        let fits = |bytes: u8| match (bytes, signed) {
            (8.., _) => true,
            (_, false) => self.max >> (8 * bytes) == 0,
            (_, true) => self.min >> (8 * bytes - 1) == -1 && self.max >> (8 * bytes - 1) == 0,
        };
        let least = if self.packed { 1 } else { 4 };
        let size = [1, 2, 4].into_iter().find(|bytes| *bytes >= least && fits(*bytes)).unwrap_or(8);
        match abi.is_microsoft {
            true => integer(abi, 4, signed),
            false => integer(abi, size, signed),
        }
    }
}

/// Returns the shape of a number with this many bytes.
fn integer(abi: &Abi, bytes: u8, signed: bool) -> Shape {
    let align = match bytes {
        1 | 2 => bytes,
        4 => abi.int_align,
        _ => abi.long_long_align,
    };
    Shape::of(bytes, align, signed)
}

impl Layouts<'_> {
    /// Returns the size and the alignment of the type of a member of a declaration.
    pub(super) fn shape(&self, owner: Option<DeclId>, member: &CMember) -> Result<Shape, LayoutError> {
        self.shape_of(owner, &member.name, &member.ty)
    }

    fn shape_of(&self, owner: Option<DeclId>, member: &str, ty: &CType) -> Result<Shape, LayoutError> {
        let error = |kind| LayoutError { member: member.to_owned(), kind };
        let of_layout = |it: &super::Layout| Shape {
            size: it.size.into(),
            align: it.align,
            is_unsigned: true,
            declared: it.declared,
        };
        match ty {
            CType::Scalar(scalar) => scalar.shape(self.abi()).ok_or_else(|| error(LayoutErrorKind::NoInt128)),
            CType::Enum(it) => Ok(it.shape(self.abi())),
            CType::Record(record) => self.lay_out(record, None).map(|it| of_layout(&it)),
            CType::Named => {
                let id = owner.and_then(|owner| self.named(owner, member));
                self.of(id.ok_or_else(|| error(LayoutErrorKind::NoRecord))?).map(|it| of_layout(&it))
            }
            CType::Array(element, len) => {
                let element = self.shape_of(owner, member, element)?;
                let size = element.size * u64::from(len.unwrap_or(0));
                match size <= super::record::LARGEST {
                    true => Ok(Shape { size, ..element }),
                    false => Err(error(LayoutErrorKind::TooLarge)),
                }
            }
            CType::Aligned(inner, align) => {
                let inner = self.shape_of(owner, member, inner)?;
                match align.is_power_of_two() {
                    true => Ok(Shape { align: *align, declared: *align, ..inner }),
                    false => Err(error(LayoutErrorKind::Alignment)),
                }
            }
        }
    }

    /// Returns the declaration of the type of a member, or of the innermost elements of its arrays.
    pub fn named(&self, owner: DeclId, member: &str) -> Option<DeclId> {
        let ty = match &self.model.decl(owner).kind {
            DeclKind::Struct(it) => it.fields.iter().find(|field| field.name == member).map(|field| &field.ty),
            DeclKind::Union(it) => {
                it.cases.iter().find(|case| case.name == member).and_then(|case| self.model.value_of_case(case))
            }
            DeclKind::Enum(_) | DeclKind::Constant(_) => None,
        };
        innermost(ty?)
    }
}

fn innermost(ty: &Type) -> Option<DeclId> {
    match ty {
        Type::Named(id) => Some(*id),
        Type::List(element) | Type::Array(element, _) => innermost(element),
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Text(_) => None,
        Type::Bytes | Type::FixedBytes(..) | Type::Map(_) => None,
    }
}
