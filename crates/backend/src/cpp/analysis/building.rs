//! New values in old objects. An element of a list, the value of an optional or a whole message is built in an object that may
//! hold anything. For each such object this decides, field by field, what makes it new: nothing where the codec assigns the
//! field on every way to success, a cheap reset before, or, for lists and optionals, a local count or flag from which the
//! object is put right behind the codec, so that the memory of old elements and texts is used again.

use super::touched::{Touched, TouchedParts};
use polywire_ir::types::{FieldType, Type, Types};
use polywire_ir::{Arg, Block, FuncId, Function, Module, Op, ParamKind, Place, Step, ValueType, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A local variable that stands for the state of a list or optional while a value is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Track {
    /// The number of its elements.
    List,
    /// Whether it has a value.
    Optional,
}

/// A function that makes new what it touches of what stands at a path of fields.
pub type Delegate = (Vec<u32>, FuncId);

/// How an object is made new.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BuildPlan {
    /// The whole object is reset before.
    pub reset_whole: bool,
    /// These fields are reset before.
    pub reset: BTreeSet<u32>,
    /// Unknown bytes are cleared before.
    pub reset_unknown: bool,
    /// These fields have a local variable.
    pub tracks: BTreeMap<u32, Track>,
    /// What functions that are called take over.
    pub delegates: BTreeSet<Delegate>,
    /// Ops (by address) that give a list its elements, or an optional its value, before anything else has to do with it: they
    /// make the field new themselves.
    pub firsts: BTreeSet<usize>,
    /// Branches (the address of the block) in which a field is reset or has a local variable, because the others make it new.
    pub sinks: BTreeSet<(usize, u32, Option<Track>)>,
}

impl BuildPlan {
    /// Leaves to the caller what the function does not touch.
    fn keep(&mut self, touched: &Touched) {
        self.reset.retain(|field| touched.fields.contains(field));
        self.tracks.retain(|field, _| touched.fields.contains(field));
        self.reset_unknown &= touched.unknown;
    }

    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// The ops that build an object: those of a block from one on.
#[derive(Clone, Copy)]
pub struct Scope<'a> {
    pub function: &'a Function,
    pub root: VarId,
    pub ops: &'a [Op],
}

/// The plans of all parameters under construction.
pub struct Building {
    plans: BTreeMap<(FuncId, usize), BuildPlan>,
    touched: TouchedParts,
}

impl Building {
    /// Solves for all functions together: what a callee takes over depends on its own plan.
    pub fn of(module: &Module) -> Self {
        let mut known = Self { plans: BTreeMap::new(), touched: TouchedParts::of(module) };
        loop {
            let mut plans = BTreeMap::new();
            for (index, function) in module.functions.iter().enumerate() {
                for (position, param) in function.params.iter().enumerate() {
                    if param.kind == ParamKind::Build {
                        let scope = Scope { function, root: param.var, ops: &function.body.ops };
                        let id = FuncId(index as u32);
                        let mut plan = plan_scope(module, &known, scope);
                        plan.keep(&known.touched.get(id, position));
                        plans.insert((id, position), plan);
                    }
                }
            }
            if plans == known.plans {
                return known;
            }
            known.plans = plans;
        }
    }

    /// The plan of a function's parameter; `None` if nothing is to be done.
    pub fn plan(&self, function: FuncId, param: usize) -> Option<&BuildPlan> {
        self.plans.get(&(function, param)).filter(|plan| !plan.is_empty())
    }
}

/// Decides how an object is made new.
pub fn plan_scope(module: &Module, known: &Building, scope: Scope<'_>) -> BuildPlan {
    let ValueType::Ref(ty) = &scope.function.var(scope.root).ty else { return BuildPlan::default() };
    let mut facts = Facts::default();
    Walk { module, known, scope }.ops(scope.ops, &mut facts, true);
    if facts.ends {
        return BuildPlan::default();
    }
    let whole = facts.assigned.contains(&Vec::new());
    match ty {
        Type::Struct(id) if !whole => plan_struct(&module.types, *id, facts),
        _ => BuildPlan { reset_whole: !whole, delegates: facts.delegates, ..BuildPlan::default() },
    }
}

fn plan_struct(types: &Types, id: polywire_ir::types::StructId, facts: Facts) -> BuildPlan {
    let record = types.record(id);
    let reset_unknown = record.keeps_unknown && !facts.unknown_assigned;
    let mut plan = BuildPlan {
        reset_unknown,
        delegates: facts.delegates,
        firsts: facts.firsts,
        sinks: facts.sinks,
        ..BuildPlan::default()
    };
    for (field, index) in record.fields.iter().zip(0..) {
        let track = track_of(field);
        if facts.assigned.contains(&vec![index]) {
            continue;
        }
        if let Some(track) = track.filter(|_| !facts.read.contains(&index) && !facts.all_read) {
            plan.tracks.insert(index, track);
        } else {
            plan.reset.insert(index);
        }
    }
    plan
}

