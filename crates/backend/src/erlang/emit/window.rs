//! Windows and reads at other positions.

use super::env::{Cursor, Env};
use super::expr::EXACT;
use super::num::Num;
use super::{Emit, Then};
use crate::erlang::ast::{Clause, Ex, Segment, Var};
use polywire_ir::{Block, ErrorCode, Expr, Rest, SiteId, VarId};

impl Emit<'_> {
    /// `Window`.
    pub fn window(
        &mut self,
        mut env: Env,
        (len, body): (&Expr, &Block),
        (rest, site): (Rest, SiteId),
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let Some(cursor) = env.cursor.clone() else { return then(self, env) };
        let size = self.num(&mut env, len, EXACT).ex;
        let size = if size.is_guard() { size } else { self.bind(&mut env, "len", size) };
        let (window, behind) = (self.fresh("window"), self.fresh("rest"));
        let pattern = Ex::Bits(vec![Segment::span(window, size), Segment::binary(behind)]);
        let mut fail = vec![self.fail(&env, ErrorCode::Truncated.name(), site)];
        Self::bind_in_failure(&mut fail, &[window, behind]);
        env.code.push(Ex::case(cursor.rest.clone(), vec![Clause::of(pattern, vec![]), Clause::of(Ex::Any, fail)]));
        self.move_to(&mut env, behind.into());
        self.window_of(env, (window, body), (rest, site), results, then)
    }

    /// Runs a body on a matched window; the cursor is already after it.
    pub fn window_of(
        &mut self,
        mut env: Env,
        (window, body): (Var, &Block),
        (rest, site): (Rest, SiteId),
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let Some(outer) = env.cursor.clone() else { return then(self, env) };
        self.windows += 1;
        let after = Num::len(outer.after.clone().plus(outer.left()).ex);
        let after = Num { ex: self.bind(&mut env, "after", after.ex.clone()), ..after };
        let inner = Cursor {
            rest: window.into(),
            after,
            window: self.windows,
            here: None,
            min_left: 0,
            empty: false,
            ..outer.clone()
        };
        env.cursor = Some(inner);
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            let left = env.cursor.as_ref().map(|cursor| (cursor.rest.clone(), cursor.empty));
            if let (Rest::Fail(code), Some((left, false))) = (rest, left) {
                let fail = emit.fail(&env, code.name(), site);
                env.code.push(Ex::binary("orelse", Ex::binary("=:=", left, Ex::Bytes(vec![])), fail));
            }
            env.cursor = Some(outer.clone());
            then(emit, env)
        })
    }

    /// `At`.
    pub fn at(
        &mut self,
        mut env: Env,
        (region, pos, body): (&Expr, &Expr, &Block),
        site: SiteId,
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let outer = env.cursor.clone();
        let source = region;
        let region = self.bytes(&mut env, region);
        let region = self.bind(&mut env, "region", region);
        let pos = self.num(&mut env, pos, EXACT);
        let is_start = pos.known() == Some(0);
        let ex = if pos.ex.is_guard() { pos.ex.clone() } else { self.bind(&mut env, "position", pos.ex.clone()) };
        let pos = Num { ex, ..pos };
        let rest = if is_start { region.clone() } else { self.rest_at(&mut env, &region, pos.ex.clone(), site) };
        let here = (!is_start && pos.ex.is_atomic()).then(|| Num::len(pos.ex));
        self.windows += 1;
        let (after, window) = (Num::constant(0), self.windows);
        self.trace_region(&mut env, source);
        env.cursor = Some(Cursor { rest, region, after, window, here, min_left: 0, empty: false });
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            env.cursor.clone_from(&outer);
            then(emit, env)
        })
    }

    fn rest_at(&mut self, env: &mut Env, region: &Ex, pos: Ex, site: SiteId) -> Ex {
        let rest = self.fresh("rest");
        let pattern = Ex::Bits(vec![Segment::span(Ex::Any, pos), Segment::binary(rest)]);
        let mut fail = vec![self.fail(env, ErrorCode::BadPointer.name(), site)];
        Self::bind_in_failure(&mut fail, &[rest]);
        env.code.push(Ex::case(region.clone(), vec![Clause::of(pattern, vec![]), Clause::of(Ex::Any, fail)]));
        rest.into()
    }
}
