//! Reading: `read`, `match`, `window`, `at`, `section`.
//!
//! Design: docs/decisions/0005-sections-with-a-fill.md

use super::bytes::Bytes;
use super::expr::integer_of;
use super::item::{Item, Tracked};
use super::machine::{Cursor, Frame, Machine, Outcome};
use crate::leaves;
use crate::trace::How;
use polywire_ir::{Block, ErrorCode, Miss, Op, ReadLeaf, ReadWhat, Rest, SiteId, ops_of};
use std::borrow::Cow;

impl<'m> Machine<'m> {
    pub(super) fn run_reading(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        match op {
            Op::Read { what, results, site } => {
                let start = self.cursor.pos;
                let read = self.run_read(frame, what, *site)?;
                let origin = self.trace_read(frame, (what, results), (read.as_ref(), start));
                let read = read.map(|item| Tracked { item, origin });
                self.bind_all(frame, results, read.into_iter().collect())
            }
            Op::Match { bytes, miss } => self.run_match(frame, bytes, miss),
            Op::Window { len, body, rest, results, site } => {
                let len = self.eval_u64(frame, len)?;
                let yields = self.run_window(frame, len, body, *rest, *site)?;
                self.bind_all(frame, results, yields)
            }
            Op::At { region, pos, body, results, site } => {
                let region = self.eval_bytes(frame, region)?;
                let pos = self.eval_u64(frame, pos)?;
                let yields = self.run_at(frame, region, pos, body, *site)?;
                self.bind_all(frame, results, yields)
            }
            Op::Section { var, region, pos, len, fill, code, site } => {
                let region = self.eval_bytes(frame, region)?;
                let (pos, len) = (self.eval_u64(frame, pos)?, self.eval_u64(frame, len)?);
                let Some(section) = section(&region, pos, len, fill) else {
                    return code.map_or_else(|| Err(self.internal(frame)), |code| self.fail(frame, code, *site));
                };
                let present = region.part(pos as usize, (pos + len) as usize);
                let origin = self.trace_section(&section, present, &frame.function.var(*var).name);
                self.bind(frame, *var, Tracked { item: Item::Bytes(section), origin })
            }
            Op::Keyed { .. } => self.run_keyed(frame, op),
            ops_of!(control | building | writing) => Err(self.internal(frame)),
        }
    }

    fn run_read(&mut self, frame: &Frame<'m>, what: &ReadWhat, site: SiteId) -> Outcome<Option<Item>> {
        let truncated = ErrorCode::Truncated;
        match what {
            ReadWhat::Int { width, order } => {
                let little = self.is_little(frame, *order)?;
                let bytes = self.advance(u64::from(*width)).map_or_else(|| self.fail(frame, truncated, site), Ok)?;
                Ok(Some(Item::U64(integer_of(&bytes, little))))
            }
            ReadWhat::Span(len) => {
                let len = self.eval_u64(frame, len)?;
                let bytes = match self.advance(len) {
                    Some(bytes) => Some(bytes),
                    None => {
                        self.end_early(frame, site)?;
                        self.advance((self.cursor.end - self.cursor.pos) as u64)
                    }
                };
                bytes.map(|bytes| Some(Item::Bytes(bytes))).ok_or_else(|| self.internal(frame))
            }
            ReadWhat::Peek => {
                let Cursor { region, pos, end } = &self.cursor;
                Ok(Some(Item::U64(if pos < end { u64::from(region[*pos]) } else { 256 })))
            }
            ReadWhat::Skip(len) => {
                let len = self.eval_u64(frame, len)?;
                self.advance(len).map_or_else(|| self.fail(frame, truncated, site), |_| Ok(None))
            }
            ReadWhat::SkipWhile(set) => {
                let Cursor { region, pos, end } = &mut self.cursor;
                *pos += region[*pos..*end].iter().take_while(|byte| set.contains(**byte)).count();
                Ok(None)
            }
            ReadWhat::Align { to, from } => {
                let (to, from) = (self.eval_u64(frame, to)?, self.eval_u64(frame, from)?);
                let distance = (self.cursor.pos as u64).wrapping_sub(from);
                let padding = distance.wrapping_neg() & to.wrapping_sub(1);
                self.advance(padding).map_or_else(|| self.fail(frame, truncated, site), |_| Ok(None))
            }
            ReadWhat::Leaf(leaf) => self.run_read_leaf(frame, *leaf, site),
        }
    }

    /// Handles a window that ends before the value: a failure, unless the tracer inspects the rest.
    fn end_early(&mut self, frame: &Frame<'m>, site: SiteId) -> Outcome<()> {
        self.fail(frame, ErrorCode::Truncated, site).or_else(|failure| self.note_fault(failure))
    }

    /// Skips and returns the next bytes; `None` if the window has fewer.
    fn advance(&mut self, len: u64) -> Option<Bytes> {
        let Cursor { region, pos, end } = &mut self.cursor;
        let len = usize::try_from(len).ok().filter(|&len| len <= *end - *pos)?;
        let bytes = region.part(*pos, *pos + len);
        *pos += len;
        bytes
    }

