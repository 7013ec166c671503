//! Bytes in memory that is not as lasting as the message: values that borrow are to refer to a copy.

use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Expr, Function, Op, ValueType};

/// Returns true if an expression, apart from its operands, yields such bytes: sections may have been built in a
/// function's own memory, and values may contain their bytes.
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

/// Returns true if a function may make values refer to bytes beyond its own use of them.
pub fn may_refer(function: &Function) -> bool {
    function.builds() || function.results.contains(&ValueType::Bytes) || makes(&function.body)
}

fn makes(block: &Block) -> bool {
    block.ops.iter().any(|op| matches!(op, Op::Make { .. }) || op.blocks().into_iter().any(makes))
}
