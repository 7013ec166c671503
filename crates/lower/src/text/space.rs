//! White space and comments between tokens.

use super::class::is_one_of;
use crate::plan::until_end;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, ErrorCode, Expr, Function, Order, ValueType};

/// `skip_space()`: skips the characters of `spaces`, and comments, which begin with the character `opening`.
pub(crate) fn skip_space(spaces: &[u8], opening: u8, skip_comment: fn(&mut FunctionBuilder)) -> Function {
    let mut b = FunctionBuilder::new("skip_space");
    b.loop_while(
        vec![("more", ValueType::Bool, true.into())],
        |carried| carried[0].into(),
        |b, _| {
            let next = b.peek("next");
            let space = b.block(|b| {
                b.skip(1u64);
                vec![true.into()]
            });
            let comment = b.block(|b| {
                skip_comment(b);
                vec![true.into()]
            });
            let spaces = spaces.iter().map(|byte| Const::U64((*byte).into())).collect();
            let arms =
                vec![Arm { keys: spaces, body: space }, Arm { keys: vec![Const::U64(opening.into())], body: comment }];
            let other = b.block(|_| vec![false.into()]);
            vec![Expr::from(b.switch(next.into(), arms, other, &[("more", ValueType::Bool)])[0])]
        },
    );
    b.finish(vec![], vec![])
}

/// What may be behind a text of one line, as in a file.
const BEHIND: &[u8] = b" \t\r\n";

/// Skips the space behind a text; there is nothing else.
pub(crate) fn skip_to_end(b: &mut FunctionBuilder) {
    until_end(b, |b| {
        let byte = b.read_int("space", 1, Order::Little);
        let is_space = is_one_of(&byte.into(), BEHIND);
        b.check(is_space, ErrorCode::TrailingBytes);
    });
}
