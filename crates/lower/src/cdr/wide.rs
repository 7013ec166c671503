//! Wide characters: UTF-16, in the form that the version of GIOP states (CORBA 3.3 part 2, clauses 9.3.1.6 and 9.3.2.7).
//!
//! From GIOP 1.2 on, they are octets behind their number, in an order that is that of UTF-16 and not of the message: big-endian,
//! unless a byte order mark precedes them. Little-endian messages have a mark in each string, as omniORB writes them, and
//! none in front of a single character. Where the message states the version and the order, each message has its own form.

use super::Cdr;
use super::length::{Limit, limit_read, limit_written, write_count};
use super::read::Layout;
use super::write::write_aligned;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, PureLeaf, ValueType, VarId};
use polywire_model::attr::{ByteOrder, GiopVersion, TextEncoding};

const BIG: TextEncoding = TextEncoding::Utf16(ByteOrder::Big);
const LITTLE: TextEncoding = TextEncoding::Utf16(ByteOrder::Little);
/// The byte order marks.
const BIG_MARK: &[u8] = &[0xfe, 0xff];
const LITTLE_MARK: &[u8] = &[0xff, 0xfe];
/// The encodings of wide strings.
pub(crate) const ENCODINGS: [TextEncoding; 2] = [BIG, LITTLE];

/// The form of wide characters: that of GIOP 1.2, or that of 1.1.
enum Version {
    New,
    Old,
    /// The new one if this holds, for messages that tell it.
    NewIf(Expr),
}

impl Cdr<'_> {
    pub(super) fn has_wide_text(&self) -> bool {
        self.has_versions || self.options.giop != GiopVersion::V1_0
    }

    /// Returns which form wide characters have; the version 1.0 of GIOP has none.
    fn version(&self, b: &mut FunctionBuilder, minor: Option<VarId>) -> Version {
        match (minor, self.options.giop) {
            (Some(minor), _) => {
                b.check(minor.is_not(0u64), ErrorCode::Unsupported);
                Version::NewIf(minor.is(2u64))
            }
            (None, GiopVersion::V1_2) => Version::New,
            (None, GiopVersion::V1_1 | GiopVersion::V1_0) => Version::Old,
        }
    }

    fn read_by_version(
        &self,
        b: &mut FunctionBuilder,
        (layout, result): (Layout, (&str, ValueType)),
        new: impl FnOnce(&mut FunctionBuilder) -> Expr,
        old: impl FnOnce(&mut FunctionBuilder) -> Expr,
    ) -> Expr {
        match self.version(b, layout.minor) {
            Version::NewIf(is_new) => {
                layout.if_yields(b, is_new, &[result], |b| vec![new(b)], |b| vec![old(b)])[0].clone()
            }
            Version::New => new(b),
            Version::Old => old(b),
        }
    }

    fn write_by_version(
        &self,
        b: &mut FunctionBuilder,
        new: impl FnOnce(&mut FunctionBuilder),
        old: impl FnOnce(&mut FunctionBuilder),
    ) {
        match self.version(b, self.chosen_minor()) {
            Version::NewIf(is_new) => b.if_else(is_new, new, old),
            Version::New => new(b),
            Version::Old => old(b),
        }
    }

    pub(super) fn read_wide_char(&self, b: &mut FunctionBuilder, layout: Layout) -> Expr {
        let result = ("character", ValueType::U64);
        let old = |b: &mut FunctionBuilder| layout.read(b, "number", 2);
        self.read_by_version(b, (layout, result), |b| read_counted_char(b, layout), old)
    }

    pub(super) fn write_wide_char(&self, b: &mut FunctionBuilder, character: Expr, origin: VarId) {
        let new = |b: &mut FunctionBuilder| {
            b.write_bytes(&[2]);
            b.write_int(character.clone(), 2, Order::Big);
        };
        let old = |b: &mut FunctionBuilder| {
            write_aligned(b, character.clone(), 2, (origin, self.order));
        };
        self.write_by_version(b, new, old);
    }

    /// Returns the text (UTF-8) of a wide string.
    pub(super) fn read_wide_text(&self, b: &mut FunctionBuilder, limit: Limit, layout: Layout) -> Expr {
        let new = |b: &mut FunctionBuilder| self.read_counted_octets(b, limit.clone(), layout);
        let old = |b: &mut FunctionBuilder| self.read_counted_units(b, limit.clone(), layout);
        let text = self.read_by_version(b, (layout, ("text", ValueType::Bytes)), new, old);
        check_no_nul(b, text.clone());
        text
    }

    fn read_counted_octets(&self, b: &mut FunctionBuilder, limit: Limit, layout: Layout) -> Expr {
        let len = layout.read(b, "len", 4);
        b.check((len.clone() & 1u64).is(0u64), ErrorCode::BadLength);
        layout.enter_chunk_for(b, len.clone());
        let all = b.read_span("characters", len);
        let found = [("little", ValueType::Bool), ("characters", ValueType::Bytes)];
        let found = b.at(all, 0u64, &found, |b| {
            let little = b.matches("mirrored", LITTLE_MARK);
            b.when(!Expr::from(little), |b| {
                b.matches("marked", BIG_MARK);
            });
            let characters = b.read_span("characters", Expr::Left);
            vec![little.into(), characters.into()]
        });
        limit_read(b, Expr::from(found[1]).bytes_len() >> 1u64, limit);
        self.decode_wide(b, found[1].into(), found[0])
    }

    fn read_counted_units(&self, b: &mut FunctionBuilder, limit: Limit, layout: Layout) -> Expr {
        let len = layout.read(b, "len", 4);
        b.check(len.clone().is_not(0u64), ErrorCode::BadLength);
        let units = b.let_("units", len - 1u64);
        limit_read(b, units, limit);
        layout.enter_chunk(b, 1);
        let characters = b.read_span("characters", units << 1u64);
        let nul = Expr::from(b.read_int("nul", 2, Order::Little));
        b.check(nul.is(0u64), ErrorCode::Unterminated);
        self.decode_wide(b, characters.into(), layout.little)
    }

    fn decode_wide(&self, b: &mut FunctionBuilder, characters: Expr, little: VarId) -> Expr {
        let decode = |encoding| {
            let characters = characters.clone();
            move |b: &mut FunctionBuilder| vec![self.transcoders.decode(b, encoding, characters, false).into()]
        };
        b.if_yields(little.into(), &[("text", ValueType::Bytes)], decode(LITTLE), decode(BIG))[0].into()
    }

    pub(super) fn write_wide_text(&self, b: &mut FunctionBuilder, place: Place, limit: Limit, origin: VarId) {
        let text = b.let_("text", Expr::Get(place));
        check_no_nul(b, text.into());
        match self.order {
            Order::LittleIf(little) => b.if_else(
                little.into(),
                |b| self.write_units(b, (text, ByteOrder::Little), limit.clone(), origin),
                |b| self.write_units(b, (text, ByteOrder::Big), limit.clone(), origin),
            ),
            Order::Little => self.write_units(b, (text, ByteOrder::Little), limit, origin),
            Order::Big => self.write_units(b, (text, ByteOrder::Big), limit, origin),
        }
    }

    /// Writes a wide string of a message of this order.
    fn write_units(&self, b: &mut FunctionBuilder, (text, order): (VarId, ByteOrder), limit: Limit, origin: VarId) {
        let known = match order {
            ByteOrder::Little => Order::Little,
            ByteOrder::Big => Order::Big,
        };
        let characters = Expr::from(self.transcoders.encode(b, TextEncoding::Utf16(order), text.into()));
        let len = characters.clone().bytes_len();
        limit_written(b, len.clone() >> 1u64, limit);
        let new = |b: &mut FunctionBuilder| {
            let (mark, is_marked) = match order {
                ByteOrder::Little => (LITTLE_MARK, len.clone().is_not(0u64)),
                ByteOrder::Big => (BIG_MARK, begins_like_mark(b, characters.clone())),
            };
            let is_marked = Expr::from(b.let_("is_marked", is_marked));
            write_count(b, len.clone() + (is_marked.clone().as_int() << 1u64), origin, known);
            b.when(is_marked, |b| b.write_bytes(mark));
            b.write(Datum::Span(characters.clone()));
        };
        let old = |b: &mut FunctionBuilder| {
            write_count(b, (len.clone() >> 1u64) + 1u64, origin, known);
            b.write(Datum::Span(characters.clone()));
            b.write_bytes(&[0, 0]);
        };
        self.write_by_version(b, new, old);
    }
}