/// The local variable that can stand for a field.
fn track_of(field: &FieldType) -> Option<Track> {
    if field.optional {
        keeps_memory(&field.ty).then_some(Track::Optional)
    } else {
        matches!(field.ty, Type::List(_)).then_some(Track::List)
    }
}

/// Whether an object of this type holds memory worth keeping.
fn keeps_memory(ty: &Type) -> bool {
    match ty {
        Type::Text { .. } | Type::Bytes | Type::Struct(_) | Type::List(_) | Type::Array(..) => true,
        Type::Bool | Type::Int { .. } | Type::Float { .. } | Type::FixedBytes(_) | Type::Enum(_) | Type::Union(_) => {
            false
        }
    }
}

/// What a scope does with an object.
#[derive(Clone, Debug, Default)]
struct Facts {
    /// Made new on every way to success, as paths of fields; what delegates make new among them.
    assigned: BTreeSet<Vec<u32>>,
    /// Unknown bytes are made new by a delegate.
    unknown_assigned: bool,
    /// First touched, and on every way, by functions that make new what they touch.
    delegates: BTreeSet<Delegate>,
    /// Fields that are read, or touched in a way that a local variable could not follow.
    read: BTreeSet<u32>,
    /// The whole object is.
    all_read: bool,
    /// Fields that any op has to do with.
    touched: BTreeSet<u32>,
    /// Ops that make a list or an optional new themselves.
    firsts: BTreeSet<usize>,
    /// Branches that do not make a field new, where the others do.
    sinks: BTreeSet<(usize, u32, Option<Track>)>,
    /// Success is not reached.
    ends: bool,
}

/// Parts of an object.
struct Parts {
    paths: Vec<Vec<u32>>,
    unknown: bool,
}

struct Walk<'a> {
    module: &'a Module,
    known: &'a Building,
    scope: Scope<'a>,
}

