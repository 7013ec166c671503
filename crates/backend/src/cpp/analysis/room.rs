//! An upper bound of what an encoder writes, derived from its ops, so that its buffer is checked once.

use polywire_ir::WriteLeaf;
use polywire_ir::{
    Arg, Block, Const, Datum, Expr, FuncId, Function, Module, Op, ParamKind, Place, Prefix, Step, VarId,
};
use std::collections::{BTreeSet, HashMap};

/// Bytes of room: a constant and terms to be computed from the value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Room {
    pub fixed: u64,
    pub terms: Vec<RoomTerm>,
}

/// A part of the room that depends on the value.
#[derive(Clone, Debug, PartialEq)]
pub enum RoomTerm {
    /// So many times the length of a Bytes value.
    Bytes { factor: u64, value: Expr },
    /// A U64.
    Number(Expr),
    /// The room of each element.
    Each { place: Place, item: VarId, body: Room },
    /// The room of one of two branches.
    If { cond: Expr, then: Room, other: Room },
    /// The room of one of several branches.
    Switch { on: Expr, arms: Vec<(Vec<Const>, Room)>, default: Room },
    /// The room of a function.
    Call { func: FuncId, args: Vec<Arg> },
}

/// The rooms of all functions.
pub struct Rooms {
    rooms: Vec<Option<Room>>,
    params: Vec<Vec<usize>>,
}

impl Rooms {
    pub fn of(module: &Module) -> Self {
        let rooms = module.functions.iter().map(|function| Derive::new(module, function).body()).collect();
        let mut rooms = Self { rooms, params: vec![Vec::new(); module.functions.len()] };
        rooms.spread(module);
        rooms
    }

    /// The room of a function; `None` if it is not known before it runs.
    pub fn get(&self, func: FuncId) -> Option<&Room> {
        self.rooms[func.0 as usize].as_ref()
    }

    /// The parameters that the room depends on.
    pub fn params(&self, func: FuncId) -> &[usize] {
        &self.params[func.0 as usize]
    }

    /// Spreads to callers: unknown rooms, constant rooms, and which parameters are used.
    fn spread(&mut self, module: &Module) {
        loop {
            let before = (self.rooms.clone(), self.params.clone());
            for (index, function) in module.functions.iter().enumerate() {
                let spread = before.0[index].clone().and_then(|room| self.resolve(room));
                self.params[index] = spread.as_ref().map_or_else(Vec::new, |room| self.used(function, room));
                self.rooms[index] = spread;
            }
            if before == (self.rooms.clone(), self.params.clone()) {
                return;
            }
        }
    }

    fn resolve(&self, room: Room) -> Option<Room> {
        let mut resolved = Room { fixed: room.fixed, terms: Vec::new() };
        for term in room.terms {
            match term {
                RoomTerm::Call { func, args } => {
                    let callee = self.get(func)?;
                    let unknown = |index: &usize| args[*index] == UNKNOWN;
                    if self.params(func).iter().any(unknown) {
                        return None;
                    }
                    if callee.terms.is_empty() {
                        resolved.fixed += callee.fixed;
                    } else {
                        resolved.terms.push(RoomTerm::Call { func, args });
                    }
                }
                RoomTerm::Each { place, item, body } => {
                    resolved.terms.push(each_room(place, item, self.resolve(body)?));
                }
                RoomTerm::If { cond, then, other } => {
                    let (then, other) = (self.resolve(then)?, self.resolve(other)?);
                    resolved.terms.push(RoomTerm::If { cond, then, other });
                }
                RoomTerm::Switch { on, arms, default } => {
                    let arms = arms.into_iter().map(|(keys, room)| Some((keys, self.resolve(room)?)));
                    let (arms, default) = (arms.collect::<Option<_>>()?, self.resolve(default)?);
                    resolved.terms.push(RoomTerm::Switch { on, arms, default });
                }
                RoomTerm::Bytes { .. } | RoomTerm::Number(_) => resolved.terms.push(term),
            }
        }
        Some(resolved)
    }

    fn used(&self, function: &Function, room: &Room) -> Vec<usize> {
        let mut vars = BTreeSet::new();
        self.vars(room, &mut vars);
        (0..function.params.len()).filter(|index| vars.contains(&function.params[*index].var)).collect()
    }

    fn vars(&self, room: &Room, vars: &mut BTreeSet<VarId>) {
        for term in &room.terms {
            match term {
                RoomTerm::Bytes { value, .. } | RoomTerm::Number(value) => expr_vars(value, vars),
                RoomTerm::Each { place, body, .. } => {
                    place_vars(place, vars);
                    self.vars(body, vars);
                }
                RoomTerm::If { cond, then, other } => {
                    expr_vars(cond, vars);
                    self.vars(then, vars);
                    self.vars(other, vars);
                }
                RoomTerm::Switch { on, arms, default } => {
                    expr_vars(on, vars);
                    arms.iter().for_each(|(_, room)| self.vars(room, vars));
                    self.vars(default, vars);
                }
                RoomTerm::Call { func, args } => self.params(*func).iter().for_each(|index| match &args[*index] {
                    Arg::Value(value) => expr_vars(value, vars),
                    Arg::Place(place) => place_vars(place, vars),
                }),
            }
        }
    }
}

