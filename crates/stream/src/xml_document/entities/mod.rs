//! The entities that a document declares in its internal subset, in place of the references to them (XML 1.0, sections 4.4 and 4.5).
//!
//! Invariant: nothing is ever fetched, and what entities add is bounded by the size of the document, whatever they refer to.

mod content;
mod content_model;
mod declarations;
mod declare;
mod limits;
mod map;
mod tag;
mod value;

use super::cursor::Cursor;
use super::error::DocumentError;
use super::token::{self, Token};
use content::Expander;
pub use map::Expanded;

/// Returns the document without its document type: with the texts of the entities that its internal subset declares, and with the
/// attributes that it declares to have defaults. `None` if the document declares nothing, or is not in UTF-8.
pub fn expand(document: &[u8]) -> Result<Option<Expanded>, DocumentError> {
    match std::str::from_utf8(document) {
        Ok(text) if has_subset(text) => Expander::expand(super::text(document)?).map(Some),
        Ok(_) | Err(_) => Ok(None),
    }
}

/// True if an internal subset stands before the first element, as far as the document is well-formed.
fn has_subset(document: &str) -> bool {
    let mut cursor = Cursor::of_document(document);
    while let Ok(Some(token)) = token::next(&mut cursor) {
        match token {
            Token::DocumentType(it) => return it.has_subset,
            Token::Declaration | Token::Comment(_) | Token::Instruction { .. } | Token::Text(_) => {}
            Token::Start { .. } | Token::End(_) | Token::Reference(_) | Token::Cdata(_) => return false,
        }
    }
    false
}
