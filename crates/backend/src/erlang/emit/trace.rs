//! Modules that explain errors: each function gets the start of its region in the input, and the path of its place, and
//! each failure has both. Apart from that, every op is printed without fusion, so that failures are those of the
//! lowered module.

use super::Emit;
use super::env::{Cursor, Env, Frame, Key, Root, Value};
use super::num::Num;
use super::place::NodeType;
use super::slot::Slot;
use crate::erlang::ast::{Ex, Failure, Var};
use polywire_ir::types::Type;
use polywire_ir::{
    Arg, Block, Expr, FuncId, Op, Place, PlaceType, ReadLeaf, ReadWhat, SiteId, Step, VarId, first_subject, subject,
};
use rpds::HashTrieMap;

/// The position and place at a point of a function.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The start of the region in the input; for a region outside of the input, the position at which the input was
    /// left; `undefined` if neither is known.
    pub start: Ex,
    /// The path of the current op or block: its steps, last one first.
    pub here: Ex,
    /// The paths of native values.
    pub field_paths: HashTrieMap<Key, Ex>,
    /// The positions of bytes in the input; `elsewhere` if they are outside of it.
    pub starts: HashTrieMap<Key, Ex>,
}

impl Trace {
    /// At the start of a function.
    pub fn new(start: Ex, here: Ex) -> Self {
        Self { start, here, field_paths: HashTrieMap::new(), starts: HashTrieMap::new() }
    }
}

