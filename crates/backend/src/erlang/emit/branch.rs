//! `if` and `switch`.

use super::boolean::truth;
use super::env::{Env, Value};
use super::join::Branch;
use super::place::{NodeType, SlotStep, put_part};
use super::{Emit, Then};
use crate::erlang::ast::{Clause, Ex};
use crate::erlang::names::escaped;
use polywire_ir::types::Type;
use polywire_ir::{Arm, Block, Const, Expr, UnaryOp, VarId};

impl Emit<'_> {
    /// `If`.
    pub fn if_(
        &mut self,
        mut env: Env,
        cond: &Expr,
        blocks: (&Block, &Block),
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let tested = cond;
        let cond = self.condition(&mut env, cond);
        if let Some(known) = cond.known() {
            return self.block_then(env, if known { blocks.0 } else { blocks.1 }, results, then);
        }
        let branch = |block| Branch { block, entry: env.inner() };
        let mut branches = vec![branch(blocks.0), branch(blocks.1)];
        if let Expr::Present(place) = tested {
            let path = self.locate(&mut env, place);
            self.change_node(&mut branches[0].entry, &path, |node| node.present = true);
            self.change_node(&mut branches[1].entry, &path, |node| node.ex = Ex::atom("undefined"));
        }
        if let Some((var, holds)) = flag(tested) {
            branches[0].entry.set(var, Value::Bool(truth(holds)));
            branches[1].entry.set(var, Value::Bool(truth(!holds)));
        }
        let mut cond = Some(cond);
        let assemble = &mut |bodies: Vec<Vec<Ex>>| {
            let mut bodies = bodies.into_iter();
            let (yes, no) = (bodies.next().unwrap_or_default(), bodies.next().unwrap_or_default());
            cond.take().map_or(truth(true), |cond| cond.branch(yes, no))
        };
        self.fork(env, branches, results, assemble, then)
    }

    /// Prints a block that runs in any case.
    pub fn block_then(&mut self, env: Env, block: &Block, results: &[VarId], then: Then) -> Vec<Ex> {
        self.seq(env, &block.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &block.yields, results);
            then(emit, env)
        })
    }

    /// `Switch`.
    pub fn switch(
        &mut self,
        mut env: Env,
        on: &Expr,
        arms: (&[Arm], &Block),
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        if let Expr::Case(place) = on {
            return self.switch_case(env, place, arms, results, then);
        }
        let (subject, bytes) = match self.value(&mut env, on) {
            Value::Bytes(ex) => (ex, true),
            value => {
                let num = self.exact(value);
                if let Some(known) = num.known() {
                    let arm = arms.0.iter().find(|arm| arm.keys.iter().any(|key| is_number(key, known)));
                    return self.block_then(env, arm.map_or(arms.1, |arm| &arm.body), results, then);
                }
                (num.ex, false)
            }
        };
        let mut branches = vec![];
        let mut heads: Vec<(Ex, Option<Ex>)> = vec![];
        let key_var = self.fresh("key");
        for arm in arms.0 {
            let (pattern, guard) = head(&arm.keys, key_var);
            heads.push((pattern, guard));
            branches.push(Branch { block: &arm.body, entry: env.inner() });
        }
        heads.push((Ex::Any, None));
        branches.push(Branch { block: arms.1, entry: env.inner() });
        let subject = if bytes { self.bind(&mut env, "key", subject) } else { subject };
        let assemble = &mut |bodies: Vec<Vec<Ex>>| {
            let clauses = heads.iter().zip(bodies).map(|((pattern, guard), body)| Clause {
                patterns: vec![pattern.clone()],
                guard: guard.clone(),
                body,
            });
            Ex::case(subject.clone(), clauses.collect())
        };
        self.fork(env, branches, results, assemble, then)
    }

    /// A switch on a union's case matches the union itself.
    fn switch_case(
        &mut self,
        mut env: Env,
        place: &polywire_ir::Place,
        (arms, default): (&[Arm], &Block),
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let path = self.locate(&mut env, place);
        let node = self.node(&env, &path);
        let NodeType::Value(Type::Union(id)) = node.ty else { return then(self, env) };
        let cases = self.shared.types().union(id).cases.len() as u64;
        let (mut heads, mut branches) = (vec![], vec![]);
        for number in 0..=cases {
            let mut entry = env.inner();
            let head = match number.checked_sub(1) {
                None => Ex::atom("undefined"),
                Some(index) => match self.case_pattern(&node.ty, index as u32) {
                    Some((pattern, part)) => {
                        let part = self.or_new(&mut entry, part, None);
                        put_part(&mut entry, &path, SlotStep::Case(index as u32), part);
                        pattern
                    }
                    None => Ex::atom(escaped("undefined")),
                },
            };
            let arm = arms.iter().find(|arm| arm.keys.contains(&Const::U64(number)));
            heads.push(head);
            branches.push(Branch { block: arm.map_or(default, |arm| &arm.body), entry });
        }
        let subject = node.ex;
        let assemble = &mut |bodies: Vec<Vec<Ex>>| {
            let clauses = heads.iter().cloned().zip(bodies).map(|(head, body)| Clause::of(head, body));
            Ex::case(subject.clone(), clauses.collect())
        };
        self.fork(env, branches, results, assemble, then)
    }
}

/// Returns the variable that a condition tests, and its value if the condition is true.
pub fn flag(cond: &Expr) -> Option<(VarId, bool)> {
    match cond {
        Expr::Var(var) => Some((*var, true)),
        Expr::Unary(UnaryOp::Not, value) => flag(value).map(|(var, holds)| (var, !holds)),
        _ => None,
    }
}

fn is_number(key: &Const, number: i128) -> bool {
    match key {
        Const::U64(value) => i128::from(*value) == number,
        Const::I64(value) => i128::from(*value) == number,
        Const::Bool(_) | Const::Bytes(_) => false,
    }
}

/// A pattern for a key.
pub fn key_pattern(key: &Const) -> Ex {
    match key {
        Const::U64(value) => Ex::Int(i128::from(*value)),
        Const::I64(value) => Ex::Int(i128::from(*value)),
        Const::Bytes(bytes) => Ex::Bytes(bytes.clone()),
        Const::Bool(value) => truth(*value),
    }
}

/// Returns a clause's pattern and guard for some keys.
pub fn head(keys: &[Const], var: crate::erlang::ast::Var) -> (Ex, Option<Ex>) {
    match keys {
        [only] => (key_pattern(only), None),
        keys => {
            let tests = keys.iter().map(|key| Ex::binary("=:=", Ex::Var(var), key_pattern(key)));
            (var.into(), tests.reduce(|left, right| Ex::binary("orelse", left, right)))
        }
    }
}
