//! Native values that are read: parts are matched once and stay available as variables.

use super::env::{Env, Key, Root};
use super::expr::EXACT;
use super::{Emit, slot};
use crate::erlang::ast::{Clause, Ex};
use crate::erlang::names::{UNKNOWN, escaped};
use polywire_ir::types::{StructId, Type};
use polywire_ir::{Place, Step, VarId};

/// A native value and its available parts.
#[derive(Clone, Debug)]
pub struct Node {
    /// The value.
    pub ex: Ex,
    /// Its type.
    pub ty: NodeType,
    /// True if it is known to be present.
    pub present: bool,
    /// True if its range was checked.
    pub checked: bool,
    /// The value as [`super::native`] converted it.
    pub converted: Option<Ex>,
}

/// The type of a native value with its presence.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeType {
    /// A value.
    Value(Type),
    /// A value or `undefined`.
    Optional(Type),
    /// Nothing.
    Mark,
}

/// A step to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotStep {
    /// A field.
    Field(u32),
    /// The unknown fields of a record.
    Unknown,
    /// The value of an optional.
    Some,
    /// The value of a case.
    Case(u32),
}

impl Node {
    /// A value without available parts.
    pub fn new(ex: Ex, ty: NodeType) -> Self {
        Self { ex, ty, present: false, checked: false, converted: None }
    }
}

/// The path to a node: a root and the parts from it.
pub type Path = (Key, Vec<SlotStep>);

