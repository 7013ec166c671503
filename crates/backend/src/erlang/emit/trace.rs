//! Modules that tell where a message or a value is wrong: each function gets the place in the input where its region begins, and
//! the way to the member that it is about, and each failure says both. Nothing else differs, but that every op is printed
//! as it stands, so that a failure is that of the module as it was lowered.

use super::Emit;
use super::env::{Cursor, Env, Frame, Key, Root};
use super::num::Num;
use super::place::NodeType;
use super::slot::Slot;
use crate::erlang::ast::{Ex, Failure};
use polywire_ir::types::Type;
use polywire_ir::{Arg, FuncId, Op, Place, PlaceType, SiteId, Step};
use std::collections::HashMap;

/// What is known of the place at a point of a function.
#[derive(Clone, Debug)]
pub struct Trace {
    /// Where the region that is read begins in the input; `undefined` if it is no part of it.
    pub start: Ex,
    /// The way to what the current block is about: its steps, the last one first.
    pub home: Ex,
    /// The way to what the current op is about.
    pub here: Ex,
    /// The ways to native values.
    pub ways: HashMap<Key, Ex>,
}

impl Trace {
    /// At the start of a function.
    pub fn new(start: Ex, home: Ex) -> Self {
        Self { start, here: home.clone(), home, ways: HashMap::new() }
    }
}

impl Emit<'_> {
    /// The site that a failure names; in a tracing module the place.
    pub fn site(&self, env: &Env, site: SiteId) -> Ex {
        match &env.trace {
            None => Ex::Int(i128::from(self.shared.site(env.frame.func, site))),
            Some(trace) => {
                let at = env.cursor.as_ref().map_or(Num::constant(0), Cursor::pos);
                Ex::Tuple(vec![trace.start.clone(), at.ex, trace.here.clone()])
            }
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

    /// Before an op of a block: what it is about.
    pub fn trace_op(&self, env: &mut Env, op: &Op) {
        let way = own_place(op).and_then(|place| self.way(env, place));
        if let Some(trace) = &mut env.trace {
            trace.here = way.unwrap_or_else(|| trace.home.clone());
        }
    }

    /// Inside an op that binds a part of a native value: the way to it, with the index of an element.
    pub fn trace_part(&self, env: &mut Env, place: &Place, (bind, index): (Key, Option<Ex>)) {
        let Some(mut way) = self.way(env, place) else { return };
        if let Some(index) = index {
            way = Ex::Cons(Box::new(index), Box::new(way));
        }
        if let Some(trace) = &mut env.trace {
            trace.ways.insert(bind, way.clone());
            trace.home = way.clone();
            trace.here = way;
        }
    }

    /// The index of the next element of a list under construction: the elements before it are only counted on failure.
    pub fn next_index(&self, slot: Option<Slot>) -> Option<Ex> {
        let before = match slot? {
            Slot::Reversed(ex) | Slot::Whole(ex) => ex,
            Slot::Record(..) | Slot::Open(..) => return None,
        };
        Some(Ex::Tuple(vec![Ex::atom("behind"), before]))
    }

    /// Arguments of a call behind all others: where the callee's region begins, or where the call stands if it reads none, and
    /// the way to the place that it is handed.
    pub fn trace_arguments(&self, env: &Env, args: &[Arg], reads: bool) -> Vec<Ex> {
        let Some(trace) = &env.trace else { return vec![] };
        let place = args.iter().find_map(|arg| match arg {
            Arg::Place(place) => Some(place),
            Arg::Value(_) => None,
        });
        let way = place.and_then(|place| self.way(env, place)).unwrap_or_else(|| trace.here.clone());
        let at = env.cursor.as_ref().map_or(Num::constant(0), Cursor::pos).ex;
        let start = match (&trace.start, at) {
            (start, at) if reads || at == Ex::Int(0) => start.clone(),
            (Ex::Int(0), at) => at,
            (start, at) => Ex::pure("polywire_trace", "offset", vec![start.clone(), at]),
        };
        vec![start, way]
    }

    /// The way to what a callee that is printed in place is handed.
    pub fn trace_inline(&self, env: &mut Env, (frame, func): (Frame, FuncId), args: &[Arg]) {
        let function = self.shared.module.function(func);
        for (arg, param) in args.iter().zip(&function.params) {
            let Arg::Place(place) = arg else { continue };
            let way = self.way(env, place);
            if let (Some(trace), Some(way)) = (&mut env.trace, way) {
                trace.ways.insert((frame.id, param.var), way.clone());
                trace.home = way;
            }
        }
    }

    /// Reads elsewhere: in the whole region, or in bytes of which nobody knows where they come from.
    pub fn trace_region(&self, env: &mut Env, is_input: bool) {
        if let (Some(trace), false) = (&mut env.trace, is_input) {
            trace.start = Ex::atom("undefined");
        }
    }

    /// The way to a place.
    fn way(&self, env: &Env, place: &Place) -> Option<Ex> {
        let trace = env.trace.as_ref()?;
        let key = env.key(place.root);
        let mut way = trace.ways.get(&key)?.clone();
        let types = self.shared.types();
        let root = match env.roots.get(&key) {
            Some(Root::Build(_, ty)) => ty.clone(),
            Some(Root::Read(path)) => match &env.nodes.get(path)?.ty {
                NodeType::Value(ty) | NodeType::Optional(ty) => ty.clone(),
                NodeType::Mark => return Some(way),
            },
            None => return Some(way),
        };
        let mut at = PlaceType::Value(&root);
        for step in &place.steps {
            let name = match (at, step) {
                (PlaceType::Value(Type::Struct(id)), Step::Field(index)) => {
                    types.record(*id).fields.get(*index as usize).map(|field| &field.name)
                }
                (PlaceType::Value(Type::Union(id)), Step::Case(index)) => {
                    types.union(*id).cases.get(*index as usize).map(|case| &case.name)
                }
                (_, Step::Field(_) | Step::Case(_) | Step::Some | Step::At(_)) => None,
            };
            if let Some(name) = name {
                way = Ex::Cons(Box::new(Ex::Bytes(name.as_bytes().to_vec())), Box::new(way));
            }
            at = at.step(types, step)?;
        }
        Some(way)
    }
}

/// The place that an op builds, visits, hands over or looks at.
fn own_place(op: &Op) -> Option<&Place> {
    if let Op::Call { args, .. } = op {
        return args.iter().find_map(|arg| match arg {
            Arg::Place(place) => Some(place),
            Arg::Value(_) => None,
        });
    }
    op.place().or_else(|| {
        let mut found = None;
        op.visit_exprs(&mut |outer| outer.visit(&mut |expr| found = found.or_else(|| expr.place())));
        found
    })
}

/// The index of the case of a union that an `Open` builds goes into the way as well.
pub fn opened_place(place: &Place, case: Option<u32>) -> Place {
    let steps = place.steps.iter().cloned().chain(case.map(Step::Case)).collect();
    Place { root: place.root, steps }
}
