use super::env::{Cursor, Env, Frame, Root};
use super::num::Num;
use super::out::{Out, flush};
use super::place::{Node, NodeType};
use super::section::Section;
use super::state::State;
use super::trace::Trace;
use super::{Emit, Shared, Signature};
use crate::erlang::ast::{Clause, Ex, Function};
use polywire_ir::types::Type;
use polywire_ir::{Block, FuncId, Module, Op, ParamKind, ValueType};
use std::collections::HashMap;

/// Limit on consecutive loops that continue with the code after them. Beyond it, each loop returns its results:
/// otherwise it would pass on all values that the others need in each of its calls.
const MOST_LOOPS: usize = 12;

/// Returns the atom of the Erlang function for an IR function.
pub fn function_name(module: &Module, func: FuncId) -> String {
    format!("do_{}", module.function(func).name)
}

/// The functions that a function calls, with a flag that is true if it only passes new values to build.
type Requests = Vec<(FuncId, bool)>;

/// Makes the Erlang function, with the IR functions that it calls; `fresh` if the values that it builds are new and not
/// passed.
pub fn emit_function<'m>(
    shared: &'m Shared<'m>,
    func: FuncId,
    fresh: bool,
) -> Result<(Function, Requests), Vec<String>> {
    let mut emit = Emit::new(shared, func);
    let clause = emit.main_clause(func, fresh);
    if !emit.errors.is_empty() {
        return Err(emit.errors);
    }
    let name = function_name(shared.module, func);
    let mut function = Function { name, clauses: vec![clause], locals: emit.locals, hints: emit.hints };
    crate::erlang::tidy::tidy(&mut function);
    Ok((function, emit.requests))
}

impl<'m> Emit<'m> {
    /// Starts a function.
    pub fn new(shared: &'m Shared<'m>, func: FuncId) -> Self {
        Self {
            shared,
            hints: vec![],
            locals: vec![],
            frames: 0,
            windows: 0,
            inlined: vec![func],
            packs: HashMap::new(),
            requests: vec![],
            expecting: None,
            errors: vec![],
        }
    }
}

