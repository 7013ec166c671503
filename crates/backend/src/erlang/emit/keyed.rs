//! Keyed members: a function with a clause for each member's usual bytes, and another function for everything else.
//!
//! Design: docs/decisions/0041-erlang-many-members.md

use super::branch::head;
use super::control::{Looping, clause, reading_clause};
use super::env::{Env, Value};
use super::num::{MAX_LEN, Num};
use super::pack::MOST_ARGUMENTS;
use super::state::State;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Clause, Ex, LocalId, Segment, Var};
use crate::outline::uses_in;
use polywire_ir::{Block, Carried, Expr, KeyedArm, Miss, Op, ReadWhat, Separation, VarId};

/// The op's parts and the functions made from it.
struct Members<'o> {
    head: &'o Block,
    key: VarId,
    arms: &'o [KeyedArm],
    default: &'o Block,
    carried: &'o [Carried],
    results: &'o [VarId],
    separation: &'o Separation,
    index: Var,
    /// The guard under which labels lead to arms.
    expected: Option<Ex>,
    it: Looping,
    /// The function of each arm's body, if it is printed once instead of at each use.
    shared: Vec<Option<LocalId>>,
}

/// The condition under which an arm's literal applies.
#[derive(Clone, Copy, PartialEq)]
enum When {
    First,
    Later,
    Always,
}

