use polywire_model::{BytesMeaning, Model, Type};

/// Describes a type in words: `i32`, `text`, `list of trade.Order`, `map of text to f64`.
pub fn type_text(model: &Model, ty: &Type) -> String {
    match ty {
        Type::Bool => "bool".to_owned(),
        Type::Int { bits, signed, .. } => format!("{}{bits}", if *signed { 'i' } else { 'u' }),
        Type::Float { bits } => format!("f{bits}"),
        Type::Text(text) => match text.max_len {
            Some(len) => format!("text of at most {len} bytes"),
            None if text.unverified => "text, unverified".to_owned(),
            None => "text".to_owned(),
        },
        Type::Bytes => "bytes".to_owned(),
        Type::FixedBytes(len, BytesMeaning::Bytes) => format!("{len} bytes"),
        Type::FixedBytes(_, meaning) => meaning.to_string(),
        Type::Named(id) => match model.nullable(*id) {
            Some(value) => format!("{}, or null", type_text(model, &value.ty)),
            None => model.decl(*id).path(),
        },
        Type::List(element) => format!("list of {}", type_text(model, element)),
        Type::Array(element, len) => format!("array of {len} {}", type_text(model, element)),
        Type::Map(entry) => match model.set_element(ty) {
            Some(element) => format!("set of {}", type_text(model, element)),
            None => map_text(model, *entry),
        },
    }
}

fn map_text(model: &Model, entry: polywire_model::DeclId) -> String {
    match model.as_struct(entry).map(|entry| entry.fields.as_slice()) {
        Some([key, value]) => format!("map of {} to {}", type_text(model, &key.ty), type_text(model, &value.ty)),
        _ => "map".to_owned(),
    }
}