/// The room of all elements.
fn each_room(place: Place, item: VarId, body: Room) -> RoomTerm {
    if body.terms.is_empty() {
        return RoomTerm::Number(Expr::Len(place).times(body.fixed));
    }
    RoomTerm::Each { place, item, body }
}

fn place_vars(place: &Place, vars: &mut BTreeSet<VarId>) {
    vars.insert(place.root);
    place.visit_indices(&mut |index| expr_vars(index, vars));
}

fn expr_vars(expr: &Expr, vars: &mut BTreeSet<VarId>) {
    expr.visit(&mut |expr| match expr {
        Expr::Var(var) => drop(vars.insert(*var)),
        Expr::Get(place)
        | Expr::Len(place)
        | Expr::Present(place)
        | Expr::Case(place)
        | Expr::Unknown { place, .. } => {
            vars.insert(place.root);
        }
        _ => {}
    });
}

/// The room that one datum takes: a constant, and so many times the length of a value.
pub fn datum_room(datum: &Datum) -> Room {
    let fixed = |fixed| Room { fixed, terms: Vec::new() };
    let bytes =
        |fixed, factor, value: &Expr| Room { fixed, terms: vec![RoomTerm::Bytes { factor, value: value.clone() }] };
    match datum {
        Datum::Int { width, .. } => fixed(u64::from(*width)),
        Datum::Bytes(bytes) => fixed(bytes.len() as u64),
        Datum::Span(Expr::Const(Const::Bytes(bytes))) => fixed(bytes.len() as u64),
        Datum::Span(value) => bytes(0, 1, value),
        Datum::Zeros(Expr::Const(Const::U64(count))) => fixed(*count),
        Datum::Zeros(count) => Room { fixed: 0, terms: vec![RoomTerm::Number(count.clone())] },
        Datum::Align { to, .. } => fixed(u64::from(*to)),
        Datum::Leaf(leaf, args) => match leaf {
            WriteLeaf::Varint => fixed(10),
            WriteLeaf::DecimalInt | WriteLeaf::DecimalUint => fixed(24),
            WriteLeaf::JsonFloat64 | WriteLeaf::JsonFloat32 => fixed(40),
            WriteLeaf::JsonString => bytes(18, 6, &args[0]),
            WriteLeaf::JsonBase64 => bytes(8, 2, &args[0]),
        },
    }
}

/// Stands for an argument that is not known before the encoder runs.
const UNKNOWN: Arg = Arg::Value(Expr::Tail);

/// Derives the room of one function.
struct Derive<'m> {
    module: &'m Module,
    function: &'m Function,
    /// What variables are, in terms of parameters and elements.
    known: HashMap<VarId, Expr>,
    /// The room of what a scratch stream wrote.
    scratch: HashMap<VarId, Room>,
}

impl<'m> Derive<'m> {
    fn new(module: &'m Module, function: &'m Function) -> Self {
        let params = function.params.iter().filter(|param| param.kind == ParamKind::Value);
        let known = params.map(|param| (param.var, Expr::Var(param.var))).collect();
        Self { module, function, known, scratch: HashMap::new() }
    }

    fn body(&mut self) -> Option<Room> {
        self.block(&self.function.body)
    }

    fn block(&mut self, block: &Block) -> Option<Room> {
        let mut room = Room::default();
        for op in &block.ops {
            room.add(self.op(op)?);
        }
        Some(room)
    }

