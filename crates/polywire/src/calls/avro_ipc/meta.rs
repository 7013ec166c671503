//! Metadata in the map of bytes that calls and responses have.

use super::Meta;
use polywire_rpc::{Metadata, MetadataValue};

/// Texts that are UTF-8 stay texts, unless the name says that the value is bytes.
pub fn metadata(meta: Meta) -> Vec<Metadata> {
    let of = |(name, value): (String, Vec<u8>)| {
        let value = match String::from_utf8(value) {
            Ok(text) if !name.ends_with("-bin") => MetadataValue::Text(text),
            Ok(text) => MetadataValue::Binary(text.into_bytes()),
            Err(error) => MetadataValue::Binary(error.into_bytes()),
        };
        Metadata { name, value }
    };
    meta.into_iter().map(of).collect()
}

/// Returns the map that holds metadata.
pub fn meta_of(metadata: &[Metadata]) -> Meta {
    let bytes = |value: &MetadataValue| match value {
        MetadataValue::Text(text) => text.clone().into_bytes(),
        MetadataValue::Binary(bytes) => bytes.clone(),
    };
    metadata.iter().map(|it| (it.name.clone(), bytes(&it.value))).collect()
}
