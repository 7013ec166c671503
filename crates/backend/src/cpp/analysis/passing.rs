//! Bytes in memory that is not as lasting as the message: values that borrow are to refer to a copy.

use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Expr, Function, Op, ValueType};

/// Whether an expression, apart from its operands, gives such bytes: sections may have been put together in a function's own memory,
/// and what a value holds in itself goes with it.
pub fn is_passing(types: &Types, function: &Function, expr: &Expr) -> bool {
    match expr {
        Expr::Slice { .. } | Expr::Unknown { .. } => true,
        Expr::Var(var) => matches!(function.var(*var).ty, ValueType::Section(_)),
        Expr::Get(place) => {
            matches!(types.at(function, place).and_then(|it| it.value()), Some(Type::FixedBytes(_)))
        }
        _ => false,
    }
}

/// Whether a function may have something refer to bytes beyond what it does with them itself.
pub fn may_refer(function: &Function) -> bool {
    function.builds() || function.results.contains(&ValueType::Bytes) || makes(&function.body)
}

fn makes(block: &Block) -> bool {
    block.ops.iter().any(|op| matches!(op, Op::Make { .. }) || op.blocks().into_iter().any(makes))
}