impl Emit<'_> {
    /// `Keyed`.
    pub fn keyed(&mut self, mut env: Env, op: &Op, then: Then) -> Vec<Ex> {
        let Op::Keyed { index, count: limit, head, key, arms, default, carried, results, separation, predict: _ } = op
        else {
            return then(self, env);
        };
        let mut it = self.begin_loop(&mut env, "fields", carried, &op.blocks());
        let count = self.fresh(self.hint(&env, *index));
        it.inner.set(*index, Value::Num(Num::new(count.into(), 0, MAX_LEN)));
        it.params.push(count);
        it.first.push(Ex::Int(0));
        let shared = vec![None; arms.len()];
        let key = *key;
        let expected = limit.as_ref().and_then(|limit| self.label_guard(&it, Expr::Var(*index).below(limit.clone())));
        let is_predicted = !self.shared.traced && limit.is_some() == expected.is_some();
        let mut members =
            Members { head, key, arms, default, carried, results, separation, index: count, expected, it, shared };
        let repeated = !separation.separator.is_empty() && !self.shared.traced;
        if members.it.is_wide() || members.arms.len() > MOST_ARGUMENTS || repeated {
            self.share_arms(&mut members);
        }
        let ends_with_window = self.ends_with_window(&members);
        let hot = if is_predicted { self.hot_clauses(&members) } else { vec![] };
        if hot.is_empty() {
            let body = self.general(&members, members.it.inner.clone(), &env, then);
            self.define(members.it.id, members.it.params.clone(), vec![clause(&members.it.params, body)]);
        } else {
            self.define_hot_and_rare(&members, &env, (hot, ends_with_window), then);
        }
        let first = members.it.first.clone();
        self.enter(env, &members.it, first, results, then)
    }

    /// Returns a condition as a guard.
    fn label_guard(&mut self, it: &Looping, condition: Expr) -> Option<Ex> {
        let mut at = it.inner.inner();
        let guard = self.boolean(&mut at, &condition);
        (at.code.is_empty() && guard.is_guard()).then_some(guard)
    }

    fn define_hot_and_rare(&mut self, it: &Members, env: &Env, (mut hot, ends): (Vec<Clause>, bool), then: Then) {
        let rare = self.declare("rare_field");
        let params = it.it.params.clone();
        if ends {
            let mut at = it.it.inner.clone();
            if let Some(cursor) = &mut at.cursor {
                cursor.empty = true;
                cursor.rest = Ex::Bytes(vec![]);
            }
            let body = self.exit(&it.it, at, env, it.carried, it.results, then);
            let mut end = clause(&params, body);
            end.patterns[self.rest_index(&it.it)] = Ex::Bytes(vec![]);
            hot.push(end);
        }
        hot.extend(self.end_clause(it, env, then));
        let args = params.iter().map(|var| Ex::Var(*var)).collect();
        hot.push(clause(&params, vec![Ex::Call(Callee::Local(rare), args)]));
        self.define(it.it.id, params.clone(), hot);
        let mut at = it.it.inner.clone();
        if let (true, Some(cursor)) = (ends, &mut at.cursor) {
            cursor.min_left = 1;
        }
        let body = self.general(it, at, env, then);
        self.define(rare, params.clone(), vec![clause(&params, body)]);
    }

    /// Returns a clause for the bytes that end the members, if the head tests for them first.
    fn end_clause(&mut self, it: &Members, env: &Env, then: Then) -> Option<Clause> {
        let ops = match it.head.ops.as_slice() {
            [Op::Read { what: ReadWhat::Leaf(leaf), .. }, ops @ ..] if Some(*leaf) == it.separation.space => ops,
            ops => ops,
        };
        let [Op::Match { bytes, miss: Miss::Yield(matches) }, ops @ ..] = ops else { return None };
        let rest = self.fresh("rest");
        let mut at = it.it.inner.inner();
        self.move_to(&mut at, rest.into());
        at.set(*matches, Value::Bool(super::boolean::truth(true)));
        let mut at = self.direct(at, ops).ok()?;
        let more = self.condition(&mut at, it.head.yields.first()?).known();
        if more != Some(false) || !at.code.is_empty() {
            return None;
        }
        let body = self.exit(&it.it, at, env, it.carried, it.results, then);
        let mut end = clause(&it.it.params, body);
        let segments = Segment::literal(bytes).into_iter().chain([Segment::binary(rest)]);
        end.patterns[self.rest_index(&it.it)] = Ex::Bits(segments.collect());
        Some(end)
    }

    fn rest_index(&self, it: &Looping) -> usize {
        it.states.iter().position(|state| *state == State::Rest).unwrap_or(0)
    }

    /// Returns true if there is another member exactly if the window has bytes left.
    fn ends_with_window(&mut self, it: &Members) -> bool {
        let locals = self.locals.len();
        let errors = self.errors.len();
        let more = |emit: &mut Self, empty: bool| {
            let mut at = it.it.inner.inner();
            if let Some(cursor) = &mut at.cursor {
                cursor.empty = empty;
                cursor.min_left = i128::from(!empty);
            }
            let mut end = emit.direct(at, &it.head.ops).ok()?;
            let more = emit.condition(&mut end, it.head.yields.first()?).known();
            if empty && !end.code.is_empty() { None } else { more }
        };
        let ends = more(self, true) == Some(false) && more(self, false) == Some(true);
        self.locals.truncate(locals);
        self.errors.truncate(errors);
        ends
    }

    fn hot_clauses(&mut self, it: &Members) -> Vec<Clause> {
        let mut clauses = vec![];
        for (index, arm) in it.arms.iter().enumerate() {
            if arm.label.is_empty() {
                continue;
            }
            if it.separation.separator.is_empty() {
                clauses.push(self.hot_clause(it, index, &arm.label, When::Always));
                continue;
            }
            let later = it.separation.before(&arm.label);
            clauses.push(self.hot_clause(it, index, &later, When::Later));
            clauses.push(self.hot_clause(it, index, &arm.label, When::First));
        }
        clauses
    }

    /// Gives each arm that reads nothing together with its literal a function: for messages of many members, and if several
    /// clauses lead to an arm.
    fn share_arms(&mut self, it: &mut Members) {
        for (index, arm) in it.arms.iter().enumerate() {
            let mut at = Env { tail: !it.it.is_wide(), cheap: true, ..it.it.inner.inner() };
            at.set(it.key, super::bytes::constant_value(&arm.keys[0]));
            let run = self.run(&at, &arm.body.ops, true).ops;
            let differs_by_key = arm.keys.len() > 1 && uses_in(&arm.body).of(it.key) > 0;
            if differs_by_key || run > 0 || self.hot_window(&mut at.inner(), &arm.body.ops).is_some() {
                continue;
            }
            let id = self.declare("member");
            self.trace_arm(&mut at, &arm.body);
            let body = self.seq(at, &arm.body.ops, &mut |emit, mut end| {
                emit.next_member(it, &mut end, &arm.body);
                end.code
            });
            // If the compiler knows that this is a binary, it does not duplicate the code after its first match.
            let member = reading_clause(&it.it.params, Some(self.rest_index(&it.it)), body);
            self.define(id, it.it.params.clone(), vec![member]);
            it.shared[index] = Some(id);
        }
    }

    /// Returns the call of an arm's function.
    fn call_arm(&mut self, it: &Members, mut env: Env, id: LocalId) -> Vec<Ex> {
        let mut args: Vec<Ex> = it.it.states.iter().map(|state| self.state(&mut env, state)).collect();
        for carried in it.carried {
            let ty = self.shared.module.function(env.frame.func).var(carried.var).ty.clone();
            args.push(self.passed(&mut env, &Expr::Var(carried.var), &ty));
        }
        args.push(it.index.into());
        env.code.push(Ex::Call(Callee::Local(id), args));
        env.code
    }

    /// Returns a clause that matches a member's literal and its first read.
    fn hot_clause(&mut self, it: &Members, arm: usize, literal: &[u8], when: When) -> Clause {
        let (arm, shared) = (&it.arms[arm], it.shared[arm]);
        let mut env = Env { tail: !it.it.is_wide(), ..it.it.inner.inner() };
        env.set(it.key, super::bytes::constant_value(&arm.keys[0]));
        let run = self.run(&env, &arm.body.ops, true);
        let rest = self.fresh("rest");
        let mut segments = Segment::literal(literal);
        segments.extend(run.segments.iter().cloned());
        let ops = &arm.body.ops[run.ops..];
        self.finish_run(&mut env, run, rest);
        let window = self.hot_window(&mut env, ops);
        if let Some((var, size)) = &window {
            segments.push(Segment::span(*var, size.clone()));
        }
        segments.push(Segment::binary(rest));
        let then: Then = &mut |emit, mut end| {
            emit.next_member(it, &mut end, &arm.body);
            end.code
        };
        let body = match (shared, window, ops.first()) {
            (Some(id), _, _) => self.call_arm(it, env, id),
            (None, Some((var, _)), Some(Op::Window { body, rest, results, site, .. })) => {
                self.window_of(env, (var, body), (*rest, *site), results, &mut |emit, env| {
                    emit.seq(env, &ops[1..], then)
                })
            }
            (None, _, _) => self.seq(env, ops, then),
        };
        let mut made = clause(&it.it.params, body);
        made.patterns[self.rest_index(&it.it)] = Ex::Bits(segments);
        match when {
            When::First => made.patterns[it.it.params.len() - 1] = Ex::bind(Ex::Int(0), it.index.into()),
            When::Later => made.guard = Some(Ex::binary(">", it.index, Ex::Int(0))),
            When::Always => {}
        }
        let guards = it.expected.iter().cloned().chain(made.guard.take());
        made.guard = guards.reduce(|left, right| Ex::binary("andalso", left, right));
        made
    }

    /// Returns a window that can be matched together with the reads before it.
    fn hot_window(&mut self, env: &mut Env, ops: &[Op]) -> Option<(Var, Ex)> {
        let Some(Op::Window { len, .. }) = ops.first() else { return None };
        let size = self.size(env, len)?;
        Some((self.fresh("window"), size))
    }

    fn next_member(&mut self, it: &Members, end: &mut Env, body: &Block) {
        let mut next = self.next(end, &it.it, body, it.carried);
        next.push(Num::len(it.index.into()).plus(Num::constant(1)).ex);
        end.code.push(Ex::Call(Callee::Local(it.it.id), next));
    }

    /// Prints the head, followed by the arm of its key.
    fn general(&mut self, it: &Members, at: Env, outer: &Env, then: Then) -> Vec<Ex> {
        let at = Env { tail: true, cheap: false, ..at };
        self.seq(at, &it.head.ops, &mut |emit, mut env| {
            let Some(more) = it.head.yields.first() else { return env.code };
            let more = emit.condition(&mut env, more);
            match more.known() {
                Some(true) => emit.dispatch(it, env),
                Some(false) => emit.exit(&it.it, env, outer, it.carried, it.results, then),
                None => {
                    let stop = emit.exit(&it.it, env.inner(), outer, it.carried, it.results, then);
                    let go = emit.dispatch(it, env.inner());
                    env.code.push(more.branch(go, stop));
                    env.code
                }
            }
        })
    }

    fn dispatch(&mut self, it: &Members, mut env: Env) -> Vec<Ex> {
        let Some(key) = it.head.yields.get(1) else { return env.code };
        let key = self.value(&mut env, key);
        let key = match key {
            Value::Num(num) => Value::Num(Num { ex: self.bind(&mut env, "key", num.ex.clone()), ..num }),
            Value::Bytes(ex) => Value::Bytes(self.bind(&mut env, "key", ex)),
            key => key,
        };
        env.set(it.key, key.clone());
        let subject = match key {
            Value::Num(num) | Value::Pos(num, ..) => num.ex,
            Value::Bool(ex) | Value::Bytes(ex) => ex,
            Value::Section(view) => view.whole,
            Value::Float(ex, _) | Value::Signed(ex, _) => ex,
        };
        let (var, is_var) = match &subject {
            Ex::Var(var) => (*var, true),
            _ => (self.fresh("key"), false),
        };
        let mut clauses = vec![];
        for (arm, shared) in it.arms.iter().zip(&it.shared) {
            let (pattern, guard) = head(&arm.keys, var);
            let pattern = if guard.is_some() && is_var { Ex::Any } else { pattern };
            let body = match shared {
                Some(id) => self.call_arm(it, Env { tail: true, cheap: true, ..env.inner() }, *id),
                None => self.arm(it, &env, &arm.body),
            };
            clauses.push(Clause { patterns: vec![pattern], guard, body });
        }
        let default = self.arm(it, &env, it.default);
        if clauses.is_empty() {
            env.code.extend(default);
            return env.code;
        }
        clauses.push(Clause::of(Ex::Any, default));
        env.code.push(Ex::case(subject, clauses));
        env.code
    }

    fn arm(&mut self, it: &Members, env: &Env, body: &Block) -> Vec<Ex> {
        let mut at = Env { tail: !it.it.is_wide(), cheap: true, ..env.inner() };
        self.trace_arm(&mut at, body);
        self.seq(at, &body.ops, &mut |emit, mut end| {
            emit.next_member(it, &mut end, body);
            end.code
        })
    }
}
