//! `Any`: the bytes of a message beside the URL of its type, as text formats see it. Both text formats show the message itself.

mod payload;

pub(crate) use payload::{Payload, Payloads};

use polywire_ir::types::{StructType, Type};

/// Fields of an `Any`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AnyFields {
    /// The URL, of which the last part is the name of the type.
    pub url: u32,
    /// The bytes.
    pub value: u32,
}

impl AnyFields {
    /// Those of a struct that the schema marks as an `Any`. One of that name with other fields is none.
    pub fn of(record: &StructType) -> Option<Self> {
        let field = |name: &str, fits: fn(&Type) -> bool| {
            let index = record.fields.iter().position(|field| field.name == name && !field.optional && fits(&field.ty));
            index.map(|index| index as u32)
        };
        let url = field("type_url", |ty| matches!(ty, Type::Text { .. }))?;
        Some(Self { url, value: field("value", |ty| *ty == Type::Bytes)? })
    }
}