impl Emit<'_> {
    /// Returns the site that a failure names; in a tracing module, the place.
    pub fn site(&self, env: &Env, site: SiteId) -> Ex {
        match &env.trace {
            None => Ex::Int(i128::from(self.shared.site(env.frame.func, site))),
            Some(trace) => Ex::Tuple(vec![trace.start.clone(), position(env), trace.here.clone()]),
        }
    }

    /// A failure with this code at this site.
    pub fn fail(&self, env: &Env, code: &'static str, site: SiteId) -> Ex {
        let failure = match self.site(env, site) {
            Ex::Int(_) => Failure::Code(code, self.shared.site(env.frame.func, site)),
            place => {
                let call = Ex::remote("polywire_trace", "fail", vec![Ex::atom(code), place]);
                Failure::Call(Box::new(call))
            }
        };
        Ex::Fail(failure, vec![])
    }

    /// Before an op of a block: sets its place, or else that of the block.
    pub fn trace_op(&self, env: &mut Env, ops: &[Op], index: usize, block: Option<&Ex>) {
        let Some(block) = block else { return };
        let place = subject(self.shared.module.function(env.frame.func), ops, index);
        let field_path = place.and_then(|place| self.field_path(env, place));
        if let Some(trace) = &mut env.trace {
            trace.here = field_path.unwrap_or_else(|| block.clone());
        }
    }

    /// Before the arm of a member: sets the place of the arm.
    pub fn trace_arm(&self, env: &mut Env, body: &Block) {
        let field_path =
            first_subject(body).filter(|_| env.trace.is_some()).and_then(|place| self.field_path(env, place));
        if let (Some(trace), Some(field_path)) = (&mut env.trace, field_path) {
            trace.here = field_path;
        }
    }

    /// Inside an op that binds a part of a native value: sets the path of the part, with the step to an element.
    pub fn trace_part(&self, env: &mut Env, place: &Place, (bind, step): (Key, Option<Ex>)) {
        let Some(mut field_path) = self.field_path(env, place) else { return };
        if let Some(step) = step {
            field_path = Ex::Cons(Box::new(step), Box::new(field_path));
        }
        if let Some(trace) = &mut env.trace {
            trace.field_paths.insert_mut(bind, field_path.clone());
            trace.here = field_path;
        }
    }

    /// Inside an op that builds an element of a list. A map's entry has a path of its own until it is inserted.
    pub fn trace_element(&self, env: &mut Env, place: &Place, (bind, before): (VarId, Option<Slot>)) {
        if !self.is_entry(&self.bound_type(env, bind)) {
            self.trace_part(env, place, (env.key(bind), next_index(before)));
        }
    }

    /// Returns the step to the element visited at this position, possibly in another order than that of the list.
    pub fn visited_step(&self, env: &Env, item: VarId, (element, at): (Var, Var), whole: Option<Ex>) -> Ex {
        match whole {
            _ if self.is_entry(&self.bound_type(env, item)) => Ex::Tuple(vec![Ex::atom("entry"), element.into()]),
            Some(whole) => Ex::Tuple(vec![Ex::atom("element"), element.into(), whole]),
            None => at.into(),
        }
    }

    fn is_entry(&self, ty: &Type) -> bool {
        matches!(ty, Type::Struct(id) if self.shared.types().record(*id).is_entry)
    }

    /// Returns the trailing arguments of a call: the start of the callee's region, or the position of the call if it
    /// reads none, and the path of its place.
    pub fn trace_arguments(&self, env: &Env, args: &[Arg], reads: bool) -> Vec<Ex> {
        let Some(trace) = &env.trace else { return vec![] };
        let place = args.iter().find_map(|arg| match arg {
            Arg::Place(place) => Some(place),
            Arg::Value(_) => None,
        });
        let no_path = || Ex::Cons(Box::new(Ex::atom("nowhere")), Box::new(trace.here.clone()));
        let field_path =
            place.map_or_else(|| trace.here.clone(), |place| self.field_path(env, place).unwrap_or_else(no_path));
        let start = if reads { trace.start.clone() } else { offset(&trace.start, position(env)) };
        vec![start, field_path]
    }

    /// Sets the path of the argument of an inlined callee.
    pub fn trace_inline(&self, env: &mut Env, (frame, func): (Frame, FuncId), args: &[Arg]) {
        let function = self.shared.module.function(func);
        for (arg, param) in args.iter().zip(&function.params) {
            let Arg::Place(place) = arg else { continue };
            let field_path = self.field_path(env, place);
            if let (Some(trace), Some(field_path)) = (&mut env.trace, field_path) {
                trace.field_paths.insert_mut((frame.id, param.var), field_path);
            }
        }
    }

    /// After a read that started at a position: bytes are a part of the region, and so is a text without escapes.
    pub fn trace_read(&self, env: &mut Env, op: &Op, before: Option<Ex>) {
        let (Op::Read { what, results, .. }, Some(before)) = (op, before) else { return };
        let Some(key) = results.first().map(|result| env.key(*result)) else { return };
        let (after, value) = (position(env), env.values.get(&key).cloned());
        let Some(trace) = &mut env.trace else { return };
        let start = match (what, value) {
            (ReadWhat::Span(_), Some(Value::Bytes(_))) => offset(&trace.start, before),
            (ReadWhat::Leaf(ReadLeaf::JsonString), Some(Value::Bytes(text))) => {
                Ex::pure("polywire_trace", "text", vec![trace.start.clone(), before, after, text])
            }
            (_, Some(Value::Bytes(_))) => Ex::atom("elsewhere"),
            (_, _) => return,
        };
        trace.starts.insert_mut(key, start);
    }

    /// Switches to reading other bytes, or the whole region.
    pub fn trace_region(&self, env: &mut Env, region: &Expr) {
        let key = if let Expr::Var(var) = region { Some(env.key(*var)) } else { None };
        let at = position(env);
        let Some(trace) = &mut env.trace else { return };
        trace.start = match (region, key.and_then(|key| trace.starts.get(&key))) {
            (Expr::Input, _) => trace.start.clone(),
            (_, Some(start)) => Ex::pure("polywire_trace", "within", vec![start.clone(), trace.start.clone(), at]),
            // A native value is not part of the input.
            (Expr::Get(_), None) => Ex::pure("polywire_trace", "left", vec![trace.start.clone(), at]),
            (_, None) => Ex::atom("undefined"),
        };
    }

    /// Returns the path of a place.
    fn field_path(&self, env: &Env, place: &Place) -> Option<Ex> {
        let trace = env.trace.as_ref()?;
        let key = env.key(place.root);
        let mut field_path = trace.field_paths.get(&key)?.clone();
        let types = self.shared.types();
        let root = match env.roots.get(&key) {
            Some(Root::Build(_, ty)) => ty.clone(),
            Some(Root::Read(path)) => match &env.nodes.get(path)?.ty {
                NodeType::Value(ty) | NodeType::Optional(ty) => ty.clone(),
                NodeType::Mark => return Some(field_path),
            },
            None => return Some(field_path),
        };
        let mut at = PlaceType::Value(&root);
        for step in &place.steps {
            let name = match (at, step) {
                (PlaceType::Value(Type::Struct(id)), Step::Field(index)) if types.record(*id).is_declared() => {
                    types.record(*id).fields.get(*index as usize).map(|field| &field.name)
                }
                (PlaceType::Value(Type::Union(id)), Step::Case(index)) => {
                    types.union(*id).cases.get(*index as usize).map(|case| &case.name)
                }
                (_, Step::Field(_) | Step::Case(_) | Step::Some | Step::At(_)) => None,
            };
            if let Some(name) = name {
                field_path = Ex::Cons(Box::new(Ex::Bytes(name.as_bytes().to_vec())), Box::new(field_path));
            }
            at = at.step(types, step)?;
        }
        Some(field_path)
    }
}

/// Returns the position in the current region.
pub fn position(env: &Env) -> Ex {
    env.cursor.as_ref().map_or(Num::constant(0), Cursor::pos).ex
}

/// Converts a position in a region to one in the input.
fn offset(start: &Ex, position: Ex) -> Ex {
    match (start, position) {
        (start, Ex::Int(0)) => start.clone(),
        (Ex::Int(0), position) => position,
        (start, position) => Ex::pure("polywire_trace", "offset", vec![start.clone(), position]),
    }
}

/// Returns the index of the next element of a list under construction: the elements are only counted on failure.
fn next_index(slot: Option<Slot>) -> Option<Ex> {
    let before = match slot? {
        Slot::Reversed(ex) | Slot::Whole(ex) => ex,
        Slot::Record(..) | Slot::Open(..) => return None,
    };
    Some(Ex::Tuple(vec![Ex::atom("behind"), before]))
}

/// The path of a union that an `Open` builds includes the case's index.
pub fn opened_place(place: &Place, case: Option<u32>) -> Place {
    let steps = place.steps.iter().cloned().chain(case.map(Step::Case)).collect();
    Place { root: place.root, steps }
}
