//! Loops as functions of the state that they change.

use super::env::Env;
use super::pack::packed;
use super::state::State;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Clause, Ex, Local, LocalId, Segment, Var};
use polywire_ir::{Block, Carried, Expr, VarId};

/// A loop's function under construction.
pub struct Looping {
    /// Its id.
    pub id: LocalId,
    /// The state that it threads, apart from the carried variables.
    pub states: Vec<State>,
    /// Its parameters: states, then carried variables.
    pub params: Vec<Var>,
    /// The environment at the start of its body.
    pub inner: Env,
    /// Arguments of the first call.
    pub first: Vec<Ex>,
}

impl Looping {
    /// Returns true if it threads so much state that it is packed.
    pub fn is_wide(&self) -> bool {
        self.states.iter().any(|state| matches!(state, State::Packed(_)))
    }
}

impl Emit<'_> {
    /// Declares a new helper of the current function.
    pub fn declare(&mut self, role: &'static str) -> LocalId {
        self.locals.push(Local { role, params: vec![], clauses: vec![] });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// Starts a loop over blocks with carried variables.
    pub fn begin_loop(&mut self, env: &mut Env, role: &'static str, carried: &[Carried], blocks: &[&Block]) -> Looping {
        let touched = self.touched(env, blocks);
        if touched.section {
            self.unsupported(env, "a loop puts into a section without a stride");
        }
        let states = packed(self.states(env, &touched, true));
        self.begin_loop_over(env, role, carried, states)
    }

    /// Starts a loop that threads these states and carried variables.
    pub fn begin_loop_over(
        &mut self,
        env: &mut Env,
        role: &'static str,
        carried: &[Carried],
        states: Vec<State>,
    ) -> Looping {
        let id = self.declare(role);
        if states.contains(&State::Out) {
            self.fix_start(env);
        }
        let mut first: Vec<Ex> = states.iter().map(|state| self.state(env, state)).collect();
        for carried in carried {
            let ty = self.shared.module.function(env.frame.func).var(carried.var).ty.clone();
            first.push(self.passed(env, &carried.init, &ty));
        }
        let mut inner = Env { tail: true, cheap: true, ..env.inner() };
        let mut params = self.renew(&mut inner, &states);
        let vars: Vec<VarId> = carried.iter().map(|it| it.var).collect();
        let carried: Vec<Var> = vars.iter().map(|var| self.fresh(self.hint(env, *var))).collect();
        self.receive(&mut inner, &vars, carried.iter().map(|var| Ex::Var(*var)).collect());
        params.extend(carried);
        Looping { id, states, params, inner, first }
    }

    /// Binds the stream's start to a variable, for use in another function.
    fn fix_start(&mut self, env: &mut Env) {
        let Some(out) = env.out.clone() else { return };
        let ex = self.bind(env, "start", out.start.ex.clone());
        if let Some(out) = &mut env.out {
            out.start.ex = ex;
        }
    }

    /// Returns the arguments of the next call.
    pub fn next(&mut self, env: &mut Env, it: &Looping, body: &Block, carried: &[Carried]) -> Vec<Ex> {
        let vars: Vec<VarId> = carried.iter().map(|carried| carried.var).collect();
        let yields = self.yields(env, body, &vars);
        let states: Vec<Ex> = it.states.iter().map(|state| self.state(env, state)).collect();
        states.into_iter().chain(yields).collect()
    }

    /// Returns the last clause's body: the code after the loop, or the loop's results.
    pub fn exit(
        &mut self,
        it: &Looping,
        mut at: Env,
        outer: &Env,
        carried: &[Carried],
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        at.tail = outer.tail;
        at.cheap = outer.cheap;
        if outer.tail {
            for (carried, result) in carried.iter().zip(results) {
                if let Some(value) = at.values.get(&at.key(carried.var)).cloned() {
                    at.set(*result, value);
                }
            }
            return then(self, at);
        }
        let mut values = vec![];
        for carried in carried {
            let ty = self.shared.module.function(at.frame.func).var(carried.var).ty.clone();
            values.push(self.passed(&mut at, &Expr::Var(carried.var), &ty));
        }
        for state in &it.states {
            values.push(self.state(&mut at, state));
        }
        at.code.push(Ex::tuple(values));
        at.code
    }

    /// Prints the call of the loop; if it returns its results, also the code after it.
    pub fn enter(&mut self, mut env: Env, it: &Looping, first: Vec<Ex>, results: &[VarId], then: Then) -> Vec<Ex> {
        let call = Ex::Call(Callee::Local(it.id), first);
        if env.tail {
            env.code.push(call);
            return env.code;
        }
        let vars: Vec<Var> = results.iter().map(|result| self.fresh(self.hint(&env, *result))).collect();
        let values: Vec<Ex> = vars.iter().map(|var| Ex::Var(*var)).collect();
        let threaded = self.renew(&mut env, &it.states);
        let pattern = Ex::tuple(values.iter().cloned().chain(threaded.into_iter().map(Ex::Var)).collect());
        env.code.push(if pattern == Ex::atom("ok") { call } else { Ex::bind(pattern, call) });
        self.receive(&mut env, results, values);
        then(self, env)
    }

    /// `Loop`.
    pub fn loop_(
        &mut self,
        mut env: Env,
        (carried, cond, body): (&[Carried], &Expr, &Block),
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let it = self.begin_loop(&mut env, "loop", carried, &[body]);
        let mut head = it.inner.clone();
        let cond = self.condition(&mut head, cond);
        let stop = self.exit(&it, head.inner(), &env, carried, results, then);
        let go = self.seq(Env { tail: true, cheap: true, ..head.inner() }, &body.ops, &mut |emit, mut end| {
            let next = emit.next(&mut end, &it, body, carried);
            end.code.push(Ex::Call(Callee::Local(it.id), next));
            end.code
        });
        head.code.push(match cond.known() {
            Some(false) => Ex::If(vec![(super::boolean::truth(true), stop)]),
            _ => cond.branch(go, stop),
        });
        self.define(it.id, it.params.clone(), vec![clause(&it.params, head.code)]);
        let first = it.first.clone();
        self.enter(env, &it, first, results, then)
    }

    /// Gives a declared function its clauses.
    pub fn define(&mut self, id: LocalId, params: Vec<Var>, clauses: Vec<Clause>) {
        let local = &mut self.locals[id.0 as usize];
        local.params = params;
        local.clauses = clauses;
    }
}

/// A clause whose patterns are the parameters.
pub fn clause(params: &[Var], body: Vec<Ex>) -> Clause {
    Clause { patterns: params.iter().map(|var| Ex::Var(*var)).collect(), guard: None, body }
}

/// A clause that matches the rest of the window as a binary: other functions of the module then pass it on as the match
/// context that they have.
pub fn reading_clause(params: &[Var], rest: Option<usize>, body: Vec<Ex>) -> Clause {
    let mut made = clause(params, body);
    if let Some(pattern) = rest.and_then(|index| made.patterns.get_mut(index)) {
        *pattern = Ex::Bits(vec![Segment::binary(pattern.clone())]);
    }
    made
}
