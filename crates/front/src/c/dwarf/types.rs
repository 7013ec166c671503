//! Types.

use super::entry::{Entry, Place};
use super::reader::Reader;
use crate::c::tree::{Length, Type};
use polywire_model::c::CScalar;

/// Limit on types in each other.
pub(super) const MAX_DEPTH: usize = 100;

/// Typedefs of integers that are characters.
const CHARACTERS: [&str; 3] = ["wchar_t", "char16_t", "char32_t"];

impl Reader<'_> {
    /// Returns the type of a place; that of no place is `void`.
    pub fn ty(&mut self, place: Option<Place>, depth: usize) -> gimli::Result<Type> {
        let Some(place) = place else { return Ok(Type::Void) };
        if depth > MAX_DEPTH {
            return Ok(Type::Unsupported(format!("of more than {MAX_DEPTH} types in each other")));
        }
        let entry = self.units.entry(place)?;
        match entry.tag {
            gimli::DW_TAG_base_type => Ok(self.base(&entry)),
            gimli::DW_TAG_typedef => {
                let is_character = entry.name.as_deref().is_some_and(|name| CHARACTERS.contains(&name));
                Ok(match self.ty(entry.ty, depth + 1)? {
                    Type::Scalar(scalar @ CScalar::Exact { .. }) if is_character => Type::Character(scalar),
                    ty => ty,
                })
            }
            gimli::DW_TAG_const_type | gimli::DW_TAG_volatile_type | gimli::DW_TAG_restrict_type => {
                self.ty(entry.ty, depth + 1)
            }
            gimli::DW_TAG_structure_type | gimli::DW_TAG_union_type => {
                Ok(Type::Record(self.record(place, &entry, depth)?))
            }
            gimli::DW_TAG_enumeration_type => self.enumeration(place, &entry),
            gimli::DW_TAG_array_type if entry.is_vector => Ok(Type::Unsupported("vector".to_owned())),
            gimli::DW_TAG_array_type => self.array(place, &entry, depth),
            gimli::DW_TAG_pointer_type => Ok(Type::Pointer),
            gimli::DW_TAG_subroutine_type => Ok(Type::Function),
            gimli::DW_TAG_atomic_type => Ok(Type::Unsupported("_Atomic".to_owned())),
            tag => Ok(Type::Unsupported(tag.static_string().unwrap_or("of an unknown kind").to_owned())),
        }
    }

    fn array(&mut self, place: Place, entry: &Entry, depth: usize) -> gimli::Result<Type> {
        let mut ty = self.ty(entry.ty, depth + 1)?;
        let children = self.units.children(place)?;
        let lengths: Vec<Option<u64>> =
            children.iter().filter(|(_, it)| it.tag == gimli::DW_TAG_subrange_type).map(|(_, it)| it.count).collect();
        if ty.depth() + lengths.len() > MAX_DEPTH || lengths.is_empty() {
            return Ok(Type::Unsupported("array".to_owned()));
        }
        for length in lengths.into_iter().rev() {
            let length = match length.map(u32::try_from) {
                Some(Ok(length)) => Length::Fixed(length),
                Some(Err(_)) => return Ok(Type::Unsupported("array of more than 4294967295 elements".to_owned())),
                None => Length::Flexible,
            };
            ty = Type::Array(Box::new(ty), length);
        }
        Ok(ty)
    }

    /// Returns the type of a number. Integers have the width that the compiler gave them.
    fn base(&self, entry: &Entry) -> Type {
        let name = entry.name.as_deref().unwrap_or_default();
        let unsupported = || Type::Unsupported(name.to_owned());
        let (Some(size @ 1..=32), Some(encoding), false) = (entry.size, entry.encoding, entry.has_order) else {
            return unsupported();
        };
        let integer = |signed| match size {
            1 | 2 | 4 | 8 | 16 => Type::Scalar(CScalar::Exact { bits: 8 * size as u8, signed }),
            _ => unsupported(),
        };
        match encoding {
            gimli::DW_ATE_boolean if size == 1 => Type::Scalar(CScalar::Bool),
            gimli::DW_ATE_signed_char | gimli::DW_ATE_unsigned_char if size == 1 && name == "char" => {
                Type::Scalar(CScalar::Char)
            }
            gimli::DW_ATE_signed | gimli::DW_ATE_signed_char => integer(true),
            gimli::DW_ATE_unsigned | gimli::DW_ATE_unsigned_char => integer(false),
            gimli::DW_ATE_UTF => match integer(false) {
                Type::Scalar(scalar) => Type::Character(scalar),
                other => other,
            },
            gimli::DW_ATE_float => self.float(name, size).map_or_else(unsupported, Type::Scalar),
            gimli::DW_ATE_complex_float => {
                let part = name.strip_prefix("complex ").or_else(|| name.strip_suffix(" _Complex")).unwrap_or(name);
                let part = part.strip_prefix("_Complex ").unwrap_or(part);
                self.float(part, size / 2).map_or_else(unsupported, Type::Complex)
            }
            _ => unsupported(),
        }
    }

    fn float(&self, name: &str, size: u64) -> Option<CScalar> {
        match (name, size) {
            ("long double", _) => (size == u64::from(self.abi.long_double_size.0)).then_some(CScalar::LongDouble),
            ("float" | "_Float32", 4) => Some(CScalar::Float),
            ("double" | "_Float64" | "_Float32x", 8) => Some(CScalar::Double),
            _ => None,
        }
    }
}
