//! Data that is written once per distinct key.

use super::env::Env;
use super::expr::EXACT;
use super::join::End;
use super::num::Num;
use super::out::Out;
use super::{Emit, Then};
use crate::erlang::ast::{Clause, Ex};
use polywire_ir::{Block, Expr, VarId};

impl Emit<'_> {
    /// `Memo`.
    pub fn memo(&mut self, mut env: Env, key: &Expr, body: &Block, result: VarId, then: Then) -> Vec<Ex> {
        let key = self.bytes(&mut env, key);
        let key = self.bind(&mut env, "key", key);
        let Some(memo) = env.memo.clone() else { return then(self, env) };
        let mut touched = self.touched(&env, &[body]);
        (touched.memo, touched.out) = (true, env.out.is_some());
        let states = self.states(&env, &touched, false);
        let before: Vec<Ex> = states.iter().map(|state| self.state(&mut env, state)).collect();
        let start = self.position(&mut env);
        let found = self.fresh("found");
        let mut hit = env.inner();
        hit.out = env.out.as_ref().map(|_| Out::new(start.clone()));
        let hit = End { env: Some(hit), code: vec![], yields: vec![found.into()] };
        let miss = self.memo_miss(&env, &key, body, start);
        let mut ends = vec![hit, miss];
        let merged = self.merge(&mut env, &mut ends, &[result], (&touched, &states, &before));
        let mut bodies = merged.bodies.into_iter();
        let (hit, miss) = (bodies.next().unwrap_or_default(), bodies.next().unwrap_or_default());
        let clauses =
            vec![Clause::of(Ex::Tuple(vec![Ex::atom("ok"), found.into()]), hit), Clause::of(Ex::atom("error"), miss)];
        env.code.push(Ex::case(Ex::pure("maps", "find", vec![key, memo]), clauses));
        env.code.extend(merged.behind);
        then(self, env)
    }

    fn memo_miss(&mut self, env: &Env, key: &Ex, body: &Block, start: Num) -> End {
        let mut entry = env.inner();
        entry.out = env.out.as_ref().map(|_| Out::new(start));
        let mut end = match self.direct(entry, &body.ops) {
            Ok(end) => end,
            Err(code) => return End { env: None, code, yields: vec![] },
        };
        let at = match body.yields.first() {
            Some(at) => self.num(&mut end, at, EXACT).ex,
            None => Ex::Int(0),
        };
        let at = self.bind(&mut end, "position", at);
        let memo = end.memo.clone().unwrap_or_else(Ex::empty_map);
        let grown = Ex::pure("maps", "put", vec![key.clone(), at.clone(), memo]);
        end.memo = Some(self.bind(&mut end, "memo", grown));
        End { env: Some(end), code: vec![], yields: vec![at] }
    }
}
