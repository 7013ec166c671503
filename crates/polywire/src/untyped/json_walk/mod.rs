//! Tokens of JSON, in which an object such as `{"$bin":"AQI="}` stands for a value that JSON does not have.

mod special;

use super::json::{Container, Token, Tokens};
use super::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use polywire_vm::leaves::{Cursor, read_json_string, skip_json_space};
pub(super) use special::Special;
use special::special;

/// A token in terms of the format to be written.
pub(super) enum Part<'a> {
    Begin(Kind),
    End,
    /// A part of an object that stands for another value.
    Skipped,
    /// A text, or the name of a member, with its quotes.
    Text(&'a [u8]),
    Number(&'a [u8]),
    Bool(bool),
    Null,
    Special(Special),
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Kind {
    Array,
    Map,
}

/// JSON tokens, with special objects recognised.
pub(super) struct Walk<'a> {
    message: &'a [u8],
    tokens: Tokens<'a>,
    open: Vec<Form>,
}

/// The form of a JSON container.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    Plain,
    /// The object around the pairs of a map.
    MapObject,
    /// The pairs of a map.
    Pairs,
    /// A pair, with the number of its values so far.
    Pair(u8),
}

impl<'a> Walk<'a> {
    pub(super) fn new(message: &'a [u8], limits: Bounds) -> Self {
        Self { message, tokens: Tokens::new(message, limits), open: Vec::new() }
    }

    pub(super) fn next(&mut self) -> Result<Option<(usize, Part<'a>)>, Failure> {
        let Some((offset, token)) = self.tokens.next()? else { return Ok(None) };
        let part = match token {
            Token::End(_) => self.end(offset)?,
            Token::Key(_) if self.open.last() == Some(&Form::MapObject) => Part::Skipped,
            Token::Key(raw) => Part::Text(raw),
            value => {
                self.count_in_pair(offset)?;
                self.value(offset, value)?
            }
        };
        Ok(Some((offset, part)))
    }

    fn value(&mut self, offset: usize, value: Token<'a>) -> Result<Part<'a>, Failure> {
        Ok(match value {
            Token::Begin(Container::Object) => match self.special(offset) {
                Some(Ok((special, end))) => {
                    // The object has been entered; now skip past it.
                    self.tokens.leave(end);
                    Part::Special(special)
                }
                Some(Err(())) => {
                    self.open.push(Form::MapObject);
                    Part::Skipped
                }
                None => {
                    self.open.push(Form::Plain);
                    Part::Begin(Kind::Map)
                }
            },
            Token::Begin(Container::Array) => match self.open.last() {
                Some(Form::MapObject) => {
                    self.open.push(Form::Pairs);
                    Part::Begin(Kind::Map)
                }
                Some(Form::Pairs) => {
                    self.open.push(Form::Pair(0));
                    Part::Skipped
                }
                Some(Form::Plain | Form::Pair(_)) | None => {
                    self.open.push(Form::Plain);
                    Part::Begin(Kind::Array)
                }
            },
            _ if matches!(self.open.last(), Some(Form::MapObject | Form::Pairs)) => return Err(no_pairs(offset)),
            Token::Text(raw) => Part::Text(raw),
            Token::Number(text) => Part::Number(text),
            Token::Bool(value) => Part::Bool(value),
            Token::Null | Token::End(_) | Token::Key(_) => Part::Null,
        })
    }

    fn count_in_pair(&mut self, offset: usize) -> Result<(), Failure> {
        match self.open.last_mut() {
            Some(Form::Pair(count)) if *count == 2 => Err(no_pairs(offset)),
            Some(Form::Pair(count)) => {
                *count += 1;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, offset: usize) -> Result<Part<'a>, Failure> {
        match self.open.pop() {
            Some(Form::Pair(2)) | Some(Form::MapObject) => Ok(Part::Skipped),
            Some(Form::Pair(_)) => Err(no_pairs(offset)),
            Some(Form::Plain | Form::Pairs) | None => Ok(Part::End),
        }
    }

    /// Returns the meaning and end of a special object at an offset; an error for malformed ones.
    fn special(&self, offset: usize) -> Option<Result<(Special, usize), ()>> {
        let mut cursor = Cursor { bytes: self.message, pos: offset + 1 };
        skip_json_space(&mut cursor);
        if !cursor.rest().starts_with(b"\"$") {
            return None;
        }
        let name = read_json_string(&mut cursor).ok()?;
        skip_json_space(&mut cursor);
        cursor.expect(b":", ErrorCode::Syntax).ok()?;
        skip_json_space(&mut cursor);
        if &*name == b"$map" && cursor.peek() == Some(b'[') {
            return Some(Err(()));
        }
        let special = special(&name, &mut cursor)?;
        skip_json_space(&mut cursor);
        cursor.expect(b"}", ErrorCode::Syntax).ok()?;
        Some(Ok((special, cursor.pos)))
    }
}

/// Returns the error that `$map` is not followed by pairs.
fn no_pairs(offset: usize) -> Failure {
    failure(ErrorCode::WrongKind, offset)
}

/// Returns a text without its quotes and escapes.
pub(super) fn unquoted(raw: &[u8]) -> Vec<u8> {
    read_json_string(&mut Cursor::new(raw)).map(std::borrow::Cow::into_owned).unwrap_or_default()
}
