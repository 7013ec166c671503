//! Writes a buffer from the leaves to the root, as the official builders do: the narrowest widths, equal keys and equal strings
//! once, keys of maps in order.

use super::types::{Number, Packed, Type};
use crate::untyped::failure;
use crate::untyped::part::Container;
use polywire_ir::ErrorCode;
use polywire_vm::Failure;
use std::collections::HashMap;

/// Writes values in the order of the document.
pub(crate) struct Builder<'o> {
    out: &'o mut Vec<u8>,
    /// The position of the buffer in the output.
    origin: usize,
    /// Values whose container is not written yet; in maps, keys and values in turn.
    stack: Vec<Value>,
    open: Vec<Open>,
    keys: HashMap<Vec<u8>, usize>,
    strings: HashMap<Vec<u8>, usize>,
}

struct Open {
    container: Container,
    /// The number of values on the stack in front of it.
    start: usize,
}

/// A value that its container will hold: a number, or the position of what it will point at.
#[derive(Clone, Copy)]
struct Value {
    ty: Type,
    bits: u64,
    /// For a value in place, the narrowest width; for an offset, the width of the type byte.
    width: u8,
}

const WIDTHS: [u8; 4] = [1, 2, 4, 8];

impl<'o> Builder<'o> {
    pub fn new(out: &'o mut Vec<u8>) -> Self {
        let origin = out.len();
        Self { out, origin, stack: Vec::new(), open: Vec::new(), keys: HashMap::new(), strings: HashMap::new() }
    }

    pub fn null(&mut self, offset: usize) -> Result<(), Failure> {
        self.push(Value { ty: Type::Null, bits: 0, width: 1 }, offset)
    }

    pub fn bool(&mut self, value: bool, offset: usize) -> Result<(), Failure> {
        self.push(Value { ty: Type::Bool, bits: value.into(), width: 1 }, offset)
    }

    /// Writes an integer as INT.
    pub fn int(&mut self, value: i64, offset: usize) -> Result<(), Failure> {
        let fits = |width: &&u8| super::buffer::extended(value as u64, **width) == value;
        let width = WIDTHS.iter().find(fits).copied().unwrap_or(8);
        self.push(Value { ty: Type::Inline(Number::Int), bits: value as u64, width }, offset)
    }

    /// Writes an integer as INT, or as UINT if it is too large.
    pub fn uint(&mut self, value: u64, offset: usize) -> Result<(), Failure> {
        match i64::try_from(value) {
            Ok(value) => self.int(value, offset),
            Err(_) => self.push(Value { ty: Type::Inline(Number::Uint), bits: value, width: 8 }, offset),
        }
    }

    /// Writes a float of 32 bits if that is exact.
    pub fn float(&mut self, value: f64, offset: usize) -> Result<(), Failure> {
        let width = if f64::from(value as f32) == value { 4 } else { 8 };
        self.push(Value { ty: Type::Inline(Number::Float), bits: value.to_bits(), width }, offset)
    }

    /// Writes a text, which is the key of an entry if one is due.
    pub fn text(&mut self, text: &[u8], offset: usize) -> Result<(), Failure> {
        if self.is_at_key() { self.key(text, offset) } else { self.string(text) }
    }

    pub fn blob(&mut self, bytes: &[u8], offset: usize) -> Result<(), Failure> {
        if self.is_at_key() {
            return Err(failure(ErrorCode::InvalidKey, offset));
        }
        let (pos, width) = self.sized(bytes);
        self.push(Value { ty: Type::Blob, bits: pos as u64, width }, offset)
    }

    pub fn begin(&mut self, container: Container, offset: usize) -> Result<(), Failure> {
        if self.is_at_key() {
            return Err(failure(ErrorCode::InvalidKey, offset));
        }
        self.open.push(Open { container, start: self.stack.len() });
        Ok(())
    }

    pub fn end(&mut self) {
        let Some(Open { container, start }) = self.open.pop() else { return };
        let value = match container {
            Container::Array => self.vector(start),
            Container::Map => self.map(start),
        };
        self.stack.truncate(start);
        self.stack.push(value);
    }

    /// Writes the root, with its type and its width.
    pub fn finish(self) {
        let Some(root) = self.stack.first().copied() else { return };
        let width = self.width_at(root, self.len(), 0);
        let mut builder = self;
        builder.align(width);
        builder.put(root, width);
        builder.out.extend([root.packed(1), width]);
    }

    fn push(&mut self, value: Value, offset: usize) -> Result<(), Failure> {
        if self.is_at_key() {
            return Err(failure(ErrorCode::InvalidKey, offset));
        }
        self.stack.push(value);
        Ok(())
    }

    /// Returns true if the key of an entry comes next.
    fn is_at_key(&self) -> bool {
        let is_due =
            |open: &Open| open.container == Container::Map && (self.stack.len() - open.start).is_multiple_of(2);
        self.open.last().is_some_and(is_due)
    }

    fn len(&self) -> usize {
        self.out.len() - self.origin
    }

