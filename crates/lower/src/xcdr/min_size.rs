use crate::memory::Payment;
use polywire_ir::types::{StructId, Type, Types};

/// Values follow each other directly.
pub(crate) const PAYMENT: Payment = Payment::Own { min_size, around: 0 };

/// The size in front of a struct that may change, or the end of its parameters. Everything else may be absent.
const FRAME: u64 = 4;

/// Returns the minimum size of a value of a type in bytes, without padding, in either version and with any extensibility.
pub(super) fn min_size(types: &Types, ty: &Type) -> u64 {
    of_type(types, ty, &mut vec![None; types.structs.len()])
}

fn of_type(types: &Types, ty: &Type, known: &mut [Option<u64>]) -> u64 {
    match ty {
        // The discriminator of a union may have one byte.
        Type::Bool | Type::Enum(_) | Type::Union(_) => 1,
        Type::Int { bits, .. } | Type::Float { bits } => u64::from(bits / 8),
        // A wide string may have no octets.
        Type::Text { .. } | Type::Bytes | Type::List(_) | Type::Map(_) => 4,
        Type::FixedBytes(len, _) => u64::from(*len),
        Type::Struct(id) => of_struct(types, *id, known),
        Type::Array(element, len) => of_type(types, element, known).saturating_mul(u64::from(*len)),
    }
}

fn of_struct(types: &Types, id: StructId, known: &mut [Option<u64>]) -> u64 {
    let index = id.0 as usize;
    if let Some(known) = known[index] {
        return known;
    }
    // What it has inside of itself.
    known[index] = Some(0);
    let record = types.record(id);
    let fields = record.fields.iter().map(|field| {
        let value = of_type(types, &field.ty, known);
        if field.optional { value.min(1) } else { value }
    });
    let all = fields.fold(0, u64::saturating_add);
    let min_size = if record.is_entry { all } else { all.min(FRAME) };
    known[index] = Some(min_size);
    min_size
}
