//! References to characters and to the entities that XML declares itself.

use super::characters::is_allowed;
use super::cursor::Cursor;
use super::error::DocumentError;

/// What a reference refers to.
pub enum Reference<'a> {
    /// A character, by its number or by one of XML's five names.
    Character(char),
    /// An entity that the document has to declare.
    Entity(&'a str),
}

impl<'a> Reference<'a> {
    /// Reads a reference behind its `&`.
    pub fn read(cursor: &mut Cursor<'a>) -> Result<Self, DocumentError> {
        if cursor.take("#") {
            return character(cursor).map(Self::Character);
        }
        let name = cursor.name()?;
        cursor.expect(";")?;
        Ok(match name {
            "amp" => Self::Character('&'),
            "lt" => Self::Character('<'),
            "gt" => Self::Character('>'),
            "quot" => Self::Character('"'),
            "apos" => Self::Character('\''),
            name => Self::Entity(name),
        })
    }
}

/// Reads a number behind `&#`.
pub fn character(cursor: &mut Cursor<'_>) -> Result<char, DocumentError> {
    let start = cursor.clone();
    let radix = if cursor.take("x") { 16 } else { 10 };
    let digits = match radix {
        16 => cursor.while_in(|it| it.is_ascii_hexdigit()),
        _ => cursor.while_in(|it| it.is_ascii_digit()),
    };
    cursor.expect(";")?;
    let number = u32::from_str_radix(digits, radix).ok();
    let character = number.and_then(char::from_u32).filter(|it| is_allowed(*it));
    character.ok_or_else(|| start.error("this is the number of no character"))
}
