//! The room of one function, op by op.

use super::safe::{guarded, is_safe_expr, tested_presence, unconditional};
use super::term::{Room, RoomTerm, datum_room, each_room};
use polywire_ir::{Arg, Arm, Block, Const, Datum, Expr, FuncId, Function, Module, Op, ParamKind, Place, Prefix, VarId};
use std::collections::{BTreeSet, HashMap};

/// Stands for an argument that is not known before the encoder runs.
pub(super) const UNKNOWN: Arg = Arg::Value(Expr::Tail);

/// How many parts an expression that stands for a variable has at most. Rooms that are worth computing need few.
const MOST_PARTS: usize = 256;

/// Derives the room of one function.
pub(super) struct Derive<'m> {
    module: &'m Module,
    function: &'m Function,
    /// What variables are, in terms of parameters and elements.
    pub(super) known: HashMap<VarId, Expr>,
    /// Values that the encoder makes.
    pub(super) made: BTreeSet<VarId>,
    /// The room of what a scratch stream wrote.
    scratch: HashMap<VarId, Room>,
    /// Optionals that were checked to be there. The encoder fails at the check; the room is computed before.
    checked: Vec<Place>,
}

impl<'m> Derive<'m> {
    pub(super) fn new(module: &'m Module, function: &'m Function) -> Self {
        let params = function.params.iter().filter(|param| param.kind == ParamKind::Value);
        let known = params.map(|param| (param.var, Expr::Var(param.var))).collect();
        Self { module, function, known, made: BTreeSet::new(), scratch: HashMap::new(), checked: Vec::new() }
    }

    pub(super) fn body(&mut self) -> Option<Room> {
        self.block(&self.function.body)
    }

    fn block(&mut self, block: &Block) -> Option<Room> {
        let mut room = Room::default();
        let before = self.checked.len();
        for op in &block.ops {
            if let Op::Check { cond, .. } = op {
                self.checked.extend(self.express(cond).iter().flat_map(tested_presence));
            }
            let written = self.op(op)?;
            room.add(guarded(written, &self.checked));
        }
        self.checked.truncate(before);
        Some(room)
    }

