//! Design: docs/decisions/0004-byte-order-is-a-value.md

use crate::{Block, Calls, Datum, Expr, Module, Op, Prefix, ReadWhat, Rest};

/// The effects of a function, including those of its calls, besides computing its results. Engines pass only what is
/// used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Uses the read cursor.
    pub reads: bool,
    /// Appends to the stream.
    pub writes: bool,
    /// Works in its caller's section.
    pub section: bool,
    /// Charges or credits the budget.
    pub charges: bool,
    /// Counts nesting.
    pub nests: bool,
    /// Can fail.
    pub fails: bool,
    /// Uses the message's memo.
    pub memo: bool,
    /// Uses positions in the output (Base, Tail, alignment).
    pub out_positions: bool,
    /// Uses positions in the input (Pos, Since, alignment).
    pub in_positions: bool,
    /// Uses settings of the caller.
    pub settings: bool,
}

impl Effects {
    /// Returns the union of both sets of effects.
    pub fn union(self, other: Self) -> Self {
        Self {
            reads: self.reads | other.reads,
            writes: self.writes | other.writes,
            section: self.section | other.section,
            charges: self.charges | other.charges,
            nests: self.nests | other.nests,
            fails: self.fails | other.fails,
            memo: self.memo | other.memo,
            out_positions: self.out_positions | other.out_positions,
            in_positions: self.in_positions | other.in_positions,
            settings: self.settings | other.settings,
        }
    }
}

/// Returns the effects of each function of a module, by [`crate::FuncId`].
pub fn effects(module: &Module) -> Vec<Effects> {
    let mut known = vec![Effects::default(); module.functions.len()];
    Calls::of(module).solve(|id| {
        let function = module.function(id);
        let nests = Effects { nests: function.nests, fails: function.nests, ..Effects::default() };
        let found = of_block(&function.body, &known).union(nests);
        let found = Effects { fails: found.fails && !function.trusting, ..found };
        std::mem::replace(&mut known[id.0 as usize], found) != found
    });
    known
}

fn of_block(block: &Block, known: &[Effects]) -> Effects {
    let yields = block.yields.iter().map(of_expr);
    block.ops.iter().map(|op| of_op(op, known)).chain(yields).fold(Effects::default(), Effects::union)
}

fn of_op(op: &Op, known: &[Effects]) -> Effects {
    let mut inside =
        op.blocks().into_iter().map(|block| of_block(block, known)).fold(Effects::default(), Effects::union);
    match op {
        Op::Block { .. } => inside.section = false,
        Op::Scratch { .. } => inside.writes = false,
        Op::At { .. } => {
            inside.reads = false;
            inside.in_positions = false;
        }
        _ => {}
    }
    alone(op, known).union(inside)
}

/// Returns the effects of an op without its blocks.
fn alone(op: &Op, known: &[Effects]) -> Effects {
    let mut used = Effects::default();
    op.visit_exprs(&mut |expr| used = used.union(of_expr(expr)));
    own(op, known).union(used)
}

/// Returns the effects of an op without its blocks and expressions.
fn own(op: &Op, known: &[Effects]) -> Effects {
    let none = Effects::default();
    let reads = Effects { reads: true, ..none };
    let fails = Effects { fails: true, ..none };
    match op {
        Op::Let { .. } | Op::If { .. } | Op::Switch { .. } | Op::Loop { .. } => none,
        Op::Call { func, .. } => known[func.0 as usize],
        Op::Section { code, .. } => Effects { fails: code.is_some(), ..none },
        Op::Check { .. } | Op::At { .. } => fails,
        Op::Charge { .. } => Effects { charges: true, ..fails },
        Op::Credit { .. } => Effects { charges: true, ..none },
        Op::Read { what, .. } => Effects {
            fails: !matches!(what, ReadWhat::Peek | ReadWhat::SkipWhile(_))
                && !matches!(what, ReadWhat::Leaf(leaf) if leaf.is_space()),
            in_positions: matches!(what, ReadWhat::Align { .. }),
            ..reads
        },
        Op::Match { miss, .. } => Effects { fails: matches!(miss, crate::Miss::Fail { .. }), ..reads },
        Op::Window { rest: Rest::Skip | Rest::Fail(_), .. } => Effects { fails: true, ..reads },
        Op::Keyed { .. } => reads,
        Op::Set { trusted, .. } => Effects { fails: !trusted, ..none },
        Op::Reset { .. }
        | Op::Open { .. }
        | Op::Push { .. }
        | Op::Fill { .. }
        | Op::Make { .. }
        | Op::Retain { .. }
        | Op::ReportUnknown { .. } => none,
        Op::Write { what } => Effects { out_positions: matches!(what, Datum::Align { .. }), writes: true, ..none },
        Op::Measured { prefix, unit, .. } => Effects {
            fails: *unit != 1 || matches!(prefix, Prefix::Int { width: 1 | 2 | 4, .. }),
            writes: true,
            ..none
        },
        Op::Put { .. } | Op::Sub { .. } => Effects { section: true, ..none },
        Op::Each { stride, .. } => Effects { section: stride.is_some(), ..none },
        Op::Block { .. } => Effects { writes: true, ..none },
        Op::Tail { .. } => Effects { writes: true, section: true, ..none },
        Op::Memo { .. } => Effects { memo: true, ..none },
        Op::Scratch { .. } => none,
    }
}

fn of_expr(expr: &Expr) -> Effects {
    let mut found = Effects::default();
    expr.visit(&mut |expr| match expr {
        Expr::Pos | Expr::Since(_) => found = found.union(Effects { reads: true, in_positions: true, ..found }),
        Expr::Left | Expr::Input => found.reads = true,
        Expr::Base => found = Effects { section: true, out_positions: true, ..found },
        Expr::Tail => found = Effects { writes: true, out_positions: true, ..found },
        Expr::Setting(_) => found.settings = true,
        _ => {}
    });
    found
}
