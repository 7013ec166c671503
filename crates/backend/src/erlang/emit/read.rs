//! Individual reads.

use super::Emit;
use super::control::reading_clause;
use super::env::{Cursor, Env, Value};
use super::expr::EXACT;
use super::num::Num;
use super::sections::fail_call;
use crate::erlang::ast::{Callee, Clause, Ex, Segment};
use polywire_ir::{ByteSet, ErrorCode, Expr, Miss, Order, ReadLeaf, ReadWhat, SiteId, ValueType, VarId};

impl Emit<'_> {
    /// A read that is not part of a run.
    pub fn read(&mut self, env: &mut Env, what: &ReadWhat, results: &[VarId], site: SiteId) {
        match what {
            ReadWhat::Int { width, order: Order::LittleIf(order) } => {
                self.read_either(env, *width, *order, results[0], site)
            }
            ReadWhat::Int { .. } => {}
            ReadWhat::Span(len) => self.read_span(env, len, Some(results[0]), site),
            ReadWhat::Skip(len) => self.read_span(env, len, None, site),
            ReadWhat::Peek => self.peek(env, results[0]),
            ReadWhat::SkipWhile(set) => self.skip_while(env, *set),
            ReadWhat::Align { to, from } => self.read_align(env, to, from, site),
            ReadWhat::Leaf(leaf @ (ReadLeaf::Varint | ReadLeaf::ShortVarint)) => {
                self.read_varint(env, *leaf, results[0], site);
            }
            ReadWhat::Leaf(ReadLeaf::JsonSpace) => self.read_space(env),
            ReadWhat::Leaf(leaf) => self.read_leaf(env, *leaf, results, site),
        }
    }

    /// The rest of the window.
    pub fn rest(&self, env: &Env) -> Ex {
        env.cursor.as_ref().map_or(Ex::Bytes(vec![]), |cursor| cursor.rest.clone())
    }

    /// Moves the cursor within its window.
    pub fn move_to(&self, env: &mut Env, rest: Ex) {
        if let Some(cursor) = &mut env.cursor {
            *cursor = cursor.at(rest);
        }
    }

    fn truncated(&self, env: &Env, site: SiteId, vars: Vec<crate::erlang::ast::Var>) -> Clause {
        let fail = match self.fail(env, ErrorCode::Truncated.name(), site) {
            Ex::Fail(failure, _) => Ex::Fail(failure, vars),
            fail => fail,
        };
        Clause::of(Ex::Any, vec![fail])
    }

    fn read_either(&mut self, env: &mut Env, width: u8, order: VarId, result: VarId, site: SiteId) {
        let (var, rest) = (self.fresh(self.hint(env, result)), self.fresh("rest"));
        let cond = self.condition(env, &Expr::Var(order));
        let subject = self.rest(env);
        let read = |little| {
            let pattern = Ex::Bits(vec![Segment::int(var, width, little), Segment::binary(rest)]);
            let clauses = vec![Clause::of(pattern, vec![]), self.truncated(env, site, vec![var, rest])];
            vec![Ex::case(subject.clone(), clauses)]
        };
        let (little, big) = (read(true), read(false));
        env.code.push(cond.branch(little, big));
        env.set(result, Value::Num(Num::unsigned(var.into(), u32::from(width) * 8)));
        self.move_to(env, rest.into());
    }

    fn read_span(&mut self, env: &mut Env, len: &Expr, result: Option<VarId>, site: SiteId) {
        let size = self.num(env, len, EXACT).ex;
        let size = self.bind(env, "len", size);
        let (var, rest) = (self.fresh("bytes"), self.fresh("rest"));
        let pattern = Ex::Bits(vec![Segment::span(var, size), Segment::binary(rest)]);
        let clauses = vec![Clause::of(pattern, vec![]), self.truncated(env, site, vec![var, rest])];
        env.code.push(Ex::case(self.rest(env), clauses));
        self.move_to(env, rest.into());
        if let Some(result) = result {
            let ty = self.shared.module.function(env.frame.func).var(result).ty.clone();
            let value = self.received(env, env.key(result), var.into(), &ty);
            env.set(result, value);
        }
    }

    fn peek(&mut self, env: &mut Env, result: VarId) {
        if env.cursor.as_ref().is_some_and(|cursor| cursor.empty) {
            return env.set(result, Value::Num(Num::constant(256)));
        }
        let byte = self.fresh(self.hint(env, result));
        let pattern = Ex::Bits(vec![Segment::bits(byte, 8), Segment::binary(Ex::Any)]);
        let end = Clause::of(Ex::Any, vec![Ex::bind(byte, Ex::Int(256))]);
        env.code.push(Ex::case(self.rest(env), vec![Clause::of(pattern, vec![]), end]));
        env.set(result, Value::Num(Num::new(byte.into(), 0, 256)));
    }

    fn read_align(&mut self, env: &mut Env, to: &Expr, from: &Expr, site: SiteId) {
        let pos = env.cursor.as_ref().map_or(Num::constant(0), Cursor::pos);
        let (to, from) = (self.num(env, to, 64), self.num(env, from, EXACT));
        let pad = padding(pos, from, to);
        let pad = self.bind(env, "padding", pad.ex);
        let rest = self.fresh("rest");
        let pattern = Ex::Bits(vec![Segment::span(Ex::Any, pad), Segment::binary(rest)]);
        let clauses = vec![Clause::of(pattern, vec![]), self.truncated(env, site, vec![rest])];
        env.code.push(Ex::case(self.rest(env), clauses));
        self.move_to(env, rest.into());
    }

    /// Reads a varint; one of a single byte is matched inline.
    fn read_varint(&mut self, env: &mut Env, leaf: ReadLeaf, result: VarId, site: SiteId) {
        let (var, rest) = (self.fresh(self.hint(env, result)), self.fresh("rest"));
        let quick = vec![Segment::bits(Ex::Int(0), 1), Segment::bits(var, 7), Segment::binary(rest)];
        let site = self.site(env, site);
        let call = Ex::remote(leaf_module(leaf), leaf_name(leaf), vec![self.rest(env), site]);
        let slow = Ex::bind(Ex::Tuple(vec![var.into(), rest.into()]), call);
        let clauses = vec![Clause::of(Ex::Bits(quick), vec![]), Clause::of(Ex::Any, vec![slow])];
        env.code.push(Ex::case(self.rest(env), clauses));
        env.set(result, Value::Num(Num::unsigned(var.into(), 64)));
        self.move_to(env, rest.into());
    }

    fn read_space(&mut self, env: &mut Env) {
        if env.cursor.as_ref().is_some_and(|cursor| cursor.empty) {
            return;
        }
        let rest = self.fresh("rest");
        let call = Ex::pure("polywire_json", "skip_space", vec![self.rest(env)]);
        env.code.push(Ex::bind(rest, call));
        self.move_to(env, rest.into());
    }

    fn skip_while(&mut self, env: &mut Env, set: ByteSet) {
        if set.ranges().is_empty() || env.cursor.as_ref().is_some_and(|cursor| cursor.empty) {
            return;
        }
        let id = self.declare("skip");
        let [byte, rest, after] = ["byte", "rest", "rest"].map(|hint| self.fresh(hint));
        let within = set.ranges().into_iter().map(|range| match range.into_inner() {
            (first, last) if first == last => Ex::binary("=:=", byte, Ex::Int(first.into())),
            (0, last) => Ex::binary("=<", byte, Ex::Int(last.into())),
            (first, u8::MAX) => Ex::binary(">=", byte, Ex::Int(first.into())),
            (first, last) => {
                let above = Ex::binary(">=", byte, Ex::Int(first.into()));
                Ex::binary("andalso", above, Ex::binary("=<", byte, Ex::Int(last.into())))
            }
        });
        let guard = within.reduce(|any, it| Ex::binary("orelse", any, it));
        let pattern = Ex::Bits(vec![Segment::bits(byte, 8), Segment::binary(rest)]);
        let again = vec![Ex::Call(Callee::Local(id), vec![rest.into()])];
        let clauses = vec![
            Clause { patterns: vec![pattern], guard, body: again },
            reading_clause(&[rest], Some(0), vec![rest.into()]),
        ];
        self.define(id, vec![rest], clauses);
        let skipped = Ex::Call(Callee::Local(id), vec![self.rest(env)]);
        env.code.push(Ex::bind(after, skipped));
        self.move_to(env, after.into());
    }

    /// Reads a leaf by a function of the runtime.
    pub fn read_leaf(&mut self, env: &mut Env, leaf: ReadLeaf, results: &[VarId], site: SiteId) {
        let site = self.site(env, site);
        let call = Ex::remote(leaf_module(leaf), leaf_name(leaf), vec![self.rest(env), site]);
        let rest = self.fresh("rest");
        let vars: Vec<Ex> = results.iter().map(|result| Ex::Var(self.fresh(self.hint(env, *result)))).collect();
        let pattern = Ex::tuple(vars.iter().cloned().chain([rest.into()]).collect());
        env.code.push(Ex::bind(pattern, call));
        self.move_to(env, rest.into());
        self.set_leaf(env, leaf, results, vars);
    }

    /// Binds the results of a leaf to variables.
    pub fn set_leaf(&mut self, env: &mut Env, leaf: ReadLeaf, results: &[VarId], vars: Vec<Ex>) {
        for ((result, var), ty) in results.iter().zip(vars).zip(leaf.results()) {
            let value = match (leaf, ty) {
                (ReadLeaf::JsonFloat32, _) => Value::Float(var, 32),
                (ReadLeaf::JsonFloat64, _) => Value::Float(var, 64),
                (_, ty) => self.received(env, env.key(*result), var, ty),
            };
            env.set(*result, value);
        }
    }

    /// `Match`.
    pub fn match_bytes(&mut self, env: &mut Env, bytes: &[u8], miss: &Miss) {
        let rest = self.fresh("rest");
        let subject = self.rest(env);
        let segments = Segment::literal(bytes).into_iter().chain([Segment::binary(rest)]).collect();
        let (matched, missed) = match miss {
            Miss::Fail { code, site } => {
                let site = self.site(env, *site);
                let args = vec![subject.clone(), Ex::Bytes(bytes.to_vec()), Ex::atom(code.name()), site];
                (vec![], vec![fail_call(Ex::remote("polywire_bytes", "mismatch", args), vec![rest])])
            }
            Miss::Yield(var) => {
                let matched = self.fresh(self.hint(env, *var));
                env.set(*var, Value::Bool(matched.into()));
                let bind = |truth| Ex::bind(matched, super::boolean::truth(truth));
                (vec![bind(true)], vec![bind(false), Ex::bind(rest, subject.clone())])
            }
        };
        env.code.push(Ex::case(subject, vec![Clause::of(Ex::Bits(segments), matched), Clause::of(Ex::Any, missed)]));
        self.move_to(env, rest.into());
    }

    /// Binds the variables for the results of a leaf or function, by type.
    pub fn receive(&mut self, env: &mut Env, results: &[VarId], vars: Vec<Ex>) {
        for (result, ex) in results.iter().zip(vars) {
            let ty: ValueType = self.shared.module.function(env.frame.func).var(*result).ty.clone();
            let value = self.received(env, env.key(*result), ex, &ty);
            env.set(*result, value);
        }
    }
}

