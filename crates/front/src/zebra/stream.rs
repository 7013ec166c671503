//! The header of a self-describing stream: a map that begins with a text, as no message does.

use super::ReadError;
use super::compiled::{Value, unpack};

/// The first key of a header, and the version that is its value.
const MAGIC: (&str, u64) = ("ZebraPack", 1);

const TYPE: &str = "Type";
const COUNT: &str = "Count";
const SCHEMA: &str = "Schema";

/// What a header says about the messages behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StreamHeader {
    /// The type of messages that do not name it.
    pub type_name: Option<String>,
    /// The number of messages up to the next header; without one, there may be any number.
    pub count: Option<u64>,
    /// The compiled schema.
    pub schema: Vec<u8>,
}

/// Returns true if an object of a stream is a header, and not a message.
pub fn is_header(object: &[u8]) -> bool {
    let entries = match object.first() {
        Some(0x81..=0x8f) => object.get(1..),
        Some(0xde) => object.get(3..),
        Some(0xdf) => object.get(5..),
        _ => None,
    };
    let mut key = Vec::new();
    Value::text(MAGIC.0).write(&mut key);
    entries.is_some_and(|entries| entries.starts_with(&key))
}

/// Writes a header.
pub fn write_header(header: &StreamHeader) -> Vec<u8> {
    let members = [
        Some((MAGIC.0, Value::Uint(MAGIC.1))),
        header.type_name.as_ref().map(|it| (TYPE, Value::text(it))),
        header.count.map(|it| (COUNT, Value::Uint(it))),
    ];
    let members: Vec<(&str, Value)> = members.into_iter().flatten().collect();
    let mut out = vec![0x81 + members.len() as u8];
    for (key, value) in members {
        Value::text(key).write(&mut out);
        value.write(&mut out);
    }
    Value::text(SCHEMA).write(&mut out);
    out.extend(&header.schema);
    out
}

/// Reads a header. Members of later versions are skipped.
///
/// # Errors
///
/// Bytes that are not MessagePack, another version, and what a header cannot contain.
pub fn read_header(bytes: &[u8]) -> Result<StreamHeader, ReadError> {
    let header = unpack(bytes)?;
    let problem = |message: String| ReadError { message, at: None };
    let version = header.member(MAGIC.0).and_then(Value::as_int);
    if version != Some(MAGIC.1 as i64) {
        return Err(problem(format!("it has another version than {}", MAGIC.1)));
    }
    let count = match header.member(COUNT) {
        None => None,
        Some(count) => {
            let count = count.as_int().and_then(|it| u64::try_from(it).ok());
            Some(count.ok_or_else(|| problem(format!("`{COUNT}` is not a number of messages")))?)
        }
    };
    let mut schema = Vec::new();
    header.member(SCHEMA).ok_or_else(|| problem(format!("it has no `{SCHEMA}`")))?.write(&mut schema);
    let type_name = header.member(TYPE).and_then(Value::as_text).map(str::to_owned);
    Ok(StreamHeader { type_name, count: count.filter(|count| *count > 0), schema })
}
