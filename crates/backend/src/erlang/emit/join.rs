//! Joins branches: the state that they changed becomes variables that each of them binds.

use super::env::Env;
use super::num::Num;
use super::optional::grouped;
use super::out::{Out, Piece, flush};
use super::section::Section;
use super::state::State;
use super::{Emit, Then};
use crate::erlang::ast::{Ex, Var};
use polywire_ir::{Block, VarId};

/// A block and the state at its start.
pub struct Branch<'b> {
    /// The block.
    pub block: &'b Block,
    /// Its environment.
    pub entry: Env,
}

/// Makes one expression from the branches' bodies.
type Assemble<'a> = &'a mut dyn FnMut(Vec<Vec<Ex>>) -> Ex;

impl Emit<'_> {
    /// Runs one of several blocks, followed by the code after them: printed once after them, or in each of them if it
    /// is short.
    pub fn fork(
        &mut self,
        mut env: Env,
        branches: Vec<Branch>,
        results: &[VarId],
        assemble: Assemble,
        then: Then,
    ) -> Vec<Ex> {
        if env.tail && env.cheap {
            let mut bodies = vec![];
            for Branch { block, entry } in branches {
                bodies.push(self.seq(entry, &block.ops, &mut |emit, mut end| {
                    emit.bind_yields(&mut end, &block.yields, results);
                    then(emit, end)
                }));
            }
            env.code.push(assemble(bodies));
            return env.code;
        }
        let blocks: Vec<&Block> = branches.iter().map(|branch| branch.block).collect();
        let touched = self.touched(&env, &blocks);
        let states = self.states(&env, &touched, false);
        // Give values under construction the same shape in all branches.
        let before: Vec<Ex> = states.iter().map(|state| self.state(&mut env, state)).collect();
        let start = if touched.out { self.position(&mut env) } else { Num::constant(0) };
        let mut ends = vec![];
        for Branch { block, entry } in branches {
            let mut entry = Env { roots: env.roots.clone(), ..entry };
            if touched.out && entry.out.is_some() {
                entry.out = Some(Out::new(start.clone()));
            }
            entry.section = entry.section.as_ref().map(Section::branch);
            ends.push(match self.direct(entry, &block.ops) {
                Ok(mut end) => {
                    let yields = self.yields(&mut end, block, results);
                    End { env: Some(end), code: vec![], yields }
                }
                Err(code) => End { env: None, code, yields: vec![] },
            });
        }
        let merged = self.merge(&mut env, &mut ends, results, (&touched, &states, &before));
        env.code.push(assemble(merged.bodies));
        env.code.extend(merged.behind);
        if env.dead {
            return env.code;
        }
        then(self, env)
    }

    /// Merges the environments at the branches' ends; returns their code.
    pub fn merge(
        &mut self,
        env: &mut Env,
        ends: &mut Vec<End>,
        results: &[VarId],
        (touched, states, before): (&super::touched::Touched, &[State], &[Ex]),
    ) -> Merged {
        if ends.iter().all(|end| end.env.is_none()) {
            env.dead = true;
            return Merged { bodies: ends.drain(..).map(End::into_code).collect(), behind: vec![] };
        }
        // Values of results may need code of their own, after the branches.
        let mut behind = env.inner();
        self.join_yields(&mut behind, ends, results);
        self.join_states(&mut behind, ends, states, before);
        if touched.section {
            self.join_sections(&mut behind, ends);
        }
        if touched.out {
            self.join_outs(&mut behind, ends);
        }
        let code = std::mem::take(&mut behind.code);
        *env = Env { code: std::mem::take(&mut env.code), ..behind };
        Merged { bodies: ends.drain(..).map(End::into_code).collect(), behind: code }
    }

    fn join_yields(&mut self, env: &mut Env, ends: &mut [End], results: &[VarId]) {
        let mut vars = vec![];
        for (index, result) in results.iter().enumerate() {
            let values: Vec<Option<Ex>> = ends.iter().map(|end| end.yields.get(index).cloned()).collect();
            vars.push(self.export(env, ends, self.hint(env, *result), values));
        }
        self.receive(env, results, vars);
    }

    fn join_states(&mut self, env: &mut Env, ends: &mut [End], states: &[State], before: &[Ex]) {
        for (state, before) in states.iter().zip(before) {
            let values: Vec<Option<Ex>> =
                ends.iter_mut().map(|end| end.env.as_mut().map(|env| self.state(env, state))).collect();
            if values.iter().flatten().all(|value| value == before) {
                self.set_state(env, state, before.clone());
                continue;
            }
            let hint = self.state_hint(env, state);
            let ex = self.export(env, ends, &hint, values);
            self.set_state(env, state, ex);
        }
    }

    /// Makes each branch bind a variable to its value. A constant that all agree on needs none.
    pub fn export(&mut self, _env: &Env, ends: &mut [End], hint: &str, values: Vec<Option<Ex>>) -> Ex {
        let mut distinct = values.iter().flatten();
        if let Some(first) = distinct.next() {
            let constant = first.is_atomic() && !matches!(first, Ex::Var(_));
            if constant && distinct.all(|value| value == first) {
                return first.clone();
            }
        }
        let var = self.fresh(hint);
        for (end, value) in ends.iter_mut().zip(values) {
            end.bind(var, value);
        }
        var.into()
    }

    /// Joins the output of the branches: the individual pieces of one branch if the others wrote nothing, else a
    /// binary.
    fn join_outs(&mut self, env: &mut Env, ends: &mut [End]) {
        let written: Vec<Vec<Piece>> = ends.iter().map(End::pieces).collect();
        let writers: Vec<usize> = (0..ends.len()).filter(|index| !written[*index].is_empty()).collect();
        let groups = match writers.as_slice() {
            [] => return,
            [only] => grouped(&written[*only]),
            _ => return self.join_binaries(env, ends, &written),
        };
        for group in groups {
            let piece = self.optional_piece(env, ends, writers[0], group);
            self.emit(env, piece);
        }
    }

    fn join_binaries(&mut self, env: &mut Env, ends: &mut [End], written: &[Vec<Piece>]) {
        let values = ends.iter().zip(written).map(|(end, pieces)| end.env.is_some().then(|| flush(pieces))).collect();
        let ex = self.export(env, ends, "output", values);
        self.emit(env, Piece::binary(ex));
    }
}

/// Joined branches.
pub struct Merged {
    /// Their bodies.
    pub bodies: Vec<Vec<Ex>>,
    /// The code after them.
    pub behind: Vec<Ex>,
}

/// The end of a branch: its environment, or the code of one that certainly fails.
pub struct End {
    /// Its environment.
    pub env: Option<Env>,
    /// Its code, if there is no environment.
    pub code: Vec<Ex>,
    /// Its yields.
    pub yields: Vec<Ex>,
}

impl End {
    fn bind(&mut self, var: Var, value: Option<Ex>) {
        match (&mut self.env, value) {
            (Some(env), Some(value)) => env.code.push(Ex::bind(var, value)),
            _ => Emit::bind_in_failure(&mut self.code, &[var]),
        }
    }

    fn pieces(&self) -> Vec<Piece> {
        let out = self.env.as_ref().and_then(|env| env.out.as_ref());
        out.map_or(vec![], |out| out.pieces.iter().cloned().collect())
    }

    fn into_code(self) -> Vec<Ex> {
        self.env.map_or(self.code, |env| env.code)
    }
}
