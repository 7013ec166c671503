//! JSON to MessagePack: the inverse of MessagePack's mapping to JSON.

use super::json::{Container, Token, Tokens};
use super::json_text::watch;
use super::notes::{Found, Keys, add};
use super::number::{Number, number};
use super::timestamp::{self, Timestamp};
use super::{Bounds, failure};
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use polywire_vm::leaves::{Cursor, read_json_base64, read_json_string, skip_json_space};

pub(super) fn convert(message: &[u8], limits: Bounds, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let survey = survey(message, limits)?;
    let mut found = Found { duplicates: survey.keys.duplicates, rounded: None };
    let mut counts = survey.counts.iter().copied();
    let mut walk = Walk::new(message, limits);
    while let Some((offset, part)) = walk.next()? {
        match part {
            Part::Begin(container) => write_count(container, counts.next().unwrap_or_default(), output, offset)?,
            Part::End | Part::Skipped => {}
            Part::Text(raw) => write_str(&unquoted(raw), output),
            Part::Number(text) => write_number(text, offset, output, &mut found)?,
            Part::Bool(value) => output.push(0xc2 + u8::from(value)),
            Part::Null => output.push(0xc0),
            Part::Special(special) => special.write(output),
        }
    }
    Ok(found)
}

/// A token in terms of MessagePack.
enum Part<'a> {
    Begin(Kind),
    End,
    /// A value that MessagePack cannot represent.
    Skipped,
    /// A text, or the name of a member, with its quotes.
    Text(&'a [u8]),
    Number(&'a [u8]),
    Bool(bool),
    Null,
    Special(Special),
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Array,
    Map,
}

/// The meaning of an object such as `{"$bin": …}`.
enum Special {
    Bin(Vec<u8>),
    Str(Vec<u8>),
    Ext(i8, Vec<u8>),
    Float(f64),
}

/// JSON tokens, with special objects recognised.
struct Walk<'a> {
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
    fn new(message: &'a [u8], limits: Bounds) -> Self {
        Self { message, tokens: Tokens::new(message, limits), open: Vec::new() }
    }

    fn next(&mut self) -> Result<Option<(usize, Part<'a>)>, Failure> {
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

fn special(name: &[u8], cursor: &mut Cursor<'_>) -> Option<Special> {
    Some(match name {
        b"$bin" => Special::Bin(read_json_base64(cursor).ok()?),
        b"$str" => Special::Str(read_json_base64(cursor).ok()?),
        b"$float" => Special::Float(match &*read_json_string(cursor).ok()? {
            b"NaN" => f64::NAN,
            b"Infinity" => f64::INFINITY,
            b"-Infinity" => f64::NEG_INFINITY,
            _ => return None,
        }),
        b"$timestamp" => {
            let text = read_json_string(cursor).ok()?;
            Special::Ext(timestamp::TYPE, Timestamp::parse(std::str::from_utf8(&text).ok()?)?.data())
        }
        b"$ext" => {
            cursor.expect(b"[", ErrorCode::Syntax).ok()?;
            skip_json_space(cursor);
            let ty = i8::try_from(polywire_vm::leaves::read_json_int(cursor).ok()?).ok()?;
            skip_json_space(cursor);
            cursor.expect(b",", ErrorCode::Syntax).ok()?;
            skip_json_space(cursor);
            let data = read_json_base64(cursor).ok()?;
            skip_json_space(cursor);
            cursor.expect(b"]", ErrorCode::Syntax).ok()?;
            Special::Ext(ty, data)
        }
        _ => return None,
    })
}

impl Special {
    fn write(self, output: &mut Vec<u8>) {
        match self {
            Self::Str(bytes) => write_str(&bytes, output),
            Self::Bin(bytes) => {
                write_size(bytes.len(), [Some(0xc4), Some(0xc5), Some(0xc6)], output);
                output.extend(bytes);
            }
            Self::Ext(ty, data) => {
                match data.len() {
                    len @ (1 | 2 | 4 | 8 | 16) => output.push(0xd4 + len.ilog2() as u8),
                    len => write_size(len, [Some(0xc7), Some(0xc8), Some(0xc9)], output),
                }
                output.push(ty as u8);
                output.extend(data);
            }
            Self::Float(value) => {
                output.push(0xcb);
                output.extend(value.to_bits().to_be_bytes());
            }
        }
    }
}

/// Facts about containers that must be known before they are written.
#[derive(Default)]
struct Survey {
    /// The number of elements or entries of each container, in the order of their starts.
    counts: Vec<usize>,
    keys: Keys,
}

fn survey(message: &[u8], limits: Bounds) -> Result<Survey, Failure> {
    let mut survey = Survey::default();
    let mut tokens = Tokens::new(message, limits);
    while let Some((offset, token)) = tokens.next()? {
        watch(&mut survey.keys, offset, token);
    }
    // The open containers, each with the number of its values; a map has two for each entry.
    let mut open: Vec<(usize, Kind)> = Vec::new();
    let mut walk = Walk::new(message, limits);
    while let Some((_, part)) = walk.next()? {
        let is_value = !matches!(part, Part::Skipped | Part::End);
        if let (true, Some((container, _))) = (is_value, open.last()) {
            survey.counts[*container] += 1;
        }
        match part {
            Part::Begin(kind) => {
                open.push((survey.counts.len(), kind));
                survey.counts.push(0);
            }
            Part::End => {
                if let Some((container, Kind::Map)) = open.pop() {
                    survey.counts[container] /= 2;
                }
            }
            _ => {}
        }
    }
    Ok(survey)
}

fn unquoted(raw: &[u8]) -> Vec<u8> {
    read_json_string(&mut Cursor::new(raw)).map(std::borrow::Cow::into_owned).unwrap_or_default()
}

fn write_str(text: &[u8], output: &mut Vec<u8>) {
    match text.len() {
        len @ 0..32 => output.push(0xa0 | len as u8),
        len => write_size(len, [Some(0xd9), Some(0xda), Some(0xdb)], output),
    }
    output.extend_from_slice(text);
}

fn write_count(kind: Kind, count: usize, output: &mut Vec<u8>, offset: usize) -> Result<(), Failure> {
    if u32::try_from(count).is_err() {
        return Err(failure(ErrorCode::TooLarge, offset));
    }
    match (kind, count) {
        (Kind::Array, 0..16) => output.push(0x90 | count as u8),
        (Kind::Map, 0..16) => output.push(0x80 | count as u8),
        (Kind::Array, _) => write_size(count, [None, Some(0xdc), Some(0xdd)], output),
        (Kind::Map, _) => write_size(count, [None, Some(0xde), Some(0xdf)], output),
    }
    Ok(())
}

/// Writes a length or count after the format byte of its size: 8, 16 or 32 bits.
fn write_size(size: usize, [of8, of16, of32]: [Option<u8>; 3], output: &mut Vec<u8>) {
    match (of8, size, of16) {
        (Some(format), 0..0x100, _) => output.extend([format, size as u8]),
        (_, 0..0x1_0000, Some(format)) => {
            output.push(format);
            output.extend((size as u16).to_be_bytes());
        }
        // A message is shorter than 2^32 bytes.
        _ => {
            output.extend(of32);
            output.extend((size as u32).to_be_bytes());
        }
    }
}

fn write_number(text: &[u8], offset: usize, output: &mut Vec<u8>, found: &mut Found) -> Result<(), Failure> {
    match number(text).ok_or(failure(ErrorCode::OutOfRange, offset))? {
        Number::Uint(value) => write_uint(value, output),
        Number::Int(value) => write_int(value, output),
        Number::Float { bits, is_rounded } => {
            output.push(0xcb);
            output.extend(bits.to_be_bytes());
            if is_rounded {
                add(&mut found.rounded, offset);
            }
        }
    }
    Ok(())
}

fn write_uint(value: u64, output: &mut Vec<u8>) {
    match value {
        0..0x80 => output.push(value as u8),
        0x80..0x100 => output.extend([0xcc, value as u8]),
        0x100..0x1_0000 => write_bytes(0xcd, &(value as u16).to_be_bytes(), output),
        0x1_0000..0x1_0000_0000 => write_bytes(0xce, &(value as u32).to_be_bytes(), output),
        _ => write_bytes(0xcf, &value.to_be_bytes(), output),
    }
}

/// Writes a negative integer.
fn write_int(value: i64, output: &mut Vec<u8>) {
    match value {
        -0x20.. => output.push(value as u8),
        -0x80.. => output.extend([0xd0, value as u8]),
        -0x8000.. => write_bytes(0xd1, &(value as i16).to_be_bytes(), output),
        -0x8000_0000.. => write_bytes(0xd2, &(value as i32).to_be_bytes(), output),
        _ => write_bytes(0xd3, &value.to_be_bytes(), output),
    }
}

fn write_bytes(format: u8, bytes: &[u8], output: &mut Vec<u8>) {
    output.push(format);
    output.extend_from_slice(bytes);
}

/// Returns the error that `$map` is not followed by pairs.
fn no_pairs(offset: usize) -> Failure {
    failure(ErrorCode::WrongKind, offset)
}
