use crate::proto::descriptor::{FieldType, Tree, Value};
use std::fmt;

/// Limit on the nesting of messages and groups.
const MAX_DEPTH: u32 = 100;

/// The reason why bytes are not a descriptor set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The bytes end inside a value.
    Truncated,
    /// A tag, a wire type or a number is not valid.
    Malformed,
    /// Messages nest too deep.
    TooDeep,
    /// A name is not UTF-8.
    NotUtf8,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Truncated => "the descriptor set is truncated",
            Self::Malformed => "this is not a descriptor set",
            Self::TooDeep => "the descriptor set is nested too deeply",
            Self::NotUtf8 => "the descriptor set contains a name that is not UTF-8",
        })
    }
}

impl std::error::Error for ReadError {}

/// One field of a message.
pub(super) struct Raw<'b> {
    pub number: u32,
    pub value: RawValue<'b>,
}

pub(super) enum RawValue<'b> {
    Varint(u64),
    Fixed32(u32),
    Fixed64(u64),
    Bytes(&'b [u8]),
    Group(Tree),
}

/// Iterates over the fields of a message.
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
    depth: u32,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, depth: 0 }
    }

    /// Returns the next field, or `None` at the end.
    pub fn next(&mut self) -> Result<Option<Raw<'b>>, ReadError> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        let (number, wire_type) = self.tag()?;
        let value = self.value(number, wire_type)?;
        Ok(Some(Raw { number, value }))
    }

    fn tag(&mut self) -> Result<(u32, u32), ReadError> {
        let tag = self.varint()?;
        let number = u32::try_from(tag >> 3).ok().filter(|number| (1..1 << 29).contains(number));
        Ok((number.ok_or(ReadError::Malformed)?, (tag & 7) as u32))
    }

    fn value(&mut self, number: u32, wire_type: u32) -> Result<RawValue<'b>, ReadError> {
        match wire_type {
            0 => Ok(RawValue::Varint(self.varint()?)),
            1 => Ok(RawValue::Fixed64(u64::from_le_bytes(self.fixed()?))),
            2 => {
                let len = usize::try_from(self.varint()?).map_err(|_| ReadError::Truncated)?;
                Ok(RawValue::Bytes(self.take(len)?))
            }
            3 => Ok(RawValue::Group(self.group(number)?)),
            5 => Ok(RawValue::Fixed32(u32::from_le_bytes(self.fixed()?))),
            _ => Err(ReadError::Malformed),
        }
    }

    fn group(&mut self, number: u32) -> Result<Tree, ReadError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ReadError::TooDeep);
        }
        let mut tree = Tree::default();
        loop {
            let (inner, wire_type) = self.tag()?;
            if wire_type == 4 {
                self.depth -= 1;
                return if inner == number { Ok(tree) } else { Err(ReadError::Malformed) };
            }
            let value = self.value(inner, wire_type)?;
            tree.append(inner, untyped(value));
        }
    }

    fn varint(&mut self) -> Result<u64, ReadError> {
        let mut value = 0u64;
        for shift in (0..70).step_by(7) {
            let byte = *self.take(1)?.first().ok_or(ReadError::Truncated)?;
            value |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or_default();
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(ReadError::Malformed)
    }

    fn fixed<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        self.take(N)?.try_into().map_err(|_| ReadError::Truncated)
    }

    fn take(&mut self, len: usize) -> Result<&'b [u8], ReadError> {
        let (taken, rest) = self.bytes.split_at_checked(len).ok_or(ReadError::Truncated)?;
        self.bytes = rest;
        Ok(taken)
    }
}

impl<'b> RawValue<'b> {
    pub fn bytes(self) -> Result<&'b [u8], ReadError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            _ => Err(ReadError::Malformed),
        }
    }

    pub fn text(self) -> Result<String, ReadError> {
        String::from_utf8(self.bytes()?.to_vec()).map_err(|_| ReadError::NotUtf8)
    }

    pub fn int(self) -> Result<i32, ReadError> {
        match self {
            Self::Varint(value) => Ok(value as i32),
            _ => Err(ReadError::Malformed),
        }
    }

    pub fn tree(self) -> Result<Tree, ReadError> {
        let mut reader = Reader::new(self.bytes()?);
        let mut tree = Tree::default();
        while let Some(field) = reader.next()? {
            tree.append(field.number, untyped(field.value));
        }
        Ok(tree)
    }
}

/// Converts a value without a schema: messages stay bytes.
fn untyped(value: RawValue<'_>) -> Value {
    match value {
        RawValue::Varint(value) => Value::Varint(value),
        RawValue::Fixed32(value) => Value::Fixed32(value),
        RawValue::Fixed64(value) => Value::Fixed64(value),
        RawValue::Bytes(bytes) => Value::Bytes(bytes.to_vec()),
        RawValue::Group(tree) => Value::Group(tree),
    }
}

/// Reads the bytes of a message of unknown type.
pub(super) fn tree(bytes: &[u8]) -> Result<Tree, ReadError> {
    RawValue::Bytes(bytes).tree()
}

/// Returns the values of a packed field.
pub(super) fn packed(bytes: &[u8], ty: FieldType) -> Result<Vec<Value>, ReadError> {
    let mut reader = Reader::new(bytes);
    let mut values = Vec::new();
    while !reader.bytes.is_empty() {
        values.push(match ty {
            FieldType::Fixed32 | FieldType::Sfixed32 | FieldType::Float => {
                Value::Fixed32(u32::from_le_bytes(reader.fixed()?))
            }
            FieldType::Fixed64 | FieldType::Sfixed64 | FieldType::Double => {
                Value::Fixed64(u64::from_le_bytes(reader.fixed()?))
            }
            _ => Value::Varint(reader.varint()?),
        });
    }
    Ok(values)
}