    fn op(&mut self, op: &Op) -> Option<Room> {
        match op {
            Op::Let { var, value } => self.let_(*var, value),
            Op::Write { what } => self.datum(what),
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, .. } => self.switch(on, arms, default),
            Op::Call { func, args, .. } => self.call(*func, args),
            Op::Measured { prefix, body, .. } => self.measured(*prefix, body),
            Op::Block { size, body, .. } => self.section(size, body),
            Op::Sub { body, .. } | Op::Tail { body, .. } | Op::Memo { body, .. } => self.block(body),
            Op::Each { place, item, body, .. } => self.each(place, *item, body),
            Op::Scratch { var, body } => self.scratch(*var, body),
            Op::Make { var, body, .. } => self.make(*var, body),
            // Repeated, so bounded only if nothing is written.
            Op::Loop { .. }
            | Op::Keyed { .. }
            | Op::Fill { .. }
            | Op::Push { .. }
            | Op::Open { .. }
            | Op::Window { .. }
            | Op::At { .. } => {
                let blocks: Option<Vec<Room>> = op.blocks().into_iter().map(|block| self.block(block)).collect();
                blocks?.iter().all(|room| *room == Room::default()).then(Room::default)
            }
            Op::Check { .. }
            | Op::Charge { .. }
            | Op::Read { .. }
            | Op::Match { .. }
            | Op::Section { .. }
            | Op::Set { .. }
            | Op::Reset { .. }
            | Op::Retain { .. }
            | Op::Omit { .. }
            | Op::Put { .. } => Some(Room::default()),
        }
    }

    fn let_(&mut self, var: VarId, value: &Expr) -> Option<Room> {
        if let Some(value) = self.express(value) {
            self.learn(var, value);
        }
        Some(Room::default())
    }

    /// What a variable is, unless it is long: sums with a condition for each field would double with each of them.
    fn learn(&mut self, var: VarId, value: Expr) {
        let mut parts = 0;
        value.visit(&mut |_| parts += 1);
        if parts <= MOST_PARTS {
            self.known.insert(var, value);
        }
    }

    fn measured(&mut self, prefix: Prefix, body: &Block) -> Option<Room> {
        let mut room = self.block(body)?;
        room.fixed += match prefix {
            Prefix::Varint => 10,
            Prefix::Int { width, .. } => u64::from(width),
        };
        Some(room)
    }

    fn section(&mut self, size: &Expr, body: &Block) -> Option<Room> {
        let mut room = self.number(size)?;
        room.add(self.block(body)?);
        Some(room)
    }

    fn scratch(&mut self, var: VarId, body: &Block) -> Option<Room> {
        let room = self.block(body)?;
        self.scratch.insert(var, room);
        Some(Room::default())
    }

    /// What is made is not known before the encoder runs, nor what is written of it.
    fn make(&mut self, var: VarId, body: &Block) -> Option<Room> {
        self.made.insert(var);
        self.block(body).filter(|room| *room == Room::default())
    }

    fn datum(&mut self, what: &Datum) -> Option<Room> {
        if let Datum::Span(Expr::Var(var)) = what
            && let Some(room) = self.scratch.get(var)
        {
            return Some(room.clone());
        }
        let mut room = datum_room(what);
        for term in &mut room.terms {
            if let RoomTerm::Bytes { value, .. } | RoomTerm::Number(value) = term {
                *value = self.express(value)?;
            }
        }
        Some(room)
    }

    fn number(&self, value: &Expr) -> Option<Room> {
        match self.express(value)? {
            Expr::Const(Const::U64(fixed)) => Some(Room { fixed, terms: Vec::new() }),
            value => Some(Room { fixed: 0, terms: vec![RoomTerm::Number(value)] }),
        }
    }

    fn if_(&mut self, cond: &Expr, then: &Block, other: &Block, results: &[VarId]) -> Option<Room> {
        let cond = self.express(cond);
        let (then_room, other_room) = (self.block(then)?, self.block(other)?);
        for (result, (yes, no)) in results.iter().zip(then.yields.iter().zip(&other.yields)) {
            if let (Some(cond), Some(yes), Some(no)) = (&cond, self.express(yes), self.express(no))
                && is_safe_expr(&yes)
                && is_safe_expr(&no)
            {
                self.learn(*result, cond.clone().choose(yes, no));
            }
        }
        if let Some(room) = unconditional(&then_room, &other_room) {
            return Some(room);
        }
        Some(Room { fixed: 0, terms: vec![RoomTerm::If { cond: cond?, then: then_room, other: other_room }] })
    }

    fn switch(&mut self, on: &Expr, arms: &[Arm], default: &Block) -> Option<Room> {
        let on = self.express(on);
        let arms = arms.iter().map(|arm| Some((arm.keys.clone(), self.block(&arm.body)?)));
        let (arms, default) = (arms.collect::<Option<Vec<_>>>()?, self.block(default)?);
        if arms.iter().map(|(_, room)| room).chain([&default]).all(|room| room.terms.is_empty()) {
            let fixed = arms.iter().map(|(_, room)| room.fixed).chain([default.fixed]).max().unwrap_or_default();
            return Some(Room { fixed, terms: Vec::new() });
        }
        Some(Room { fixed: 0, terms: vec![RoomTerm::Switch { on: on?, arms, default }] })
    }

    fn call(&self, func: FuncId, args: &[Arg]) -> Option<Room> {
        if !self.writes(func, &mut BTreeSet::new()) {
            return Some(Room::default());
        }
        let args: Option<Vec<Arg>> = args.iter().map(|arg| self.arg(arg)).collect();
        Some(Room { fixed: 0, terms: vec![RoomTerm::Call { func, args: args? }] })
    }

    fn arg(&self, arg: &Arg) -> Option<Arg> {
        match arg {
            Arg::Value(value) => Some(self.express(value).map_or(UNKNOWN, Arg::Value)),
            Arg::Place(place) => Some(Arg::Place(self.place(place)?)),
        }
    }

    fn writes(&self, func: FuncId, seen: &mut BTreeSet<FuncId>) -> bool {
        seen.insert(func) && self.block_writes(&self.module.function(func).body, seen)
    }

    fn block_writes(&self, block: &Block, seen: &mut BTreeSet<FuncId>) -> bool {
        block.ops.iter().any(|op| match op {
            Op::Write { .. } | Op::Measured { .. } | Op::Block { .. } => true,
            Op::Call { func, .. } => self.writes(*func, seen),
            _ => op.blocks().into_iter().any(|block| self.block_writes(block, seen)),
        })
    }

    fn each(&mut self, place: &Place, item: VarId, body: &Block) -> Option<Room> {
        let room = self.block(body)?;
        if room == Room::default() {
            return Some(room);
        }
        Some(Room { fixed: 0, terms: vec![each_room(self.place(place)?, item, room)] })
    }
}
