use polywire_ir::types::{CaseType, FieldType, Literal, Type, Types};

/// Returns the approximate memory of a new value of a type, which is charged if its bytes do not pay for it: at least 64
/// bytes for a composite value.
pub(crate) fn memory(types: &Types, ty: &Type) -> u64 {
    let memory = held(types, ty, None);
    match ty {
        Type::Struct(_) | Type::Union(_) | Type::Array(..) | Type::FixedBytes(..) => memory.max(64),
        Type::Bool
        | Type::Int { .. }
        | Type::Float { .. }
        | Type::Text { .. }
        | Type::Bytes
        | Type::Enum(_)
        | Type::List(_)
        | Type::Map(_) => memory,
    }
}

fn held(types: &Types, ty: &Type, default: Option<&Literal>) -> u64 {
    match ty {
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::Enum(_) => 8,
        Type::Text { .. } | Type::Bytes => 32 + default.map_or(0, literal),
        Type::List(_) | Type::Map(_) => 48,
        Type::FixedBytes(len, _) => u64::from(*len).next_multiple_of(8),
        Type::Struct(id) => types.record(*id).fields.iter().map(|it| field(types, it)).fold(16, u64::saturating_add),
        Type::Union(id) => types.union(*id).cases.iter().map(|it| case(types, it)).fold(0, u64::max).saturating_add(8),
        Type::Array(element, len) => held(types, element, None).saturating_mul(u64::from(*len)),
    }
}

/// Memory for an optional is reserved even while it is absent.
fn field(types: &Types, field: &FieldType) -> u64 {
    if field.boxed {
        return 8;
    }
    held(types, &field.ty, field.default.as_ref()).saturating_add(if field.optional { 8 } else { 0 })
}

fn case(types: &Types, case: &CaseType) -> u64 {
    match &case.ty {
        Some(ty) if !case.boxed => held(types, ty, case.default.as_ref()),
        Some(_) | None => 8,
    }
}

fn literal(literal: &Literal) -> u64 {
    match literal {
        Literal::Text(text) => text.len() as u64,
        Literal::Bytes(bytes) => bytes.len() as u64,
        Literal::Bool(_) | Literal::Int(_) | Literal::Float(_) => 0,
    }
}
