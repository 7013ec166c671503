use polywire_ir::types::Types;
use polywire_ir::{BinaryOp, Const, Expr, PureLeaf, UnaryOp};

/// Replaces an expression with simplified operands by a simpler one of the same value, if there is one.
pub(super) fn simplify(types: &Types, expr: &mut Expr) {
    let simpler = match expr {
        Expr::Unary(op, value) => unary(*op, value),
        Expr::Binary(op, left, right) => match (&**left, &**right) {
            (Expr::Const(left), Expr::Const(right)) => left.binary(*op, right).map(Expr::Const),
            _ => neutral(*op, left, right),
        },
        Expr::Select(cond, then, other) => select(cond, then, other),
        Expr::Wrap { bits, signed, value } => wrapped(*bits, *signed, value),
        Expr::OfBool(value) => bool_of(value).map(|value| u64::from(value).into()),
        Expr::IsMember(id, value) => match &**value {
            Expr::Const(Const::I64(number)) => {
                let members = types.enums.get(id.0 as usize).map(|it| &it.members);
                members.map(|members| members.iter().any(|member| member.number == *number).into())
            }
            _ => None,
        },
        Expr::BytesLen(value) => match &**value {
            Expr::Const(Const::Bytes(bytes)) => Some((bytes.len() as u64).into()),
            Expr::Slice { len, .. } => Some(u64::from(*len).into()),
            _ => None,
        },
        Expr::Leaf(leaf, args) => leaf_of(*leaf, args),
        _ => None,
    };
    if let Some(simpler) = simpler {
        *expr = simpler;
    }
}

fn bool_of(expr: &Expr) -> Option<bool> {
    if let Expr::Const(Const::Bool(value)) = expr { Some(*value) } else { None }
}

fn bits_of(expr: &Expr) -> Option<u64> {
    match expr {
        Expr::Const(Const::U64(value)) => Some(*value),
        Expr::Const(Const::I64(value)) => Some(*value as u64),
        _ => None,
    }
}

fn unary(op: UnaryOp, value: &Expr) -> Option<Expr> {
    match (op, value) {
        (UnaryOp::Not, Expr::Const(Const::Bool(value))) => Some((!value).into()),
        (UnaryOp::Not, Expr::Unary(UnaryOp::Not, inner)) => Some((**inner).clone()),
        (UnaryOp::Not, Expr::Binary(op, left, right)) => opposite(*op, left, right),
        (UnaryOp::Complement, Expr::Const(Const::U64(value))) => Some((!value).into()),
        (UnaryOp::Reinterpret, Expr::Const(Const::U64(value))) => Some((*value as i64).into()),
        (UnaryOp::Reinterpret, Expr::Const(Const::I64(value))) => Some((*value as u64).into()),
        (UnaryOp::Reinterpret, Expr::Unary(UnaryOp::Reinterpret, inner)) => Some((**inner).clone()),
        _ => None,
    }
}

/// Returns the negated comparison.
fn opposite(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
    let (op, left, right) = match op {
        BinaryOp::Eq => (BinaryOp::Ne, left, right),
        BinaryOp::Ne => (BinaryOp::Eq, left, right),
        BinaryOp::Lt => (BinaryOp::Le, right, left),
        BinaryOp::Le => (BinaryOp::Lt, right, left),
        _ => return None,
    };
    Some(Expr::Binary(op, Box::new(left.clone()), Box::new(right.clone())))
}

fn select(cond: &Expr, then: &Expr, other: &Expr) -> Option<Expr> {
    match bool_of(cond) {
        Some(true) => Some(then.clone()),
        Some(false) => Some(other.clone()),
        None => (then == other).then(|| then.clone()),
    }
}

fn wrapped(bits: u8, signed: bool, value: &Expr) -> Option<Expr> {
    let value = bits_of(value)?;
    let spare = 64_u32.checked_sub(u32::from(bits)).filter(|spare| *spare < 64)?;
    let high = value << spare;
    Some(if signed { Expr::from(high as i64 >> spare) } else { Expr::from(high >> spare) })
}

fn leaf_of(leaf: PureLeaf, args: &[Expr]) -> Option<Expr> {
    match (leaf, args) {
        (PureLeaf::VarintSize, [Expr::Const(Const::U64(value))]) => {
            Some((crate::pure::varint(*value).len() as u64).into())
        }
        _ => None,
    }
}

/// Returns the other operand if one is neutral, or the absorbing operand.
fn neutral(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
    let is = |expr: &Expr, bits: u64| bits_of(expr) == Some(bits);
    let kept = match op {
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if is(right, 0) => left,
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor if is(left, 0) => right,
        BinaryOp::Sub | BinaryOp::Shl | BinaryOp::Shr if is(right, 0) => left,
        BinaryOp::Mul | BinaryOp::Div if is(right, 1) => left,
        BinaryOp::Mul if is(left, 1) => right,
        BinaryOp::And if is(right, u64::MAX) => left,
        BinaryOp::And if is(left, u64::MAX) => right,
        BinaryOp::And if is_nothing(left) && matches!(right, Expr::Const(Const::U64(_))) => return Some(0u64.into()),
        BinaryOp::And | BinaryOp::Or => return logical(op, left, right),
        _ => return None,
    };
    Some(kept.clone())
}

/// Returns true for a variable without itself.
fn is_nothing(expr: &Expr) -> bool {
    matches!(expr, Expr::Binary(BinaryOp::Sub, left, right) if matches!(**left, Expr::Var(_)) && left == right)
}

fn logical(op: BinaryOp, left: &Expr, right: &Expr) -> Option<Expr> {
    let neutral = op == BinaryOp::And;
    let (constant, other) = match (bool_of(left), bool_of(right)) {
        (Some(constant), _) => (constant, right),
        (None, Some(constant)) => (constant, left),
        (None, None) => return None,
    };
    Some(if constant == neutral { other.clone() } else { constant.into() })
}
