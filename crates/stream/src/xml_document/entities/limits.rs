use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::{DocumentError, quoted};

/// The most entities inside of each other.
const LEVELS: usize = 40;
/// What entities may add to a document: this, and a multiple of its bytes.
const ALLOWANCE: usize = 1 << 20;
const MULTIPLE: usize = 16;
/// What a reference costs in addition to the text of its entity.
const REFERENCE: usize = 16;

/// The entities that are being read, and what they may still add.
pub struct Limits {
    open: Vec<String>,
    left: usize,
}

impl Limits {
    /// The limits for a document of this length.
    pub fn of_document(len: usize) -> Self {
        Self { open: Vec::new(), left: len.saturating_mul(MULTIPLE).saturating_add(ALLOWANCE) }
    }

    /// Begins the text of an entity, to which a reference is here. Parameter entities have a `%` in front of their names.
    pub fn enter(&mut self, name: String, text: &str, reference: &Cursor<'_>) -> Result<(), DocumentError> {
        if self.open.contains(&name) {
            return Err(reference.error(format!("the entity {} contains itself", quoted(&name))));
        }
        if self.open.len() == LEVELS {
            return Err(reference.error(format!("more than {LEVELS} entities are inside of each other")));
        }
        self.open.push(name);
        self.charge(REFERENCE + text.len(), reference)
    }

    /// Ends the text of an entity.
    pub fn leave(&mut self) {
        self.open.pop();
    }

    /// Charges for bytes that are added.
    pub fn charge(&mut self, bytes: usize, place: &Cursor<'_>) -> Result<(), DocumentError> {
        let too_many = || {
            let most = format!("{} kB and {MULTIPLE} times the size of the document", ALLOWANCE >> 10);
            place.error(format!("entities and defaults add more than {most}"))
        };
        self.left = self.left.checked_sub(bytes).ok_or_else(too_many)?;
        Ok(())
    }
}
