//! Names and values beside the messages of a call.

use crate::{Metadata, MetadataValue};

/// Returns the texts of a name, in order.
pub fn texts<'m>(all: &'m [Metadata], name: &str) -> impl Iterator<Item = &'m str> {
    all.iter().filter(move |it| it.name == name).filter_map(|it| match &it.value {
        MetadataValue::Text(text) => Some(text.as_str()),
        MetadataValue::Binary(_) => None,
    })
}

/// Returns the bytes of a name that ends with `-bin`, in order.
pub fn binaries<'m>(all: &'m [Metadata], name: &str) -> impl Iterator<Item = &'m [u8]> {
    all.iter().filter(move |it| it.name == name).filter_map(|it| match &it.value {
        MetadataValue::Binary(bytes) => Some(bytes.as_slice()),
        MetadataValue::Text(_) => None,
    })
}
