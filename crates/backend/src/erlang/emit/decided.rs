//! An `if` whose result decides the next one: each end of the first goes straight on to its side of the second.
//!
//! If the ends were joined first, what they leave of the input would be one variable, and so a binary.
//!
//! Design: docs/decisions/0069-erlang-json-leaves.md

use super::branch::flag;
use super::control::reading_clause;
use super::env::{Env, Value};
use super::join::Branch;
use super::scan::is_scanned;
use super::state::State;
use super::{Emit, Then, boolean};
use crate::erlang::ast::{Callee, Clause, Ex, LocalId, Segment, Var};
use polywire_ir::{Arm, Block, Const, ErrorCode, Expr, Miss, Op, ReadLeaf, ReadWhat, SiteId, VarId};

/// Limit on the names that are matched in the input.
const MOST_NAMES: usize = 16;
/// Blocks of more ops are printed once, as a function.
const SHORT: usize = 2;

/// The second `if`.
struct Second<'o> {
    cond: &'o Expr,
    sides: (&'o Block, &'o Block),
    results: &'o [VarId],
}

/// A side of it that is a function.
struct Side {
    id: LocalId,
    states: Vec<State>,
    /// Results of the first `if` that it takes.
    results: Vec<VarId>,
}

impl Emit<'_> {
    /// Returns the number of ops that [`Self::decided`] prints together at the end of a function that reads; `cheap` if
    /// the code after all ops is short.
    pub fn together(&self, env: &Env, ops: &[Op], cheap: bool) -> usize {
        if !env.tail || self.shared.traced || env.out.is_some() || env.section.is_some() {
            return 0;
        }
        // The code after the last one is printed several times.
        let cheap = cheap && ops.len() == 2;
        match ops {
            [Op::Read { what: ReadWhat::Leaf(leaf), results, .. }, Op::Switch { on, arms, .. }]
                if cheap && *leaf == ReadLeaf::JsonString && is_names(on, arms, results[0]) =>
            {
                2
            }
            [Op::Read { what: ReadWhat::Leaf(ReadLeaf::JsonSpace), .. }, Op::Push { .. }, ..] => 1,
            [Op::Read { what: ReadWhat::Leaf(leaf), .. }, ..] => usize::from(is_scanned(*leaf)),
            [Op::Match { miss: Miss::Fail { .. }, .. }, ..] => 1,
            [Op::Match { miss: Miss::Yield(var), .. }, Op::If { cond, .. }] => {
                let decides = flag(cond).is_some_and(|(tested, _)| tested == *var);
                if cheap && decides { 2 } else { 0 }
            }
            [Op::If { results, .. }, Op::If { cond, .. }] => {
                let decides = flag(cond).is_some_and(|(tested, _)| results.contains(&tested));
                if cheap && decides { 2 } else { 0 }
            }
            _ => 0,
        }
    }

    /// Prints these ops, followed by the code after them.
    pub fn decided(&mut self, env: Env, ops: &[Op], then: Then) -> Vec<Ex> {
        match ops {
            [Op::Read { what: ReadWhat::Leaf(ReadLeaf::JsonSpace), .. }] => self.space(env, then),
            [Op::Match { bytes, miss: Miss::Fail { code, site } }] => self.required(env, bytes, (*code, *site), then),
            [Op::Read { what: ReadWhat::Leaf(leaf), results, site }] => self.scan(env, *leaf, results, *site, then),
            [Op::Read { results: name, site, .. }, switch] => self.names(env, (name[0], *site), switch, then),
            [Op::Match { bytes, miss: Miss::Yield(var) }, branch] => self.matched(env, bytes, *var, branch, then),
            [
                Op::If { cond, then: yes, other, results },
                Op::If { cond: again, then: one, other: two, results: last },
            ] => {
                let second = Second { cond: again, sides: (one, two), results: last };
                self.deciding(env, cond, (yes, other), results, &second, then)
            }
            _ => then(self, env),
        }
    }

    /// Skips space, of which there is usually none.
    fn space(&mut self, mut env: Env, then: Then) -> Vec<Ex> {
        let (subject, id) = (self.rest(&env), self.declare("element"));
        let (rest, next) = (self.fresh("rest"), self.fresh("next"));
        let mut inner = env.inner();
        self.move_to(&mut inner, rest.into());
        let body = then(self, inner);
        self.define(id, vec![rest], vec![reading_clause(&[rest], Some(0), body)]);
        let pattern = Ex::Bits(vec![Segment::bits(next, 8), Segment::binary(Ex::Any)]);
        let go = |rest| vec![Ex::Call(Callee::Local(id), vec![rest])];
        let none = Clause {
            guard: Some(Ex::binary(">", next, Ex::Int(b' '.into()))),
            ..Clause::of(pattern, go(subject.clone()))
        };
        let skipped = Ex::pure("polywire_json", "skip_space", vec![subject.clone()]);
        env.code.push(Ex::case(subject, vec![none, Clause::of(Ex::Any, go(skipped))]));
        env.code
    }

    fn required(&mut self, mut env: Env, bytes: &[u8], (code, site): (ErrorCode, SiteId), then: Then) -> Vec<Ex> {
        let (subject, rest) = (self.rest(&env), self.fresh("rest"));
        let segments = Segment::literal(bytes).into_iter().chain([Segment::binary(rest)]).collect();
        let site = self.site(&env, site);
        let args = vec![subject.clone(), Ex::Bytes(bytes.to_vec()), Ex::atom(code.name()), site];
        let missed = Ex::remote("polywire_bytes", "mismatch", args);
        let mut inner = env.inner();
        self.move_to(&mut inner, rest.into());
        let clauses = vec![Clause::of(Ex::Bits(segments), then(self, inner)), Clause::of(Ex::Any, vec![missed])];
        env.code.push(Ex::case(subject, clauses));
        env.code
    }

    fn matched(&mut self, mut env: Env, bytes: &[u8], var: VarId, branch: &Op, then: Then) -> Vec<Ex> {
        let (subject, rest) = (self.rest(&env), self.fresh("rest"));
        let segments = Segment::literal(bytes).into_iter().chain([Segment::binary(rest)]).collect();
        let mut side = |emit: &mut Self, matches: bool| {
            let mut env = env.inner();
            env.set(var, Value::Bool(boolean::truth(matches)));
            if matches {
                emit.move_to(&mut env, rest.into());
            }
            emit.seq(env, std::slice::from_ref(branch), then)
        };
        let clauses = vec![Clause::of(Ex::Bits(segments), side(self, true)), Clause::of(Ex::Any, side(self, false))];
        env.code.push(Ex::case(subject, clauses));
        env.code
    }

    /// A string that is one of some names is matched as such; any other is read first.
    fn names(&mut self, mut env: Env, (name, site): (VarId, SiteId), switch: &Op, then: Then) -> Vec<Ex> {
        let Op::Switch { arms, results, .. } = switch else { return then(self, env) };
        let subject = self.rest(&env);
        let mut clauses = vec![];
        for (arm, key) in arms.iter().flat_map(|arm| arm.keys.iter().map(move |key| (arm, key))) {
            let Const::Bytes(text) = key else { continue };
            let (rest, mut env) = (self.fresh("rest"), env.inner());
            let quoted = [b"\"", &text[..], b"\""].concat();
            let segments = Segment::literal(&quoted).into_iter().chain([Segment::binary(rest)]).collect();
            self.move_to(&mut env, rest.into());
            env.set(name, Value::Bytes(Ex::Bytes(text.to_vec())));
            clauses.push(Clause::of(Ex::Bits(segments), self.block_then(env, &arm.body, results, then)));
        }
        let mut other = Env { cheap: false, ..env.inner() };
        self.read_leaf(&mut other, ReadLeaf::JsonString, &[name], site);
        let other = self.structured(other, switch, &mut |emit, env| then(emit, Env { cheap: true, ..env }));
        clauses.push(Clause::of(Ex::Any, other));
        env.code.push(Ex::case(subject, clauses));
        env.code
    }

    fn deciding(
        &mut self,
        mut env: Env,
        cond: &Expr,
        (yes, other): (&Block, &Block),
        results: &[VarId],
        second: &Second,
        then: Then,
    ) -> Vec<Ex> {
        let touched = self.touched(&env, &[yes, other]);
        let states = self.states(&env, &touched, true);
        // Give values under construction the same shape in all branches.
        states.iter().for_each(|state| drop(self.state(&mut env, state)));
        let mut sides = [true, false].map(|holds| {
            let block = if holds { second.sides.0 } else { second.sides.1 };
            let is_long = super::call::count_ops(&block.ops) > SHORT;
            is_long.then(|| self.side(&env, (second, holds), (&states, results), then))
        });
        let cond = self.condition(&mut env, cond);
        let branch = |block| Branch { block, entry: env.inner() };
        let branches = vec![branch(yes), branch(other)];
        let mut cond = Some(cond);
        let assemble = &mut |bodies: Vec<Vec<Ex>>| {
            let mut bodies = bodies.into_iter();
            let (yes, no) = (bodies.next().unwrap_or_default(), bodies.next().unwrap_or_default());
            cond.take().map_or(boolean::truth(true), |cond| cond.branch(yes, no))
        };
        self.fork(env, branches, results, assemble, &mut |emit, mut env| {
            let test = emit.condition(&mut env, second.cond);
            match test.known() {
                Some(holds) => emit.take_side(env, (second, holds), &mut sides, then),
                None => {
                    let yes = emit.take_side(env.inner(), (second, true), &mut sides, then);
                    let no = emit.take_side(env.inner(), (second, false), &mut sides, then);
                    env.code.push(test.branch(yes, no));
                    env.code
                }
            }
        })
    }

    /// Prints a side as a function.
    fn side(
        &mut self,
        env: &Env,
        (second, holds): (&Second, bool),
        (states, results): (&[State], &[VarId]),
        then: Then,
    ) -> Side {
        let id = self.declare("present");
        let tested = flag(second.cond).map(|(tested, _)| tested);
        let results: Vec<VarId> = results.iter().copied().filter(|result| Some(*result) != tested).collect();
        let mut inner = env.inner();
        let mut params = self.renew(&mut inner, states);
        let vars: Vec<Var> = results.iter().map(|result| self.fresh(self.hint(env, *result))).collect();
        self.receive(&mut inner, &results, vars.iter().copied().map(Ex::Var).collect());
        params.extend(vars);
        let body = self.inline_side(inner, (second, holds), then);
        let rest = states.iter().position(|state| *state == State::Rest);
        self.define(id, params.clone(), vec![reading_clause(&params, rest, body)]);
        Side { id, states: states.to_vec(), results }
    }

    fn inline_side(&mut self, mut env: Env, (second, holds): (&Second, bool), then: Then) -> Vec<Ex> {
        if let Some((tested, value)) = flag(second.cond) {
            env.set(tested, Value::Bool(boolean::truth(holds == value)));
        }
        let block = if holds { second.sides.0 } else { second.sides.1 };
        self.block_then(env, block, second.results, then)
    }

    fn take_side(
        &mut self,
        mut env: Env,
        (second, holds): (&Second, bool),
        sides: &mut [Option<Side>; 2],
        then: Then,
    ) -> Vec<Ex> {
        let Some(side) = &sides[usize::from(!holds)] else { return self.inline_side(env, (second, holds), then) };
        let mut args: Vec<Ex> = side.states.iter().map(|state| self.state(&mut env, state)).collect();
        for result in &side.results {
            let ty = self.shared.module.function(env.frame.func).var(*result).ty.clone();
            args.push(self.passed(&mut env, &Expr::Var(*result), &ty));
        }
        env.code.push(Ex::Call(Callee::Local(side.id), args));
        env.code
    }
}

/// Returns true if a switch is on a string, by few names without escapes.
fn is_names(on: &Expr, arms: &[Arm], name: VarId) -> bool {
    let keys = || arms.iter().flat_map(|arm| &arm.keys);
    let is_plain = |byte: &u8| (b' '..0x7F).contains(byte) && !matches!(byte, b'"' | b'\\');
    let is_name = |key: &Const| matches!(key, Const::Bytes(text) if text.iter().all(is_plain));
    *on == Expr::Var(name) && keys().count() <= MOST_NAMES && keys().all(is_name)
}
