use super::StreamError;
use polywire_stream::xml_document::{Expanded, expand, read_document};
use polywire_vm::TextPlace;
use std::io::Read;

/// What is done with the entities that a document declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entities {
    /// The document is as it is; codecs refuse it.
    Kept,
    /// Their texts are put in place of the references to them.
    Expanded,
}

/// A stream that is one document.
pub(super) struct Document {
    entities: Entities,
    is_read: bool,
    /// The document before its entities were expanded.
    original: Option<(Vec<u8>, Expanded)>,
}

impl Document {
    pub fn new(entities: Entities) -> Self {
        Self { entities, is_read: false, original: None }
    }

    /// Reads the document; false if it was read before.
    pub fn read(&mut self, reader: &mut impl Read, max_size: u64, document: &mut Vec<u8>) -> Result<bool, StreamError> {
        if std::mem::replace(&mut self.is_read, true) {
            return Ok(false);
        }
        read_document(reader, max_size, document)?;
        if self.entities == Entities::Expanded {
            let expanded = expand(document).map_err(|error| StreamError::document(error, document))?;
            if let Some(mut expanded) = expanded {
                let original = std::mem::replace(document, std::mem::take(&mut expanded.document).into_bytes());
                self.original = Some((original, expanded));
            }
        }
        Ok(true)
    }

    /// Returns the line and column, in the document before its entities were expanded, of an offset in what was read.
    pub fn place(&self, document: &[u8], offset: usize) -> TextPlace {
        match &self.original {
            Some((original, expanded)) => TextPlace::of(original, expanded.original(offset)),
            None => TextPlace::of(document, offset),
        }
    }

    /// Returns an offset in what was read as one in the document before its entities were expanded.
    pub fn original(&self, offset: usize) -> usize {
        self.original.as_ref().map_or(offset, |(_, expanded)| expanded.original(offset))
    }
}