/// Returns the number of bytes from a position to the next one whose distance from an origin is a multiple of a power
/// of two.
pub fn padding(pos: Num, from: Num, to: Num) -> Num {
    if to.known() == Some(1) {
        return Num::constant(0);
    }
    if let (Some(pos), Some(from), Some(to)) = (pos.known(), from.known(), to.known()) {
        return Num::constant((from - pos) & (to - 1));
    }
    let hi = to.hi - 1;
    let distance = from.minus(pos);
    let mask = to.minus(Num::constant(1));
    Num::new(Ex::binary("band", distance.ex, mask.ex), 0, hi)
}

pub fn leaf_module(leaf: ReadLeaf) -> &'static str {
    match leaf {
        ReadLeaf::Varint | ReadLeaf::ShortVarint => "polywire_varint",
        ReadLeaf::JsonSpace
        | ReadLeaf::JsonString
        | ReadLeaf::JsonInt
        | ReadLeaf::JsonUint
        | ReadLeaf::JsonFloat64
        | ReadLeaf::JsonFloat32
        | ReadLeaf::JsonBool
        | ReadLeaf::JsonSkipNumber
        | ReadLeaf::JsonBase64 => "polywire_json",
    }
}

pub fn leaf_name(leaf: ReadLeaf) -> &'static str {
    match leaf {
        ReadLeaf::Varint => "decode",
        ReadLeaf::ShortVarint => "decode_short",
        ReadLeaf::JsonSpace => "skip_space",
        ReadLeaf::JsonString => "string",
        ReadLeaf::JsonInt => "int",
        ReadLeaf::JsonUint => "uint",
        ReadLeaf::JsonFloat64 => "float64",
        ReadLeaf::JsonFloat32 => "float32",
        ReadLeaf::JsonBool => "bool",
        ReadLeaf::JsonSkipNumber => "skip_number",
        ReadLeaf::JsonBase64 => "base64",
    }
}
