//! What changes while values are read: how many have begun, and where the chunk ends. Variables of the IR do not change, so the
//! current ones are kept here, and handed on through branches, loops and calls.

use super::super::Cdr;
use super::super::read::Layout;
use polywire_ir::build::FunctionBuilder;
use polywire_ir::types::{Named, Type};
use polywire_ir::{Arg, Arm, Block, Const, Expr, FuncId, Place, ValueType, VarId};
use std::cell::Cell;

/// The end of the chunk where there are no chunks.
pub(super) const NO_CHUNKS: u64 = u64::MAX;

/// Names of the state.
const COUNT: &str = "count";
const END: &str = "end";
const LEVEL: &str = "level";

/// The state of a function that reads values, or what they contain.
pub(crate) struct Flow {
    /// How many values have begun; U64.
    count: Cell<VarId>,
    /// The position where the chunk ends, or [`NO_CHUNKS`]; U64.
    end: Cell<VarId>,
    /// How many values with chunks enclose it; U64.
    pub(super) level: VarId,
    next_chunk: FuncId,
    /// Few values have chunks, so readers ask for them first.
    asks_first: bool,
}

impl Flow {
    pub(super) fn new([count, end, level]: [VarId; 3], next_chunk: FuncId) -> Self {
        Self { count: Cell::new(count), end: Cell::new(end), level, next_chunk, asks_first: false }
    }

    /// At the start of an `any`.
    pub fn of_any(b: &mut FunctionBuilder, next_chunk: FuncId) -> Self {
        let first = [(COUNT, 0u64), (END, NO_CHUNKS), (LEVEL, 0)].map(|(name, it)| b.let_(name, it));
        Self { asks_first: true, ..Self::new(first, next_chunk) }
    }

    /// The parameters of a function that reads in an `any`.
    pub fn params_of_any(b: &mut FunctionBuilder, next_chunk: FuncId) -> Self {
        let params = [COUNT, END, LEVEL].map(|name| b.value_param(name, ValueType::U64));
        Self { asks_first: true, ..Self::new(params, next_chunk) }
    }

    /// In a value.
    pub(super) fn inside(&self, [count, end, level]: [VarId; 3]) -> Self {
        Self { asks_first: self.asks_first, ..Self::new([count, end, level], self.next_chunk) }
    }

    pub(super) fn count(&self) -> VarId {
        self.count.get()
    }

    pub(super) fn end(&self) -> VarId {
        self.end.get()
    }

    pub(super) fn set(&self, [count, end]: [VarId; 2]) {
        self.count.set(count);
        self.end.set(end);
    }

    pub(super) fn set_end(&self, end: VarId) {
        self.end.set(end);
    }

    fn now(&self) -> [VarId; 2] {
        [self.count(), self.end()]
    }

    fn bind(&self, vars: &[VarId]) {
        if let [count, end] = vars {
            self.set([*count, *end]);
        }
    }
}