    fn op(&mut self, op: &Op) -> Option<Room> {
        match op {
            Op::Let { var, value } => {
                if let Some(value) = self.express(value) {
                    self.known.insert(*var, value);
                }
                Some(Room::default())
            }
            Op::Write { what } => self.datum(what),
            Op::If { cond, then, other, results } => self.if_(cond, then, other, results),
            Op::Switch { on, arms, default, .. } => {
                let on = self.express(on);
                let arms: Option<Vec<(Vec<Const>, Room)>> =
                    arms.iter().map(|arm| Some((arm.keys.clone(), self.block(&arm.body)?))).collect();
                switch(on, arms?, self.block(default)?)
            }
            Op::Call { func, args, .. } => self.call(*func, args),
            Op::Measured { prefix, body, .. } => {
                let mut room = self.block(body)?;
                room.fixed += match prefix {
                    Prefix::Varint => 10,
                    Prefix::Int { width, .. } => u64::from(*width),
                };
                Some(room)
            }
            Op::Block { size, body, .. } => {
                let mut room = self.number(size)?;
                room.add(self.block(body)?);
                Some(room)
            }
            Op::Sub { body, .. } | Op::Tail { body, .. } | Op::Memo { body, .. } => self.block(body),
            Op::Each { place, item, body, .. } => self.each(place, *item, body),
            Op::Scratch { var, body } => {
                let room = self.block(body)?;
                self.scratch.insert(*var, room);
                Some(Room::default())
            }
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
            | Op::Put { .. } => Some(Room::default()),
        }
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
                self.known.insert(*result, cond.clone().choose(yes, no));
            }
        }
        if let Some(room) = unconditional(&then_room, &other_room) {
            return Some(room);
        }
        Some(Room { fixed: 0, terms: vec![RoomTerm::If { cond: cond?, then: then_room, other: other_room }] })
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

    fn place(&self, place: &Place) -> Option<Place> {
        let steps: Option<Vec<Step>> = place
            .steps
            .iter()
            .map(|step| match step {
                Step::At(index) => Some(Step::At(Box::new(self.express(index)?))),
                Step::Field(_) | Step::Some | Step::Case(_) => Some(step.clone()),
            })
            .collect();
        Some(Place { root: place.root, steps: steps? })
    }

    /// The expression in terms of parameters and elements.
    fn express(&self, expr: &Expr) -> Option<Expr> {
        let boxed = |expr: &Expr| Some(Box::new(self.express(expr)?));
        Some(match expr {
            Expr::Const(_) => expr.clone(),
            Expr::Var(var) => self.known.get(var)?.clone(),
            Expr::Get(place) => Expr::Get(self.place(place)?),
            Expr::Len(place) => Expr::Len(self.place(place)?),
            Expr::Present(place) => Expr::Present(self.place(place)?),
            Expr::Case(place) => Expr::Case(self.place(place)?),
            Expr::Unknown { place, format } => Expr::Unknown { place: self.place(place)?, format: format.clone() },
            Expr::Unary(op, value) => Expr::Unary(*op, boxed(value)?),
            Expr::Binary(op, left, right) => Expr::Binary(*op, boxed(left)?, boxed(right)?),
            Expr::Select(cond, then, other) => Expr::Select(boxed(cond)?, boxed(then)?, boxed(other)?),
            Expr::Wrap { bits, signed, value } => Expr::Wrap { bits: *bits, signed: *signed, value: boxed(value)? },
            Expr::OfBool(value) => Expr::OfBool(boxed(value)?),
            Expr::IsMember(id, value) => Expr::IsMember(*id, boxed(value)?),
            Expr::Leaf(leaf, args) => {
                Expr::Leaf(*leaf, args.iter().map(|arg| self.express(arg)).collect::<Option<Vec<_>>>()?)
            }
            Expr::BytesLen(value) => Expr::BytesLen(boxed(value)?),
            Expr::Load { .. }
            | Expr::Slice { .. }
            | Expr::Pos
            | Expr::Left
            | Expr::Since(_)
            | Expr::Input
            | Expr::Base
            | Expr::Tail => return None,
        })
    }
}

impl Room {
    fn add(&mut self, other: Self) {
        self.fixed += other.fixed;
        self.terms.extend(other.terms);
    }

    /// Whether it can be computed whatever branch is taken: no optional, case or element is looked into.
    fn is_safe(&self) -> bool {
        self.terms.iter().all(|term| match term {
            RoomTerm::Bytes { value, .. } | RoomTerm::Number(value) => is_safe_expr(value),
            RoomTerm::Each { place, .. } => is_safe_place(place),
            RoomTerm::If { .. } | RoomTerm::Switch { .. } => false,
            RoomTerm::Call { args, .. } => args.iter().all(|arg| match arg {
                Arg::Value(value) => is_safe_expr(value),
                Arg::Place(place) => is_safe_place(place),
            }),
        })
    }
}

fn is_safe_place(place: &Place) -> bool {
    place.steps.iter().all(|step| matches!(step, Step::Field(_)))
}

fn is_safe_expr(expr: &Expr) -> bool {
    let mut safe = true;
    expr.visit(&mut |expr| {
        if let Expr::Get(place)
        | Expr::Len(place)
        | Expr::Present(place)
        | Expr::Case(place)
        | Expr::Unknown { place, .. } = expr
        {
            safe &= is_safe_place(place);
        }
    });
    safe
}

/// A bound of either branch that needs no condition.
fn unconditional(then: &Room, other: &Room) -> Option<Room> {
    let fixed = then.fixed.max(other.fixed);
    let terms = match (then.terms.is_empty(), other.terms.is_empty()) {
        (true, true) => Vec::new(),
        (false, true) if then.is_safe() => then.terms.clone(),
        (true, false) if other.is_safe() => other.terms.clone(),
        _ => return None,
    };
    Some(Room { fixed, terms })
}

fn switch(on: Option<Expr>, arms: Vec<(Vec<Const>, Room)>, default: Room) -> Option<Room> {
    if arms.iter().map(|(_, room)| room).chain([&default]).all(|room| room.terms.is_empty()) {
        let fixed = arms.iter().map(|(_, room)| room.fixed).chain([default.fixed]).max().unwrap_or_default();
        return Some(Room { fixed, terms: Vec::new() });
    }
    Some(Room { fixed: 0, terms: vec![RoomTerm::Switch { on: on?, arms, default }] })
}
