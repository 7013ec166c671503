//! The tokens of self-describing binary formats.

use super::json_to_msgpack;
use super::notes::Keys;
use polywire_vm::Failure;

/// A token of a message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Part<'a> {
    /// Its offset.
    pub offset: usize,
    /// The number of bytes before its text or bytes: its format byte, length, count and extension type.
    pub head: usize,
    pub what: What<'a>,
    /// True for the key of an entry.
    pub is_key: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum What<'a> {
    Nil,
    Bool(bool),
    Uint(u64),
    Int(i64),
    Float32(u32),
    Float64(u64),
    /// A string, not necessarily UTF-8.
    Str(&'a [u8]),
    Bin(&'a [u8]),
    Ext(i8, &'a [u8]),
    Begin(Container, u32),
    /// The end of a container.
    End(Container),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Container {
    Array,
    Map,
}

/// Reads and validates the tokens of a message.
pub(crate) trait ReadParts<'a>: Clone {
    /// Returns the next token; `None` at the end of the message.
    fn next(&mut self) -> Result<Option<Part<'a>>, Failure>;
}

/// Validates a message and detects duplicate keys.
pub(super) fn check<'a>(mut parts: impl ReadParts<'a>) -> Result<Keys, Failure> {
    let mut keys = Keys::default();
    while let Some(part) = parts.next()? {
        watch(&mut keys, &part);
    }
    Ok(keys)
}

/// Detects duplicate keys; keys that are containers are not compared.
pub(super) fn watch(keys: &mut Keys, part: &Part<'_>) {
    match part.what {
        What::Begin(Container::Map, _) => return keys.begin(),
        What::End(Container::Map) => return keys.end(),
        What::Begin(Container::Array, _) | What::End(Container::Array) => return,
        What::Nil | What::Bool(_) | What::Uint(_) | What::Int(_) | What::Float32(_) | What::Float64(_) => {}
        What::Str(_) | What::Bin(_) | What::Ext(..) => {}
    }
    if !part.is_key {
        return;
    }
    // Keys are compared in one form, because their numbers and lengths can have several.
    let mut form = std::mem::take(&mut keys.form);
    form.clear();
    if json_to_msgpack::write::write_part(part, &mut form).is_ok() {
        keys.meet(&form, part.offset);
    }
    keys.form = form;
}
