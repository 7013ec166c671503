//! Protocol Buffers wire format as JSON for people: fields by number, with guesses of their types.

use super::json::Container;
use super::json_text::JsonText;
use super::notes::Found;
use super::{Bounds, failure};
use crate::inspect::guess::wire;
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use polywire_vm::leaves::{Cursor, read_varint, write_json_base64, write_json_float32, write_json_float64};
use std::collections::HashMap;

pub(super) fn convert(message: &[u8], is_pretty: bool, limits: Bounds, output: &mut Vec<u8>) -> Result<Found, Failure> {
    let mut view =
        View { text: JsonText::new(output, is_pretty, limits), message, depth: limits.depth, work: limits.budget };
    let mut cursor = Cursor::new(message);
    let fields = view.fields(&mut cursor, None)?;
    view.object(&fields, 0)?;
    Ok(Found::default())
}

/// A field, in the order of the wire.
struct Field<'a> {
    number: u64,
    offset: usize,
    content: Content<'a>,
}

enum Content<'a> {
    Varint(u64),
    Fixed64(u64),
    Fixed32(u32),
    Len(&'a [u8]),
    Group(&'a [u8]),
}

struct View<'a, 'o> {
    text: JsonText<'o>,
    message: &'a [u8],
    depth: u32,
    /// Bytes that may still be examined again.
    work: u64,
}

impl<'a> View<'a, '_> {
    /// Reads the fields up to the end, or up to the end of a group.
    fn fields(&self, cursor: &mut Cursor<'a>, group: Option<u64>) -> Result<Vec<Field<'a>>, Failure> {
        let mut fields = Vec::new();
        while cursor.pos < cursor.bytes.len() {
            let offset = self.offset_of(cursor);
            let at = |code| failure(code, offset);
            let key = read_varint(cursor).map_err(at)?;
            let (number, wire_type) = (key >> 3, key & 7);
            if wire_type == wire::GROUP_END && group == Some(number) {
                return Ok(fields);
            }
            if !(1..1 << 29).contains(&number) {
                return Err(at(ErrorCode::InvalidKey));
            }
            let content = self.content(cursor, (number, wire_type)).map_err(at)?;
            fields.push(Field { number, offset, content });
        }
        Ok(fields)
    }

    fn content(&self, cursor: &mut Cursor<'a>, (number, wire_type): (u64, u64)) -> Result<Content<'a>, ErrorCode> {
        Ok(match wire_type {
            wire::VARINT => Content::Varint(read_varint(cursor)?),
            wire::FIXED64 => Content::Fixed64(wire::read_fixed(cursor, 8).ok_or(ErrorCode::Truncated)?),
            wire::FIXED32 => Content::Fixed32(wire::read_fixed(cursor, 4).ok_or(ErrorCode::Truncated)? as u32),
            wire::LEN => {
                let len = read_varint(cursor)?;
                Content::Len(wire::take(cursor, len).ok_or(ErrorCode::Truncated)?)
            }
            wire::GROUP => {
                let start = cursor.pos;
                wire::skip_group(cursor, number).ok_or(ErrorCode::InvalidKey)?;
                Content::Group(&cursor.bytes[start..cursor.pos])
            }
            _ => return Err(ErrorCode::InvalidKey),
        })
    }

    /// Returns the offset of a cursor in the message.
    fn offset_of(&self, cursor: &Cursor<'a>) -> usize {
        cursor.bytes.as_ptr() as usize - self.message.as_ptr() as usize + cursor.pos
    }

    /// Writes an object of fields; those that occur several times become an array.
    fn object(&mut self, fields: &[Field<'a>], level: u32) -> Result<(), Failure> {
        let mut order: Vec<(u64, Vec<&Field<'a>>)> = Vec::new();
        let mut places: HashMap<u64, usize> = HashMap::new();
        for field in fields {
            let place = *places.entry(field.number).or_insert(order.len());
            match order.get_mut(place) {
                Some((_, same)) => same.push(field),
                None => order.push((field.number, vec![field])),
            }
        }
        self.text.begin(Container::Object);
        for (number, same) in order {
            self.text.key(format!("\"{number}\"").as_bytes());
            let is_list = same.len() > 1;
            if is_list {
                self.text.begin(Container::Array);
            }
            same.iter().try_for_each(|field| self.value(field, level))?;
            if is_list {
                self.text.end(Container::Array);
            }
            self.text.check(same[0].offset)?;
        }
        self.text.end(Container::Object);
        Ok(())
    }

    fn value(&mut self, field: &Field<'a>, level: u32) -> Result<(), Failure> {
        match field.content {
            Content::Varint(value) => self.text.value(value.to_string().as_bytes()),
            Content::Fixed64(bits) if wire::is_likely(f64::from_bits(bits)) => {
                self.text.write(|out| write_json_float64(bits, out));
            }
            Content::Fixed64(bits) => self.text.value(bits.to_string().as_bytes()),
            Content::Fixed32(bits) if wire::is_likely(f32::from_bits(bits).into()) => {
                self.text.write(|out| write_json_float32(bits.into(), out));
            }
            Content::Fixed32(bits) => self.text.value(bits.to_string().as_bytes()),
            Content::Len(bytes) => self.run(bytes, field.offset, level)?,
            Content::Group(bytes) => {
                self.descend(bytes, field.offset, level)?;
                let fields = self.fields(&mut Cursor::new(bytes), Some(field.number))?;
                self.object(&fields, level + 1)?;
            }
        }
        Ok(())
    }

    /// Writes a length-delimited value: a text, a message, or other bytes.
    fn run(&mut self, bytes: &'a [u8], offset: usize, level: u32) -> Result<(), Failure> {
        let is_text = wire::is_text(bytes, |char| "\n\r\t".contains(char));
        if !is_text && level + 1 < self.depth {
            self.descend(bytes, offset, level)?;
            if let Ok(fields) = self.fields(&mut Cursor::new(bytes), None) {
                return self.object(&fields, level + 1);
            }
        }
        if is_text {
            self.text.text(bytes);
        } else {
            self.text.write(|out| {
                out.extend(b"{\"$bytes\":");
                write_json_base64(bytes, out);
                out.push(b'}');
            });
        }
        Ok(())
    }

    /// Writes a nested message, whose bytes have already been examined once.
    fn descend(&mut self, bytes: &[u8], offset: usize, level: u32) -> Result<(), Failure> {
        if level + 1 >= self.depth {
            return Err(failure(ErrorCode::TooDeep, offset));
        }
        let left = self.work.checked_sub(bytes.len() as u64);
        self.work = left.ok_or(failure(ErrorCode::BudgetExceeded, offset))?;
        Ok(())
    }
}
