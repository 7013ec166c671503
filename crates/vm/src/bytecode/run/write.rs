//! Writing.

use super::read::Step;
use super::state::{Machine, Stream};
use crate::bytecode::program::{ByteOrder, Measure};
use crate::bytecode::span::Span;
use crate::leaves;
use polywire_ir::{ErrorCode, WriteLeaf};

/// Registers in which `Measured` saves its state: the start position, the reserved size, and the byte order if it is
/// dynamic.
pub const MEASURE_REGISTERS: u32 = 3;

impl Machine<'_> {
    #[inline(always)]
    pub fn write_span(&mut self, span: u64) {
        let span = Span(span);
        let mut out = std::mem::take(&mut self.out);
        out.extend_from_slice(self.bytes(span));
        self.out = out;
    }

    #[inline(always)]
    pub fn write_int(&mut self, value: u64, width: u8, big: bool) {
        match (width, big) {
            (1, _) => self.out.push(value as u8),
            (2, false) => self.out.extend_from_slice(&(value as u16).to_le_bytes()),
            (4, false) => self.out.extend_from_slice(&(value as u32).to_le_bytes()),
            (8, false) => self.out.extend_from_slice(&value.to_le_bytes()),
            (2, true) => self.out.extend_from_slice(&(value as u16).to_be_bytes()),
            (4, true) => self.out.extend_from_slice(&(value as u32).to_be_bytes()),
            _ => self.out.extend_from_slice(&value.to_be_bytes()),
        }
    }

    pub fn write_zeros(&mut self, count: u64) -> Step<()> {
        let len = usize::try_from(count).ok().and_then(|count| self.out.len().checked_add(count));
        let len = len.ok_or(ErrorCode::Internal)?;
        self.out.try_reserve(len - self.out.len()).map_err(|_| ErrorCode::Internal)?;
        self.out.resize(len, 0);
        Ok(())
    }

    /// Starts a section; returns the start of the outer one.
    pub fn enter_block(&mut self, size: u64) -> Step<u64> {
        let outer = std::mem::replace(&mut self.base, self.out.len());
        self.write_zeros(size)?;
        Ok(outer as u64)
    }

    pub fn write_align(&mut self, to: u32, from: u64) -> Step<()> {
        let distance = (self.out.len() as u64).wrapping_sub(from);
        self.write_zeros(distance.wrapping_neg() & u64::from(to).wrapping_sub(1))
    }

    #[inline(always)]
    pub fn write_leaf(&mut self, leaf: WriteLeaf, value: u64) {
        let mut out = std::mem::take(&mut self.out);
        match leaf {
            WriteLeaf::Varint => leaves::write_varint(value, &mut out),
            WriteLeaf::DecimalInt => leaves::write_decimal_int(value as i64, &mut out),
            WriteLeaf::DecimalUint => leaves::write_decimal_uint(value, &mut out),
            WriteLeaf::JsonFloat64 => leaves::write_json_float64(value, &mut out),
            WriteLeaf::JsonFloat32 => leaves::write_json_float32(value, &mut out),
            WriteLeaf::JsonString => leaves::write_json_string(self.bytes(Span(value)), &mut out),
            WriteLeaf::JsonBase64 => leaves::write_json_base64(self.bytes(Span(value)), &mut out),
            WriteLeaf::Spaces => leaves::write_spaces(value, &mut out),
            WriteLeaf::CString => leaves::write_c_string(self.bytes(Span(value)), &mut out),
            WriteLeaf::GeneralFloat64 => leaves::write_general_float64(value, &mut out),
            WriteLeaf::GeneralFloat32 => leaves::write_general_float32(value, &mut out),
        }
        self.out = out;
    }

    #[inline(always)]
    pub fn put_int(&mut self, offset: u32, value: u64, width: u8, big: bool) -> Step<()> {
        let bytes = if big { value << (64 - 8 * u32::from(width.clamp(1, 8))) } else { value };
        let bytes = if big { bytes.to_be_bytes() } else { bytes.to_le_bytes() };
        let start = self.base + offset as usize;
        let place = self.out.get_mut(start..start + usize::from(width)).ok_or(ErrorCode::Internal)?;
        place.copy_from_slice(bytes.get(..usize::from(width)).ok_or(ErrorCode::Internal)?);
        Ok(())
    }

    pub fn put_span(&mut self, offset: u32, span: u64) -> Step<()> {
        let span = Span(span);
        let start = self.base + offset as usize;
        let mut out = std::mem::take(&mut self.out);
        let place = out.get_mut(start..start + span.len()).map(|place| place.copy_from_slice(self.bytes(span)));
        self.out = out;
        place.ok_or(ErrorCode::Internal)
    }

    /// Reserves space for a length: as much as the last one of this kind took.
    #[inline(always)]
    pub fn enter_measure(&mut self, table: u32) -> [u64; 2] {
        let start = self.out.len();
        let reserved = match self.program.tables.measures.get(table as usize) {
            Some(Measure { width: 0, positioned: false, .. }) => self.buffers.length_guesses[table as usize],
            Some(Measure { width: 0, .. }) | None => 1,
            Some(measure) => measure.width,
        };
        self.out.extend_from_slice(&[0; 10][..usize::from(reserved.min(10))]);
        [start as u64, u64::from(reserved)]
    }

    /// Fills in a length, and moves the body if it needs a different size.
    #[inline(always)]
    pub fn leave_measure(&mut self, [start, reserved]: [u64; 2], little: u64, table: u32) -> Step<()> {
        let measure = self.program.tables.measures.get(table as usize).ok_or(ErrorCode::Internal)?;
        let (start, body) = (start as usize, start as usize + reserved as usize);
        let number = measure.number(self.out.len() - body).ok_or(ErrorCode::TooLarge)?;
        if measure.width == 0 {
            return self.fill_varint(start, body, number, table);
        }
        let outer = std::mem::replace(&mut self.base, start);
        let big = match measure.order {
            ByteOrder::Little => false,
            ByteOrder::Big => true,
            ByteOrder::Asked => little == 0,
        };
        self.put_int(0, number, measure.width, big)?;
        self.base = outer;
        Ok(())
    }

    #[inline(always)]
    fn fill_varint(&mut self, start: usize, body: usize, number: u64, table: u32) -> Step<()> {
        let needed = leaves::varint_size(number);
        if needed != body - start {
            self.move_body(start, body, needed);
            self.buffers.length_guesses[table as usize] = needed as u8;
        }
        let mut rest = number;
        for byte in &mut self.out[start..start + needed] {
            *byte = rest as u8 | 0x80;
            rest >>= 7;
        }
        self.out[start + needed - 1] &= 0x7f;
        Ok(())
    }

    #[cold]
    fn move_body(&mut self, start: usize, body: usize, needed: usize) {
        let end = self.out.len();
        let moved = start + needed;
        self.out.resize(end.max(moved + (end - body)), 0);
        self.out.copy_within(body..end, moved);
        self.out.truncate(moved + (end - body));
    }

    /// Returns the position stored for a key.
    pub fn recall(&self, key: u64) -> Option<u64> {
        self.buffers.memo.get(self.bytes(Span(key))).copied()
    }

    pub fn remember(&mut self, key: u64, position: u64) {
        let key: Box<[u8]> = self.bytes(Span(key)).into();
        self.buffers.memo.insert(key, position);
    }

    /// Starts a separate stream.
    pub fn enter_scratch(&mut self) {
        let memo = std::mem::take(&mut self.buffers.memo);
        let outer = Stream { out: std::mem::take(&mut self.out), base: std::mem::take(&mut self.base), memo };
        self.buffers.outer.push(outer);
    }

    /// Ends the stream; its output is kept.
    pub fn leave_scratch(&mut self) -> Step<u64> {
        let outer = self.buffers.outer.pop().ok_or(ErrorCode::Internal)?;
        let written = std::mem::replace(&mut self.out, outer.out);
        self.base = outer.base;
        self.buffers.memo = outer.memo;
        self.arena.keep_owned(written).map(|span| span.0)
    }
}

impl Measure {
    /// Returns the encoded length for this many bytes, if it is integral and fits.
    #[inline(always)]
    fn number(&self, len: usize) -> Option<u64> {
        let len = u64::try_from(len as i64 + i64::from(self.bias)).ok()?;
        let number = if self.unit == 1 { len } else { len.checked_div(u64::from(self.unit))? };
        let whole = number * u64::from(self.unit) == len;
        let fits = matches!(self.width, 0 | 8) || number >> (8 * u32::from(self.width)) == 0;
        (whole && fits).then_some(number)
    }
}
