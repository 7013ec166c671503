use polywire_model::capnp_layout::Need;
use polywire_model::{DeclId, DeclKind, Model, Type};

/// Prints a type as far as it matters for wire formats; UTF-8 validity and limits do not.
pub(crate) fn type_text(model: &Model, ty: &Type, name: &dyn Fn(DeclId) -> String) -> String {
    let inner = |ty: &Type| type_text(model, ty, name);
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int { bits, signed, .. } => format!("{}{bits}", if *signed { 'i' } else { 'u' }),
        Type::Float { bits } => format!("f{bits}"),
        Type::Text(_) => "text".to_owned(),
        Type::Bytes => "bytes".to_owned(),
        Type::FixedBytes(len, _) => format!("bytes({len})"),
        Type::Named(id) => match model.decl(*id).kind {
            DeclKind::Enum(_) | DeclKind::Constant(_) => format!("enum {}", name(*id)),
            DeclKind::Struct(_) | DeclKind::Union(_) => name(*id),
        },
        Type::List(element) => format!("list({})", inner(element)),
        Type::Array(element, len) => format!("array({}, {len})", inner(element)),
        Type::Map(_) if model.set_element(ty).is_some() => {
            model.set_element(ty).map_or_else(String::new, |element| format!("list({})", inner(element)))
        }
        Type::Map(entry) => match model.as_struct(*entry).map(|entry| entry.fields.as_slice()) {
            Some([key, value]) => format!("map({}, {})", inner(&key.ty), inner(&value.ty)),
            _ => "map".to_owned(),
        },
    }
}

/// Returns true if a type names a declaration.
pub(crate) fn is_declared(text: &str) -> bool {
    text.starts_with("enum ") || text.contains('.') || text.contains(char::is_uppercase)
}

/// Returns the space that a type needs in Cap'n Proto.
pub(crate) fn need(text: &str) -> Need {
    match text.strip_suffix('?').unwrap_or(text) {
        "void" => Need::Nothing,
        "bool" => Need::Data(0),
        "i8" | "u8" => Need::Data(3),
        "i16" | "u16" => Need::Data(4),
        "i32" | "u32" | "f32" => Need::Data(5),
        "i64" | "u64" | "f64" => Need::Data(6),
        text if text.starts_with("enum ") => Need::Data(4),
        _ => Need::Pointer,
    }
}
