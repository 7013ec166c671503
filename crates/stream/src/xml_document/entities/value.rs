//! Values in quotes: of entities, and of attributes.

use super::declarations::{Declarations, Entity};
use super::limits::Limits;
use crate::xml_document::attribute::{Part, part};
use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::{DocumentError, quoted};
use crate::xml_document::reference::{Reference, character};
use std::rc::Rc;

/// Returns the replacement text of an entity whose value is next: references to characters are replaced, those to entities are kept.
pub fn of_entity(cursor: &mut Cursor<'_>) -> Result<Rc<str>, DocumentError> {
    let (literal, start) = cursor.literal()?;
    let mut value = cursor.of_part(literal, start);
    let mut text = String::new();
    loop {
        text.push_str(&broken_by_line_feeds(&value.clone(), value.while_in(|it| it != '&' && it != '%')));
        let start = value.at();
        if value.take("&#") {
            text.push(character(&mut value)?);
        } else if value.take("&") {
            value.name()?;
            value.expect(";")?;
            text.push_str(value.since(start));
        } else if value.peek().is_some() {
            return Err(value.error("`%` is not allowed in the value of an entity; write `&#37;`"));
        } else {
            return Ok(text.into());
        }
    }
}

/// Returns a text with each line break as a line feed. In the text of an entity, carriage returns come from references and are none.
fn broken_by_line_feeds<'a>(place: &Cursor<'_>, text: &'a str) -> std::borrow::Cow<'a, str> {
    match text.contains('\r') && !place.is_in_entity() {
        true => text.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => text.into(),
    }
}

/// Returns the text of a general entity to which a reference is here.
pub fn replacement(declarations: &Declarations, name: &str, place: &Cursor<'_>) -> Result<Rc<str>, DocumentError> {
    let entity = declarations.general.get(name);
    let name = quoted(name);
    Err(place.error(match entity {
        Some(Entity::Internal(text)) => return Ok(text.clone()),
        Some(Entity::External) => format!("the entity {name} is in another file, and no other file is ever read"),
        Some(Entity::Unparsed) => format!("the entity {name} is not XML"),
        None if declarations.has_external => {
            format!("the entity {name} is not declared here, and no other file is ever read")
        }
        None => format!("the entity {name} is not declared"),
    }))
}

/// Appends the value of an attribute, without markup.
pub fn of_attribute(
    value: &mut Cursor<'_>,
    (declarations, limits): (&Declarations, &mut Limits),
    out: &mut String,
) -> Result<(), DocumentError> {
    let mut start = value.clone();
    while let Some(part) = part(value)? {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Space => out.push(' '),
            Part::Reference(Reference::Character(character)) => out.push(character),
            Part::Reference(Reference::Entity(name)) => {
                let text = replacement(declarations, name, &start)?;
                limits.enter(name.to_owned(), &text, &start)?;
                of_attribute(&mut Cursor::of_entity(&text, start.place()), (declarations, &mut *limits), out)?;
                limits.leave();
            }
        }
        start = value.clone();
    }
    Ok(())
}

/// Returns a value without spaces around its tokens, and with one between them.
pub fn of_tokens(value: &str) -> String {
    value.split(' ').filter(|token| !token.is_empty()).collect::<Vec<_>>().join(" ")
}
