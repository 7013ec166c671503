use crate::memory::Payment;
use crate::plan::MinSize;
use polywire_ir::types::{Type, Types};

/// Values follow each other directly.
pub(crate) const PAYMENT: Payment = Payment::Own { min_size, around: 0 };

/// Returns the minimum size of a value of a type in bytes.
pub(super) fn min_size(types: &Types, ty: &Type) -> u64 {
    MinSize { types, plain, absent: 1, of_struct: |_, _| 0 }.of(ty)
}

fn plain(ty: &Type) -> u64 {
    match ty {
        Type::Float { bits } => u64::from(bits / 8),
        Type::FixedBytes(len, _) => u64::from(*len),
        Type::Bool
        | Type::Int { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::Enum(_)
        | Type::Union(_)
        | Type::List(_)
        | Type::Map(_) => 1,
        Type::Struct(_) | Type::Array(..) => 0,
    }
}
