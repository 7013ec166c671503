//! The length code of an EMHEADER: how the size of a member is found (DDS-XTypes 1.3, clause 7.4.3.4.2).

use super::Xcdr;
use polywire_ir::types::Type;

/// The size follows the header.
pub(super) const OWN_SIZE: u8 = 4;
/// The value begins with its size in octets, which is also that of the member.
pub(super) const SIZE_OF_VALUE: u8 = 5;
/// The value begins with a number of elements of four octets.
pub(super) const COUNT_OF_4: u8 = 6;
/// The value begins with a number of elements of eight octets.
pub(super) const COUNT_OF_8: u8 = 7;

/// Returns the code of a number of 1, 2, 4 or 8 octets.
pub(super) fn of_width(width: u8) -> u8 {
    width.trailing_zeros() as u8
}

impl Xcdr<'_> {
    pub(super) fn length_code(&self, ty: &Type) -> u8 {
        match ty {
            Type::Bool => 0,
            Type::Int { bits, .. } | Type::Float { bits } => of_width(bits / 8),
            Type::Enum(id) => of_width(self.enum_width(*id)),
            Type::Text { .. } | Type::Bytes => SIZE_OF_VALUE,
            Type::List(element) => self.of_list(element),
            Type::Map(entry) => self.of_list(&Type::Struct(*entry)),
            Type::Array(element, _) if !self.is_bare_array(element) => SIZE_OF_VALUE,
            Type::Array(..) | Type::FixedBytes(..) | Type::Struct(_) | Type::Union(_) => OWN_SIZE,
        }
    }

    fn of_list(&self, element: &Type) -> u8 {
        match element {
            element if !self.is_bare_list(element) => SIZE_OF_VALUE,
            Type::Bool | Type::Int { bits: 8, .. } => SIZE_OF_VALUE,
            Type::Int { bits: 32, .. } | Type::Float { bits: 32 } => COUNT_OF_4,
            Type::Int { bits: 64, .. } | Type::Float { bits: 64 } => COUNT_OF_8,
            _ => OWN_SIZE,
        }
    }
}
