use crate::memory::Payment;
use crate::plan::MinSize;
use polywire_ir::types::{Type, Types};

/// Values follow each other directly.
pub(crate) const PAYMENT: Payment = Payment::Own { min_size, around: 0 };

/// Returns the minimum size of a value of a type in bytes, without padding.
pub(super) fn min_size(types: &Types, ty: &Type) -> u64 {
    MinSize { types, plain, absent: 4, of_struct: |_, _| 0 }.of(ty)
}

fn plain(ty: &Type) -> u64 {
    match ty {
        // The discriminator of a union may have one byte.
        Type::Bool | Type::Enum(_) | Type::Union(_) => 1,
        Type::Int { bits, .. } | Type::Float { bits } => u64::from(bits / 8),
        Type::Text { .. } => 5,
        Type::Bytes | Type::List(_) | Type::Map(_) => 4,
        Type::FixedBytes(len, _) => u64::from(*len),
        Type::Struct(_) | Type::Array(..) => 0,
    }
}