impl Emit<'_> {
    /// Returns the node at a place, with code that matches it.
    pub fn locate(&mut self, env: &mut Env, place: &Place) -> Path {
        let key = env.key(place.root);
        match env.roots.get(&key) {
            Some(Root::Build(..)) => self.locate_built(env, key, &place.steps),
            Some(Root::Read(path)) => self.locate_from(env, path.clone(), &place.steps),
            None => self.locate_from(env, (key, vec![]), &place.steps),
        }
    }

    /// A value under construction is read in its current state.
    fn locate_built(&mut self, env: &mut Env, key: Key, steps: &[Step]) -> Path {
        let (fields, rest) = slot::split(steps);
        let (ex, ty) = self.built(env, key, &fields);
        let path = self.temporary(env, ex, ty);
        self.locate_from(env, path, rest)
    }

    fn temporary(&mut self, env: &mut Env, ex: Ex, ty: NodeType) -> Path {
        let ex = self.bind(env, "value", ex);
        self.frames += 1;
        let key = (self.frames, VarId(0));
        env.nodes.insert_mut((key, vec![]), Node::new(ex, ty));
        (key, vec![])
    }

    fn locate_from(&mut self, env: &mut Env, from: Path, steps: &[Step]) -> Path {
        let mut path = from;
        for step in steps {
            path = match step {
                Step::Field(index) => self.part(env, path, SlotStep::Field(*index)),
                Step::Some => self.part(env, path, SlotStep::Some),
                Step::Case(index) => self.part(env, path, SlotStep::Case(*index)),
                Step::At(index) => self.element(env, &path, index),
            };
        }
        path
    }

    /// Returns the part of a node, matched now if it is not available.
    pub fn part(&mut self, env: &mut Env, (key, mut parts): Path, part: SlotStep) -> Path {
        let whole = (key, parts.clone());
        parts.push(part);
        let path = (key, parts);
        if !env.nodes.contains_key(&path) {
            match part {
                SlotStep::Field(_) | SlotStep::Unknown => self.open_record(env, &whole),
                SlotStep::Some => self.open_optional(env, &whole),
                SlotStep::Case(index) => self.open_case(env, &whole, index),
            }
        }
        path
    }

    /// The node at a path that [`Emit::locate`] gave.
    pub fn node(&self, env: &Env, path: &Path) -> Node {
        env.nodes.get(path).cloned().unwrap_or_else(|| Node::new(Ex::atom("undefined"), NodeType::Mark))
    }

    /// Changes what is known of a node.
    pub fn change_node(&self, env: &mut Env, path: &Path, change: impl FnOnce(&mut Node)) {
        let mut node = self.node(env, path);
        change(&mut node);
        env.nodes.insert_mut(path.clone(), node);
    }

    fn open_record(&mut self, env: &mut Env, path: &Path) {
        let node = self.node(env, path);
        let NodeType::Value(Type::Struct(id)) = node.ty else { return };
        if let Some(convention) = self.shared.convention.filter(|_| self.shared.types().record(id).is_declared()) {
            return self.open_there(env, path, (id, node.ex), convention);
        }
        let (pattern, parts) = self.record_pattern(id);
        env.code.push(Ex::bind(pattern, node.ex));
        parts.into_iter().for_each(|(part, node)| put_part(env, path, part, node));
    }

    /// A pattern of all fields, and their nodes.
    fn record_pattern(&mut self, id: StructId) -> (Ex, Vec<(SlotStep, Node)>) {
        let shared = self.shared;
        let record = shared.types().record(id);
        let (mut fields, mut parts) = (vec![], vec![]);
        for (field, index) in record.fields.iter().zip(0..) {
            let var = Ex::Var(self.fresh(&field.name));
            let ty = field.ty.clone();
            let ty = if field.optional { NodeType::Optional(ty) } else { NodeType::Value(ty) };
            fields.push((field.name.clone(), var.clone()));
            parts.push((SlotStep::Field(index), Node::new(var, ty)));
        }
        if record.is_entry {
            return (Ex::Tuple(fields.into_iter().map(|(_, var)| var).collect()), parts);
        }
        if record.is_nullable {
            return (fields.remove(0).1, parts);
        }
        if record.keeps_unknown {
            let var = Ex::Var(self.fresh("unknown"));
            fields.push((UNKNOWN.to_owned(), var.clone()));
            parts.push((SlotStep::Unknown, Node::new(var, NodeType::Mark)));
        }
        (Ex::Record(shared.names.record(id).to_owned(), fields), parts)
    }

    fn open_optional(&mut self, env: &mut Env, path: &Path) {
        let node = self.node(env, path);
        let ty = match &node.ty {
            NodeType::Optional(ty) | NodeType::Value(ty) => NodeType::Value(ty.clone()),
            NodeType::Mark => NodeType::Mark,
        };
        let some = Node::new(node.ex.clone(), ty);
        put_part(env, path, SlotStep::Some, some);
    }

    fn open_case(&mut self, env: &mut Env, path: &Path, index: u32) {
        let node = self.node(env, path);
        let Some((pattern, part)) = self.case_pattern(&node.ty, index) else { return };
        env.code.push(Ex::bind(pattern, node.ex));
        let part = self.or_new(env, part, None);
        put_part(env, path, SlotStep::Case(index), part);
    }

    /// A pattern of a union's case, and the node of its value.
    pub fn case_pattern(&mut self, ty: &NodeType, index: u32) -> Option<(Ex, Node)> {
        let NodeType::Value(Type::Union(id)) = ty else { return None };
        let shared = self.shared;
        let case = shared.types().union(*id).cases.get(index as usize)?;
        let tag = Ex::atom(escaped(&case.name));
        Some(match &case.ty {
            None => (self.mark_pattern(tag.clone()), Node::new(tag, NodeType::Mark)),
            Some(ty) => {
                let var = Ex::Var(self.fresh(&case.name));
                (Ex::Tuple(vec![tag, var.clone()]), Node::new(var, NodeType::Value(ty.clone())))
            }
        })
    }

    /// A pattern of a case without a value.
    fn mark_pattern(&self, tag: Ex) -> Ex {
        match self.shared.convention {
            Some(_) => Ex::Tuple(vec![tag, Ex::Any]),
            None => tag,
        }
    }

    fn element(&mut self, env: &mut Env, path: &Path, index: &polywire_ir::Expr) -> Path {
        let node = self.node(env, path);
        let element = match &node.ty {
            NodeType::Value(Type::List(element) | Type::Array(element, _)) => (**element).clone(),
            _ => return path.clone(),
        };
        let index = self.num(env, index, EXACT).plus(super::num::Num::constant(1));
        let ex = Ex::pure("lists", "nth", vec![index.ex, node.ex]);
        self.temporary(env, ex, NodeType::Value(element))
    }

    /// Returns an expression for the case of a union: 0 for `undefined`, then each case's index plus one.
    pub fn case_number(&mut self, node: &Node) -> Ex {
        let NodeType::Value(Type::Union(id)) = node.ty else { return Ex::Int(0) };
        let shared = self.shared;
        let mut clauses = vec![Clause::of(Ex::atom("undefined"), vec![Ex::Int(0)])];
        for (case, number) in shared.types().union(id).cases.iter().zip(1..) {
            let tag = Ex::atom(escaped(&case.name));
            let pattern = if case.ty.is_some() { Ex::Tuple(vec![tag, Ex::Any]) } else { self.mark_pattern(tag) };
            clauses.push(Clause::of(pattern, vec![Ex::Int(number)]));
        }
        Ex::case(node.ex.clone(), clauses)
    }
}

/// Makes a part of a node known.
pub fn put_part(env: &mut Env, (key, parts): &Path, part: SlotStep, node: Node) {
    let mut parts = parts.clone();
    parts.push(part);
    env.nodes.insert_mut((*key, parts), node);
}
