//! XML documents: their encodings, their canonical forms, and the entities that they declare.
//!
//! All of it takes and gives the bytes of a document, without a schema and without a tree. Documents may be hostile: memory and work are
//! bounded by the size of the document, and nothing is ever fetched.
//!
//! Design: docs/decisions/0106-documents-of-xml.md

mod attribute;
mod canonical;
mod characters;
mod cursor;
mod encoding;
mod entities;
mod error;
mod names;
mod reference;
mod token;
mod utf8;

pub use canonical::{Canonical, Method, canonicalize};
pub use encoding::read_document;
pub(crate) use encoding::{Encoding, encoding_of};
pub use entities::{Expanded, expand};
pub use error::DocumentError;
pub(crate) use utf8::{AsUtf8, Pending};

/// Returns the text of a document in UTF-8, of characters that XML has.
fn text(document: &[u8]) -> Result<&str, DocumentError> {
    let bad = |at, what: &str| DocumentError::new(at, what);
    let text = std::str::from_utf8(document).map_err(|error| bad(error.valid_up_to(), "the text is not UTF-8"))?;
    match text.char_indices().find(|(_, character)| !characters::is_allowed(*character)) {
        Some((at, _)) => Err(bad(at, "this character is not allowed in XML")),
        None => Ok(text),
    }
}
