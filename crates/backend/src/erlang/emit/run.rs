//! Consecutive reads become one bit-syntax match.

use super::Emit;
use super::env::{Env, Value};
use super::expr::EXACT;
use super::modes::Mode;
use crate::erlang::ast::{Clause, Ex, Segment, Var};
use polywire_ir::{Expr, Op, Order, ReadLeaf, ReadWhat, SiteId, ValueType, VarId};

/// Consecutive reads as one pattern.
pub struct Run {
    /// The number of its ops.
    pub ops: usize,
    /// The pattern without the rest; floats as floats.
    pub segments: Vec<Segment>,
    /// The pattern with floats as integers.
    exact: Vec<Segment>,
    conversions: Vec<Ex>,
    results: Vec<(VarId, Bound)>,
    site: SiteId,
}

/// The value that a read binds.
enum Bound {
    Value(Value),
    Bytes(Ex),
}

impl Run {
    fn push(&mut self, segment: Segment) {
        self.segments.push(segment.clone());
        self.exact.push(segment);
    }

    /// The variables that it binds.
    pub fn vars(&self) -> Vec<Var> {
        self.segments.iter().filter_map(Segment::bound).collect()
    }
}

impl Emit<'_> {
    /// Returns the reads at the start of the ops. With `quick`, they include varints of one byte, so that another
    /// clause must handle input that this pattern does not match.
    pub fn run(&mut self, env: &Env, ops: &[Op], quick: bool) -> Run {
        let mut run =
            Run { ops: 0, segments: vec![], exact: vec![], conversions: vec![], results: vec![], site: SiteId(0) };
        let mut env = env.inner();
        for op in ops {
            let Op::Read { what, results, site } = op else { break };
            if !self.take_read(&mut env, &mut run, what, results, quick) {
                break;
            }
            if run.ops == 0 {
                run.site = *site;
            }
            run.ops += 1;
            if self.shared.traced {
                break;
            }
        }
        run
    }

    fn take_read(&mut self, env: &mut Env, run: &mut Run, what: &ReadWhat, results: &[VarId], quick: bool) -> bool {
        match what {
            ReadWhat::Int { order: Order::LittleIf(_), .. } => false,
            ReadWhat::Int { width, order } => {
                self.take_int(env, run, (*width, *order == Order::Little), results);
                true
            }
            ReadWhat::Span(len) => self.take_span(env, run, len, results),
            ReadWhat::Skip(len) => self.size(env, len).is_some_and(|size| {
                run.push(Segment::span(Ex::Any, size));
                true
            }),
            ReadWhat::Leaf(ReadLeaf::Varint | ReadLeaf::ShortVarint) if quick => {
                let var = self.fresh(self.hint(env, results[0]));
                run.push(Segment::bits(Ex::Int(0), 1));
                run.push(Segment::bits(var, 7));
                let value = Value::Num(super::num::Num::unsigned(var.into(), 7));
                env.set(results[0], value.clone());
                run.results.push((results[0], Bound::Value(value)));
                true
            }
            ReadWhat::Peek | ReadWhat::SkipWhile(_) | ReadWhat::Align { .. } | ReadWhat::Leaf(_) => false,
        }
    }

    fn take_int(&mut self, env: &mut Env, run: &mut Run, (width, little): (u8, bool), results: &[VarId]) {
        let mode = self.shared.modes(env.frame.func).var(results[0]);
        let mode = if mode == Mode::Float && width < 4 { Mode::Unsigned } else { mode };
        let (segment, value, conversion) = self.load_segment((0, width, little), mode);
        if let Some(var) = segment.bound() {
            self.hints[var.0 as usize] = self.hint(env, results[0]).to_owned();
        }
        run.segments.push(segment.clone());
        run.exact.push(conversion.as_ref().map_or(segment, |(exact, _)| exact.clone()));
        run.conversions.extend(conversion.map(|(_, conversion)| conversion));
        env.set(results[0], value.clone());
        run.results.push((results[0], Bound::Value(value)));
    }

    fn take_span(&mut self, env: &mut Env, run: &mut Run, len: &Expr, results: &[VarId]) -> bool {
        let Some(size) = self.size(env, len) else { return false };
        let var = self.fresh(self.hint(env, results[0]));
        run.push(Segment::span(var, size));
        run.results.push((results[0], Bound::Bytes(var.into())));
        env.set(results[0], Value::Bytes(var.into()));
        true
    }

    /// A length that can be used in a pattern.
    pub fn size(&mut self, env: &mut Env, len: &Expr) -> Option<Ex> {
        let mut probe = env.inner();
        let num = self.num(&mut probe, len, EXACT);
        let cursor = len.uses_cursor();
        (probe.code.is_empty() && num.ex.is_guard() && !cursor).then_some(num.ex)
    }

    /// Binds the values of a run, after its pattern was matched.
    pub fn finish_run(&mut self, env: &mut Env, run: Run, rest: Var) {
        if let Some(cursor) = &mut env.cursor {
            *cursor = cursor.at(rest.into());
        }
        for (var, bound) in run.results {
            let value = match bound {
                Bound::Value(value) => value,
                Bound::Bytes(ex) => {
                    let ty = self.shared.module.function(env.frame.func).var(var).ty.clone();
                    let ty = if matches!(ty, ValueType::Section(_)) { ty } else { ValueType::Bytes };
                    self.received(env, env.key(var), ex, &ty)
                }
            };
            env.set(var, value);
        }
    }

    /// Reads a run, or fails with `truncated`.
    pub fn read_run(&mut self, env: &mut Env, run: Run) {
        let Some(cursor) = env.cursor.clone() else { return };
        let rest = self.fresh("rest");
        let with_rest =
            |segments: &[Segment]| Ex::Bits(segments.iter().cloned().chain([Segment::binary(rest)]).collect());
        let mut clauses = vec![Clause::of(with_rest(&run.segments), vec![])];
        if !run.conversions.is_empty() {
            clauses.push(Clause::of(with_rest(&run.exact), run.conversions.clone()));
        }
        let vars = run.vars().into_iter().chain([rest]).collect();
        let fail = match self.fail(env, "truncated", run.site) {
            Ex::Fail(failure, _) => Ex::Fail(failure, vars),
            fail => fail,
        };
        clauses.push(Clause::of(Ex::Any, vec![fail]));
        env.code.push(Ex::case(cursor.rest, clauses));
        self.finish_run(env, run, rest);
    }
}
