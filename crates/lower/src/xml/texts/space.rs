//! White space (XML Schema 1.0 Part 2, section 4.3.6).

use super::Texts;
use crate::plan::until_end;
use crate::text::class::{END, since, skip_while, start};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::Type;
use polywire_ir::{Arg, Datum, Expr, FuncId, Function, Order, ReadLeaf, ValueType, VarId};
use polywire_model::attr::{XmlForm, XmlSpace, XmlText};

const TEXT: [(&str, ValueType); 1] = [("text", ValueType::Bytes)];

impl Texts {
    /// Returns a text without white space at its ends.
    pub fn trimmed(&self, b: &mut FunctionBuilder, text: Expr) -> Expr {
        call(b, self.trim, text)
    }

    /// Returns a text without white space at its ends, and with one space for each run of it.
    pub(super) fn collapsed(&self, b: &mut FunctionBuilder, text: Expr) -> Expr {
        call(b, self.collapse, text)
    }

    /// Treats the white space of a value of this type as the schema says.
    pub fn spaced(&self, b: &mut FunctionBuilder, (ty, facts): (&Type, &XmlText), text: Expr) -> Expr {
        match (facts.space, ty) {
            // The texts of dates and others have no white space.
            (XmlSpace::OfType, Type::Text { .. }) if matches!(facts.form, XmlForm::BuiltIn(it) if it != "anySimpleType") => {
                call(b, self.collapse, text)
            }
            (XmlSpace::OfType | XmlSpace::Preserve, _) => text,
            (XmlSpace::Replace, Type::Text { .. }) => call(b, self.replace, text),
            (XmlSpace::Collapse, Type::Text { .. }) => call(b, self.collapse, text),
            // Other values are trimmed anyway.
            (XmlSpace::Replace | XmlSpace::Collapse, _) => text,
        }
    }
}

fn call(b: &mut FunctionBuilder, func: FuncId, text: Expr) -> Expr {
    b.call(func, vec![Arg::Value(text)], &TEXT)[0].into()
}

/// Tests whether a byte is white space.
pub(super) fn is_space(byte: Expr) -> Expr {
    b" \t\r\n".iter().fold(Expr::from(false), |any, it| any | byte.clone().is(u64::from(*it)))
}

/// Tests whether a byte, which is not the end, is something else.
pub(super) fn is_inside(byte: Expr) -> Expr {
    !is_space(byte.clone()) & byte.is_not(END)
}

/// `trim(text) -> text`.
pub(super) fn trim() -> Function {
    let mut b = FunctionBuilder::new("trim");
    let text = b.value_param("text", ValueType::Bytes);
    let len = Expr::from(text).bytes_len();
    let is_empty = b.let_("is_empty", len.clone().is(0u64));
    let has_spaces = b.if_yields(
        is_empty.into(),
        &[("has_spaces", ValueType::Bool)],
        |_| vec![false.into()],
        |b| vec![begins_with_space(b, text, 0u64.into()) | begins_with_space(b, text, len - 1u64)],
    );
    let trimmed = b.if_yields(has_spaces[0].into(), &TEXT, |b| vec![without_spaces(b, text)], |_| vec![text.into()]);
    b.finish(vec![trimmed[0].into()], vec![ValueType::Bytes])
}

fn begins_with_space(b: &mut FunctionBuilder, text: VarId, from: Expr) -> Expr {
    let byte = b.at(text, from, &[("byte", ValueType::U64)], |b| vec![b.peek("next").into()]);
    Expr::from(byte[0]).at_most(u64::from(b' '))
}

fn without_spaces(b: &mut FunctionBuilder, text: VarId) -> Expr {
    let trimmed = b.at(text, 0u64, &TEXT, |b| {
        b.skip_leaf(ReadLeaf::JsonSpace);
        let start = start(b);
        let none = b"".as_slice().into();
        let last = b.loop_while(
            vec![("text", ValueType::Bytes, none)],
            |_| Expr::Left.is_not(0u64),
            |b, _| {
                skip_while(b, is_inside);
                let text = b.let_("so_far", since(start.clone()));
                b.skip_leaf(ReadLeaf::JsonSpace);
                vec![text.into()]
            },
        );
        vec![last[0].into()]
    });
    trimmed[0].into()
}

/// `replace(text) -> text`.
pub(super) fn replace() -> Function {
    let mut b = FunctionBuilder::new("replace");
    let text = b.value_param("text", ValueType::Bytes);
    let replaced = b.scratch("replaced", |b| {
        b.at(text, 0u64, &[], |b| {
            until_end(b, |b| {
                let byte = Expr::from(b.read_int("byte", 1, Order::Little));
                let value = is_space(byte.clone()).choose(u64::from(b' '), byte);
                b.write(Datum::Int { value, width: 1, order: Order::Little });
            });
            vec![]
        });
    });
    b.finish(vec![replaced.into()], vec![ValueType::Bytes])
}

/// `collapse(text) -> text`.
pub(super) fn collapse() -> Function {
    let mut b = FunctionBuilder::new("collapse");
    let text = b.value_param("text", ValueType::Bytes);
    let collapsed = b.scratch("collapsed", |b| {
        b.at(text, 0u64, &[], |b| {
            b.skip_leaf(ReadLeaf::JsonSpace);
            until_end(b, |b| {
                let start = start(b);
                skip_while(b, is_inside);
                b.write(Datum::Span(since(start)));
                b.skip_leaf(ReadLeaf::JsonSpace);
                b.when(Expr::Left.is_not(0u64), |b| b.write_bytes(b" "));
            });
            vec![]
        });
    });
    b.finish(vec![collapsed.into()], vec![ValueType::Bytes])
}
