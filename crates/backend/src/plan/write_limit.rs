//! Write limits: an encoder requests memory incrementally instead of computing the size bound of the whole message
//! first.
//!
//! An encoder may write up to a *write limit*, and gives up if that is not enough. Writes of constant size share one
//! check: at each point, at least as many bytes are left as all writes up to the next check can take.
//!
//! Design: docs/decisions/0034-write-limits.md

use super::size_bound::{SizeBound, SizeBoundTerm, SizeBounds, datum_size_bound, is_safe_expr};
use super::{BlockId, CallingConvention, Numbering, OpId, Shape};
use polywire_ir::{Block, Calls, Datum, Expr, FuncId, Function, Module, Op, Prefix};
use std::collections::{BTreeMap, BTreeSet};

/// Up to this many texts are covered by the check at a function's start; with more, each is checked where it is
/// written, because most may be empty.
const FEW_TEXTS: usize = 4;

/// The maximum number of bytes reserved for a varint length, and of bytes that it may need after its body.
const VARINT_RESERVED: u64 = 2;
const VARINT_GROWTH: u64 = 9;

/// The checks of one function.
#[derive(Clone, Debug, Default)]
pub struct WriteLimit {
    /// The check at its start.
    pub entry: SizeBound,
    /// Checks before writes whose size depends on a value's length, with the number of bytes required
    /// after them.
    pub writes: BTreeMap<OpId, u64>,
    /// Checks before visits of elements with this size bound each, with the number of bytes required after
    /// all of them.
    pub visits: BTreeMap<OpId, (u64, u64)>,
    /// Checks before each element, by the block.
    pub turns: BTreeMap<BlockId, u64>,
    /// Calls, with the number of bytes required after them. The callee checks, so nothing is required
    /// before them.
    pub calls: BTreeMap<OpId, u64>,
}

/// The checks of all functions; empty by default.
#[derive(Default)]
pub struct WriteLimits(Vec<Option<WriteLimit>>);

impl WriteLimits {
    pub fn of(
        module: &Module,
        calls: &Calls,
        conventions: &[CallingConvention],
        size_bounds: &SizeBounds,
        numbering: &Numbering<'_>,
    ) -> Self {
        let mut limited = vec![true; module.functions.len()];
        calls.solve(|id| {
            let plan = Plan {
                numbering,
                conventions,
                size_bounds,
                limited: &limited,
                at_start: BTreeSet::new(),
                write_limit: WriteLimit::default(),
            };
            let suits = plan.suits(id, module.function(id));
            std::mem::replace(&mut limited[id.0 as usize], suits) != suits
        });
        // The same mode for all callers: no function is needed in two modes.
        let varies =
            |id: usize| size_bounds.get(FuncId(id as u32)).is_some_and(|size_bound| !size_bound.terms.is_empty());
        if (0..limited.len()).any(|id| varies(id) && !limited[id]) {
            limited.fill(false);
        }
        let write_limit = |function: &Function| {
            let mut plan = Plan {
                numbering,
                conventions,
                size_bounds,
                limited: &limited,
                at_start: BTreeSet::new(),
                write_limit: WriteLimit::default(),
            };
            plan.ask_for_texts_at_start(function);
            plan.write_limit.entry.fixed = plan.block(&function.body, 0);
            plan.write_limit
        };
        let functions = module.functions.iter().zip(&limited);
        Self(functions.map(|(function, limited)| limited.then(|| write_limit(function))).collect())
    }

    /// Returns the checks of a function; `None` if it is printed without a write limit: its size is constant, or
    /// unknown before it has written, or it writes to sections.
    pub fn get(&self, func: FuncId) -> Option<&WriteLimit> {
        self.0.get(func.0 as usize)?.as_ref()
    }
}

struct Plan<'a> {
    numbering: &'a Numbering<'a>,
    conventions: &'a [CallingConvention],
    size_bounds: &'a SizeBounds,
    limited: &'a [bool],
    /// Writes covered by the check at the function's start.
    at_start: BTreeSet<OpId>,
    write_limit: WriteLimit,
}

