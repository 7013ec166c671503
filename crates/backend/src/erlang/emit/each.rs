//! Lists that are written in a loop.

use super::env::{Env, Root, Value};
use super::expr::EXACT;
use super::num::{MAX_LEN, Num};
use super::out::{Piece, flush};
use super::place::{Node, NodeType};
use super::section::Section;
use super::{Emit, Then};
use crate::erlang::ast::{Callee, Clause, Ex, Var};
use polywire_ir::types::Type;
use polywire_ir::{Carried, Op, Place, Step, VarId};

/// The section of elements under construction.
struct Growing {
    /// The binary so far.
    var: Var,
    /// Bytes of an element.
    stride: u32,
    /// Bytes of all elements.
    size: Num,
}

impl Emit<'_> {
    /// `Each`.
    pub fn each(&mut self, mut env: Env, op: &Op, then: Then) -> Vec<Ex> {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else {
            return then(self, env);
        };
        let count = self.num(&mut env, &polywire_ir::Expr::Len(place.clone()), EXACT);
        let list = self.visited(&mut env, place, ordered.as_deref(), *item);
        let mut touched = self.touched(&env, &[body]);
        touched.section &= stride.is_none();
        if touched.section {
            self.unsupported(&env, "elements are put into a section without a stride");
        }
        let states = self.states(&env, &touched, true);
        let mut it = self.begin_loop_over(&mut env, "each", carried, states);
        let (items, at) = (self.fresh("items"), self.fresh(self.hint(&env, *index)));
        it.params.insert(0, items);
        it.first.insert(0, list);
        it.params.push(at);
        it.first.push(Ex::Int(0));
        let growing = stride.map(|stride| {
            let size = count.times(Num::constant(i128::from(stride)));
            Growing { var: self.fresh("section"), stride, size }
        });
        if let Some(growing) = &growing {
            it.params.push(growing.var);
            it.first.push(Ex::Bytes(vec![]));
        }
        let (element, rest) = (self.fresh(self.hint(&env, *item)), self.fresh("items"));
        let whole = (self.shared.traced && ordered.is_some()).then(|| {
            let path = self.locate(&mut env, place);
            self.node(&env, &path).ex
        });
        let step = self.visited_step(&env, *item, (element, at), whole);
        self.trace_part(&mut it.inner, place, (env.key(*item), Some(step)));
        let inner = self.each_inner(&env, it.inner.clone(), (*item, element), (*index, at), growing.as_ref());
        let go = self.seq(inner, &body.ops, &mut |emit, mut end| {
            let mut args = vec![Ex::Var(rest)];
            args.extend(emit.next(&mut end, &it, body, carried));
            args.push(Ex::binary("+", at, Ex::Int(1)));
            args.extend(growing.as_ref().map(|growing| grown(&end, growing)));
            end.code.push(Ex::Call(Callee::Local(it.id), args));
            end.code
        });
        let stop = self.each_exit(&it, &env, growing.as_ref(), (carried, results), then);
        let clause = |pattern: Ex, body| {
            let mut patterns: Vec<Ex> = it.params.iter().map(|var| Ex::Var(*var)).collect();
            patterns[0] = pattern;
            Clause { patterns, guard: None, body }
        };
        let more = Ex::Cons(Box::new(element.into()), Box::new(rest.into()));
        self.define(it.id, it.params.clone(), vec![clause(more, go), clause(Ex::Nil, stop)]);
        self.each_enter(env, &it, growing.as_ref(), results, then)
    }

    fn each_inner(
        &mut self,
        env: &Env,
        mut inner: Env,
        (item, element): (VarId, Var),
        (index, at): (VarId, Var),
        growing: Option<&Growing>,
    ) -> Env {
        let at = Num::new(at.into(), 0, MAX_LEN);
        inner.set(index, Value::Num(at.clone()));
        let path = (inner.key(item), vec![]);
        let ty = self.bound_type(env, item);
        let node = self.or_new(&mut inner, Node::new(element.into(), NodeType::Value(ty)), None);
        inner.nodes.insert_mut(path.clone(), node);
        inner.roots.insert(path.0, Root::Read(path));
        if let (Some(growing), Some(section)) = (growing, &env.section) {
            let base = section.base().plus(at.times(Num::constant(i128::from(growing.stride))));
            inner.section = Some(Section::new(base));
        }
        inner
    }

    /// Prints the code after the loop, with the elements' section in place.
    fn each_exit(
        &mut self,
        it: &super::control::Looping,
        env: &Env,
        growing: Option<&Growing>,
        (carried, results): (&[Carried], &[VarId]),
        then: Then,
    ) -> Vec<Ex> {
        let at = Env { section: env.section.clone(), ..it.inner.inner() };
        let tail = env.tail;
        let code = self.exit(it, at, env, carried, results, &mut |emit, mut env| {
            if let Some(growing) = growing {
                emit.put(&mut env, 0, Piece::sized(growing.var.into(), growing.size.clone()));
            }
            then(emit, env)
        });
        if tail { code } else { with_section(code, growing) }
    }

    fn each_enter(
        &mut self,
        env: Env,
        it: &super::control::Looping,
        growing: Option<&Growing>,
        results: &[VarId],
        then: Then,
    ) -> Vec<Ex> {
        let Some(growing) = growing else { return self.enter(env, it, it.first.clone(), results, then) };
        let section = self.fresh("section");
        self.enter(env, it, it.first.clone(), results, &mut |emit, mut env| {
            if let Some(call) = env.code.iter_mut().rev().find(|ex| is_call_of(ex, it.id)) {
                also_binds(call, section);
            }
            emit.put(&mut env, 0, Piece::sized(section.into(), growing.size.clone()));
            then(emit, env)
        })
    }

    /// Returns the visited list, sorted if the op requires it.
    fn visited(&mut self, env: &mut Env, place: &Place, ordered: Option<&[Step]>, item: VarId) -> Ex {
        let path = self.locate(env, place);
        let node = self.node(env, &path);
        let list = node.ex;
        if matches!(node.ty, NodeType::Value(Type::Map(_))) {
            return self.bind(env, "entries", Ex::remote("polywire_value", "entries", vec![list]));
        }
        let Some(steps) = ordered else { return list };
        let id = self.declare("keys");
        let (items, element, rest) = (self.fresh("items"), self.fresh("item"), self.fresh("items"));
        let mut inner = Env { cursor: None, out: None, ..env.inner() };
        let key = (inner.key(item), vec![]);
        let ty = self.bound_type(env, item);
        inner.nodes.insert_mut(key.clone(), Node::new(element.into(), NodeType::Value(ty)));
        inner.roots.insert(key.0, Root::Read(key));
        let value = self.get(&mut inner, &Place { root: item, steps: steps.to_vec() });
        let sort_key = match value {
            Value::Bytes(ex) | Value::Bool(ex) => ex,
            value => self.exact(value).ex,
        };
        let pair = Ex::Tuple(vec![sort_key, element.into()]);
        let more = Ex::Call(Callee::Local(id), vec![rest.into()]);
        inner.code.push(Ex::Cons(Box::new(pair), Box::new(more)));
        let pattern = Ex::Cons(Box::new(element.into()), Box::new(rest.into()));
        let clause = |pattern, body| Clause { patterns: vec![pattern], guard: None, body };
        self.define(id, vec![items], vec![clause(pattern, inner.code), clause(Ex::Nil, vec![Ex::Nil])]);
        let keyed = Ex::Call(Callee::Local(id), vec![list]);
        let sorted = Ex::remote("polywire_value", "in_order", vec![keyed]);
        self.bind(env, "sorted", sorted)
    }
}

