use crate::text::class::{END, is_word, skip_while};
use crate::text::space;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{ErrorCode, Expr, Function, ValueType};

/// `skip_space()`: skips white space and comments.
pub fn skip_space() -> Function {
    space::skip_space(b" \t\n\r", b'/', skip_comment)
}

fn skip_comment(b: &mut FunctionBuilder) {
    b.skip(1u64);
    let to_end_of_line = Expr::from(b.matches("to_end_of_line", b"/"));
    b.if_else(
        to_end_of_line,
        |b| skip_while(b, |next| next.clone().is_not(u64::from(b'\n')) & next.is_not(END)),
        |b| {
            b.expect(b"*", ErrorCode::Syntax);
            b.loop_while(
                vec![("more", ValueType::Bool, true.into())],
                |carried| carried[0].into(),
                |b, _| {
                    skip_while(b, |next| next.clone().is_not(u64::from(b'*')) & next.is_not(END));
                    b.expect(b"*", ErrorCode::Unterminated);
                    vec![!Expr::from(b.matches("closed", b"/"))]
                },
            );
        },
    );
}

/// `null() -> found`: reads the word, if it is next.
pub fn read_null() -> Function {
    let mut b = FunctionBuilder::new("null");
    let found = [("found", ValueType::Bool)];
    let found = b.at(Expr::Input, Expr::Pos, &found, |b| {
        let null = Expr::from(b.matches("null", b"null"));
        let next = Expr::from(b.peek("next"));
        vec![null & !is_word(next)]
    })[0];
    b.when(found.into(), |b| b.skip(4u64));
    b.finish(vec![found.into()], vec![ValueType::Bool])
}