    /// A key ends at its first NUL.
    fn key(&mut self, text: &[u8], offset: usize) -> Result<(), Failure> {
        if text.contains(&0) {
            return Err(failure(ErrorCode::InvalidKey, offset));
        }
        let pos = match self.keys.get(text) {
            Some(pos) => *pos,
            None => {
                let pos = self.len();
                self.out.extend_from_slice(text);
                self.out.push(0);
                self.keys.insert(text.to_vec(), pos);
                pos
            }
        };
        self.stack.push(Value { ty: Type::Key, bits: pos as u64, width: 1 });
        Ok(())
    }

    fn string(&mut self, text: &[u8]) -> Result<(), Failure> {
        let (pos, width) = match self.strings.get(text) {
            Some(pos) => (*pos, width_of(text.len() as u64)),
            None => {
                let (pos, width) = self.sized(text);
                self.out.push(0);
                self.strings.insert(text.to_vec(), pos);
                (pos, width)
            }
        };
        self.stack.push(Value { ty: Type::String, bits: pos as u64, width });
        Ok(())
    }

    /// Writes bytes behind their length; returns their position and the width of the length.
    fn sized(&mut self, bytes: &[u8]) -> (usize, u8) {
        let width = width_of(bytes.len() as u64);
        self.align(width);
        self.number(bytes.len() as u64, width);
        let pos = self.len();
        self.out.extend_from_slice(bytes);
        (pos, width)
    }

    fn vector(&mut self, start: usize) -> Value {
        let values = self.stack.split_off(start);
        self.elements(&values, None)
    }

    fn map(&mut self, start: usize) -> Value {
        let mut entries: Vec<(Value, Value)> = self.stack[start..].chunks_exact(2).map(|it| (it[0], it[1])).collect();
        entries.sort_by_key(|(key, _)| self.key_text(*key));
        let (keys, values): (Vec<Value>, Vec<Value>) = entries.into_iter().unzip();
        let keys = self.keys(&keys);
        self.elements(&values, Some(keys))
    }

    fn key_text(&self, key: Value) -> &[u8] {
        let rest = &self.out[self.origin + key.bits as usize..];
        rest.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    /// Writes the keys of a map, which have no types.
    fn keys(&mut self, keys: &[Value]) -> Value {
        let width = self.width_of_all(keys, 1, width_of(keys.len() as u64));
        self.align(width);
        self.number(keys.len() as u64, width);
        let pos = self.len();
        keys.iter().for_each(|key| self.put(*key, width));
        Value { ty: Type::Map, bits: pos as u64, width }
    }

    /// Writes a vector, or the values of a map behind the offset to its keys.
    fn elements(&mut self, values: &[Value], keys: Option<Value>) -> Value {
        let count = values.len() as u64;
        let of_keys = keys.map_or(1, |keys| self.width_at(keys, self.len(), 0));
        let in_front = if keys.is_some() { 3 } else { 1 };
        let width = self.width_of_all(values, in_front, width_of(count).max(of_keys));
        self.align(width);
        if let Some(keys) = keys {
            self.put(keys, width);
            self.number(keys.width.into(), width);
        }
        self.number(count, width);
        let pos = self.len();
        values.iter().for_each(|value| self.put(*value, width));
        self.out.extend(values.iter().map(|value| value.packed(width)));
        Value { ty: if keys.is_some() { Type::Map } else { Type::Vector }, bits: pos as u64, width }
    }

    /// Returns the narrowest width, at least `width`, for all values that follow a number of others.
    fn width_of_all(&self, values: &[Value], in_front: usize, width: u8) -> u8 {
        let widths = values.iter().zip(in_front..).map(|(value, index)| self.width_at(*value, self.len(), index));
        widths.max().map_or(width, |widest| widest.max(width))
    }

    /// Returns the narrowest width of a value behind `index` others of its width, which begin aligned behind `len` bytes.
    fn width_at(&self, value: Value, len: usize, index: usize) -> u8 {
        if value.ty.is_inline() {
            return value.width;
        }
        let fits = |width: &&u8| {
            let pos = len.next_multiple_of((**width).into()) + index * usize::from(**width);
            width_of((pos as u64).saturating_sub(value.bits)) <= **width
        };
        WIDTHS.iter().find(fits).copied().unwrap_or(8)
    }

    fn align(&mut self, width: u8) {
        let len = self.len().next_multiple_of(width.into());
        self.out.resize(self.origin + len, 0);
    }

    fn put(&mut self, value: Value, width: u8) {
        let number = match value.ty {
            Type::Inline(Number::Float) if width == 4 => u64::from((f64::from_bits(value.bits) as f32).to_bits()),
            ty if ty.is_inline() => value.bits,
            _ => self.len() as u64 - value.bits,
        };
        self.number(number, width);
    }

    fn number(&mut self, number: u64, width: u8) {
        self.out.extend_from_slice(&number.to_le_bytes()[..width.into()]);
    }
}

impl Value {
    /// Returns the type byte, in a container of values of a width.
    fn packed(self, of_container: u8) -> u8 {
        let width = if self.ty.is_inline() { self.width.max(of_container) } else { self.width };
        Packed { ty: self.ty, width }.byte()
    }
}

/// Returns the narrowest width of an unsigned number.
fn width_of(number: u64) -> u8 {
    WIDTHS.iter().find(|width| number >> (8 * u32::from(**width) - 1) >> 1 == 0).copied().unwrap_or(8)
}
