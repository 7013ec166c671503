//! Where an encoder asks for room as it goes, instead of computing the room of the whole message before.
//!
//! An encoder may write up to a *fence*, and gives up where that does not suffice. What takes a constant room is asked for together:
//! at each point so many bytes are surely left as everything up to the next question can take.

use super::room::{Rooms, datum_room};
use super::{Needs, Shape, address, op_address};
use polywire_ir::{Block, Datum, Expr, FuncId, Function, Module, Op, Prefix};
use std::collections::BTreeMap;

/// What is reserved at most for a length that is written as a varint, and what it may need behind its body.
const VARINT_RESERVED: u64 = 2;
const VARINT_GROWTH: u64 = 9;

/// What one function asks for.
#[derive(Clone, Debug, Default)]
pub struct Fence {
    /// At its start.
    pub entry: u64,
    /// Before writes (by address) of what a value's length tells, and so many bytes behind it.
    pub writes: BTreeMap<usize, u64>,
    /// Before visits (by address) of elements that take this room each, and so many bytes behind them all.
    pub visits: BTreeMap<usize, (u64, u64)>,
    /// Before each element, by the address of the block.
    pub turns: BTreeMap<usize, u64>,
    /// Calls (by address), by what must be left behind them.
    pub calls: BTreeMap<usize, u64>,
}

/// What functions ask for.
pub struct Fences(Vec<Option<Fence>>);

impl Fences {
    pub fn of(module: &Module, needs: &[Needs], rooms: &Rooms) -> Self {
        let mut fenced = vec![true; module.functions.len()];
        loop {
            let plan = Plan { needs, rooms, fenced: &fenced, fence: Fence::default() };
            let next: Vec<bool> = (0..).zip(&module.functions).map(|(id, it)| plan.suits(FuncId(id), it)).collect();
            if next == fenced {
                break;
            }
            fenced = next;
        }
        // One way for all: none of them is needed in two modes.
        let varies = |id: usize| rooms.get(FuncId(id as u32)).is_some_and(|room| !room.terms.is_empty());
        if (0..fenced.len()).any(|id| varies(id) && !fenced[id]) {
            fenced.fill(false);
        }
        let fence = |function: &Function| {
            let mut plan = Plan { needs, rooms, fenced: &fenced, fence: Fence::default() };
            plan.fence.entry = plan.block(&function.body, 0);
            plan.fence
        };
        let functions = module.functions.iter().zip(&fenced);
        Self(functions.map(|(function, fenced)| fenced.then(|| fence(function))).collect())
    }

    /// What a function asks for; nothing if another way is taken: its room is constant, or not known before it has written, or it
    /// writes to sections.
    pub fn get(&self, func: FuncId) -> Option<&Fence> {
        self.0[func.0 as usize].as_ref()
    }
}

struct Plan<'a> {
    needs: &'a [Needs],
    rooms: &'a Rooms,
    fenced: &'a [bool],
    fence: Fence,
}

impl Plan<'_> {
    fn suits(&self, id: FuncId, function: &Function) -> bool {
        let varies = self.rooms.get(id).is_some_and(|room| !room.terms.is_empty());
        varies && self.needs[id.0 as usize].shape() == Shape::Writes && self.block_suits(&function.body)
    }

    fn block_suits(&self, block: &Block) -> bool {
        block.ops.iter().all(|op| match op {
            Op::Block { .. } | Op::Sub { .. } | Op::Tail { .. } | Op::Put { .. } => false,
            Op::Memo { .. } | Op::Scratch { .. } => false,
            Op::Call { func, .. } => {
                !self.writes(*func) || self.fixed_room(*func).is_some() || self.fenced[func.0 as usize]
            }
            _ => op.blocks().into_iter().all(|block| self.block_suits(block)),
        })
    }

    fn writes(&self, func: FuncId) -> bool {
        self.needs[func.0 as usize].effects.writes
    }

    /// The room of a function whatever it writes.
    fn fixed_room(&self, func: FuncId) -> Option<u64> {
        self.rooms.get(func).filter(|room| room.terms.is_empty()).map(|room| room.fixed)
    }

    /// What must be left before a block, so that `after` is left behind it.
    fn block(&mut self, block: &Block, after: u64) -> u64 {
        block.ops.iter().rev().fold(after, |after, op| self.op(op, after))
    }

    fn op(&mut self, op: &Op, after: u64) -> u64 {
        match op {
            Op::Write { what } => {
                let room = datum_room(what);
                if room.terms.is_empty() {
                    return after + room.fixed;
                }
                self.fence.writes.insert(op_address(op), after);
                // What a decoder did not know is asked for where there is any.
                if matches!(what, Datum::Span(Expr::Unknown { .. })) { after } else { 0 }
            }
            Op::Measured { prefix: Prefix::Varint, body, .. } => {
                self.block(body, after + VARINT_GROWTH) + VARINT_RESERVED
            }
            Op::Measured { prefix: Prefix::Int { width, .. }, body, .. } => self.block(body, after) + u64::from(*width),
            Op::Call { func, .. } if !self.writes(*func) => after,
            Op::Call { func, .. } => match self.fixed_room(*func) {
                Some(fixed) => after + fixed,
                None => {
                    self.fence.calls.insert(op_address(op), after);
                    after
                }
            },
            Op::Each { body, .. } => match self.fixed(body) {
                Some(0) => after,
                Some(of_one) => {
                    self.fence.visits.insert(op_address(op), (of_one, after));
                    after
                }
                None => self.turns(body, after),
            },
            _ => op.blocks().into_iter().map(|block| self.block(block, after)).max().unwrap_or(after),
        }
    }

    /// Elements of different rooms. If each asks in any case, that question covers the next one's beginning as well.
    fn turns(&mut self, body: &Block, after: u64) -> u64 {
        let turn = self.block(body, after).max(after);
        if self.block(body, turn) <= turn {
            self.fence.turns.remove(&address(body));
            return turn;
        }
        let turn = self.block(body, after);
        self.fence.turns.insert(address(body), turn);
        after
    }

    /// The room of a block whatever it writes.
    fn fixed(&self, block: &Block) -> Option<u64> {
        block.ops.iter().map(|op| self.fixed_op(op)).sum()
    }

    fn fixed_op(&self, op: &Op) -> Option<u64> {
        match op {
            Op::Write { what } => {
                let room = datum_room(what);
                room.terms.is_empty().then_some(room.fixed)
            }
            Op::Measured { prefix, body, .. } => {
                let prefix = match prefix {
                    Prefix::Varint => VARINT_RESERVED + VARINT_GROWTH,
                    Prefix::Int { width, .. } => u64::from(*width),
                };
                Some(prefix + self.fixed(body)?)
            }
            Op::Call { func, .. } if !self.writes(*func) => Some(0),
            Op::Call { func, .. } => self.fixed_room(*func),
            Op::Each { body, .. } => self.fixed(body).filter(|room| *room == 0),
            _ => {
                let blocks: Option<Vec<u64>> = op.blocks().into_iter().map(|block| self.fixed(block)).collect();
                Some(blocks?.into_iter().max().unwrap_or_default())
            }
        }
    }
}