impl Layout<'_> {
    /// Makes sure that the chunk goes on with an integer of this width, or begins the next one.
    pub fn enter_chunk(self, b: &mut FunctionBuilder, width: u8) {
        self.enter_chunk_at(b, u64::from(width - 1).into());
    }

    /// As [`Self::enter_chunk`], for an integer whose alignment minus one this is.
    pub fn enter_chunk_at(self, b: &mut FunctionBuilder, mask: Expr) {
        let Some(flow) = self.flow else { return };
        let args = [flow.end().into(), mask, self.origin.into(), self.little.into()];
        let enter = |b: &mut FunctionBuilder| {
            b.call(flow.next_chunk, args.map(Arg::Value).to_vec(), &[(END, ValueType::U64)])[0]
        };
        let end = match flow.asks_first {
            true => b.if_yields(
                flow.end().is(NO_CHUNKS),
                &[(END, ValueType::U64)],
                |_| vec![flow.end().into()],
                |b| vec![enter(b).into()],
            )[0],
            false => enter(b),
        };
        flow.end.set(end);
    }

    /// Calls a reader that takes the state and something else behind it.
    pub fn call_with_state(self, b: &mut FunctionBuilder, read: FuncId, value: Place, more: Vec<Arg>) {
        let Some(flow) = self.flow else { return };
        let state = [self.state(), vec![flow.level.into()]].concat().into_iter().map(Arg::Value).collect();
        let behind = b.call(read, [vec![Arg::Place(value)], self.args(), state, more].concat(), &self.results());
        self.bind(&behind);
    }

    /// As [`Self::enter_chunk`], for this many octets.
    pub fn enter_chunk_for(self, b: &mut FunctionBuilder, len: Expr) {
        if self.flow.is_some() {
            self.when(b, len.is_not(0u64), |b| self.enter_chunk(b, 1));
        }
    }

    /// Returns the state, as the results of a block.
    pub fn state(self) -> Vec<Expr> {
        self.flow.map_or_else(Vec::new, |flow| flow.now().map(Expr::from).to_vec())
    }

    /// Returns the types of the state.
    pub fn state_types(self) -> Vec<ValueType> {
        self.results().into_iter().map(|(_, ty)| ty).collect()
    }

    fn results(self) -> Vec<(&'static str, ValueType)> {
        self.flow.map_or_else(Vec::new, |_| vec![(COUNT, ValueType::U64), (END, ValueType::U64)])
    }

    fn bind(self, vars: &[VarId]) {
        self.flow.into_iter().for_each(|flow| flow.bind(vars));
    }

    /// Runs a body that may not be run; returns the state behind it.
    fn branch(self, b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) -> Vec<Expr> {
        let before = self.flow.map(Flow::now);
        body(b);
        let behind = self.state();
        self.flow.zip(before).into_iter().for_each(|(flow, before)| flow.set(before));
        behind
    }

    /// A block of a switch.
    pub fn block(self, b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder)) -> Block {
        b.block(|b| self.branch(b, body))
    }

    /// An arm of a switch.
    pub fn arm(self, b: &mut FunctionBuilder, keys: Vec<Const>, body: impl FnOnce(&mut FunctionBuilder)) -> Arm {
        Arm { keys, body: self.block(b, body) }
    }

    /// `switch` over arms and a block of these.
    pub fn switch(self, b: &mut FunctionBuilder, on: Expr, arms: Vec<Arm>, default: Block) {
        let behind = b.switch(on, arms, default, &self.results());
        self.bind(&behind);
    }

    /// `if`.
    pub fn when(self, b: &mut FunctionBuilder, cond: Expr, then: impl FnOnce(&mut FunctionBuilder)) {
        let then = |b: &mut FunctionBuilder| {
            then(b);
            Vec::new()
        };
        self.if_yields(b, cond, &[], then, |_| Vec::new());
    }

    /// `if` with results of both blocks.
    pub fn if_yields(
        self,
        b: &mut FunctionBuilder,
        cond: Expr,
        results: &[(&str, ValueType)],
        then: impl FnOnce(&mut FunctionBuilder) -> Vec<Expr>,
        other: impl FnOnce(&mut FunctionBuilder) -> Vec<Expr>,
    ) -> Vec<Expr> {
        let all = [results, &self.results()].concat();
        let found = b.if_yields(cond, &all, |b| self.yielding(b, then), |b| self.yielding(b, other));
        let (own, state) = found.split_at(results.len());
        self.bind(state);
        own.iter().copied().map(Expr::from).collect()
    }

    /// As [`Self::branch`]; returns the state behind what the body yields.
    fn yielding(self, b: &mut FunctionBuilder, body: impl FnOnce(&mut FunctionBuilder) -> Vec<Expr>) -> Vec<Expr> {
        let mut yields = Vec::new();
        let state = self.branch(b, |b| yields = body(b));
        [yields, state].concat()
    }

    /// `open` of a place and a case of it.
    pub fn open(
        self,
        b: &mut FunctionBuilder,
        what: (Place, Option<u32>),
        value: (&str, Type),
        body: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        let behind = b.open_yields(what, value, &self.results(), |b, bind, _| self.branch(b, |b| body(b, bind.into())));
        self.bind(&behind);
    }

    /// `fill` of a place with a number of elements.
    pub fn fill(
        self,
        b: &mut FunctionBuilder,
        (place, count): (Place, Expr),
        element: (&str, Type),
        body: impl FnOnce(&mut FunctionBuilder, Place),
    ) {
        self.fill_carry(b, (place, count), element, Vec::new(), |b, item, _, _| {
            body(b, item);
            Vec::new()
        });
    }

    /// As [`Self::fill`], with variables that are carried on from element to element.
    pub fn fill_carry(
        self,
        b: &mut FunctionBuilder,
        (place, count): (Place, Expr),
        element: (&str, Type),
        carried: Vec<(&str, ValueType, Expr)>,
        body: impl FnOnce(&mut FunctionBuilder, Place, VarId, &[VarId]) -> Vec<Expr>,
    ) {
        let own = carried.len();
        let first = self.results().into_iter().zip(self.state()).map(|((name, ty), init)| (name, ty, init));
        let carried = carried.into_iter().chain(first).collect();
        let last = b.fill_carry(place, count, element, carried, |b, item, index, carried| {
            let (carried, state) = carried.split_at(own);
            self.bind(state);
            let next = body(b, item.into(), index, carried);
            [next, self.state()].concat()
        });
        self.bind(&last[own..]);
    }
}

impl Cdr<'_> {
    /// Adds the parameters of a reader behind the layout, if it has values around it or inside.
    pub(in crate::cdr) fn flow_params(&self, b: &mut FunctionBuilder, id: Named) -> Option<Flow> {
        self.values.as_ref().filter(|values| values.flows.has(id))?;
        let params = [COUNT, END, LEVEL].map(|name| b.value_param(name, ValueType::U64));
        Some(Flow::new(params, self.value_tools?.next_chunk))
    }

    /// Calls the reader of a type.
    pub(in crate::cdr) fn call_reader(&self, b: &mut FunctionBuilder, id: Named, place: Place, layout: Layout) {
        let read = match id {
            Named::Struct(id) => self.codecs[id].read,
            Named::Union(id) => self.codecs[id].read,
            Named::Enum(_) | Named::Constant(_) => return,
        };
        let takes_state = self.values.as_ref().is_some_and(|values| values.flows.has(id));
        if !takes_state {
            // What has functions of its own is not divided.
            layout.enter_chunk(b, 4);
            return layout.call(b, read, place);
        }
        let outermost = || vec![0u64.into(), NO_CHUNKS.into(), 0u64.into()];
        let state = layout.flow.map_or_else(outermost, |flow| [layout.state(), vec![flow.level.into()]].concat());
        let state = state.into_iter().map(Arg::Value).collect();
        let args = [vec![Arg::Place(place)], layout.args(), state].concat();
        let behind = b.call(read, args, &[(COUNT, ValueType::U64), (END, ValueType::U64)]);
        layout.bind(&behind);
    }
}
