//! Writing: `write`, `measured`, `block`, `put`, `sub`, `tail`, `memo`, `scratch`.

use super::bytes::Bytes;
use super::expr::integer_bits;
use super::item::{Item, Tracked};
use super::machine::{Frame, Machine, Outcome};
use super::stream::Stream;
use crate::leaves;
use polywire_ir::{Block, Datum, ErrorCode, Expr, Op, Prefix, VarId, WriteLeaf, ops_of};

/// Longest varint.
const MAX_VARINT: usize = 10;

/// A length prefix.
struct Length {
    prefix: Prefix,
    unit: u32,
    bias: i32,
}

impl<'m> Machine<'m> {
    pub(super) fn run_writing(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        match op {
            Op::Write { what } => {
                let bytes = self.datum(frame, what)?;
                self.stream_mut(frame)?.bytes.extend_from_slice(&bytes);
                Ok(())
            }
            Op::Measured { prefix, unit, bias, body, results, site } => {
                let length = Length { prefix: *prefix, unit: *unit, bias: *bias };
                let (start, yields) = self.run_behind_prefix(frame, &length, body)?;
                if !self.fill_prefix(frame, &length, start)? {
                    return self.fail(frame, ErrorCode::TooLarge, *site);
                }
                self.bind_all(frame, results, yields)
            }
            Op::Block { size, body, results } => self.run_block(frame, size, body, results),
            Op::Put { offset, what } => self.run_put(frame, *offset as usize, what),
            Op::Sub { offset, body, results } => {
                let base = self.stream(frame)?.base;
                self.run_at_base(frame, base + *offset as usize, body, results)
            }
            Op::Tail { body, results } => self.run_into(frame, body, results),
            Op::Memo { key, body, result } => self.run_memo(frame, key, body, *result),
            Op::Scratch { var, body } => self.run_scratch(frame, *var, body),
            Op::Each { .. } => self.run_each(frame, op),
            ops_of!(control | reading | building) => Err(self.internal(frame)),
        }
    }

    /// Returns the current stream.
    pub(super) fn stream(&self, frame: &Frame<'m>) -> Outcome<&Stream> {
        self.streams.last().ok_or_else(|| self.internal(frame))
    }

    /// Returns the current stream, mutably.
    pub(super) fn stream_mut(&mut self, frame: &Frame<'m>) -> Outcome<&mut Stream> {
        let internal = self.internal(frame);
        self.streams.last_mut().ok_or(internal)
    }

    /// Appends the bytes of a datum to the stream.
    fn datum(&self, frame: &Frame<'m>, what: &Datum) -> Outcome<Vec<u8>> {
        match what {
            Datum::Int { value, width, order } => {
                let bits = integer_bits(&self.eval(frame, value)?).ok_or_else(|| self.internal(frame))?;
                Ok(bytes_of(bits, *width, self.is_little(frame, *order)?))
            }
            Datum::Bytes(bytes) => Ok(bytes.clone()),
            Datum::Span(value) => Ok(self.eval_bytes(frame, value)?.to_vec()),
            Datum::Zeros(count) => self.zeros(frame, self.eval_u64(frame, count)?),
            Datum::Align { to, from } => {
                let from = self.eval_u64(frame, from)?;
                let distance = (self.stream(frame)?.bytes.len() as u64).wrapping_sub(from);
                self.zeros(frame, distance.wrapping_neg() & u64::from(*to).wrapping_sub(1))
            }
            Datum::Leaf(leaf, args) => self.leaf(frame, *leaf, args),
        }
    }

    fn zeros(&self, frame: &Frame<'m>, count: u64) -> Outcome<Vec<u8>> {
        let mut zeros = Stream::default();
        if zeros.zeros(count) { Ok(zeros.bytes) } else { Err(self.internal(frame)) }
    }

    fn leaf(&self, frame: &Frame<'m>, leaf: WriteLeaf, args: &[Expr]) -> Outcome<Vec<u8>> {
        let [arg] = args else {
            return Err(self.internal(frame));
        };
        let arg = self.eval(frame, arg)?;
        let mut out = Vec::new();
        match (leaf, arg) {
            (WriteLeaf::Varint, Item::U64(value)) => leaves::write_varint(value, &mut out),
            (WriteLeaf::DecimalInt, Item::I64(value)) => leaves::write_decimal_int(value, &mut out),
            (WriteLeaf::DecimalUint, Item::U64(value)) => leaves::write_decimal_uint(value, &mut out),
            (WriteLeaf::JsonFloat64, Item::U64(bits)) => leaves::write_json_float64(bits, &mut out),
            (WriteLeaf::JsonFloat32, Item::U64(bits)) => leaves::write_json_float32(bits, &mut out),
            (WriteLeaf::JsonString, Item::Bytes(text)) => leaves::write_json_string(&text, &mut out),
            (WriteLeaf::JsonBase64, Item::Bytes(bytes)) => leaves::write_json_base64(&bytes, &mut out),
            (WriteLeaf::Spaces, Item::U64(count)) => leaves::write_spaces(count, &mut out),
            (WriteLeaf::CString, Item::Bytes(text)) => leaves::write_c_string(&text, &mut out),
            (WriteLeaf::GeneralFloat64, Item::U64(bits)) => leaves::write_general_float64(bits, &mut out),
            (WriteLeaf::GeneralFloat32, Item::U64(bits)) => leaves::write_general_float32(bits, &mut out),
            _ => return Err(self.internal(frame)),
        }
        Ok(out)
    }

