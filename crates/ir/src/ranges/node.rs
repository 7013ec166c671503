use crate::types::EnumId;
use crate::{BinaryOp, Const, Expr, Order, Place, PureLeaf, Setting, Step, UnaryOp, VarId};

/// A number for a value: expressions with the same number have the same value. It is the index of a [`Node`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueId(pub(super) u32);

/// How a value is computed from others. Operands of commutative operators are in order, and all comparisons are `Eq`
/// and `Le`, so that more expressions are found to be the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A value that nothing else is known to equal.
    Unknown(u32),
    Const(Const),
    Unary(UnaryOp, ValueId),
    Binary(BinaryOp, ValueId, ValueId),
    Select(ValueId, ValueId, ValueId),
    LowBits {
        bits: u8,
        signed: bool,
        value: ValueId,
    },
    OfBool(ValueId),
    IsMember(EnumId, ValueId),
    Leaf(PureLeaf, Vec<ValueId>),
    Load {
        section: ValueId,
        offset: u32,
        width: u8,
        order: Order,
    },
    Slice {
        section: ValueId,
        offset: u32,
        len: u32,
    },
    Length(ValueId),
    Native(Native, VarId, Vec<PathStep>),
    Setting(Setting),
}

/// What is read of a native value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Native {
    Get,
    Len,
    Present,
    Case,
}

/// A step of a place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum PathStep {
    Field(u32),
    Some,
    Case(u32),
    At(ValueId),
}

impl Node {
    /// What is read at a place whose indices have these values.
    pub fn native(what: Native, place: &Place, indices: &[ValueId]) -> Self {
        let mut indices = indices.iter();
        let steps = place.steps.iter().map(|step| match step {
            Step::Field(index) => Some(PathStep::Field(*index)),
            Step::Some => Some(PathStep::Some),
            Step::Case(index) => Some(PathStep::Case(*index)),
            Step::At(_) => indices.next().map(|index| PathStep::At(*index)),
        });
        Self::Native(what, place.root, steps.flatten().collect())
    }
}

/// Returns true if the operands of an operator can change places.
pub(super) fn is_commutative(op: BinaryOp) -> bool {
    match op {
        BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor | BinaryOp::Eq | BinaryOp::Ne => {
            true
        }
        BinaryOp::Sub | BinaryOp::Div | BinaryOp::Rem | BinaryOp::Shl | BinaryOp::Shr | BinaryOp::Lt | BinaryOp::Le => {
            false
        }
    }
}

/// What an expression equals, where it is evaluated.
#[derive(Clone, Debug, PartialEq)]
pub enum Equal {
    /// This constant, which the expression is not.
    Constant(Const),
    /// Its operand with this index, in the order of [`Expr::visit_children`].
    Operand(usize),
    /// Nothing simpler.
    Itself,
}

impl Equal {
    /// Replaces the expression by what it equals; returns true if that is something else.
    pub fn replace(self, expr: &mut Expr) -> bool {
        let simpler = match self {
            Self::Constant(value) => Some(Expr::Const(value)),
            Self::Operand(index) => {
                let (mut found, mut position) = (None, 0);
                expr.visit_children(&mut |child| {
                    if position == index {
                        found = Some(child.clone());
                    }
                    position += 1;
                });
                found
            }
            Self::Itself => None,
        };
        let is_simpler = simpler.is_some();
        simpler.into_iter().for_each(|simpler| *expr = simpler);
        is_simpler
    }
}
