//! Calls: short encoders, and decoders of referenced data that are called once or twice, are inlined; all others are
//! Erlang functions.

use super::env::{Cursor, Env};
use super::expected::Expected;
use super::expr::EXACT;
use super::links::ANY;
use super::num::Num;
use super::out::Piece;
use super::slot::{Slot, split};
use super::state::State;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Ex, Var};
use polywire_ir::types::Type;
use polywire_ir::{Arg, ErrorCode, Expr, FuncId, Linkage, Op, ParamKind, Place, SiteId, ValueType, VarId};

impl Emit<'_> {
    /// `Call`.
    pub fn call(&mut self, env: Env, func: FuncId, args: &[Arg], results: &[VarId], then: Then) -> Vec<Ex> {
        if self.is_inlined(func) {
            self.inline(env, func, args, results, then)
        } else {
            self.call_function(env, func, args, results, then)
        }
    }

    /// Returns true if a section is passed to the function. Values loaded from a section are known only in its own
    /// function.
    pub fn takes_section(&self, func: FuncId) -> bool {
        let function = self.shared.module.function(func);
        function.params.iter().any(|it| matches!(function.var(it.var).ty, ValueType::Section(_)))
    }

    pub fn hand_over(&mut self, env: &mut Env, place: &Place) -> (Slot, Type) {
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

    /// Counts a nesting level.
    pub fn nest(&mut self, env: &mut Env) {
        let Some(depth) = env.depth.clone() else { return };
        let fail = self.fail(env, ErrorCode::TooDeep.name(), SiteId::OF_FUNCTION);
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
        passed.extend(self.trace_arguments(&env, args, signature.region));
        let expected = self.expected(&mut env, func, args);
        let call = self.linked_call(&mut env, (func, fresh), passed);
        self.receive_call(&mut env, (expected, call), (&signature, results, (&built, fresh)));
        then(self, env)
    }

    fn linked_call(&mut self, env: &mut Env, (func, fresh): (FuncId, bool), mut passed: Vec<Ex>) -> Ex {
        let name = super::function_name(self.shared.module, func);
        let callee = match self.shared.linkage(func) {
            Linkage::Internal if self.shared.links.elsewhere.contains(&(func, fresh)) => {
                Callee::Member { module: self.shared.links.own.clone(), name }
            }
            Linkage::Internal => {
                self.requests.push((func, fresh));
                Callee::Function(name)
            }
            Linkage::Member(id) | Linkage::Exported(id) => {
                Callee::Member { module: self.shared.links.members(id), name }
            }
            Linkage::Chooser => {
                let settings = env.settings.clone().unwrap_or_else(Ex::empty_map);
                let module = self.bind(env, "any", Ex::pure("maps", "get", vec![Ex::atom(ANY), settings]));
                passed.insert(0, module);
                Callee::Chooser(name)
            }
        };
        Ex::Call(callee, passed)
    }

    /// Returns true if the value under construction at a place is certainly new.
    fn is_new(&mut self, env: &mut Env, place: &Place) -> bool {
        let (slot, ty) = self.hand_over(env, place);
        match slot {
            Slot::Reversed(ex) => ex == Ex::Nil,
            Slot::Whole(ex) => ex == self.shared.default_of(&ty),
            Slot::Record(..) | Slot::Open(..) => false,
        }
    }

    fn argument(&mut self, env: &mut Env, arg: &Arg, (kind, fresh): (ParamKind, bool), ty: &ValueType) -> Option<Ex> {
        match (arg, kind) {
            (Arg::Value(value), _) => Some(self.passed(env, value, ty)),
            (Arg::Place(_), ParamKind::Build) if fresh => None,
            (Arg::Place(place), ParamKind::Build) => {
                let (slot, ty) = self.hand_over(env, place);
                Some(match ty {
                    Type::List(_) => Self::reversed(slot),
                    Type::Struct(id) if self.shared.reopened.is_struct(id) => self.opened(env, id, slot),
                    _ => self.whole(slot),
                })
            }
            (Arg::Place(place), ParamKind::Read | ParamKind::Value) => {
                let path = self.locate(env, place);
                Some(self.node(env, &path).ex)
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
            min_left: 0,
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
            passed.push(env.memo.clone().unwrap_or_else(Ex::empty_map));
        }
        if it.settings {
            passed.push(env.settings.clone().unwrap_or_else(Ex::empty_map));
        }
        passed
    }

    fn receive_call(
        &mut self,
        env: &mut Env,
        (expected, call): (Option<Expected>, Ex),
        (it, results, (built, fresh)): (&super::Signature, &[VarId], (&[&Place], bool)),
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
            self.set_state(env, state, ex.clone());
            if fresh {
                self.set_new(env, state, ex);
            }
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

/// Counts ops, including nested ones.
pub fn count_ops(ops: &[Op]) -> usize {
    ops.iter().map(|op| 1 + op.blocks().iter().map(|block| count_ops(&block.ops)).sum::<usize>()).sum()
}
