use polywire_ir::build::FunctionBuilder;
use polywire_ir::{Block, KeyedArm, Op, ValueType, VarId};

/// Appends a keyed loop that carries no variables: `head` yields whether there is a member and its key, `arms` and `default`
/// are built with the key's variable.
pub(crate) fn keyed(
    b: &mut FunctionBuilder,
    key_type: ValueType,
    head: impl FnOnce(&mut FunctionBuilder, VarId) -> Block,
    arms: impl FnOnce(&mut FunctionBuilder) -> Vec<KeyedArm>,
    default: impl FnOnce(&mut FunctionBuilder, VarId),
) {
    let index = b.fresh("index", ValueType::U64);
    let key = b.fresh("key", key_type);
    let head = head(b, index);
    let arms = arms(b);
    let default = b.block(|b| {
        default(b, key);
        vec![]
    });
    b.op(Op::Keyed { index, head, key, arms, default, carried: vec![], results: vec![], predict: false });
}
