//! Calls: a short writer, and a reader of what stands elsewhere that is called once or twice, are printed there; all
//! else is an Erlang function.

use super::env::{Cursor, Env, Frame, Root, Value};
use super::expected::Expected;
use super::expr::EXACT;
use super::num::Num;
use super::out::Piece;
use super::slot::{Slot, split};
use super::state::State;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Ex, Var};
use polywire_ir::types::Type;
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Op, ParamKind, Place, SiteId, ValueType, VarId};

/// Ops of a function that is printed at each of its calls.
const SHORT: usize = 12;

impl Emit<'_> {
    /// `Call`.
    pub fn call(&mut self, env: Env, func: FuncId, args: &[Arg], results: &[VarId], then: Then) -> Vec<Ex> {
        if self.is_inlined(func) {
            self.inline(env, func, args, results, then)
        } else {
            self.call_function(env, func, args, results, then)
        }
    }

    fn is_inlined(&self, func: FuncId) -> bool {
        let effects = self.shared.effects[func.0 as usize];
        let short =
            self.shared.calls.sites(func) <= 1 || count_ops(&self.shared.module.function(func).body.ops) <= SHORT;
        let elsewhere = !effects.reads && !self.takes_section(func) && self.shared.calls.sites(func) <= 2;
        (effects.writes || effects.section || elsewhere)
            && !self.shared.calls.is_recursive(func)
            && !self.inlined.contains(&func)
            && self.inlined.len() < 6
            && (short || effects.section)
    }

    /// Whether a section is passed to it. What is loaded from a section is known only in the function that has it.
    pub fn takes_section(&self, func: FuncId) -> bool {
        let function = self.shared.module.function(func);
        function.params.iter().any(|it| matches!(function.var(it.var).ty, ValueType::Section(_)))
    }

    fn inline(&mut self, mut env: Env, func: FuncId, args: &[Arg], results: &[VarId], then: Then) -> Vec<Ex> {
        let outer = env.frame;
        self.frames += 1;
        let frame = Frame { id: self.frames, func };
        let function = self.shared.module.function(func);
        let mut builds = vec![];
        for (arg, param) in args.iter().zip(&function.params) {
            if let Some((place, key)) = self.pass_inline(&mut env, (frame, func), arg, (param.var, param.kind)) {
                builds.push((place, key));
            }
        }
        let depth = env.depth.clone();
        if function.nests {
            env.frame = frame;
            self.nest(&mut env);
        }
        env.frame = frame;
        self.inlined.push(func);
        let code = self.seq(env, &function.body.ops, &mut |emit, mut env| {
            let inlined = emit.inlined.pop();
            let values: Vec<Value> = function.body.yields.iter().map(|value| emit.value(&mut env, value)).collect();
            env.frame = outer;
            env.depth.clone_from(&depth);
            values.into_iter().zip(results).for_each(|(value, result)| env.set(*result, value));
            for (place, key) in &builds {
                emit.take_back(&mut env, place, *key);
            }
            let code = then(emit, env);
            emit.inlined.extend(inlined);
            code
        });
        self.inlined.pop();
        code
    }

    /// Makes a parameter of a callee printed in place the argument itself.
    fn pass_inline(
        &mut self,
        env: &mut Env,
        (frame, func): (Frame, FuncId),
        arg: &Arg,
        (var, kind): (VarId, ParamKind),
    ) -> Option<(Place, super::env::Key)> {
        let key = (frame.id, var);
        match (arg, kind) {
            (Arg::Value(value), _) => {
                let mut value = self.value(env, value);
                let hint = &self.shared.module.function(func).var(var).name;
                if let Value::Num(num) = &mut value {
                    num.ex = self.bind(env, hint, num.ex.clone());
                }
                env.values.insert(key, value);
                None
            }
            (Arg::Place(place), ParamKind::Build) => {
                let (slot, ty) = self.hand_over(env, place);
                env.roots.insert(key, Root::Build(slot, ty));
                Some((place.clone(), key))
            }
            (Arg::Place(place), ParamKind::Read | ParamKind::Value) => {
                let path = self.locate(env, place);
                env.roots.insert(key, Root::Read(path));
                None
            }
        }
    }

    fn hand_over(&mut self, env: &mut Env, place: &Place) -> (Slot, Type) {
        let key = env.key(place.root);
        let (fields, behind) = split(&place.steps);
        if !behind.is_empty() {
            self.unsupported(env, "a value behind an optional or a case is handed to a function that builds it");
        }
        let ty = match self.slot_type(env, key, &fields) {
            super::place::NodeType::Value(ty) | super::place::NodeType::Optional(ty) => ty,
            super::place::NodeType::Mark => Type::Bytes,
        };
        let slot = self.slot(env, key, &fields).cloned().unwrap_or(Slot::Whole(Ex::atom("undefined")));
        (slot, ty)
    }

    fn take_back(&mut self, env: &mut Env, place: &Place, key: super::env::Key) {
        let Some(Root::Build(built, _)) = env.roots.get(&key).cloned() else { return };
        let (fields, _) = split(&place.steps);
        let root = env.key(place.root);
        if let Some(slot) = self.slot(env, root, &fields) {
            *slot = built;
        }
    }

    /// Counts a level of nesting.
    pub fn nest(&mut self, env: &mut Env) {
        let Some(depth) = env.depth.clone() else { return };
        let fail = self.fail(env, ErrorCode::TooDeep.name(), SiteId(0));
        env.code.push(Ex::binary("orelse", Ex::binary(">", depth.clone(), Ex::Int(0)), fail));
        let left = self.fresh("depth");
        env.code.push(Ex::bind(left, Ex::binary("-", depth, Ex::Int(1))));
        env.depth = Some(left.into());
    }

    fn call_function(&mut self, mut env: Env, func: FuncId, args: &[Arg], results: &[VarId], then: Then) -> Vec<Ex> {
        let signature = self.shared.signature(func);
        let function = self.shared.module.function(func);
        let built: Vec<&Place> = args
            .iter()
            .zip(&function.params)
            .filter_map(|(arg, param)| match (arg, param.kind) {
                (Arg::Place(place), ParamKind::Build) => Some(place),
                _ => None,
            })
            .collect();
        let fresh = !built.is_empty() && built.iter().all(|place| self.is_new(&mut env, place));
        let mut passed = self.context_before(&mut env, &signature);
        for (arg, param) in args.iter().zip(&function.params) {
            let ty = &function.var(param.var).ty;
            passed.extend(self.argument(&mut env, arg, (param.kind, fresh), ty));
        }
        passed.extend(self.context_behind(&mut env, &signature));
        self.requests.push((func, fresh));
        let name = super::function_name(self.shared.module, func);
        let expected = self.expected(&mut env, func, args);
        let call = Ex::Call(Callee::Function(name), passed);
        self.receive_call(&mut env, (expected, call), (&signature, results, &built));
        then(self, env)
    }

    /// Whether the value under construction at a place is a new one for sure.
    fn is_new(&mut self, env: &mut Env, place: &Place) -> bool {
        let (slot, ty) = self.hand_over(env, place);
        match slot {
            Slot::Reversed(ex) => ex == Ex::Nil,
            Slot::Whole(ex) => ex == self.shared.default_of(&ty),
            Slot::Record(..) => false,
        }
    }

    fn argument(&mut self, env: &mut Env, arg: &Arg, (kind, fresh): (ParamKind, bool), ty: &ValueType) -> Option<Ex> {
        match (arg, kind) {
            (Arg::Value(value), _) => Some(self.passed(env, value, ty)),
            (Arg::Place(_), ParamKind::Build) if fresh => None,
            (Arg::Place(place), ParamKind::Build) => {
                let (slot, ty) = self.hand_over(env, place);
                Some(if matches!(ty, Type::List(_)) { Self::reversed(slot) } else { self.whole(slot) })
            }
            (Arg::Place(place), ParamKind::Read | ParamKind::Value) => {
                let path = self.locate(env, place);
                Some(self.node(env, &path).ex.clone())
            }
        }
    }

    fn context_before(&mut self, env: &mut Env, it: &super::Signature) -> Vec<Ex> {
        let cursor = env.cursor.clone().unwrap_or(Cursor {
            rest: Ex::Bytes(vec![]),
            region: Ex::Bytes(vec![]),
            after: Num::constant(0),
            window: 0,
            here: None,
            least: 0,
            empty: true,
        });
        let mut passed = vec![];
        if it.reads {
            passed.push(cursor.rest);
        }
        if it.region {
            passed.extend([cursor.region, cursor.after.ex]);
        }
        passed
    }

    fn context_behind(&mut self, env: &mut Env, it: &super::Signature) -> Vec<Ex> {
        let mut passed = vec![];
        if it.base {
            passed.push(self.num(env, &Expr::Base, EXACT).ex);
        }
        if it.position {
            passed.push(self.position(env).ex);
        }
        if it.depth {
            passed.push(env.depth.clone().unwrap_or(Ex::Int(0)));
        }
        if it.budget {
            passed.push(env.budget.clone().unwrap_or(Ex::Int(0)));
        }
        if it.memo {
            passed.push(env.memo.clone().unwrap_or_else(super::memo::empty));
        }
        passed
    }

    fn receive_call(
        &mut self,
        env: &mut Env,
        (expected, call): (Option<Expected>, Ex),
        (it, results, built): (&super::Signature, &[VarId], &[&Place]),
    ) {
        let values: Vec<Var> = results.iter().map(|result| self.fresh(self.hint(env, *result))).collect();
        let mut states: Vec<State> =
            built.iter().map(|place| State::Slot(env.key(place.root), split(&place.steps).0)).collect();
        let pairs = [(it.reads, State::Rest), (it.budget, State::Budget), (it.memo, State::Memo)];
        states.extend(pairs.into_iter().filter_map(|(has, state)| has.then_some(state)));
        let mut pattern: Vec<Ex> = values.iter().map(|var| Ex::Var(*var)).collect();
        for state in &states {
            let hint = self.state_hint(env, state);
            pattern.push(self.fresh(&hint).into());
        }
        let section = it.section.then(|| self.fresh("section"));
        let out = it.out.then(|| self.fresh("output"));
        pattern.extend([section, out].into_iter().flatten().map(Ex::Var));
        let threaded = pattern[values.len()..].to_vec();
        let received = if pattern.is_empty() { call } else { Ex::bind(Ex::tuple(pattern.clone()), call) };
        env.code.push(match expected {
            Some(expected) => expected.or(&pattern, received),
            None => received,
        });
        for (state, ex) in states.iter().zip(threaded) {
            self.set_state(env, state, ex);
        }
        self.receive(env, results, values.into_iter().map(Ex::Var).collect());
        if let Some(section) = section {
            self.put(env, 0, Piece::binary(section.into()));
        }
        if let Some(out) = out {
            self.emit(env, Piece::binary(out.into()));
        }
    }
}

/// Ops with those inside.
pub fn count_ops(ops: &[Op]) -> usize {
    ops.iter().map(|op| 1 + op.blocks().iter().map(|block| count_ops(&block.ops)).sum::<usize>()).sum()
}
