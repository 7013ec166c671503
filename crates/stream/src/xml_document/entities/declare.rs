//! Declarations of an internal subset (XML 1.0, sections 2.8, 3.3 and 4.2).

use super::declarations::{Declarations, Entity, Rule};
use super::limits::Limits;
use super::{content_model, value};
use crate::xml_document::attribute;
use crate::xml_document::characters::is_in_name;
use crate::xml_document::cursor::Cursor;
use crate::xml_document::error::{DocumentError, quoted};
use crate::xml_document::token::{self, Public, external_id};

/// Reads declarations.
pub struct Reader {
    pub declarations: Declarations,
    pub limits: Limits,
}

impl Reader {
    /// Reads an internal subset with its end, and the end of the document type.
    pub fn subset(&mut self, cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
        while !cursor.take("]") {
            self.item(cursor)?;
        }
        cursor.space();
        cursor.expect(">")
    }

    fn item(&mut self, cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
        let start = cursor.clone();
        if cursor.space() {
            Ok(())
        } else if cursor.take("%") {
            let name = cursor.name()?;
            cursor.expect(";")?;
            self.parameter(name, &start)
        } else if cursor.take("<!--") {
            token::comment(cursor).map(|_| ())
        } else if cursor.take("<?") {
            token::instruction(cursor, false).map(|_| ())
        } else if cursor.take("<!ENTITY") {
            self.entity(cursor)
        } else if cursor.take("<!ATTLIST") {
            self.attributes(cursor)
        } else if cursor.take("<!ELEMENT") {
            element(cursor)
        } else if cursor.take("<!NOTATION") {
            notation(cursor)
        } else {
            Err(cursor.error("a declaration, or `]` at the end of the document type, is missing"))
        }
    }

    /// Reads the declarations in a parameter entity.
    fn parameter(&mut self, name: &str, reference: &Cursor<'_>) -> Result<(), DocumentError> {
        let text = match self.declarations.parameter.get(name) {
            Some(Entity::Internal(text)) => text.clone(),
            Some(Entity::External | Entity::Unparsed) => {
                let what = format!("the entity {} is in another file, and no other file is ever read", quoted(name));
                return Err(reference.error(what));
            }
            None => return Err(reference.error(format!("the entity {} is not declared", quoted(name)))),
        };
        self.limits.enter(format!("%{name}"), &text, reference)?;
        let mut cursor = Cursor::of_entity(&text, reference.place());
        while cursor.peek().is_some() {
            self.item(&mut cursor)?;
        }
        self.limits.leave();
        Ok(())
    }

    fn entity(&mut self, cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
        cursor.expect_space()?;
        let is_parameter = cursor.take("%");
        if is_parameter {
            cursor.expect_space()?;
        }
        let name = name_without_prefix(cursor)?;
        cursor.expect_space()?;
        let entity = if external_id(cursor, Public::WithSystem)? {
            match !is_parameter && unparsed(cursor)? {
                true => Entity::Unparsed,
                false => Entity::External,
            }
        } else {
            Entity::Internal(value::of_entity(cursor)?)
        };
        end(cursor)?;
        self.declarations.add_entity((name, is_parameter), entity);
        Ok(())
    }

    fn attributes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
        cursor.expect_space()?;
        let element = cursor.name()?;
        loop {
            let is_apart = cursor.space();
            if cursor.take(">") {
                return Ok(());
            }
            if !is_apart {
                return Err(cursor.error("white space or `>` is missing in a declaration"));
            }
            let name = cursor.name()?;
            cursor.expect_space()?;
            let is_tokens = attribute_type(cursor)?;
            cursor.expect_space()?;
            let default = self.default(cursor, is_tokens)?;
            self.declarations.add_attribute((element, name), Rule { is_tokens, default });
        }
    }

    /// Reads the default of an attribute.
    fn default(&mut self, cursor: &mut Cursor<'_>, is_tokens: bool) -> Result<Option<String>, DocumentError> {
        if cursor.take("#REQUIRED") || cursor.take("#IMPLIED") {
            return Ok(None);
        }
        if cursor.take("#FIXED") {
            cursor.expect_space()?;
        }
        let mut default = String::new();
        let value = &mut attribute::value(cursor)?;
        value::of_attribute(value, (&self.declarations, &mut self.limits), &mut default)?;
        Ok(Some(if is_tokens { value::of_tokens(&default) } else { default }))
    }
}

/// Reads the type of an attribute. True if its values are tokens.
fn attribute_type(cursor: &mut Cursor<'_>) -> Result<bool, DocumentError> {
    if cursor.peek() == Some('(') {
        return choices(cursor);
    }
    let start = cursor.clone();
    match cursor.while_in(|it| it.is_ascii_uppercase()) {
        "CDATA" => Ok(false),
        "ID" | "IDREF" | "IDREFS" | "ENTITY" | "ENTITIES" | "NMTOKEN" | "NMTOKENS" => Ok(true),
        "NOTATION" => {
            cursor.expect_space()?;
            choices(cursor)
        }
        _ => Err(start.error("the type of an attribute is missing")),
    }
}

/// Reads the values that an attribute may have.
fn choices(cursor: &mut Cursor<'_>) -> Result<bool, DocumentError> {
    cursor.expect("(")?;
    loop {
        cursor.space();
        if cursor.while_in(is_in_name).is_empty() {
            return Err(cursor.error("a value is missing"));
        }
        cursor.space();
        if cursor.take(")") {
            return Ok(true);
        }
        cursor.expect("|")?;
    }
}

/// Reads the notation of an entity that is not XML, if that is next.
fn unparsed(cursor: &mut Cursor<'_>) -> Result<bool, DocumentError> {
    let before = cursor.clone();
    if !(cursor.space() && cursor.take("NDATA")) {
        *cursor = before;
        return Ok(false);
    }
    cursor.expect_space()?;
    name_without_prefix(cursor)?;
    Ok(true)
}

fn element(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    cursor.expect_space()?;
    cursor.name()?;
    cursor.expect_space()?;
    content_model::read(cursor)?;
    end(cursor)
}

fn notation(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    cursor.expect_space()?;
    name_without_prefix(cursor)?;
    cursor.expect_space()?;
    if !external_id(cursor, Public::Alone)? {
        return Err(cursor.error("`SYSTEM` or `PUBLIC` is missing"));
    }
    end(cursor)
}

/// Names of entities and notations have no `:` (Namespaces in XML 1.0, section 7).
fn name_without_prefix<'a>(cursor: &mut Cursor<'a>) -> Result<&'a str, DocumentError> {
    let start = cursor.clone();
    let name = cursor.name()?;
    match name.contains(':') {
        true => Err(start.error(format!("the name {} has a `:`", quoted(name)))),
        false => Ok(name),
    }
}

fn end(cursor: &mut Cursor<'_>) -> Result<(), DocumentError> {
    cursor.space();
    cursor.expect(">")
}
