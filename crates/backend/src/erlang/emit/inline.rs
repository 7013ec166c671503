//! Callees that are inlined.

use super::env::{Env, Frame, Root, Value};
use super::slot::split;
use super::{Emit, Then};
use crate::erlang::ast::Ex;
use polywire_ir::{Arg, FuncId, Linkage, ParamKind, Place, VarId};

/// Maximum number of ops of a function that is inlined at each of its calls.
const SHORT: usize = 12;

/// Maximum number of ops of a function that is inlined because it fills its caller's section: erlc takes more than
/// proportionally long for long functions.
const LONG: usize = 300;

impl Emit<'_> {
    pub fn is_inlined(&self, func: FuncId) -> bool {
        if self.shared.linkage(func) != Linkage::Internal {
            return false;
        }
        let effects = self.shared.effects[func.0 as usize];
        let ops = super::call::count_ops(&self.shared.module.function(func).body.ops);
        let short = self.shared.calls.sites(func) <= 1 || ops <= SHORT;
        let elsewhere = !effects.reads && !self.takes_section(func) && self.shared.calls.sites(func) <= 2;
        (effects.writes || effects.section || elsewhere)
            && !self.shared.calls.is_recursive(func)
            && !self.inlined.contains(&func)
            && self.inlined.len() < 6
            && (short || effects.section && ops <= LONG)
    }

    pub fn inline(&mut self, mut env: Env, func: FuncId, args: &[Arg], results: &[VarId], then: Then) -> Vec<Ex> {
        let outer = env.frame;
        self.frames += 1;
        let frame = Frame { id: self.frames, func };
        let function = self.shared.module.function(func);
        let mut builds = vec![];
        self.trace_inline(&mut env, (frame, func), args);
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

    /// Binds a parameter of an inlined callee to the argument.
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
                env.values.insert_mut(key, value);
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

    fn take_back(&mut self, env: &mut Env, place: &Place, key: super::env::Key) {
        let Some(Root::Build(built, _)) = env.roots.get(&key).cloned() else { return };
        let (fields, _) = split(&place.steps);
        let root = env.key(place.root);
        if let Some(slot) = self.slot(env, root, &fields) {
            *slot = built;
        }
    }
}