    fn run_read_leaf(&mut self, frame: &Frame<'m>, leaf: ReadLeaf, site: SiteId) -> Outcome<Option<Item>> {
        let Cursor { region, pos, end } = &mut self.cursor;
        let mut cursor = leaves::Cursor { bytes: &region[..*end], pos: *pos };
        let at = &mut cursor;
        let read = match leaf {
            ReadLeaf::Varint => leaves::read_varint(at).map(|value| Some(Item::U64(value))),
            ReadLeaf::ShortVarint => leaves::read_short_varint(at).map(|value| Some(Item::U64(value))),
            ReadLeaf::JsonSpace => {
                leaves::skip_json_space(at);
                Ok(None)
            }
            ReadLeaf::JsonString => leaves::read_json_string(at).map(|text| match text {
                // A text without escapes is a part of the region, so that errors in it have positions.
                Cow::Borrowed(plain) => region.part(at.pos - 1 - plain.len(), at.pos - 1).map(Item::Bytes),
                Cow::Owned(text) => Some(Item::Bytes(text.into())),
            }),
            ReadLeaf::JsonInt => leaves::read_json_int(at).map(|value| Some(Item::I64(value))),
            ReadLeaf::JsonUint => leaves::read_json_uint(at).map(|value| Some(Item::U64(value))),
            ReadLeaf::JsonFloat64 => leaves::read_json_float64(at).map(|bits| Some(Item::U64(bits))),
            ReadLeaf::JsonFloat32 => leaves::read_json_float32(at).map(|bits| Some(Item::U64(bits))),
            ReadLeaf::JsonBool => leaves::read_json_bool(at).map(|value| Some(Item::Bool(value))),
            ReadLeaf::JsonSkipNumber => leaves::skip_json_number(at).map(|()| None),
            ReadLeaf::JsonBase64 => leaves::read_json_base64(at).map(|bytes| Some(Item::Bytes(bytes.into()))),
        };
        match read {
            Ok(item) => {
                *pos = cursor.pos;
                Ok(item)
            }
            Err(code) => self.fail(frame, code, site),
        }
    }

    fn run_match(&mut self, frame: &mut Frame<'m>, bytes: &[u8], miss: &Miss) -> Outcome<()> {
        let Cursor { region, pos, end } = &mut self.cursor;
        let window = &region[*pos..*end];
        let matches = window.starts_with(bytes);
        let cut_off = !matches && bytes.starts_with(window);
        if matches {
            let start = *pos;
            *pos += bytes.len();
            self.trace_since(start, How::Constant, "", None);
        }
        match miss {
            Miss::Yield(var) => self.bind(frame, *var, Item::Bool(matches)),
            Miss::Fail { .. } if matches => Ok(()),
            Miss::Fail { code, site } => self.fail(frame, if cut_off { ErrorCode::Truncated } else { *code }, *site),
        }
    }

    fn run_window(
        &mut self,
        frame: &mut Frame<'m>,
        len: u64,
        body: &'m Block,
        rest: Rest,
        site: SiteId,
    ) -> Outcome<Vec<Tracked>> {
        let outer = self.cursor.end;
        let left = outer - self.cursor.pos;
        let len = match usize::try_from(len).ok().filter(|&len| len <= left) {
            Some(len) => len,
            None => {
                self.end_early(frame, site)?;
                left
            }
        };
        self.cursor.end = self.cursor.pos + len;
        let hold = self.hold().filter(|_| body.yields.is_empty());
        let yields = match self.run(frame, body) {
            Ok(yields) => yields,
            Err(failure) => {
                self.recover(hold, failure)?;
                self.cursor.pos = self.cursor.end;
                Vec::new()
            }
        };
        match rest {
            Rest::Fail(code) if self.cursor.pos != self.cursor.end => {
                let failure = self.fail(frame, code, site);
                failure.or_else(|failure| self.note_fault(failure))?;
                self.cursor.pos = self.cursor.end;
            }
            Rest::Fail(_) => {}
            Rest::Skip => self.cursor.pos = self.cursor.end,
        }
        self.cursor.end = outer;
        Ok(yields)
    }

    fn run_at(
        &mut self,
        frame: &mut Frame<'m>,
        region: Bytes,
        pos: u64,
        body: &'m Block,
        site: SiteId,
    ) -> Outcome<Vec<Tracked>> {
        let end = region.len();
        let Some(pos) = usize::try_from(pos).ok().filter(|&pos| pos <= end) else {
            return self.fail(frame, ErrorCode::BadPointer, site);
        };
        let hold = self.hold().filter(|_| body.yields.is_empty());
        let outer = self.enter(Cursor { region, pos, end });
        match self.run(frame, body) {
            Ok(yields) => {
                self.leave(outer);
                Ok(yields)
            }
            Err(failure) => self.recover(hold, failure).map(|()| Vec::new()),
        }
    }
}

/// Returns the bytes at a position, truncated or extended to the length of `fill`.
fn section(region: &Bytes, pos: u64, len: u64, fill: &[u8]) -> Option<Bytes> {
    let (pos, len) = (usize::try_from(pos).ok()?, usize::try_from(len).ok()?);
    let present = region.part(pos, pos.checked_add(len)?)?;
    match fill.get(present.len()..) {
        Some([]) => Some(present),
        Some(absent) => Some([&present, absent].concat().into()),
        None => present.part(0, fill.len()),
    }
}