/// Reads a character behind the number of its octets.
fn read_counted_char(b: &mut FunctionBuilder, layout: Layout) -> Expr {
    let len = layout.read(b, "octets", 1);
    let marked = |b: &mut FunctionBuilder| {
        b.check(len.clone().is(4u64), ErrorCode::BadLength);
        let little = b.matches("mirrored", LITTLE_MARK);
        b.when(!Expr::from(little), |b| b.expect(BIG_MARK, ErrorCode::Mismatch));
        vec![b.read_int("number", 2, Order::LittleIf(little)).into()]
    };
    let plain = |b: &mut FunctionBuilder| vec![b.read_int("number", 2, Order::Big).into()];
    b.if_yields(len.clone().is(2u64), &[("character", ValueType::U64)], plain, marked)[0].into()
}

/// Tests whether the first character would be taken for a mark.
fn begins_like_mark(b: &mut FunctionBuilder, characters: Expr) -> Expr {
    let found = [("big", ValueType::Bool), ("little", ValueType::Bool)];
    let found = b.at(characters, 0u64, &found, |b| {
        let big = b.matches("like_big", BIG_MARK);
        let little = b.matches("like_little", LITTLE_MARK);
        vec![big.into(), little.into()]
    });
    found[0] | found[1]
}

/// Refuses a NUL inside of a string.
pub(crate) fn check_no_nul(b: &mut FunctionBuilder, text: Expr) {
    let until_nul = Expr::Leaf(PureLeaf::UntilNul, vec![text.clone()]);
    b.check(until_nul.bytes_len().is(text.bytes_len()), ErrorCode::Syntax);
}
