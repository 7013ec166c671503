//! The part of MessagePack that compiled schemas use.

use super::restore::ReadError;

/// Values may be nested this deeply.
const MOST_LEVELS: usize = 200;

/// A value in a compiled schema.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::zebra) enum Value {
    Nil,
    Bool(bool),
    /// Written in its shortest form, a positive one of more than 7 bits in a signed form.
    Int(i64),
    /// Written in its shortest form, of more than 7 bits in an unsigned form.
    Uint(u64),
    Text(String),
    List(Vec<Value>),
    /// Keys are texts, in the order of the file.
    Map(Vec<(String, Value)>),
}

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Returns a member of a map.
    pub fn member(&self, name: &str) -> Option<&Value> {
        match self {
            Self::Map(members) => members.iter().find(|(key, _)| key == name).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn as_int(&self) -> Option<i64> {
        match self {
            Self::Int(value) => Some(*value),
            Self::Uint(value) => i64::try_from(*value).ok(),
            _ => None,
        }
    }

    pub fn write(&self, out: &mut Vec<u8>) {
        match self {
            Self::Nil => out.push(0xc0),
            Self::Bool(value) => out.push(0xc2 | u8::from(*value)),
            Self::Int(value) => write_int(out, *value),
            Self::Uint(value) => write_uint(out, *value),
            Self::Text(text) => {
                head(out, text.len(), (0xa0, 32), [Some(0xd9), Some(0xda), Some(0xdb)]);
                out.extend(text.as_bytes());
            }
            Self::List(elements) => {
                head(out, elements.len(), (0x90, 16), [None, Some(0xdc), Some(0xdd)]);
                elements.iter().for_each(|it| it.write(out));
            }
            Self::Map(members) => {
                head(out, members.len(), (0x80, 16), [None, Some(0xde), Some(0xdf)]);
                for (key, value) in members {
                    Self::Text(key.clone()).write(out);
                    value.write(out);
                }
            }
        }
    }
}

fn head(out: &mut Vec<u8>, len: usize, (first, count): (u8, usize), wide: [Option<u8>; 3]) {
    if len < count {
        return out.push(first | len as u8);
    }
    let tag = wide.into_iter().zip([1, 2, 4]).find_map(|(tag, width)| {
        let fits = width == 4 || len < 1 << (8 * width);
        tag.filter(|_| fits).map(|tag| (tag, width))
    });
    if let Some((tag, width)) = tag {
        out.push(tag);
        out.extend(&(len as u32).to_be_bytes()[4 - width..]);
    }
}

fn write_int(out: &mut Vec<u8>, value: i64) {
    let bytes = value.to_be_bytes();
    match value {
        -0x20..0x80 => out.push(value as u8),
        -0x80..-0x20 => out.extend([&[0xd0], &bytes[7..]].concat()),
        -0x8000..-0x80 | 0x80..0x8000 => out.extend([&[0xd1], &bytes[6..]].concat()),
        -0x8000_0000..-0x8000 | 0x8000..0x8000_0000 => out.extend([&[0xd2], &bytes[4..]].concat()),
        _ => out.extend([&[0xd3], &bytes[..]].concat()),
    }
}

fn write_uint(out: &mut Vec<u8>, value: u64) {
    let bytes = value.to_be_bytes();
    match value {
        0..0x80 => out.push(value as u8),
        0x80..0x100 => out.extend([&[0xcc], &bytes[7..]].concat()),
        0x100..0x1_0000 => out.extend([&[0xcd], &bytes[6..]].concat()),
        0x1_0000..0x1_0000_0000 => out.extend([&[0xce], &bytes[4..]].concat()),
        _ => out.extend([&[0xcf], &bytes[..]].concat()),
    }
}

/// Reads one value, which is the whole input.
pub(in crate::zebra) fn unpack(bytes: &[u8]) -> Result<Value, ReadError> {
    let mut reader = Reader { bytes, at: 0 };
    let value = reader.value(0)?;
    match reader.at == bytes.len() {
        true => Ok(value),
        false => Err(reader.error("bytes follow the schema")),
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Reader<'_> {
    fn error(&self, message: &str) -> ReadError {
        ReadError { message: message.to_owned(), at: Some(self.at) }
    }

    fn take(&mut self, len: usize) -> Result<&[u8], ReadError> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.bytes.len());
        let Some(end) = end else { return Err(self.error("the schema ends too early")) };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn number(&mut self, width: usize) -> Result<u64, ReadError> {
        Ok(self.take(width)?.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn value(&mut self, level: usize) -> Result<Value, ReadError> {
        if level > MOST_LEVELS {
            return Err(self.error("values are nested too deeply"));
        }
        let tag = self.number(1)? as u8;
        Ok(match tag {
            0x00..=0x7f => Value::Uint(tag.into()),
            0x80..=0x8f => self.map(usize::from(tag & 15), level)?,
            0x90..=0x9f => self.list(usize::from(tag & 15), level)?,
            0xa0..=0xbf => self.text(usize::from(tag & 31))?,
            0xc0 => Value::Nil,
            0xc2 | 0xc3 => Value::Bool(tag == 0xc3),
            0xcc..=0xcf => Value::Uint(self.number(1 << (tag - 0xcc))?),
            0xd0..=0xd3 => {
                let width = 1 << (tag - 0xd0);
                let shift = 64 - 8 * width;
                Value::Int(((self.number(width)? << shift) as i64) >> shift)
            }
            0xd9..=0xdb => {
                let len = self.number(1 << (tag - 0xd9))? as usize;
                self.text(len)?
            }
            0xdc | 0xdd => {
                let len = self.number(2 << (tag - 0xdc))? as usize;
                self.list(len, level)?
            }
            0xde | 0xdf => {
                let len = self.number(2 << (tag - 0xde))? as usize;
                self.map(len, level)?
            }
            0xe0..=0xff => Value::Int((tag as i8).into()),
            _ => return Err(self.error("a compiled schema has no values of this kind")),
        })
    }

    fn text(&mut self, len: usize) -> Result<Value, ReadError> {
        match std::str::from_utf8(self.take(len)?) {
            Ok(text) => Ok(Value::Text(text.to_owned())),
            Err(_) => Err(self.error("a text is not UTF-8")),
        }
    }

    fn list(&mut self, len: usize, level: usize) -> Result<Value, ReadError> {
        Ok(Value::List((0..len).map(|_| self.value(level + 1)).collect::<Result<_, _>>()?))
    }

    fn map(&mut self, len: usize, level: usize) -> Result<Value, ReadError> {
        let mut members = Vec::new();
        for _ in 0..len {
            match self.value(level + 1)? {
                Value::Text(key) => members.push((key, self.value(level + 1)?)),
                _ => return Err(self.error("a key is not a text")),
            }
        }
        Ok(Value::Map(members))
    }
}
