//! Sections of a constant head and one part per list element, which are built without zeroing them first.

use super::Sections;
use polywire_ir::{BinaryOp, Block, Const, Expr, Function, Op, Place, VarId};

/// A section of a head and equal parts.
pub struct ListSection<'a> {
    /// Bytes before the first part.
    pub head: u32,
    /// The op that builds the parts.
    pub each: &'a Op,
}

/// Returns the section built by a block of this size and body, if it consists of a head and parts.
pub fn list_section<'a>(
    sections: &Sections<'_>,
    function: &Function,
    size: &Expr,
    body: &'a Block,
) -> Option<ListSection<'a>> {
    let (head, each) = only_each(&body.ops, 0)?;
    let Op::Each { place, stride: Some(stride), .. } = each else { return None };
    let size = linear(function, size, place)?;
    let fits = size == Linear { fixed: u64::from(head), per_element: u64::from(*stride) };
    let within = sections.covered(function, body).end() <= head;
    (fits && within).then_some(ListSection { head, each })
}

/// Returns the only op that puts a part for each element, and the position of its first part.
fn only_each(ops: &[Op], base: u32) -> Option<(u32, &Op)> {
    let mut found = None;
    for op in ops {
        let inside = match op {
            Op::Let { .. } | Op::Check { .. } | Op::Charge { .. } | Op::Put { .. } | Op::Tail { .. } => continue,
            Op::Each { .. } => Some((base, op)),
            Op::Sub { offset, body, .. } => only_each(&body.ops, base + offset),
            _ => return None,
        };
        if inside.is_some() && found.is_some() {
            return None;
        }
        found = found.or(inside);
    }
    found
}

/// A size in bytes: a constant, plus a number per element of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Linear {
    fixed: u64,
    per_element: u64,
}

impl Linear {
    fn times(self, factor: u64) -> Option<Self> {
        Some(Self { fixed: self.fixed.checked_mul(factor)?, per_element: self.per_element.checked_mul(factor)? })
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            fixed: self.fixed.checked_add(other.fixed)?,
            per_element: self.per_element.checked_add(other.per_element)?,
        })
    }
}

fn linear(function: &Function, expr: &Expr, list: &Place) -> Option<Linear> {
    let of = |expr: &Expr| linear(function, expr, list);
    match expr {
        Expr::Const(Const::U64(fixed)) => Some(Linear { fixed: *fixed, per_element: 0 }),
        Expr::Len(place) if place == list => Some(Linear { fixed: 0, per_element: 1 }),
        Expr::Var(var) => of(bound_value(&function.body, *var)?),
        Expr::Binary(BinaryOp::Add, left, right) => of(left)?.plus(of(right)?),
        Expr::Binary(BinaryOp::Mul, left, right) => match (of(left)?, of(right)?) {
            (value, Linear { fixed, per_element: 0 }) | (Linear { fixed, per_element: 0 }, value) => value.times(fixed),
            _ => None,
        },
        Expr::Binary(BinaryOp::Shl, value, bits) => match **bits {
            Expr::Const(Const::U64(bits)) => of(value)?.times(1u64.checked_shl(bits as u32)?),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the value to which a let binds a variable.
fn bound_value(block: &Block, var: VarId) -> Option<&Expr> {
    block.ops.iter().find_map(|op| match op {
        Op::Let { var: bound, value } if *bound == var => Some(value),
        _ => op.blocks().into_iter().find_map(|block| bound_value(block, var)),
    })
}
