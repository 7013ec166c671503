use crate::text::class::{END, skip_while};
use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Const, Expr, Function, ValueType};

/// `skip_space()`: skips white space and comments.
pub fn skip_space() -> Function {
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
                skip_while(b, |next| next.clone().is_not(u64::from(b'\n')) & next.is_not(END));
                vec![true.into()]
            });
            let spaces = b" \t\n\x0b\x0c\r".map(|byte| Const::U64(byte.into())).to_vec();
            let arms =
                vec![Arm { keys: spaces, body: space }, Arm { keys: vec![Const::U64(b'#'.into())], body: comment }];
            let other = b.block(|_| vec![false.into()]);
            vec![Expr::from(b.switch(next.into(), arms, other, &[("more", ValueType::Bool)])[0])]
        },
    );
    b.finish(vec![], vec![])
}
