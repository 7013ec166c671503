//! Calls whose expected path is inlined: arithmetic, then one match of a binary under a guard. Everything else is left
//! to the function itself.
//!
//! The expected path neither fails nor wraps around, takes no branch with a call if the other one has none, and selects
//! no value by an equality that is true.

use super::assume::{Expecting, SMALL};
use super::env::{Cursor, Env, Frame, Value};
use super::expr::EXACT;
use super::num::Num;
use super::{Emit, boolean, comparison};
use crate::erlang::ast::{Clause, Ex, Segment};
use polywire_ir::{Arg, Block, Expr, FuncId, Linkage, Miss, Op, Order, ReadWhat, VarId};

/// Maximum number of ops of a function whose expected path is inlined.
const SHORT: usize = 32;

/// The expected path through a function.
pub struct Expected {
    /// The matched binary, and the pattern.
    matched: Option<(Ex, Ex)>,
    /// The guard of the match.
    guard: Ex,
    /// Results, and the remaining budget.
    values: Vec<Ex>,
}

/// The match under construction.
#[derive(Default)]
struct Found {
    place: Option<(Ex, Ex)>,
    segments: Vec<Segment>,
}

impl Expected {
    /// Binds the variables to the results of the expected path, or else runs the given code.
    pub fn or(self, vars: &[Ex], otherwise: Ex) -> Ex {
        let binds = vars.iter().cloned().zip(self.values).map(|(var, value)| Ex::bind(var, value)).collect();
        match self.matched {
            None => Ex::If(vec![(self.guard, binds), (boolean::truth(true), vec![otherwise])]),
            Some((region, pattern)) => {
                let guard = (self.guard != boolean::truth(true)).then_some(self.guard);
                let quick = Clause { guard, ..Clause::of(pattern, binds) };
                Ex::case(region, vec![quick, Clause::of(Ex::Any, vec![otherwise])])
            }
        }
    }
}

impl Found {
    /// Starts the match at a position; there is only one.
    fn begin(&mut self, region: Ex, pos: Ex) -> Option<()> {
        let place = (region, pos);
        match &self.place {
            Some(known) if *known != place || !self.segments.is_empty() => None,
            _ => {
                self.place = Some(place);
                Some(())
            }
        }
    }

    /// Returns true if a test only ensures that a position or a size can be matched.
    fn implies(&self, test: &Ex) -> bool {
        let Ex::Binary(">=" | "=<", left, bound) = test else { return false };
        let pos = self.place.iter().map(|(_, pos)| pos);
        let mut used = pos.chain(self.segments.iter().filter_map(|segment| segment.size.as_ref()));
        matches!(**bound, Ex::Int(0 | SMALL)) && used.any(|used| *used == **left)
    }

    fn pattern(self) -> Option<(Ex, Ex)> {
        let (region, pos) = self.place?;
        let before = (pos != Ex::Int(0)).then(|| Segment::span(Ex::Any, pos));
        let segments = before.into_iter().chain(self.segments).chain([Segment::binary(Ex::Any)]);
        Some((region, Ex::Bits(segments.collect())))
    }
}

