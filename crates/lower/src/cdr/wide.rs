//! Wide characters: UTF-16, in the form that the version of GIOP states (CORBA 3.3 part 2, clauses 9.3.1.6 and 9.3.2.7).
//!
//! From GIOP 1.2 on, they are octets behind their number, in an order that is that of UTF-16 and not of the message: big-endian,
//! unless a byte order mark precedes them. Little-endian messages have a mark in each string, as omniORB writes them, and
//! none in front of a single character.

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

impl Cdr<'_> {
    pub(super) fn has_wide_text(&self) -> bool {
        self.options.giop != GiopVersion::V1_0
    }

    pub(super) fn read_wide_char(&self, b: &mut FunctionBuilder, layout: Layout) -> Expr {
        if self.options.giop != GiopVersion::V1_2 {
            return layout.read(b, "number", 2);
        }
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

    pub(super) fn write_wide_char(&self, b: &mut FunctionBuilder, character: Expr, origin: VarId) {
        if self.options.giop != GiopVersion::V1_2 {
            return write_aligned(b, character, 2, (origin, self.order));
        }
        b.write_bytes(&[2]);
        b.write_int(character, 2, Order::Big);
    }

    /// Returns the text (UTF-8) of a wide string.
    pub(super) fn read_wide_text(&self, b: &mut FunctionBuilder, limit: Limit, layout: Layout) -> Expr {
        let text = match self.options.giop {
            GiopVersion::V1_2 => self.read_counted_octets(b, limit, layout),
            GiopVersion::V1_1 | GiopVersion::V1_0 => self.read_counted_units(b, limit, layout),
        };
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
        let encoding = if self.order == Order::Little { LITTLE } else { BIG };
        let characters = Expr::from(self.transcoders.encode(b, encoding, text.into()));
        let len = characters.clone().bytes_len();
        limit_written(b, len.clone() >> 1u64, limit);
        if self.options.giop != GiopVersion::V1_2 {
            write_count(b, (len >> 1u64) + 1u64, origin, self.order);
            b.write(Datum::Span(characters));
            return b.write_bytes(&[0, 0]);
        }
        let (mark, is_marked) = match self.order {
            Order::Little => (LITTLE_MARK, len.clone().is_not(0u64)),
            Order::Big | Order::LittleIf(_) => (BIG_MARK, begins_like_mark(b, characters.clone())),
        };
        let is_marked = Expr::from(b.let_("is_marked", is_marked));
        write_count(b, len + (is_marked.clone().as_int() << 1u64), origin, self.order);
        b.when(is_marked, |b| b.write_bytes(mark));
        b.write(Datum::Span(characters));
    }
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
