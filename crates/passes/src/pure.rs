//! Properties of ops and expressions that passes rely on.

use polywire_ir::types::Type;
use polywire_ir::{Block, Expr, Function, Op, Order, PlaceType, Var, VarId};
use polywire_ir::{ValueType, types::Types};

/// Returns true if an expression depends on the number of bytes written.
pub(crate) fn uses_tail(expr: &Expr) -> bool {
    expr.any(|expr| matches!(expr, Expr::Tail))
}

/// Returns true if an op, including its blocks, can neither fail nor move or see the read cursor.
pub(crate) fn is_inert(types: &Types, function: &Function, op: &Op) -> bool {
    let mut sees = false;
    op.visit_exprs(&mut |expr| sees |= expr.uses_cursor());
    let own = match op {
        Op::Let { .. }
        | Op::Section { code: None, .. }
        | Op::If { .. }
        | Op::Switch { .. }
        | Op::Reset { .. }
        | Op::Retain { .. }
        | Op::ReportUnknown { .. } => true,
        Op::Set { place, trusted, .. } => *trusted || !may_be_invalid(types, function, place),
        _ => false,
    };
    own && !sees && op.blocks().into_iter().all(|block| block_is_inert(types, function, block))
}

fn block_is_inert(types: &Types, function: &Function, block: &Block) -> bool {
    block.ops.iter().all(|op| is_inert(types, function, op)) && !block.yields.iter().any(Expr::uses_cursor)
}

/// Returns true if setting a place checks the value.
pub(crate) fn may_be_invalid(types: &Types, function: &Function, place: &polywire_ir::Place) -> bool {
    let ty = types.at(function, place).and_then(PlaceType::value);
    !matches!(ty, Some(ty) if !matches!(ty, Type::Text { verified: true }))
}

/// Creates a variable.
pub(crate) fn fresh(function: &mut Function, name: &str, ty: ValueType) -> VarId {
    function.vars.push(Var { name: name.to_owned(), ty });
    VarId(function.vars.len() as u32 - 1)
}

/// Returns the bytes of an integer if its byte order is constant.
pub(crate) fn int_bytes(value: u64, width: u8, order: Order) -> Option<Vec<u8>> {
    let mut bytes = value.to_le_bytes()[..usize::from(width.min(8))].to_vec();
    match order {
        Order::Little => {}
        Order::Big => bytes.reverse(),
        Order::LittleIf(_) => return None,
    }
    Some(bytes)
}

/// Returns the base-128 varint of a number.
pub(crate) fn varint(mut value: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
    bytes
}
