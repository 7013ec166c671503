//! Bytes in memory with a shorter life than the message: borrowing values must refer to a copy.

use polywire_ir::types::{Type, Types};
use polywire_ir::{Block, Expr, Function, Op, ValueType};

/// Returns true if an expression itself, apart from its operands, yields such bytes: sections may be built in a
/// function's own memory, and values may contain their bytes.
pub fn is_passing(types: &Types, function: &Function, expr: &Expr) -> bool {
    match expr {
        Expr::Slice { .. } | Expr::Unknown { .. } => true,
        Expr::Var(var) => matches!(function.var(*var).ty, ValueType::Section(_)),
        Expr::Get(place) => {
            matches!(types.at(function, place).and_then(|it| it.value()), Some(Type::FixedBytes(..)))
        }
        _ => false,
    }
}

/// Returns true if a function may make values refer to bytes that outlive the function.
pub fn may_refer(function: &Function) -> bool {
    function.builds() || function.results.contains(&ValueType::Bytes) || makes(&function.body)
}

fn makes(block: &Block) -> bool {
    block.ops.iter().any(|op| matches!(op, Op::Make { .. }) || op.blocks().into_iter().any(makes))
}