    /// Reserves space for the shortest prefix and runs the body; also returns the start of the prefix.
    fn run_behind_prefix(
        &mut self,
        frame: &mut Frame<'m>,
        length: &Length,
        body: &'m Block,
    ) -> Outcome<(usize, Vec<Tracked>)> {
        let stream = self.stream_mut(frame)?;
        let start = stream.bytes.len();
        stream.bytes.resize(start + length.reserved(), 0);
        Ok((start, self.run(frame, body)?))
    }

    /// Writes the prefix in the reserved space; returns false if the number does not fit.
    fn fill_prefix(&mut self, frame: &Frame<'m>, length: &Length, start: usize) -> Outcome<bool> {
        let body = start + length.reserved();
        let little = match length.prefix {
            Prefix::Varint => true,
            Prefix::Int { order, .. } => self.is_little(frame, order)?,
        };
        let stream = self.stream_mut(frame)?;
        let Some(prefix) = length.bytes(stream.bytes.len() - body, little) else {
            return Ok(false);
        };
        stream.bytes.splice(start..body, prefix);
        Ok(true)
    }

    fn run_block(&mut self, frame: &mut Frame<'m>, size: &Expr, body: &'m Block, results: &[VarId]) -> Outcome<()> {
        let size = self.eval_u64(frame, size)?;
        let stream = self.stream_mut(frame)?;
        let base = stream.bytes.len();
        if !stream.zeros(size) {
            return Err(self.internal(frame));
        }
        self.run_at_base(frame, base, body, results)
    }

    /// Runs a body in the section at a position.
    fn run_at_base(&mut self, frame: &mut Frame<'m>, base: usize, body: &'m Block, results: &[VarId]) -> Outcome<()> {
        let outer = std::mem::replace(&mut self.stream_mut(frame)?.base, base);
        self.run_into(frame, body, results)?;
        self.stream_mut(frame)?.base = outer;
        Ok(())
    }

    fn run_put(&mut self, frame: &Frame<'m>, offset: usize, what: &Datum) -> Outcome<()> {
        let bytes = self.datum(frame, what)?;
        let internal = self.internal(frame);
        let stream = self.stream_mut(frame)?;
        let start = stream.base + offset;
        stream.bytes.get_mut(start..start + bytes.len()).ok_or(internal)?.copy_from_slice(&bytes);
        Ok(())
    }

    fn run_memo(&mut self, frame: &mut Frame<'m>, key: &Expr, body: &'m Block, result: VarId) -> Outcome<()> {
        let key = self.eval_bytes(frame, key)?.to_vec();
        let known = self.stream(frame)?.memo.get(&key).copied();
        let position = match known {
            Some(position) => position,
            None => match self.run(frame, body)?.as_slice() {
                [Tracked { item: Item::U64(position), .. }] => *position,
                _ => return Err(self.internal(frame)),
            },
        };
        self.stream_mut(frame)?.memo.insert(key, position);
        self.bind(frame, result, Item::U64(position))
    }

    fn run_scratch(&mut self, frame: &mut Frame<'m>, var: VarId, body: &'m Block) -> Outcome<()> {
        self.streams.push(Stream::default());
        self.trace_unpacking();
        self.run(frame, body)?;
        let written = self.streams.pop().map(|stream| stream.bytes).unwrap_or_default();
        let written = Bytes::from(written);
        self.trace_unpacked(&written);
        self.bind(frame, var, Item::Bytes(written))
    }
}

impl Length {
    /// Returns the size of the shortest prefix.
    fn reserved(&self) -> usize {
        match self.prefix {
            Prefix::Varint => 1,
            Prefix::Int { width, .. } => usize::from(width),
        }
    }

    /// Returns the prefix for this many bytes, if the number is integral and fits.
    fn bytes(&self, len: usize, little: bool) -> Option<Vec<u8>> {
        let len = (len as i64).checked_add(i64::from(self.bias)).and_then(|len| u64::try_from(len).ok())?;
        let number = len.checked_div(u64::from(self.unit)).filter(|number| number * u64::from(self.unit) == len)?;
        match self.prefix {
            Prefix::Varint => {
                let mut prefix = Vec::with_capacity(MAX_VARINT);
                leaves::write_varint(number, &mut prefix);
                Some(prefix)
            }
            Prefix::Int { width, .. } if width < 8 && number >> (8 * width) != 0 => None,
            Prefix::Int { width, .. } => Some(bytes_of(number, width, little)),
        }
    }
}

/// Returns the low bytes of an integer.
fn bytes_of(bits: u64, width: u8, little: bool) -> Vec<u8> {
    let width = usize::from(width.min(8));
    if little { bits.to_le_bytes()[..width].to_vec() } else { bits.to_be_bytes()[8 - width..].to_vec() }
}
