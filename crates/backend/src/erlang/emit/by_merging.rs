//! Decoders of messages with many members decode a new value by continuing an empty one, so that their code is printed
//! once.

use super::env::{Env, Frame};
use super::function::function_name;
use super::pack::MOST_ARGUMENTS;
use super::slot::Slot;
use super::{Emit, Shared, Signature};
use crate::erlang::ast::{Callee, Clause, Ex, Function};
use polywire_ir::types::{Named, StructId, Type};
use polywire_ir::{Block, FuncId, Op, ParamKind, ValueType};

/// Returns the function for new values as a call of the one that continues values; `None` if it is short, or does not
/// build one struct.
pub fn emit_by_merging<'m>(shared: &'m Shared<'m>, func: FuncId) -> Option<Function> {
    let function = shared.module.function(func);
    let mut builds = function.params.iter().filter(|param| param.kind == ParamKind::Build);
    let (Some(built), None) = (builds.next(), builds.next()) else { return None };
    let ValueType::Ref(Type::Struct(id)) = &function.var(built.var).ty else { return None };
    if !has_many_members(&function.body) || shared.traced {
        return None;
    }
    let mut emit = Emit::new(shared, func);
    let clause = emit.merging_clause(func, *id);
    Some(Function {
        name: function_name(shared.module, func),
        clauses: vec![clause],
        locals: vec![],
        hints: emit.hints,
    })
}

fn has_many_members(block: &Block) -> bool {
    block.ops.iter().any(|op| match op {
        Op::Keyed { arms, .. } => arms.len() > MOST_ARGUMENTS,
        op => op.blocks().into_iter().any(has_many_members),
    })
}

impl Emit<'_> {
    fn merging_clause(&mut self, func: FuncId, id: StructId) -> Clause {
        let shared = self.shared;
        let (signature, function) = (shared.signature(func), shared.module.function(func));
        let mut env = Env::new(Frame { id: 0, func });
        let mut patterns = self.context_before_params(&mut env, &signature);
        let mut args = patterns.clone();
        for param in &function.params {
            if param.kind == ParamKind::Build {
                let new = Slot::Whole(shared.default_of(&Type::Struct(id)));
                args.push(if shared.reopened.is_struct(id) { self.opened(&mut env, id, new) } else { self.whole(new) });
            } else {
                let param = Ex::Var(self.fresh(&function.var(param.var).name));
                patterns.push(param.clone());
                args.push(param);
            }
        }
        let behind = self.context_behind_params(&mut env, &signature);
        patterns.extend(behind.iter().cloned());
        args.extend(behind);
        let call = Ex::Call(Callee::Function(function_name(shared.module, func)), args);
        let body =
            if shared.reopened.is_struct(id) { self.close_result(call, (func, id), &signature) } else { vec![call] };
        Clause { patterns, guard: None, body }
    }

    /// Returns the result of the call, with the built value in its public form.
    fn close_result(&mut self, call: Ex, (func, id): (FuncId, StructId), it: &Signature) -> Vec<Ex> {
        let results = self.shared.module.function(func).results.len();
        let threaded = [it.reads, it.budget, it.memo].into_iter().filter(|has| *has && !it.alone).count();
        let written = usize::from(it.section) + usize::from(it.out);
        let parts: Vec<Ex> = (0..results + 1 + threaded + written).map(|_| Ex::Var(self.fresh("value"))).collect();
        let mut given = parts.clone();
        given[results] = self.closed(Named::Struct(id), parts[results].clone());
        vec![Ex::bind(Ex::tuple(parts), call), Ex::tuple(given)]
    }
}
