use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Arm, Block, Const, Expr};

/// A block without yields.
pub(crate) fn block(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) -> Block {
    b.block(|b| {
        body(b);
        vec![]
    })
}

/// An arm without yields.
pub(crate) fn arm(b: &mut FunctionBuilder, keys: Vec<Const>, body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
    Arm { keys, body: block(b, body) }
}

/// Runs the body until the end of the window.
pub(crate) fn until_end(b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) {
    b.loop_while(
        vec![],
        |_| Expr::Left.is_not(0u64),
        |b, _| {
            body(b);
            vec![]
        },
    );
}
