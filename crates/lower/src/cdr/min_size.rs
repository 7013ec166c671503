use crate::memory::Payment;
use crate::plan::MinSize;
use polywire_ir::types::{Meaning, Type, Types};

/// Values follow each other directly.
pub(crate) const PAYMENT: Payment = Payment::Own { min_size: min_size_of_any_form, around: 0 };

/// Returns the minimum size of a value of a type in bytes, without padding.
pub(super) fn min_size(types: &Types, ty: &Type) -> u64 {
    MinSize { types, plain, absent: 4, of_struct: |_, _| 0 }.of(ty)
}

/// As [`min_size`], of the smallest form that a type can have: a wide string may have no octets, a decimal number one.
pub(super) fn min_size_of_any_form(types: &Types, ty: &Type) -> u64 {
    if is_in_any(types, ty) {
        return 0;
    }
    let plain = |ty: &Type| match ty {
        Type::Text { .. } => 4,
        Type::Int { bits: 64, meaning: Meaning::Decimal { .. }, .. } => 1,
        ty => plain(ty),
    };
    MinSize { types, plain, absent: 4, of_struct: |_, _| 0 }.of(ty)
}

/// Returns true for what types and values of `any` consist of: their bytes are read in other forms than those of the types, and
/// some have none.
fn is_in_any(types: &Types, ty: &Type) -> bool {
    let name = match ty {
        Type::Struct(id) => &types.record(*id).name,
        Type::Union(id) => &types.union(*id).name,
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::FixedBytes(..)
        | Type::Enum(_)
        | Type::List(_)
        | Type::Array(..)
        | Type::Map(_) => return false,
    };
    name.module == [polywire_model::corba::MODULE]
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
