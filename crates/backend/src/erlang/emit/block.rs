//! Sections and nested streams.

use super::env::{Env, Value};
use super::expr::EXACT;
use super::num::Num;
use super::out::Out;
use super::section::Section;
use super::{Emit, Then};
use crate::erlang::ast::Ex;
use polywire_ir::{Block, Expr, VarId};

impl Emit<'_> {
    /// `Block`.
    pub fn block(&mut self, mut env: Env, size: &Expr, (body, results): (&Block, &[VarId]), then: Then) -> Vec<Ex> {
        let size = self.num(&mut env, size, EXACT);
        let ex = if size.ex.is_guard() { size.ex.clone() } else { self.bind(&mut env, "size", size.ex.clone()) };
        let size = Num { ex, ..size };
        let start = self.position(&mut env);
        let (outer_out, outer_section) = (env.out.take(), env.section.take());
        env.section = Some(Section::new(start.clone()));
        env.out = Some(Out::new(start.plus(size.clone())));
        let mut env = match self.direct(env, &body.ops) {
            Ok(env) => env,
            Err(code) => return code,
        };
        self.bind_yields(&mut env, &body.yields, results);
        let (section, tails) = (env.section.take(), env.out.take());
        env.out = outer_out;
        env.section = outer_section;
        let pieces = section.map_or(vec![], |section| section.filled(&size));
        for piece in pieces.iter().chain(tails.iter().flat_map(|out| &out.pieces)) {
            self.emit(&mut env, piece.clone());
        }
        then(self, env)
    }

    /// `Sub`.
    pub fn sub(&mut self, mut env: Env, offset: u32, (body, results): (&Block, &[VarId]), then: Then) -> Vec<Ex> {
        let outer = env.section.as_ref().map_or(0, |section| section.offset);
        if let Some(section) = &mut env.section {
            section.offset += offset;
        }
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            if let Some(section) = &mut env.section {
                section.offset = outer;
            }
            then(emit, env)
        })
    }

    /// `Tail`: inside a section, the stream already continues after it.
    pub fn tail(&mut self, env: Env, (body, results): (&Block, &[VarId]), then: Then) -> Vec<Ex> {
        self.seq(env, &body.ops, &mut |emit, mut env| {
            emit.bind_yields(&mut env, &body.yields, results);
            then(emit, env)
        })
    }

    /// `Scratch`.
    pub fn scratch(&mut self, mut env: Env, var: VarId, body: &Block, then: Then) -> Vec<Ex> {
        let (out, memo, section) = (env.out.take(), env.memo.take(), env.section.take());
        env.out = Some(Out::new(Num::constant(0)));
        env.memo = Some(Ex::empty_map());
        let mut env = match self.direct(env, &body.ops) {
            Ok(env) => env,
            Err(code) => return code,
        };
        let written = env.out.as_ref().map_or(Ex::Bytes(vec![]), Out::flush);
        let hint = self.hint(&env, var);
        let written = self.bind(&mut env, hint, written);
        (env.out, env.memo, env.section) = (out, memo, section);
        env.set(var, Value::Bytes(written));
        then(self, env)
    }
}