impl Walk<'_> {
    /// `always`: every way to success leads through these ops.
    fn ops(&self, ops: &[Op], facts: &mut Facts, always: bool) {
        for op in ops {
            self.reads(op, facts);
            self.op(op, facts, always);
            if matches!(op, Op::Check { cond, .. } if *cond == false.into()) {
                facts.ends = true;
            }
        }
    }

    fn block(&self, block: &Block, facts: &mut Facts, always: bool) {
        self.ops(&block.ops, facts, always);
        block.yields.iter().for_each(|value| self.read_expr(value, facts));
    }

    fn op(&self, op: &Op, facts: &mut Facts, always: bool) {
        match op {
            Op::Set { place, .. } | Op::Reset { place } => self.assign(place, facts, always),
            Op::Call { func, args, .. } => self.call(*func, args, facts, always),
            Op::If { then, other, .. } => self.branches(&[then, other], facts, always),
            Op::Switch { arms, default, .. } => {
                let blocks: Vec<&Block> = arms.iter().map(|arm| &arm.body).chain([default]).collect();
                self.branches(&blocks, facts, always);
            }
            Op::Window { body, .. } | Op::At { body, .. } => self.block(body, facts, always),
            Op::Push { place, body, .. } | Op::Open { place, body, case: Some(_), .. } => {
                self.touch(place, facts, 1);
                self.block(body, facts, false);
            }
            Op::Open { place, body, case: None, .. } => self.grow(op, place, body, facts, always),
            Op::Fill { place, body, bind, .. } => {
                self.grow(op, place, body, facts, always);
                self.fill(place, *bind, body, facts, always);
            }
            _ => op.blocks().into_iter().for_each(|block| self.block(block, facts, false)),
        }
    }

    /// An op that gives a list elements, or an optional its value.
    fn grow(&self, op: &Op, place: &Place, body: &Block, facts: &mut Facts, always: bool) {
        let path = self.path(place).filter(|path| always && path.len() == 1 && self.track(path[0]).is_some());
        let first = path.filter(|path| self.untouched(&Parts { paths: vec![path.clone()], unknown: false }, facts));
        self.touch(place, facts, 1);
        self.block(body, facts, false);
        if let Some(path) = first {
            facts.firsts.insert(std::ptr::from_ref(op) as usize);
            facts.assigned.insert(path);
        }
    }

    fn fill(&self, place: &Place, bind: VarId, body: &Block, facts: &mut Facts, always: bool) {
        let Some(path) = self.path(place).filter(|path| always && self.is_array(path)) else { return };
        let element = Scope { function: self.scope.function, root: bind, ops: &body.ops };
        if plan_scope(self.module, self.known, element).is_empty() {
            facts.assigned.insert(path);
        }
    }

    fn is_array(&self, path: &[u32]) -> bool {
        let steps: Vec<Step> = path.iter().map(|field| Step::Field(*field)).collect();
        let ValueType::Ref(root) = &self.scope.function.var(self.scope.root).ty else { return false };
        matches!(self.module.types.walk(root, &steps).and_then(|it| it.value()), Some(Type::Array(..)))
    }

    /// Afterwards holds what holds after every branch that goes on.
    fn branches(&self, blocks: &[&Block], facts: &mut Facts, always: bool) {
        let before = facts.clone();
        let mut delegates: BTreeSet<Delegate> = BTreeSet::new();
        let mut ways: Vec<(usize, Facts)> = Vec::new();
        for block in blocks {
            let mut inside = Facts { ends: false, ..before.clone() };
            self.block(block, &mut inside, always);
            facts.read.extend(inside.read.iter().copied());
            facts.touched.extend(inside.touched.iter().copied());
            facts.all_read |= inside.all_read;
            facts.sinks.extend(inside.sinks.iter().cloned());
            facts.firsts.extend(inside.firsts.iter().copied());
            delegates.extend(&inside.delegates - &before.delegates);
            if !inside.ends {
                ways.push((address(block), inside));
            }
        }
        self.sink(&mut ways, &before, facts);
        let done = |way: &Facts| (way.assigned.clone(), way.unknown_assigned);
        let common =
            ways.iter().map(|(_, way)| done(way)).reduce(|so_far, way| (&so_far.0 & &way.0, so_far.1 && way.1));
        let Some((mut assigned, mut unknown_assigned)) = common else {
            facts.ends = true;
            return;
        };
        for delegate in delegates {
            let parts = self.parts(&delegate);
            if parts.paths.iter().all(|path| assigned.contains(path)) && (unknown_assigned || !parts.unknown) {
                facts.delegates.insert(delegate);
                continue;
            }
            // What only some branches hand on is not made new by the others.
            assigned.retain(|path| !parts.paths.contains(path));
            unknown_assigned &= !parts.unknown;
            facts.read.extend(parts.paths.iter().filter_map(|path| path.first()));
        }
        facts.assigned.extend(assigned);
        facts.unknown_assigned |= unknown_assigned;
    }

    /// The local variable that can stand for a field.
    fn track(&self, field: u32) -> Option<Track> {
        let ValueType::Ref(Type::Struct(id)) = &self.scope.function.var(self.scope.root).ty else { return None };
        track_of(&self.module.types.record(*id).fields[field as usize])
    }

    /// Where some ways make a field new and the others do not, these reset it or have a local variable for it.
    fn sink(&self, ways: &mut [(usize, Facts)], before: &Facts, facts: &mut Facts) {
        let all: BTreeSet<Vec<u32>> = ways.iter().flat_map(|(_, way)| way.assigned.iter().cloned()).collect();
        for path in all.into_iter().filter(|path| path.len() == 1 && !facts.assigned.contains(path)) {
            let kept = |way: &Facts| !way.all_read && !way.read.contains(&path[0]);
            let idle = |way: &Facts| kept(way) && (!way.touched.contains(&path[0]) || self.track(path[0]).is_some());
            let fits = ways.iter().all(|(_, way)| way.assigned.contains(&path) || idle(way));
            if before.touched.contains(&path[0]) || before.read.contains(&path[0]) || !fits {
                continue;
            }
            for (block, way) in ways.iter_mut().filter(|(_, way)| !way.assigned.contains(&path)) {
                let track = self.track(path[0]).filter(|_| way.touched.contains(&path[0]));
                facts.sinks.insert((*block, path[0], track));
                way.assigned.insert(path.clone());
            }
        }
    }

    /// What a delegate makes new.
    fn parts(&self, (path, func): &Delegate) -> Parts {
        let position = self.module.function(*func).params.iter().position(|param| param.kind == ParamKind::Build);
        self.parts_of(path, *func, position.unwrap_or_default())
    }

    fn parts_of(&self, path: &[u32], func: FuncId, position: usize) -> Parts {
        let whole_struct =
            path.is_empty() && matches!(self.scope.function.var(self.scope.root).ty, ValueType::Ref(Type::Struct(_)));
        if !whole_struct {
            return Parts { paths: vec![path.to_vec()], unknown: false };
        }
        let touched = self.known.touched.get(func, position);
        Parts { paths: touched.fields.into_iter().map(|field| vec![field]).collect(), unknown: touched.unknown }
    }

    fn assign(&self, place: &Place, facts: &mut Facts, always: bool) {
        let Some(path) = self.path_through_optional(place) else { return self.touch(place, facts, 0) };
        match path.first() {
            None if always => drop(facts.assigned.insert(path)),
            None => facts.all_read = true,
            Some(field) if always && !facts.read.contains(field) => drop(facts.assigned.insert(path)),
            Some(field) => drop(facts.touched.insert(*field)),
        }
    }

    fn call(&self, func: FuncId, args: &[Arg], facts: &mut Facts, always: bool) {
        for (position, arg) in args.iter().enumerate() {
            match arg {
                Arg::Place(place) if place.root == self.scope.root => {
                    self.argument((func, position), place, facts, always)
                }
                Arg::Place(_) | Arg::Value(_) => {}
            }
        }
    }

    fn argument(&self, (func, position): (FuncId, usize), place: &Place, facts: &mut Facts, always: bool) {
        let Some(path) = self.path(place).filter(|path| path.len() < 2) else { return self.touch(place, facts, 0) };
        let builds = self.module.function(func).params[position].kind == ParamKind::Build;
        let parts = self.parts_of(&path, func, position);
        if builds && always && self.untouched(&parts, facts) {
            if self.known.plan(func, position).is_some() {
                facts.delegates.insert((path, func));
            }
            facts.unknown_assigned |= parts.unknown;
            facts.touched.extend(parts.paths.iter().filter_map(|path| path.first()));
            facts.assigned.extend(parts.paths);
            return;
        }
        facts.read.extend(parts.paths.iter().filter_map(|path| path.first()));
        facts.all_read |= parts.paths.contains(&Vec::new());
    }

    /// Whether nothing before had to do with these parts.
    fn untouched(&self, parts: &Parts, facts: &Facts) -> bool {
        let free = |path: &Vec<u32>| {
            let met = |field| facts.read.contains(field) || facts.touched.contains(field);
            !facts.assigned.contains(path) && !path.first().is_some_and(met)
        };
        let whole = facts.all_read || facts.assigned.contains(&Vec::new());
        let unknown = parts.unknown && facts.unknown_assigned;
        !whole && !unknown && parts.paths.iter().all(free)
    }

    /// Notes what a local variable could not follow. `followed`: so many steps of an op's place it can.
    fn touch(&self, place: &Place, facts: &mut Facts, followed: usize) {
        if place.root != self.scope.root {
            return;
        }
        if let Some(Step::Field(field)) = place.steps.first() {
            facts.touched.insert(*field);
        }
        match place.steps.first() {
            Some(Step::Field(_)) if place.steps.len() == followed => {}
            Some(Step::Field(field)) => drop(facts.read.insert(*field)),
            _ => facts.all_read = true,
        }
    }

    fn reads(&self, op: &Op, facts: &mut Facts) {
        op.visit_exprs(&mut |expr| self.read_expr(expr, facts));
        if let Op::Each { place, .. } = op {
            self.touch(place, facts, 0);
        }
    }

    fn read_expr(&self, expr: &polywire_ir::Expr, facts: &mut Facts) {
        use polywire_ir::Expr;
        expr.visit(&mut |expr| match expr {
            Expr::Get(place)
            | Expr::Len(place)
            | Expr::Present(place)
            | Expr::Case(place)
            | Expr::Unknown { place, .. } => {
                let known = self.path(place).is_some_and(|path| facts.assigned.contains(&path));
                if !known {
                    self.touch(place, facts, 0);
                }
            }
            _ => {}
        });
    }

    /// The fields that lead from the object to a place, if only fields do.
    fn path(&self, place: &Place) -> Option<Vec<u32>> {
        let field = |step: &Step| match step {
            Step::Field(field) => Some(*field),
            Step::Some | Step::Case(_) | Step::At(_) => None,
        };
        if place.root == self.scope.root { place.steps.iter().map(field).collect() } else { None }
    }

    /// As `path`; an optional is assigned with its value.
    fn path_through_optional(&self, place: &Place) -> Option<Vec<u32>> {
        let mut place = place.clone();
        if place.steps.last() == Some(&Step::Some) {
            place.steps.pop();
        }
        self.path(&place).filter(|path| path.len() < 2)
    }
}

/// What tells a block from all others.
pub fn address(block: &Block) -> usize {
    std::ptr::from_ref(block) as usize
}
