use polywire_ir::types::{StructId, Type, Types};

/// Bytes that the image of any value of a type has at least; 0 where a struct holds itself without a list or optional
/// in between, which no value can.
pub(super) fn least(types: &Types, ty: &Type) -> u64 {
    of_type(types, ty, &mut vec![false; types.structs.len()])
}

fn of_type(types: &Types, ty: &Type, inside: &mut [bool]) -> u64 {
    match ty {
        Type::Bool => 1,
        Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => 8,
        Type::Text { .. } | Type::Bytes | Type::Union(_) | Type::List(_) => 4,
        Type::FixedBytes(len) => u64::from(*len),
        Type::Struct(id) => of_struct(types, *id, inside),
        Type::Array(element, len) => of_type(types, element, inside).saturating_mul(u64::from(*len)),
    }
}

fn of_struct(types: &Types, id: StructId, inside: &mut [bool]) -> u64 {
    if std::mem::replace(&mut inside[id.0 as usize], true) {
        return 0;
    }
    let record = types.record(id);
    let fields = record.fields.iter().map(|field| if field.optional { 1 } else { of_type(types, &field.ty, inside) });
    let unknown = if record.keeps_unknown { 4 * super::unknown_formats().count() as u64 } else { 0 };
    let least = fields.fold(unknown, u64::saturating_add);
    inside[id.0 as usize] = false;
    least
}
