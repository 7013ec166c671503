//! Headers of the standard library that are part of this program, and the types that they declare.

use super::tree::Type;
use polywire_model::c::CScalar;

/// Headers by name. What they define is the same for all ABIs.
pub(super) const HEADERS: &[(&str, &[u8])] = &[
    ("assert.h", include_bytes!("assert.h")),
    ("complex.h", include_bytes!("complex.h")),
    ("inttypes.h", include_bytes!("inttypes.h")),
    ("limits.h", include_bytes!("limits.h")),
    ("stdalign.h", include_bytes!("stdalign.h")),
    ("stdbool.h", include_bytes!("stdbool.h")),
    ("stddef.h", include_bytes!("stddef.h")),
    ("stdint.h", include_bytes!("stdint.h")),
    ("stdnoreturn.h", include_bytes!("stdnoreturn.h")),
    ("uchar.h", include_bytes!("uchar.h")),
    ("wchar.h", include_bytes!("wchar.h")),
];

/// What stands before the name of a type of the standard library in these headers.
const PREFIX: &str = "__polywire_";

const fn exact(bits: u8, signed: bool) -> Type {
    Type::Scalar(CScalar::Exact { bits, signed })
}

const fn pointer(signed: bool) -> Type {
    Type::Scalar(CScalar::Pointer { signed })
}

const fn fast(bits: u8, signed: bool) -> Type {
    Type::Scalar(CScalar::Fast { bits, signed })
}

const TYPES: &[(&str, Type)] = &[
    ("char16_t", Type::Character(CScalar::Exact { bits: 16, signed: false })),
    ("char32_t", Type::Character(CScalar::Exact { bits: 32, signed: false })),
    ("int8_t", exact(8, true)),
    ("int16_t", exact(16, true)),
    ("int32_t", exact(32, true)),
    ("int64_t", exact(64, true)),
    ("int_fast8_t", exact(8, true)),
    ("int_fast16_t", fast(16, true)),
    ("int_fast32_t", fast(32, true)),
    ("int_fast64_t", exact(64, true)),
    ("int_least8_t", exact(8, true)),
    ("int_least16_t", exact(16, true)),
    ("int_least32_t", exact(32, true)),
    ("int_least64_t", exact(64, true)),
    ("intmax_t", exact(64, true)),
    ("intptr_t", pointer(true)),
    ("ptrdiff_t", pointer(true)),
    ("size_t", pointer(false)),
    ("ssize_t", pointer(true)),
    ("uint8_t", exact(8, false)),
    ("uint16_t", exact(16, false)),
    ("uint32_t", exact(32, false)),
    ("uint64_t", exact(64, false)),
    ("uint_fast8_t", exact(8, false)),
    ("uint_fast16_t", fast(16, false)),
    ("uint_fast32_t", fast(32, false)),
    ("uint_fast64_t", exact(64, false)),
    ("uint_least8_t", exact(8, false)),
    ("uint_least16_t", exact(16, false)),
    ("uint_least32_t", exact(32, false)),
    ("uint_least64_t", exact(64, false)),
    ("uintmax_t", exact(64, false)),
    ("uintptr_t", pointer(false)),
    ("wchar_t", Type::Scalar(CScalar::WideChar)),
    ("wint_t", exact(32, false)),
];

/// Returns the type that the standard library calls so.
pub(super) fn standard_type(name: &str) -> Option<Type> {
    TYPES.iter().find(|(it, _)| *it == name).map(|(_, ty)| ty.clone())
}

/// Returns the type of a name that compilers know without a declaration.
pub(super) fn built_in_type(name: &str) -> Option<Type> {
    if let Some(standard) = name.strip_prefix(PREFIX) {
        return standard_type(standard);
    }
    Some(match name {
        "__SIZE_TYPE__" => pointer(false),
        "__PTRDIFF_TYPE__" | "__INTPTR_TYPE__" => pointer(true),
        "__WCHAR_TYPE__" => Type::Scalar(CScalar::WideChar),
        "__builtin_va_list" => Type::Pointer,
        "_Float32" => Type::Scalar(CScalar::Float),
        "_Float64" | "_Float32x" => Type::Scalar(CScalar::Double),
        "_Float16" | "__fp16" | "__bf16" | "_Float128" | "__float128" | "_Float64x" | "__ibm128" | "_Decimal32"
        | "_Decimal64" | "_Decimal128" => Type::Unsupported(name.to_owned()),
        _ => return None,
    })
}
