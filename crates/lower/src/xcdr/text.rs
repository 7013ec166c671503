//! Strings: those of octets are UTF-8 with a NUL at the end, which the length includes. Wide ones are UTF-16 in the byte order of the
//! message, without a mark and without a NUL; their length is in octets.

use super::Xcdr;
use crate::cdr::form::Form;
use crate::cdr::length::{limit_read, limit_written};
use crate::cdr::read::Layout;
use crate::cdr::text::{read_octets, write_octets};
use crate::cdr::wide::{ENCODINGS, check_no_nul};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, ValueType, VarId};
use polywire_model::attr::{CorbaText, TextEncoding};

impl Xcdr<'_> {
    /// Returns the text (UTF-8) of a string.
    pub(super) fn read_text(&self, b: &mut FunctionBuilder, form: Form<'_>, layout: Layout) -> Expr {
        match form.text {
            CorbaText::Utf8 | CorbaText::Narrow => read_octets(b, form.longest.into(), layout),
            CorbaText::Wide => self.read_wide_text(b, form, layout),
        }
    }

    fn read_wide_text(&self, b: &mut FunctionBuilder, form: Form<'_>, layout: Layout) -> Expr {
        let len = layout.read(b, "len", 4);
        b.check((len.clone() & 1u64).is(0u64), ErrorCode::BadLength);
        limit_read(b, len.clone() >> 1u64, form.longest);
        let characters = Expr::from(b.read_span("characters", len));
        let decode = |encoding: TextEncoding| {
            let characters = characters.clone();
            move |b: &mut FunctionBuilder| vec![self.transcoders.decode(b, encoding, characters, false).into()]
        };
        let [big, little] = ENCODINGS;
        let text = &[("text", ValueType::Bytes)];
        let text = Expr::from(b.if_yields(layout.little.into(), text, decode(little), decode(big))[0]);
        check_no_nul(b, text.clone());
        text
    }

    pub(super) fn write_text(&self, b: &mut FunctionBuilder, form: Form<'_>, place: Place, origin: VarId) {
        match form.text {
            CorbaText::Utf8 | CorbaText::Narrow => {
                let (text, len) = (Expr::Get(place.clone()), Expr::Len(place));
                write_octets(b, (text, len), form.longest.into(), (origin, self.order));
            }
            CorbaText::Wide => self.write_wide_text(b, form, place, origin),
        }
    }

    fn write_wide_text(&self, b: &mut FunctionBuilder, form: Form<'_>, place: Place, origin: VarId) {
        let text = b.let_("text", Expr::Get(place));
        check_no_nul(b, text.into());
        let [big, little] = ENCODINGS;
        let encoding = if self.order == Order::Little { little } else { big };
        let characters = Expr::from(self.transcoders.encode(b, encoding, text.into()));
        let len = characters.clone().bytes_len();
        limit_written(b, len.clone() >> 1u64, form.longest);
        self.write_count(b, len, origin);
        b.write(Datum::Span(characters));
    }
}
