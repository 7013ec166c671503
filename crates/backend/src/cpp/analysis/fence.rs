//! Where an encoder asks for room as it goes, instead of computing the room of the whole message before.
//!
//! An encoder may write up to a *fence*, and gives up where that does not suffice. What takes a constant room is asked for together:
//! at each point so many bytes are surely left as everything up to the next question can take.

use super::room::{Room, RoomTerm, Rooms, datum_room, is_safe_expr};
use super::{Needs, Shape, address, op_address};
use polywire_ir::{Block, Datum, Expr, FuncId, Function, Module, Op, Prefix};
use std::collections::{BTreeMap, BTreeSet};

/// So many texts are asked for at a function's start; of more, each where it is written, as most may be empty.
const FEW_TEXTS: usize = 4;

/// What is reserved at most for a length that is written as a varint, and what it may need behind its body.
const VARINT_RESERVED: u64 = 2;
const VARINT_GROWTH: u64 = 9;

/// What one function asks for.
#[derive(Clone, Debug, Default)]
pub struct Fence {
    /// At its start.
    pub entry: Room,
    /// Before writes (by address) of what a value's length tells, and so many bytes behind it.
    pub writes: BTreeMap<usize, u64>,
    /// Before visits (by address) of elements that take this room each, and so many bytes behind them all.
    pub visits: BTreeMap<usize, (u64, u64)>,
    /// Before each element, by the address of the block.
    pub turns: BTreeMap<usize, u64>,
    /// Calls (by address), by what must be left behind them. The callee asks, so nothing need be left before them.
    pub calls: BTreeMap<usize, u64>,
}

/// What functions ask for; nothing of itself.
#[derive(Default)]
pub struct Fences(Vec<Option<Fence>>);

impl Fences {
    pub fn of(module: &Module, needs: &[Needs], rooms: &Rooms) -> Self {
        let mut fenced = vec![true; module.functions.len()];
        loop {
            let plan = Plan { needs, rooms, fenced: &fenced, at_start: BTreeSet::new(), fence: Fence::default() };
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
            let mut plan = Plan { needs, rooms, fenced: &fenced, at_start: BTreeSet::new(), fence: Fence::default() };
            plan.ask_for_texts_at_start(function);
            plan.fence.entry.fixed = plan.block(&function.body, 0);
            plan.fence
        };
        let functions = module.functions.iter().zip(&fenced);
        Self(functions.map(|(function, fenced)| fenced.then(|| fence(function))).collect())
    }

    /// What a function asks for; nothing if another way is taken: its room is constant, or not known before it has written, or it
    /// writes to sections.
    pub fn get(&self, func: FuncId) -> Option<&Fence> {
        self.0.get(func.0 as usize)?.as_ref()
    }
}

struct Plan<'a> {
    needs: &'a [Needs],
    rooms: &'a Rooms,
    fenced: &'a [bool],
    /// Writes (by address) that the function's start asks for.
    at_start: BTreeSet<usize>,
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

    /// Writes of parts of the parameters that come before anything else is asked for.
    fn ask_for_texts_at_start(&mut self, function: &Function) {
        let mut found = Vec::new();
        self.leading_writes(&function.body, &|expr| is_of_params(function, expr), &mut found);
        if found.len() <= FEW_TEXTS {
            self.at_start = found.iter().map(|(address, _)| *address).collect();
            self.fence.entry.terms = found.into_iter().flat_map(|(_, terms)| terms).collect();
        }
    }

    /// Collects writes of known values up to where something else is asked for; tells whether the block's end was reached.
    fn leading_writes(
        &self,
        block: &Block,
        is_known: &dyn Fn(&Expr) -> bool,
        found: &mut Vec<(usize, Vec<RoomTerm>)>,
    ) -> bool {
        block.ops.iter().all(|op| match op {
            Op::Write { what: Datum::Span(Expr::Unknown { .. }) } => false,
            Op::Write { what } => {
                let room = datum_room(what);
                let known = room.terms.iter().all(|term| match term {
                    RoomTerm::Bytes { value, .. } | RoomTerm::Number(value) => is_known(value),
                    RoomTerm::Each { .. } | RoomTerm::If { .. } | RoomTerm::Switch { .. } | RoomTerm::Call { .. } => {
                        false
                    }
                });
                if known && !room.terms.is_empty() {
                    found.push((op_address(op), room.terms));
                }
                known
            }
            Op::If { .. } | Op::Switch { .. } | Op::Measured { .. } => {
                op.blocks().into_iter().all(|block| self.leading_writes(block, is_known, found))
            }
            _ => self.fixed_op(op).is_some(),
        })
    }

    /// What must be left before a block, so that `after` is left behind it.
    fn block(&mut self, block: &Block, after: u64) -> u64 {
        block.ops.iter().rev().fold(after, |after, op| self.op(op, after))
    }

    fn op(&mut self, op: &Op, after: u64) -> u64 {
        match op {
            Op::Write { what } => {
                let room = datum_room(what);
                if room.terms.is_empty() || self.at_start.contains(&op_address(op)) {
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
                    0
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

/// Whether a value is a part of what the function is given, whatever branch is taken.
fn is_of_params(function: &Function, value: &Expr) -> bool {
    let mut given = is_safe_expr(value);
    value.visit_uses(&mut |var| given &= function.params.iter().any(|param| param.var == var));
    given
}