impl Emit<'_> {
    /// Returns the expected path through a function, if it is short and has one, with its computations before the
    /// match.
    pub fn expected(&mut self, env: &mut Env, func: FuncId, args: &[Arg]) -> Option<Expected> {
        if self.shared.traced || self.expecting.is_some() || !self.is_expected(func) {
            return None;
        }
        self.frames += 1;
        let frame = Frame { id: self.frames, func };
        let mut inner = Env { cursor: None, ..env.inner() };
        for (arg, param) in args.iter().zip(&self.shared.module.function(func).params) {
            let Arg::Value(value) = arg else { return None };
            let value = self.value(&mut inner, value);
            inner.values.insert_mut((frame.id, param.var), value);
        }
        inner.frame = frame;
        self.expecting = Some(Expecting::default());
        let path = self.expected_path(&mut inner, func);
        let expecting = self.expecting.take()?;
        let (found, values) = path?;
        let tests = expecting.independent(|test| found.implies(test)).into_iter();
        let guard = tests.reduce(|left, right| Ex::binary("andalso", left, right)).unwrap_or(boolean::truth(true));
        if !guard.is_guard() {
            return None;
        }
        env.code.extend(inner.code);
        Some(Expected { matched: found.pattern(), guard, values })
    }

    /// Returns true if a function takes and returns only values and the budget.
    fn is_expected(&self, func: FuncId) -> bool {
        let (it, function) = (self.shared.signature(func), self.shared.module.function(func));
        let threads = it.reads || it.region || it.section || it.out || it.memo || it.depth || it.settings;
        !threads
            && self.shared.linkage(func) == Linkage::Internal
            && !self.takes_section(func)
            && !function.results.is_empty()
            && !self.shared.calls.is_recursive(func)
            && super::call::count_ops(&function.body.ops) <= SHORT
    }

    fn expected_path(&mut self, env: &mut Env, func: FuncId) -> Option<(Found, Vec<Ex>)> {
        let function = self.shared.module.function(func);
        let mut found = Found::default();
        self.expect_ops(env, &function.body.ops, &mut found)?;
        let results = function.body.yields.iter().zip(&function.results);
        let mut values: Vec<Ex> = results.map(|(value, ty)| self.passed(env, value, ty)).collect();
        if self.shared.signature(func).budget {
            values.push(env.budget.clone()?);
        }
        Some((found, values))
    }

    fn expect_ops(&mut self, env: &mut Env, ops: &[Op], found: &mut Found) -> Option<()> {
        for op in ops {
            let (before, matched) = (env.code.len(), self.is_matched());
            self.expect_op(env, op, found)?;
            if matched && env.code.len() > before {
                return None;
            }
            let binds = found.segments.iter().any(|segment| segment.bound().is_some());
            self.expecting.iter_mut().for_each(|it| it.matched |= binds);
        }
        Some(())
    }

    fn expect_op(&mut self, env: &mut Env, op: &Op, found: &mut Found) -> Option<()> {
        match op {
            Op::Let { .. } | Op::Credit { .. } => self.simple(env, op),
            Op::Check { cond, .. } => {
                self.expect(env, cond, true)?;
                self.learn(env, cond);
            }
            Op::Charge { cost, .. } => {
                let cost = self.num(env, cost, EXACT);
                let left = Ex::binary("-", env.budget.clone()?, cost.ex);
                let left = self.bind(env, "budget", left);
                self.assume(Ex::binary(">=", left.clone(), Ex::Int(0)));
                env.budget = Some(left);
            }
            Op::If { cond, then, other, results } => {
                let takes_then = match (calls(then), calls(other)) {
                    (true, false) => false,
                    (false, true) => true,
                    _ => return None,
                };
                self.expect(env, cond, takes_then)?;
                self.expect_block(env, if takes_then { then } else { other }, results, found)?;
            }
            Op::At { region, pos, body, results, .. } => self.expect_at(env, (region, pos), (body, results), found)?,
            Op::Section { var, region, pos, len, fill, .. } => {
                self.begin(env, (region, pos), found)?;
                self.expect_section(env, *var, (len, fill.len() as u32), found)?;
            }
            Op::Read { what, results, .. } => self.expect_read(env, what, results, found)?,
            Op::Match { bytes, miss: Miss::Fail { .. } } => found.segments.extend(Segment::literal(bytes)),
            _ => return None,
        }
        Some(())
    }

    fn expect_block(&mut self, env: &mut Env, block: &Block, results: &[VarId], found: &mut Found) -> Option<()> {
        self.expect_ops(env, &block.ops, found)?;
        for (value, result) in block.yields.iter().zip(results) {
            let value = self.value(env, value);
            let value = self.bound(env, self.hint(env, *result), value);
            env.set(*result, value);
        }
        Some(())
    }

    /// Assumes that a condition is true or false.
    fn expect(&mut self, env: &mut Env, cond: &Expr, holds: bool) -> Option<()> {
        let ex = self.boolean(env, cond);
        let test = if holds { ex } else { boolean::negated(ex) };
        if test == boolean::truth(false) {
            return None;
        }
        self.assume(test);
        Some(())
    }

    fn begin(&mut self, env: &mut Env, (region, pos): (&Expr, &Expr), found: &mut Found) -> Option<Num> {
        let region = self.bytes(env, region);
        let pos = self.num(env, pos, EXACT);
        let pos = Num { ex: self.bind(env, "position", pos.ex.clone()), ..pos };
        let plain = region.is_atomic() && pos.ex.is_atomic();
        plain.then_some(())?;
        found.begin(region, pos.ex.clone())?;
        Some(pos)
    }

    fn expect_at(
        &mut self,
        env: &mut Env,
        (region, pos): (&Expr, &Expr),
        (body, results): (&Block, &[VarId]),
        found: &mut Found,
    ) -> Option<()> {
        let pos = self.begin(env, (region, pos), found)?;
        let region = self.bytes(env, region);
        let (rest, here) = (Ex::Any, Some(pos));
        let after = Num::constant(0);
        env.cursor = Some(Cursor { rest, region, after, window: 0, here, min_left: 0, empty: false });
        self.expect_block(env, body, results, found)?;
        env.cursor = None;
        Some(())
    }

    fn expect_section(
        &mut self,
        env: &mut Env,
        var: VarId,
        (len, size): (&Expr, u32),
        found: &mut Found,
    ) -> Option<()> {
        let len = self.num(env, len, EXACT);
        if self.shared.is_used_whole(env.frame.func, var) {
            return None;
        }
        self.assume(comparison::compare("=:=", len, Num::constant(size.into())));
        let pattern = self.load_pattern(env, var, size);
        if !pattern.is_simple() {
            return None;
        }
        found.segments.extend(pattern.segments);
        let whole = Ex::Bytes(vec![]);
        env.set(var, Value::Section(super::sections::SectionView { whole, loads: pattern.loads.into() }));
        Some(())
    }

    fn expect_read(&mut self, env: &mut Env, what: &ReadWhat, results: &[VarId], found: &mut Found) -> Option<()> {
        match what {
            ReadWhat::Span(len) => {
                let len = self.num(env, len, EXACT);
                let var = self.fresh(self.hint(env, results[0]));
                found.segments.push(Segment::span(var, len.ex));
                env.set(results[0], Value::Bytes(var.into()));
            }
            ReadWhat::Int { width, order: order @ (Order::Little | Order::Big) } => {
                let mode = self.shared.modes(env.frame.func).var(results[0]);
                let (segment, value, _) = self.load_segment((0, *width, *order == Order::Little), mode);
                found.segments.push(segment);
                env.set(results[0], value);
            }
            ReadWhat::Int { order: Order::LittleIf(_), .. }
            | ReadWhat::Skip(_)
            | ReadWhat::Peek
            | ReadWhat::SkipWhile(_)
            | ReadWhat::Align { .. }
            | ReadWhat::Leaf(_) => return None,
        }
        // The cursor's position is not available.
        env.cursor = None;
        Some(())
    }
}

fn calls(block: &Block) -> bool {
    block.ops.iter().any(|op| matches!(op, Op::Call { .. }) || op.blocks().into_iter().any(calls))
}