impl Emit<'_> {
    fn main_clause(&mut self, func: FuncId, fresh: bool) -> Clause {
        let shared = self.shared;
        let (signature, function) = (shared.signature(func), shared.module.function(func));
        let mut env = Env::new(Frame { id: 0, func });
        let mut patterns = self.context_before_params(&mut env, &signature);
        for param in &function.params {
            let ty = &function.var(param.var).ty;
            patterns.extend(self.parameter(&mut env, param.var, (param.kind, fresh), ty));
        }
        patterns.extend(self.context_behind_params(&mut env, &signature));
        if function.nests {
            self.nest(&mut env);
        }
        env.tail = loops(&function.body) <= MOST_LOOPS;
        let body = self.seq(env, &function.body.ops, &mut |emit, env| emit.give_back(env, (func, fresh), &signature));
        Clause { patterns, guard: None, body }
    }

    pub fn context_before_params(&mut self, env: &mut Env, it: &Signature) -> Vec<Ex> {
        let mut patterns = vec![];
        let rest = if it.reads { Ex::Var(self.fresh("rest")) } else { Ex::Bytes(vec![]) };
        if it.reads {
            patterns.push(rest.clone());
        }
        let (region, after) = match it.region {
            true => {
                let (region, after) = (Ex::Var(self.fresh("input")), Ex::Var(self.fresh("after")));
                patterns.extend([region.clone(), after.clone()]);
                (region, Num::len(after))
            }
            false => (rest.clone(), Num::constant(0)),
        };
        env.cursor = (it.reads || it.region).then_some(Cursor {
            rest,
            region,
            after,
            window: 0,
            here: None,
            min_left: 0,
            empty: false,
        });
        patterns
    }

    pub fn context_behind_params(&mut self, env: &mut Env, it: &Signature) -> Vec<Ex> {
        let mut patterns = vec![];
        let mut param = |emit: &mut Self, has: bool, hint: &str| {
            has.then(|| {
                let var = Ex::Var(emit.fresh(hint));
                patterns.push(var.clone());
                var
            })
        };
        let base = param(self, it.base, "base").map_or(Num::constant(0), Num::len);
        let position = param(self, it.position, "position").map_or(Num::constant(0), Num::len);
        env.depth = param(self, it.depth, "depth");
        env.budget = param(self, it.budget, "budget");
        env.memo = param(self, it.memo, "memo");
        env.settings = param(self, it.settings, "settings");
        if self.shared.traced {
            let start =
                param(self, it.trace, "start").unwrap_or(if it.reads { Ex::Int(0) } else { Ex::atom("undefined") });
            let home = param(self, it.trace, "path").unwrap_or(Ex::Nil);
            let field_paths = self.first_place(env).map(|key| (key, home.clone())).into_iter().collect();
            env.trace = Some(Box::new(Trace { field_paths, ..Trace::new(start, home) }));
        }
        env.section = it.section.then(|| Section::new(base));
        env.out = it.out.then(|| Out::new(position));
        patterns
    }

    /// Returns the native value that the function is about.
    fn first_place(&self, env: &Env) -> Option<super::env::Key> {
        let function = self.shared.module.function(env.frame.func);
        let is_place = |var| matches!(function.var(var).ty, ValueType::Ref(_));
        function.params.iter().map(|param| param.var).find(|var| is_place(*var)).map(|var| env.key(var))
    }

    fn parameter(
        &mut self,
        env: &mut Env,
        var: polywire_ir::VarId,
        (kind, fresh): (ParamKind, bool),
        ty: &ValueType,
    ) -> Option<Ex> {
        let key = env.key(var);
        let ValueType::Ref(native) = ty else {
            let param = Ex::Var(self.fresh(self.hint(env, var)));
            let value = self.received(env, key, param.clone(), ty);
            env.set(var, value);
            return Some(param);
        };
        if kind == ParamKind::Build {
            if fresh {
                env.roots.insert(key, Root::Build(self.new_slot(native), native.clone()));
                return None;
            }
            let param = Ex::Var(self.fresh(self.hint(env, var)));
            let slot = match native {
                Type::List(_) => super::slot::Slot::Reversed(param.clone()),
                Type::Struct(id) if self.shared.reopened.is_struct(*id) => super::slot::Slot::Open(*id, param.clone()),
                _ => super::slot::Slot::Whole(param.clone()),
            };
            env.roots.insert(key, Root::Build(slot, native.clone()));
            return Some(param);
        }
        let param = Ex::Var(self.fresh(self.hint(env, var)));
        env.nodes.insert_mut((key, vec![]), Node::new(param.clone(), NodeType::Value(native.clone())));
        env.roots.insert(key, Root::Read((key, vec![])));
        Some(param)
    }

    /// Returns the results, the built values, and the threaded state.
    fn give_back(&mut self, mut env: Env, (func, fresh): (FuncId, bool), it: &Signature) -> Vec<Ex> {
        let function = self.shared.module.function(func);
        let mut values = vec![];
        for (value, ty) in function.body.yields.iter().zip(&function.results) {
            values.push(self.passed(&mut env, value, ty));
        }
        for param in function.params.iter().filter(|param| param.kind == ParamKind::Build) {
            let state = State::Slot(env.key(param.var), vec![]);
            values.push(if fresh { self.new_state(&mut env, &state) } else { self.state(&mut env, &state) });
        }
        let pairs = [(it.reads, State::Rest), (it.budget, State::Budget), (it.memo, State::Memo)];
        for (_, state) in pairs.into_iter().filter(|(has, _)| *has && !it.alone) {
            values.push(self.state(&mut env, &state));
        }
        if it.section {
            values.push(section_bytes(&env));
        }
        if it.out {
            values.push(self.state(&mut env, &State::Out));
        }
        env.code.push(Ex::tuple(values));
        env.code
    }
}

/// Counts the loops of a block, without nested ones.
fn loops(block: &Block) -> usize {
    let of = |op: &Op| match op {
        Op::Loop { .. } | Op::Keyed { .. } | Op::Each { .. } => 1,
        op => op.blocks().into_iter().map(loops).sum(),
    };
    block.ops.iter().map(of).sum()
}

/// Returns the bytes put into the caller's section, up to the last one put.
fn section_bytes(env: &Env) -> Ex {
    let Some(section) = &env.section else { return Ex::Bytes(vec![]) };
    let last = section.pieces().last();
    let size =
        last.map_or(Num::constant(0), |(offset, piece)| Num::constant(i128::from(*offset)).plus(piece.size.clone()));
    flush(&section.filled(&size))
}
