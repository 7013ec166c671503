//! Values without parts whose form their kind tells.

use super::super::type_code::kind;
use polywire_model::corba::ValueCase;

/// A scalar: its kind, the case of its value, and its bits.
pub(super) struct Scalar {
    pub kind: u64,
    pub case: ValueCase,
    pub bits: u8,
    pub signed: bool,
}

const fn scalar(kind: u64, case: ValueCase, bits: u8) -> Scalar {
    Scalar { kind, case, bits, signed: matches!(case, ValueCase::Integer) }
}

/// Numbers and characters that are integers of their width in messages.
pub(super) const SCALARS: [Scalar; 10] = [
    scalar(kind::SHORT, ValueCase::Integer, 16),
    scalar(kind::LONG, ValueCase::Integer, 32),
    scalar(kind::LONGLONG, ValueCase::Integer, 64),
    scalar(kind::USHORT, ValueCase::Unsigned, 16),
    scalar(kind::ULONG, ValueCase::Unsigned, 32),
    scalar(kind::ULONGLONG, ValueCase::Unsigned, 64),
    scalar(kind::OCTET, ValueCase::Unsigned, 8),
    scalar(kind::FLOAT, ValueCase::Float32, 32),
    scalar(kind::DOUBLE, ValueCase::Float64, 64),
    scalar(kind::CHAR, ValueCase::Character, 8),
];
