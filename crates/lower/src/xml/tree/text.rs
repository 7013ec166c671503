//! Texts of trees.

use crate::plan::until_end;
use crate::text::class::{END, since, skip_while, start};
use crate::xml::tokens::{STOPS, Tokens};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Datum, ErrorCode, Expr, Function, ValueType};

/// `character_data() -> text`: up to the next `<` that begins no CDATA section.
pub(super) fn character_data(tokens: &Tokens) -> Function {
    let mut b = FunctionBuilder::new("character_data");
    let start = start(&mut b);
    tokens.skip_run(&mut b, STOPS.into());
    let plain = b.let_("plain", since(start));
    let ends = b.at(Expr::Input, Expr::Pos, &[("ends", ValueType::Bool)], |b| {
        let begins = b.matches("begins", b"<");
        let data = b.matches("data", b"![CDATA[");
        vec![Expr::from(begins) & !data]
    });
    let long = |b: &mut FunctionBuilder| {
        let text = b.scratch("text", |b| {
            b.write(Datum::Span(plain.into()));
            tokens.each_part(b, true, |b| {
                let data = Expr::from(b.matches("data", b"<![CDATA["));
                b.when(data.clone(), |b| tokens.data(b, true));
                data
            });
        });
        vec![text.into()]
    };
    let text = b.if_yields(ends[0].into(), &[("text", ValueType::Bytes)], |_| vec![plain.into()], long);
    b.finish(vec![text[0].into()], vec![ValueType::Bytes])
}

fn is_no_return(byte: Expr) -> Expr {
    byte.clone().is_not(u64::from(b'\r')) & byte.is_not(END)
}

/// `line_ends(text) -> text`: each end of a line is a line feed (XML 1.0, section 2.11).
pub(super) fn line_ends() -> Function {
    let mut b = FunctionBuilder::new("line_ends");
    b.rare();
    let text = b.value_param("text", ValueType::Bytes);
    let is_plain = b.at(text, 0u64, &[("is_plain", ValueType::Bool)], |b| {
        skip_while(b, is_no_return);
        vec![Expr::Left.is(0u64)]
    });
    let replaced = |b: &mut FunctionBuilder| {
        let replaced = b.scratch("replaced", |b| {
            b.at(text, 0u64, &[], |b| {
                until_end(b, |b| {
                    let start = start(b);
                    skip_while(b, is_no_return);
                    b.write(Datum::Span(since(start)));
                    b.when(Expr::Left.is_not(0u64), |b| {
                        b.skip(1u64);
                        b.matches("line_feed", b"\n");
                        b.write_bytes(b"\n");
                    });
                });
                vec![]
            });
        });
        vec![replaced.into()]
    };
    let plain = |_: &mut FunctionBuilder| vec![text.into()];
    let yields = b.if_yields(is_plain[0].into(), &[("text", ValueType::Bytes)], plain, replaced);
    b.finish(vec![yields[0].into()], vec![ValueType::Bytes])
}

/// Refuses a carriage return, which nothing can stand for in comments and processing instructions.
pub(super) fn refuse_returns(b: &mut FunctionBuilder, text: Expr) {
    b.at(text, 0u64, &[], |b| {
        skip_while(b, is_no_return);
        b.check(Expr::Left.is(0u64), ErrorCode::Unsupported);
        vec![]
    });
}