impl Plan<'_> {
    fn suits(&self, id: FuncId, function: &Function) -> bool {
        let varies = self.size_bounds.get(id).is_some_and(|size_bound| !size_bound.terms.is_empty());
        varies && self.conventions[id.0 as usize].shape() == Shape::Writes && self.block_suits(&function.body)
    }

    fn block_suits(&self, block: &Block) -> bool {
        block.ops.iter().all(|op| match op {
            Op::Block { .. } | Op::Sub { .. } | Op::Tail { .. } | Op::Put { .. } => false,
            Op::Memo { .. } | Op::Scratch { .. } => false,
            Op::Call { func, .. } => {
                !self.writes(*func) || self.fixed_size_bound(*func).is_some() || self.limited[func.0 as usize]
            }
            _ => op.blocks().into_iter().all(|block| self.block_suits(block)),
        })
    }

    fn writes(&self, func: FuncId) -> bool {
        self.conventions[func.0 as usize].effects.writes
    }

    /// Returns the constant size bound of a function, if any.
    fn fixed_size_bound(&self, func: FuncId) -> Option<u64> {
        self.size_bounds.get(func).filter(|size_bound| size_bound.terms.is_empty()).map(|size_bound| size_bound.fixed)
    }

    /// Covers leading writes of parts of the parameters by the check at the start.
    fn ask_for_texts_at_start(&mut self, function: &Function) {
        let mut found = Vec::new();
        self.leading_writes(&function.body, &|expr| is_of_params(function, expr), &mut found);
        if found.len() <= FEW_TEXTS {
            self.at_start = found.iter().map(|(op, _)| *op).collect();
            self.write_limit.entry.terms = found.into_iter().flat_map(|(_, terms)| terms).collect();
        }
    }

    /// Collects writes of known values up to the next check; returns true if the block's end was reached.
    fn leading_writes(
        &self,
        block: &Block,
        is_known: &dyn Fn(&Expr) -> bool,
        found: &mut Vec<(OpId, Vec<SizeBoundTerm>)>,
    ) -> bool {
        block.ops.iter().all(|op| match op {
            Op::Write { what: Datum::Span(Expr::Unknown { .. }) } => false,
            Op::Write { what } => {
                let size_bound = datum_size_bound(what);
                let known = size_bound.terms.iter().all(|term| match term {
                    SizeBoundTerm::Bytes { value, .. } | SizeBoundTerm::Number(value) => is_known(value),
                    SizeBoundTerm::Each { .. }
                    | SizeBoundTerm::If { .. }
                    | SizeBoundTerm::Switch { .. }
                    | SizeBoundTerm::Call { .. } => false,
                });
                if known && !size_bound.terms.is_empty() {
                    found.push((self.numbering.op(op), size_bound.terms));
                }
                known
            }
            Op::If { .. } | Op::Switch { .. } | Op::Measured { .. } => {
                op.blocks().into_iter().all(|block| self.leading_writes(block, is_known, found))
            }
            _ => self.fixed_op(op).is_some(),
        })
    }

    /// Returns the number of bytes required before a block so that `after` are left after it.
    fn block(&mut self, block: &Block, after: u64) -> u64 {
        block.ops.iter().rev().fold(after, |after, op| self.op(op, after))
    }

    fn op(&mut self, op: &Op, after: u64) -> u64 {
        match op {
            Op::Write { what } => {
                let size_bound = datum_size_bound(what);
                if size_bound.terms.is_empty() || self.at_start.contains(&self.numbering.op(op)) {
                    return after + size_bound.fixed;
                }
                self.write_limit.writes.insert(self.numbering.op(op), after);
                // Unknown fields are checked only if there are any.
                if matches!(what, Datum::Span(Expr::Unknown { .. })) { after } else { 0 }
            }
            Op::Measured { prefix: Prefix::Varint, body, .. } => {
                self.block(body, after + VARINT_GROWTH) + VARINT_RESERVED
            }
            Op::Measured { prefix: Prefix::Int { width, .. }, body, .. } => self.block(body, after) + u64::from(*width),
            Op::Call { func, .. } if !self.writes(*func) => after,
            Op::Call { func, .. } => match self.fixed_size_bound(*func) {
                Some(fixed) => after + fixed,
                None => {
                    self.write_limit.calls.insert(self.numbering.op(op), after);
                    0
                }
            },
            Op::Each { body, .. } => match self.fixed(body) {
                Some(0) => after,
                Some(of_one) => {
                    self.write_limit.visits.insert(self.numbering.op(op), (of_one, after));
                    after
                }
                None => self.turns(body, after),
            },
            _ => op.blocks().into_iter().map(|block| self.block(block, after)).max().unwrap_or(after),
        }
    }

    /// Elements with different size bounds. If each one checks in any case, that check also covers the start of the
    /// next one.
    fn turns(&mut self, body: &Block, after: u64) -> u64 {
        let turn = self.block(body, after).max(after);
        if self.block(body, turn) <= turn {
            self.write_limit.turns.remove(&self.numbering.block(body));
            return turn;
        }
        let turn = self.block(body, after);
        self.write_limit.turns.insert(self.numbering.block(body), turn);
        after
    }

    /// Returns the constant size bound of a block, if any.
    fn fixed(&self, block: &Block) -> Option<u64> {
        block.ops.iter().map(|op| self.fixed_op(op)).sum()
    }

    fn fixed_op(&self, op: &Op) -> Option<u64> {
        match op {
            Op::Write { what } => {
                let size_bound = datum_size_bound(what);
                size_bound.terms.is_empty().then_some(size_bound.fixed)
            }
            Op::Measured { prefix, body, .. } => {
                let prefix = match prefix {
                    Prefix::Varint => VARINT_RESERVED + VARINT_GROWTH,
                    Prefix::Int { width, .. } => u64::from(*width),
                };
                Some(prefix + self.fixed(body)?)
            }
            Op::Call { func, .. } if !self.writes(*func) => Some(0),
            Op::Call { func, .. } => self.fixed_size_bound(*func),
            Op::Each { body, .. } => self.fixed(body).filter(|size_bound| *size_bound == 0),
            _ => {
                let blocks: Option<Vec<u64>> = op.blocks().into_iter().map(|block| self.fixed(block)).collect();
                Some(blocks?.into_iter().max().unwrap_or_default())
            }
        }
    }
}

/// Returns true if a value is a part of the function's parameters, whichever branch is taken.
fn is_of_params(function: &Function, value: &Expr) -> bool {
    let mut given = is_safe_expr(value);
    value.visit_uses(&mut |var| given &= function.params.iter().any(|param| param.var == var));
    given
}
