//! Attributes, and their values as they are written.

use super::characters::is_space;
use super::cursor::Cursor;
use super::error::{DocumentError, quoted};
use super::reference::Reference;

/// An attribute of a tag.
pub struct Attribute<'a> {
    /// The name with its prefix.
    pub name: &'a str,
    /// The place of the name.
    pub place: usize,
    /// All of it, as it is written.
    pub raw: &'a str,
    /// The value as it is between the quotes.
    pub value: Cursor<'a>,
}

impl<'a> Attribute<'a> {
    /// Reads an attribute.
    pub fn read(cursor: &mut Cursor<'a>) -> Result<Self, DocumentError> {
        let (start, place) = (cursor.at(), cursor.place());
        let name = cursor.name()?;
        cursor.equals()?;
        let value = value(cursor)?;
        Ok(Self { name, place, raw: cursor.since(start), value })
    }

    /// The value, in a document that declares no entities.
    pub fn text(&self) -> Result<String, DocumentError> {
        let mut text = String::new();
        let mut value = self.value.clone();
        while let Some(part) = part(&mut value)? {
            match part {
                Part::Text(characters) => text.push_str(characters),
                Part::Space => text.push(' '),
                Part::Reference(Reference::Character(character)) => text.push(character),
                Part::Reference(Reference::Entity(name)) => {
                    return Err(value.error(format!("the entity {} is not declared", quoted(name))));
                }
            }
        }
        Ok(text)
    }
}

/// Reads a value in quotes.
pub fn value<'a>(cursor: &mut Cursor<'a>) -> Result<Cursor<'a>, DocumentError> {
    let (text, start) = cursor.literal()?;
    match text.find('<') {
        Some(at) => Err(cursor.error_at(start + at, "`<` is not allowed in the value of an attribute")),
        None => Ok(cursor.of_part(text, start)),
    }
}

/// A part of a value.
pub enum Part<'a> {
    /// Characters that stand for themselves.
    Text(&'a str),
    /// White space, which becomes a space.
    Space,
    /// A reference.
    Reference(Reference<'a>),
}

/// Reads the next part of a value.
pub fn part<'a>(value: &mut Cursor<'a>) -> Result<Option<Part<'a>>, DocumentError> {
    Ok(match value.peek() {
        None => None,
        Some('&') => {
            value.take("&");
            Some(Part::Reference(Reference::read(value)?))
        }
        Some('<') => return Err(value.error("`<` is not allowed in the value of an attribute")),
        Some(character) if is_space(character) => {
            // In an entity, a carriage return comes from a reference and is no part of a line break.
            let is_break = !value.is_in_entity() && value.take("\r\n");
            if !is_break {
                value.take(character.encode_utf8(&mut [0; 4]));
            }
            Some(Part::Space)
        }
        Some(_) => Some(Part::Text(value.while_in(|it| it != '&' && it != '<' && !is_space(it)))),
    })
}

/// Appends a value, with references for the characters that would mean something else.
pub fn write(value: &str, references: &[(char, &str)], out: &mut String) {
    let mut rest = value;
    let is_special = |it: char| references.iter().any(|(character, _)| *character == it);
    while let Some((before, character)) = rest.find(is_special).and_then(|at| rest.get(..at).zip(rest.get(at..))) {
        out.push_str(before);
        let mut characters = character.chars();
        let special = characters.next();
        out.push_str(references.iter().find(|(it, _)| Some(*it) == special).map_or("", |(_, reference)| reference));
        rest = characters.as_str();
    }
    out.push_str(rest);
}
