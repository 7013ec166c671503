//! Sequences of ops.

use super::env::Env;
use super::trace::position;
use super::{Emit, Then};
use crate::erlang::ast::Ex;
use polywire_ir::{Block, Expr, Op};

impl Emit<'_> {
    /// Prints ops, followed by the code after them.
    pub fn seq(&mut self, mut env: Env, ops: &[Op], then: Then) -> Vec<Ex> {
        let cheap = env.cheap;
        // Outside of the op, failures of the block are about the enclosing op's place.
        let home = env.trace.as_ref().map(|trace| Box::new((trace.start.clone(), trace.here.clone())));
        let mut index = 0;
        while index < ops.len() && !env.dead {
            self.trace_op(&mut env, ops, index, home.as_deref().map(|(_, here)| here));
            let run = self.run(&env, &ops[index..], false);
            if run.ops > 0 {
                index += run.ops;
                let before = self.shared.traced.then(|| position(&env));
                self.read_run(&mut env, run);
                self.trace_read(&mut env, &ops[index - 1], before);
                continue;
            }
            let (op, rest) = (&ops[index], &ops[index + 1..]);
            let together = self.together(&env, &ops[index..], cheap);
            if together > 0 {
                let rest = &ops[index + together..];
                env.cheap = cheap && rest.is_empty();
                return self.decided(env, &ops[index..index + together], &mut |emit, mut env| {
                    env.cheap = cheap;
                    emit.seq(env, rest, then)
                });
            }
            if !is_simple(op) {
                env.cheap = cheap && rest.is_empty();
                return self.structured(env, op, &mut |emit, mut env| {
                    env.cheap = cheap;
                    go_home(&mut env, home.as_deref());
                    emit.seq(env, rest, then)
                });
            }
            let before = self.shared.traced.then(|| position(&env));
            self.simple(&mut env, op);
            self.trace_read(&mut env, op, before);
            index += 1;
        }
        if env.dead {
            return env.code;
        }
        env.cheap = cheap;
        then(self, env)
    }

    /// Runs a block whose code stays within the current body: returns the environment at its end, or the code so far if
    /// it certainly fails.
    pub fn direct(&mut self, env: Env, ops: &[Op]) -> Result<Env, Vec<Ex>> {
        let (tail, cheap) = (env.tail, env.cheap);
        let mut end = None;
        let env = Env { tail: false, cheap: false, ..env };
        let code = self.seq(env, ops, &mut |_, env| {
            end = Some(env);
            vec![]
        });
        end.map(|env| Env { tail, cheap, ..env }).ok_or(code)
    }

    /// Returns the yields of a block, as Erlang expressions of the types of the variables that they are bound to.
    pub fn yields(&mut self, env: &mut Env, block: &Block, results: &[polywire_ir::VarId]) -> Vec<Ex> {
        let types: Vec<_> = {
            let function = self.shared.module.function(env.frame.func);
            results.iter().map(|var| function.var(*var).ty.clone()).collect()
        };
        block.yields.iter().zip(&types).map(|(value, ty)| self.passed(env, value, ty)).collect()
    }

    /// Binds the results of an op to the yields of its only block.
    pub fn bind_yields(&mut self, env: &mut Env, yields: &[Expr], results: &[polywire_ir::VarId]) {
        for (value, result) in yields.iter().zip(results) {
            let value = self.value(env, value);
            env.set(*result, value);
        }
    }
}

/// After an op, restores the place of its block.
fn go_home(env: &mut Env, home: Option<&(Ex, Ex)>) {
    if let (Some(trace), Some((start, home))) = (&mut env.trace, home) {
        trace.start.clone_from(start);
        trace.here.clone_from(home);
    }
}

/// Returns true if an op has neither blocks nor calls.
fn is_simple(op: &Op) -> bool {
    match op {
        Op::Let { .. }
        | Op::Check { .. }
        | Op::Charge { .. }
        | Op::Credit { .. }
        | Op::Read { .. }
        | Op::Match { .. }
        | Op::Section { .. }
        | Op::Set { .. }
        | Op::Reset { .. }
        | Op::Retain { .. }
        | Op::ReportUnknown { .. }
        | Op::Write { .. }
        | Op::Put { .. } => true,
        Op::If { .. }
        | Op::Switch { .. }
        | Op::Loop { .. }
        | Op::Call { .. }
        | Op::Window { .. }
        | Op::At { .. }
        | Op::Keyed { .. }
        | Op::Open { .. }
        | Op::Push { .. }
        | Op::Fill { .. }
        | Op::Make { .. }
        | Op::Measured { .. }
        | Op::Block { .. }
        | Op::Sub { .. }
        | Op::Tail { .. }
        | Op::Each { .. }
        | Op::Memo { .. }
        | Op::Scratch { .. } => false,
    }
}
