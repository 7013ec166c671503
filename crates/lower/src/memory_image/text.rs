//! Texts in arrays of `char`.

use super::Memory;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Order, Place, PureLeaf, ValueType, VarId};
use polywire_model::c::CText;

const SPACE: u8 = b' ';

impl Memory<'_> {
    /// Puts a text, whose characters are the bytes of its UTF-8.
    pub(super) fn put_text(&self, b: &mut FunctionBuilder, (len, form): (u32, CText), at: u32, place: Place) {
        let most = match form {
            CText::Terminated => len.saturating_sub(1),
            CText::Nul | CText::Spaces | CText::Bytes => len,
        };
        b.check(Expr::Len(place.clone()).at_most(u64::from(most)), ErrorCode::TooLarge);
        if form == CText::Spaces {
            // Spaces at its end would not be part of it for readers.
            let kept = without_spaces(b, Expr::Get(place.clone()));
            b.check(kept.is(Expr::Len(place.clone())), ErrorCode::OutOfRange);
            self.put_padded(b, len, at, &place);
        } else {
            check_no_nul(b, &place);
            b.put(at, Datum::Span(Expr::Get(place)));
        }
    }

    /// Puts the bytes of a text, and spaces behind them. No byte is put twice, because some engines build a section in order.
    fn put_padded(&self, b: &mut FunctionBuilder, len: u32, at: u32, place: &Place) {
        for index in 0..len {
            let is_behind = Expr::Len(place.clone()).at_most(u64::from(index));
            let byte = b.if_yields(
                is_behind,
                &[("byte", ValueType::U64)],
                |_| vec![u64::from(SPACE).into()],
                |b| {
                    let found = b.at(Expr::Get(place.clone()), u64::from(index), &[("octet", ValueType::U64)], |b| {
                        vec![b.read_int("octet", 1, Order::Little).into()]
                    });
                    vec![found[0].into()]
                },
            );
            b.put_int(at + index, byte[0], 1, Order::Little);
        }
    }

    /// Reads a text.
    pub(super) fn read_text(&self, b: &mut FunctionBuilder, form: (u32, CText), bytes: Expr, place: Place) {
        let text = text_in(b, form, bytes);
        b.set(place, text);
    }
}

/// Returns the text (Bytes) in an array of `char` of this length.
pub(super) fn text_in(b: &mut FunctionBuilder, (len, form): (u32, CText), bytes: Expr) -> Expr {
    match form {
        CText::Nul | CText::Bytes => Expr::Leaf(PureLeaf::UntilNul, vec![bytes]),
        CText::Terminated => {
            let text = Expr::from(b.let_("text", Expr::Leaf(PureLeaf::UntilNul, vec![bytes])));
            b.check(text.clone().bytes_len().below(u64::from(len)), ErrorCode::Unterminated);
            text
        }
        CText::Spaces => {
            let kept = without_spaces(b, bytes.clone());
            span(b, bytes, 0u64.into(), kept).into()
        }
    }
}

/// Refuses a text with a NUL, where it would end for readers.
pub(super) fn check_no_nul(b: &mut FunctionBuilder, text: &Place) {
    let until_nul = Expr::Leaf(PureLeaf::UntilNul, vec![Expr::Get(text.clone())]);
    b.check(until_nul.bytes_len().is(Expr::Len(text.clone())), ErrorCode::OutOfRange);
}

/// Returns a part of bytes.
pub(super) fn span(b: &mut FunctionBuilder, bytes: Expr, at: Expr, len: Expr) -> VarId {
    b.at(bytes, at, &[("part", ValueType::Bytes)], |b| vec![b.read_span("part", len).into()])[0]
}

/// Returns the length (U64) of a text without the spaces at its end.
fn without_spaces(b: &mut FunctionBuilder, text: Expr) -> Expr {
    let last = |b: &mut FunctionBuilder, len: Expr| {
        let none = len.clone().is(0u64);
        let results = [("last", ValueType::U64)];
        let found = b.if_yields(
            none,
            &results,
            |_| vec![0u64.into()],
            |b| {
                let byte =
                    b.at(text.clone(), len - 1u64, &results, |b| vec![b.read_int("last", 1, Order::Little).into()]);
                vec![byte[0].into()]
            },
        );
        Expr::from(found[0])
    };
    let len = Expr::from(b.let_("len", text.clone().bytes_len()));
    let first = last(b, len.clone());
    let carried = vec![("len", ValueType::U64, len), ("last", ValueType::U64, first)];
    let ends = b.loop_while(
        carried,
        |carried| Expr::from(carried[1]).is(u64::from(SPACE)),
        |b, carried| {
            let len = Expr::from(b.let_("shorter", Expr::from(carried[0]) - 1u64));
            let last = last(b, len.clone());
            vec![len, last]
        },
    );
    ends[0].into()
}