/// Returns the elements' section with another element.
fn grown(end: &Env, growing: &Growing) -> Ex {
    let stride = Num::constant(i128::from(growing.stride));
    let element = end.section.as_ref().map_or(vec![], |section| section.filled(&stride));
    let before = Piece::binary(growing.var.into());
    flush(&[vec![before], element].concat())
}

/// Returns the result of a loop, and the section that it built.
fn with_section(mut code: Vec<Ex>, growing: Option<&Growing>) -> Vec<Ex> {
    let Some(growing) = growing else { return code };
    let result = match code.pop() {
        Some(Ex::Tuple(mut items)) => {
            items.push(growing.var.into());
            Ex::Tuple(items)
        }
        None => growing.var.into(),
        Some(nothing) if nothing == Ex::atom("ok") => growing.var.into(),
        Some(single) => Ex::Tuple(vec![single, growing.var.into()]),
    };
    code.push(result);
    code
}

fn is_call_of(ex: &Ex, id: crate::erlang::ast::LocalId) -> bool {
    match ex {
        Ex::Call(Callee::Local(called), _) => *called == id,
        Ex::Match(_, value) => is_call_of(value, id),
        _ => false,
    }
}

fn also_binds(ex: &mut Ex, var: Var) {
    let call = std::mem::replace(ex, Ex::Any);
    *ex = match call {
        Ex::Match(pattern, call) => {
            let pattern = match *pattern {
                Ex::Tuple(mut items) => {
                    items.push(var.into());
                    Ex::Tuple(items)
                }
                single => Ex::Tuple(vec![single, var.into()]),
            };
            Ex::bind(pattern, *call)
        }
        call => Ex::bind(var, call),
    };
}
