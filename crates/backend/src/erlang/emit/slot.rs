//! Native values under construction: a record is a variable for each of its fields, a list its elements in reverse.

use super::Emit;
use super::env::{Env, Key, Root};
use super::expr::EXACT;
use super::place::NodeType;
use crate::erlang::ast::{Clause, Ex};
use crate::erlang::names::escaped;
use polywire_ir::types::{Named, StructId, Type};
use polywire_ir::{Place, Step};
use rpds::Vector;

/// A value under construction.
#[derive(Clone, Debug, PartialEq)]
pub enum Slot {
    /// In its public form.
    Whole(Ex),
    /// Its fields, followed by its unknown fields.
    Record(StructId, Vector<Slot>),
    /// A list in reverse.
    Reversed(Ex),
    /// An opened record; see [`super::merge`].
    Open(StructId, Ex),
}

/// Splits steps into the fields from a root, and the steps after them.
pub fn split(steps: &[Step]) -> (Vec<u32>, &[Step]) {
    let fields: Vec<u32> = steps
        .iter()
        .map_while(|step| match step {
            Step::Field(index) => Some(*index),
            Step::Some | Step::Case(_) | Step::At(_) => None,
        })
        .collect();
    let rest = &steps[fields.len()..];
    (fields, rest)
}

impl Emit<'_> {
    /// A new value of a type.
    pub fn new_slot(&self, ty: &Type) -> Slot {
        match ty {
            Type::List(_) => Slot::Reversed(Ex::Nil),
            _ => Slot::Whole(self.shared.default_of(ty)),
        }
    }

    /// Returns the type at a path of fields from a root.
    pub fn slot_type(&self, env: &Env, key: Key, fields: &[u32]) -> NodeType {
        let Some(Root::Build(_, ty)) = env.roots.get(&key) else { return NodeType::Mark };
        let mut at = NodeType::Value(ty.clone());
        for index in fields {
            let NodeType::Value(Type::Struct(id)) = at else { return NodeType::Mark };
            let Some(field) = self.shared.types().record(id).fields.get(*index as usize) else { return NodeType::Mark };
            at = if field.optional { NodeType::Optional(field.ty.clone()) } else { NodeType::Value(field.ty.clone()) };
        }
        at
    }

    /// Returns the slot at a path of fields, destructuring the records on the path.
    pub fn slot<'e>(&mut self, env: &'e mut Env, key: Key, fields: &[u32]) -> Option<&'e mut Slot> {
        for depth in 0..fields.len() {
            self.take_apart(env, key, &fields[..depth]);
        }
        find(env, key, fields)
    }

    /// Destructures the record at a path of fields into a slot for each field.
    fn take_apart(&mut self, env: &mut Env, key: Key, fields: &[u32]) {
        let NodeType::Value(Type::Struct(id)) = self.slot_type(env, key, fields) else { return };
        let slots = match env.roots.slot(key, fields) {
            Some(Slot::Whole(ex)) => {
                let ex = ex.clone();
                self.fields_of(env, id, ex)
            }
            Some(Slot::Open(_, ex)) => {
                let ex = ex.clone();
                self.open_fields(env, id, ex)
            }
            Some(Slot::Record(..) | Slot::Reversed(_)) | None => return,
        };
        if let Some(slot) = find(env, key, fields) {
            *slot = Slot::Record(id, slots.into_iter().collect());
        }
    }

    /// The fields of a record; those of a literal one are known.
    pub fn fields_of(&mut self, env: &mut Env, id: StructId, record: Ex) -> Vec<Slot> {
        let shared = self.shared;
        let names = shared.field_names(id);
        if shared.types().record(id).is_entry {
            return self.parts_of_entry(env, &names, record);
        }
        if shared.types().record(id).is_nullable {
            return vec![Slot::Whole(record)];
        }
        if let Ex::Record(_, given) = &record {
            let of = |(index, name): (usize, &String)| {
                let value = given.iter().find(|(field, _)| field == name).map(|(_, value)| value.clone());
                Slot::Whole(value.unwrap_or_else(|| shared.field_default(id, index)))
            };
            return names.iter().enumerate().map(of).collect();
        }
        let vars: Vec<Ex> = names.iter().map(|name| Ex::Var(self.fresh(name.trim_start_matches('$')))).collect();
        let fields = names.iter().cloned().zip(vars.iter().cloned()).collect();
        env.code.push(Ex::bind(Ex::Record(shared.names.record(id).to_owned(), fields), record));
        vars.into_iter().map(Slot::Whole).collect()
    }

    /// Key and value of an entry, which is a pair.
    fn parts_of_entry(&mut self, env: &mut Env, names: &[String], entry: Ex) -> Vec<Slot> {
        let parts = match entry {
            Ex::Tuple(parts) => parts,
            entry => {
                let parts: Vec<Ex> = names.iter().map(|name| Ex::Var(self.fresh(name))).collect();
                env.code.push(Ex::bind(Ex::Tuple(parts.clone()), entry));
                parts
            }
        };
        parts.into_iter().map(Slot::Whole).collect()
    }

    /// Returns the slot in its public form.
    pub fn whole(&mut self, slot: Slot) -> Ex {
        match slot {
            Slot::Whole(ex) => ex,
            Slot::Reversed(Ex::Nil) => Ex::Nil,
            Slot::Reversed(Ex::Cons(head, tail)) if *tail == Ex::Nil => Ex::Cons(head, tail),
            Slot::Reversed(ex) => Ex::pure("lists", "reverse", vec![ex]),
            Slot::Open(id, ex) => self.closed(Named::Struct(id), ex),
            Slot::Record(id, slots) if self.shared.types().record(id).is_entry => {
                Ex::Tuple(slots.iter().map(|slot| self.whole(slot.clone())).collect())
            }
            Slot::Record(id, slots) if self.shared.types().record(id).is_nullable => {
                let value = slots.first().cloned().map_or(Ex::atom("undefined"), |slot| self.whole(slot));
                self.closed_field(id, 0, value)
            }
            Slot::Record(id, slots) => {
                let names = self.shared.field_names(id);
                let field = |(index, slot): (u32, &Slot)| {
                    let value = self.whole(slot.clone());
                    self.closed_field(id, index, value)
                };
                let values: Vec<Ex> = (0..).zip(&slots).map(field).collect();
                let set = names.into_iter().zip(values).enumerate();
                let set = set.filter(|(index, (_, value))| *value != self.shared.field_default(id, *index));
                Ex::Record(self.shared.names.record(id).to_owned(), set.map(|(_, field)| field).collect())
            }
        }
    }

    /// Returns the list in a slot in reverse.
    pub fn reversed(slot: Slot) -> Ex {
        match slot {
            Slot::Reversed(ex) => ex,
            Slot::Whole(Ex::Nil) => Ex::Nil,
            Slot::Whole(ex) => Ex::pure("lists", "reverse", vec![ex]),
            Slot::Record(..) | Slot::Open(..) => Ex::Nil,
        }
    }

    /// Returns the value at a path of fields in its public form.
    pub fn built(&mut self, env: &mut Env, key: Key, fields: &[u32]) -> (Ex, NodeType) {
        let ty = self.slot_type(env, key, fields);
        let slot = self.slot(env, key, fields).cloned();
        let ex = slot.map_or(Ex::atom("undefined"), |slot| self.whole(slot));
        let Some((last, before)) = fields.split_last() else { return (ex, ty) };
        match self.slot_type(env, key, before) {
            NodeType::Value(Type::Struct(id)) => (self.closed_field(id, *last, ex), ty),
            _ => (ex, ty),
        }
    }

    /// Puts a value in its public form at a place.
    pub fn set_place(&mut self, env: &mut Env, place: &Place, value: Ex) {
        let key = env.key(place.root);
        let (fields, rest) = split(&place.steps);
        let rest = rest.to_vec();
        let value = match rest.as_slice() {
            [] | [Step::Some] => value,
            rest => {
                let (old, ty) = self.built(env, key, &fields);
                self.rebuilt(env, old, ty, rest, value)
            }
        };
        let value = self.bind(env, "value", value);
        if let Some(slot) = self.slot(env, key, &fields) {
            *slot = Slot::Whole(value);
        }
    }

    /// Returns the old value with a part replaced.
    fn rebuilt(&mut self, env: &mut Env, old: Ex, ty: NodeType, steps: &[Step], value: Ex) -> Ex {
        let Some((step, rest)) = steps.split_first() else { return value };
        match (step, ty) {
            (Step::Some, NodeType::Optional(ty)) => {
                let inner = self.value_or_new(env, old, &ty, None);
                self.rebuilt(env, inner, NodeType::Value(ty), rest, value)
            }
            (Step::Case(index), NodeType::Value(Type::Union(id))) => {
                let case = self.shared.types().union(id).cases[*index as usize].clone();
                let Some(ty) = case.ty.clone() else { return Ex::atom(escaped(&case.name)) };
                let inner =
                    if rest.is_empty() { value.clone() } else { self.value_or_new(env, old, &ty, Some(&case.name)) };
                let inner = self.rebuilt(env, inner, NodeType::Value(ty), rest, value);
                Ex::Tuple(vec![Ex::atom(escaped(&case.name)), inner])
            }
            (Step::Field(index), NodeType::Value(Type::Struct(id))) => {
                let mut slots = self.fields_of(env, id, old);
                let field = &self.shared.types().record(id).fields[*index as usize];
                let ty = field.ty.clone();
                let ty = if field.optional { NodeType::Optional(ty) } else { NodeType::Value(ty) };
                let inner = self.whole(slots[*index as usize].clone());
                slots[*index as usize] = Slot::Whole(self.rebuilt(env, inner, ty, rest, value));
                self.whole(Slot::Record(id, slots.into_iter().collect()))
            }
            (Step::At(index), NodeType::Value(Type::List(ty) | Type::Array(ty, _))) => {
                let index = self.num(env, index, EXACT).plus(super::num::Num::constant(1)).ex;
                let element = Ex::pure("lists", "nth", vec![index.clone(), old.clone()]);
                let element = self.bind(env, "element", element);
                let element = self.rebuilt(env, element, NodeType::Value(*ty), rest, value);
                Ex::pure("polywire_value", "set_nth", vec![index, element, old])
            }
            (Step::Some | Step::Case(_) | Step::Field(_) | Step::At(_), _) => value,
        }
    }

    /// Returns the value of an optional or of a union's case, else a new one.
    pub fn value_or_new(&mut self, env: &mut Env, old: Ex, ty: &Type, case: Option<&str>) -> Ex {
        let new = self.shared.default_of(ty);
        if old == Ex::atom("undefined") {
            return new;
        }
        let (held, result) = (self.fresh("held"), self.fresh("value"));
        let bind = |ex: Ex| vec![Ex::bind(result, ex)];
        let clauses = match case {
            None => vec![Clause::of(Ex::atom("undefined"), bind(new)), Clause::of(Ex::Any, bind(old.clone()))],
            Some(name) => vec![
                Clause::of(Ex::Tuple(vec![Ex::atom(escaped(name)), held.into()]), bind(held.into())),
                Clause::of(Ex::Any, bind(new)),
            ],
        };
        let old = self.bind(env, "old", old);
        env.code.push(Ex::case(old, clauses));
        result.into()
    }

    /// The slot of a record's unknown fields.
    pub fn unknown_slot<'e>(&mut self, env: &'e mut Env, key: Key, fields: &[u32]) -> Option<&'e mut Slot> {
        self.take_apart(env, key, fields);
        let last = match env.roots.slot(key, fields) {
            Some(Slot::Record(id, _)) => self.shared.types().record(*id).fields.len() as u32,
            _ => return None,
        };
        find(env, key, &[fields, &[last]].concat())
    }
}

/// Returns the slot at a path of fields, if the records on the path are destructured.
pub fn find<'e>(env: &'e mut Env, key: Key, fields: &[u32]) -> Option<&'e mut Slot> {
    env.roots.slot_mut(key, fields)
}
