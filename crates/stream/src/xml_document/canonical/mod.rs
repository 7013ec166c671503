//! Canonical XML 1.0 and 1.1, and Exclusive XML Canonicalization 1.0, of whole documents.

mod tag;
mod writer;

use super::cursor::Cursor;
use super::error::DocumentError;
use super::token;
use writer::Writer;

/// A canonical form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    /// The specification.
    pub method: Method,
    /// True if comments are kept.
    pub has_comments: bool,
    /// Prefixes that the exclusive form treats as the inclusive ones do (`InclusiveNamespaces`); empty for the default namespace.
    pub inclusive_prefixes: Vec<String>,
}

/// The specification of a canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Canonical XML 1.0.
    Inclusive,
    /// Canonical XML 1.1, which differs from 1.0 only where a part of a document inherits attributes. So whole documents are the same.
    Inclusive11,
    /// Exclusive XML Canonicalization 1.0: declarations stand where their prefixes are used in names.
    Exclusive,
}

/// Appends the canonical form of a document in UTF-8 that declares no entities ([`super::expand`]). Of documents that are not
/// well-formed, most are refused.
pub fn canonicalize(document: &[u8], form: &Canonical, out: &mut Vec<u8>) -> Result<(), DocumentError> {
    let mut cursor = Cursor::of_document(super::text(document)?);
    let mut writer = Writer::new(form);
    let mut start = cursor.clone();
    while let Some(token) = token::next(&mut cursor)? {
        writer.token(token, &start)?;
        start = cursor.clone();
    }
    out.extend_from_slice(writer.finish(&cursor)?.as_bytes());
    Ok(())
}
