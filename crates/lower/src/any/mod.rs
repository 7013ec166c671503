//! `Any`: the bytes of a message with the URL of its type, in text formats. Both text formats show the message itself.

mod payload;

pub(crate) use payload::{Held, Payload, Payloads, Urls};

use polywire_ir::types::{StructType, Type};

/// Fields of an `Any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnyFields {
    /// The URL; its last part is the name of the type.
    pub url: u32,
    /// The bytes.
    pub value: u32,
}

impl AnyFields {
    /// Returns the fields of a struct that the schema marks as an `Any`; `None` for one with other fields.
    pub fn of(record: &StructType) -> Option<Self> {
        let field = |name: &str, fits: fn(&Type) -> bool| {
            let index = record.fields.iter().position(|field| field.name == name && !field.optional && fits(&field.ty));
            index.map(|index| index as u32)
        };
        let url = field("type_url", |ty| matches!(ty, Type::Text { .. }))?;
        Some(Self { url, value: field("value", |ty| *ty == Type::Bytes)? })
    }
}
