use crate::memory::Payment;
use crate::plan::MinSize;
use polywire_ir::types::{Type, Types};

/// Values follow each other directly.
pub(crate) const PAYMENT: Payment = Payment::Own { min_size, around: 0 };

/// Returns the minimum size of the image of a value of a type in bytes.
pub(super) fn min_size(types: &Types, ty: &Type) -> u64 {
    let unknown = |types: &Types, id| match types.record(id).keeps_unknown {
        true => 4 * super::unknown_formats().count() as u64,
        false => 0,
    };
    MinSize { types, plain, absent: 1, of_struct: unknown }.of(ty)
}

fn plain(ty: &Type) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => 8,
        Type::Text { .. } | Type::Bytes | Type::Union(_) | Type::List(_) | Type::Map(_) => 4,
        Type::FixedBytes(len, _) => u64::from(*len),
        Type::Struct(_) | Type::Array(..) => 0,
    }
}
