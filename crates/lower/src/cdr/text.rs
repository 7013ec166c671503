//! Strings: a length, which includes a NUL at the end, and characters without a NUL. Those of CORBA's schemas are in the
//! chosen character set, those of others in UTF-8.

use super::Cdr;
use super::form::Form;
use super::length::{Limit, limit_read, limit_written, write_count};
use super::read::Layout;
use super::wide::check_no_nul;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, PureLeaf, ValueType, VarId};
use polywire_model::attr::{CorbaText, TextEncoding};

impl Cdr<'_> {
    /// Returns the text (UTF-8) of a string.
    pub(super) fn read_text(&self, b: &mut FunctionBuilder, form: Form<'_>, layout: Layout) -> Expr {
        match form.text {
            CorbaText::Wide => self.read_wide_text(b, form.longest.into(), layout),
            CorbaText::Narrow => self.read_narrow_text(b, form.longest.into(), layout),
            CorbaText::Utf8 => read_octets(b, Limit::NONE, layout),
        }
    }

    /// Returns the text (UTF-8) of a string of CORBA's schemas.
    pub(super) fn read_narrow_text(&self, b: &mut FunctionBuilder, limit: Limit, layout: Layout) -> Expr {
        let text = read_octets(b, limit, layout);
        if self.options.has_utf8_strings { text } else { self.of_latin1(b, text) }
    }

    pub(super) fn write_text(&self, b: &mut FunctionBuilder, place: Place, form: Form<'_>, origin: VarId) {
        match form.text {
            CorbaText::Wide => self.write_wide_text(b, place, form.longest.into(), origin),
            CorbaText::Narrow => self.write_narrow_text(b, place, form.longest.into(), origin),
            CorbaText::Utf8 => self.write_utf8_text(b, place, Limit::NONE, origin),
        }
    }

    pub(super) fn write_narrow_text(&self, b: &mut FunctionBuilder, place: Place, limit: Limit, origin: VarId) {
        if self.options.has_utf8_strings {
            return self.write_utf8_text(b, place, limit, origin);
        }
        let text = b.let_("text", Expr::Get(place));
        let octets = self.to_latin1(b, text);
        write_octets(b, (octets.clone(), octets.bytes_len()), limit, (origin, self.order));
    }

    fn write_utf8_text(&self, b: &mut FunctionBuilder, place: Place, limit: Limit, origin: VarId) {
        let (text, len) = (Expr::Get(place.clone()), Expr::Len(place));
        write_octets(b, (text, len), limit, (origin, self.order));
    }

    fn of_latin1(&self, b: &mut FunctionBuilder, octets: Expr) -> Expr {
        let decode = |b: &mut FunctionBuilder| {
            vec![self.transcoders.decode(b, TextEncoding::Latin1, octets.clone(), false).into()]
        };
        b.if_yields(is_ascii(&octets), &[("text", ValueType::Bytes)], |_| vec![octets.clone()], decode)[0].into()
    }

    fn to_latin1(&self, b: &mut FunctionBuilder, text: VarId) -> Expr {
        let encode =
            |b: &mut FunctionBuilder| vec![self.transcoders.encode(b, TextEncoding::Latin1, text.into()).into()];
        b.if_yields(is_ascii(&text.into()), &[("octets", ValueType::Bytes)], |_| vec![text.into()], encode)[0].into()
    }
}

fn is_ascii(text: &Expr) -> Expr {
    Expr::Leaf(PureLeaf::IsAscii, vec![text.clone()])
}

pub(crate) fn read_octets(b: &mut FunctionBuilder, limit: Limit, layout: Layout) -> Expr {
    let len = layout.read(b, "len", 4);
    b.check(len.clone().is_not(0u64), ErrorCode::BadLength);
    limit_read(b, len.clone() - 1u64, limit);
    layout.enter_chunk(b, 1);
    let text = Expr::from(b.read_span("text", len - 1u64));
    let nul = Expr::from(b.read_int("nul", 1, Order::Little));
    b.check(nul.is(0u64), ErrorCode::Unterminated);
    check_no_nul(b, text.clone());
    text
}

pub(crate) fn write_octets(
    b: &mut FunctionBuilder,
    (text, len): (Expr, Expr),
    limit: Limit,
    (origin, order): (VarId, Order),
) {
    let until_nul = Expr::Leaf(PureLeaf::UntilNul, vec![text.clone()]);
    b.check(until_nul.bytes_len().is(len.clone()), ErrorCode::Syntax);
    limit_written(b, len.clone(), limit);
    write_count(b, len + 1u64, origin, order);
    b.write(Datum::Span(text));
    b.write_bytes(&[0]);
}
