//! Places: resolves paths in the IR to native values.

use super::item::{EntryPart, Hop, Item, Ref};
use super::machine::{Frame, Machine, Outcome};
use crate::Value;
use polywire_ir::types::{Literal, Type, Types};
use polywire_ir::{Place, Step, ValueType, VarId};

/// The type of a place, and the schema's properties of the member there.
#[derive(Clone, Copy)]
pub struct PlaceInfo<'m> {
    /// The type; `None` for a case without a value.
    pub ty: Option<&'m Type>,
    /// True if the field is optional and the place is the optional itself, not its value.
    pub optional: bool,
    /// The schema's default.
    pub default: Option<&'m Literal>,
}

impl<'m> Machine<'m> {
    /// The path to a place.
    pub(super) fn resolve(&self, frame: &Frame<'m>, place: &Place) -> Outcome<Ref> {
        let Some(Item::Ref(root)) = frame.get(place.root) else {
            return Err(self.internal(frame));
        };
        let mut to = root.clone();
        for step in &place.steps {
            to.go(match step {
                Step::Field(index) => Hop::Field(*index as usize),
                Step::Some => Hop::Some,
                Step::Case(index) => Hop::Case(*index),
                Step::At(index) => Hop::At(usize::try_from(self.eval_u64(frame, index)?).unwrap_or(usize::MAX)),
            });
        }
        Ok(to)
    }

    /// The value at a place.
    pub(super) fn value_at(&self, frame: &Frame<'m>, place: &Place) -> Outcome<&Value> {
        let to = self.resolve(frame, place)?;
        self.value_of(&to).ok_or_else(|| self.internal(frame))
    }

    /// Returns the value at a reference.
    pub(super) fn value_of(&self, to: &Ref) -> Option<&Value> {
        to.hops.iter().try_fold(self.root(to.root)?, inner)
    }

    /// Returns the value at a reference, mutably.
    pub(super) fn value_mut(&mut self, to: &Ref) -> Option<&mut Value> {
        let mut value = self.root_mut(to.root)?;
        for hop in &to.hops {
            value = inner_mut(value, hop)?;
        }
        Some(value)
    }

    /// Returns the schema's description of a place.
    pub(super) fn member_at(&self, frame: &Frame<'m>, place: &Place) -> Outcome<PlaceInfo<'m>> {
        let root = root_type(frame, place.root).ok_or_else(|| self.internal(frame))?;
        let member = PlaceInfo { ty: Some(root), optional: false, default: None };
        let types: &'m Types = &self.module.types;
        place.steps.iter().try_fold(member, |member, step| member.step(types, step)).ok_or_else(|| self.internal(frame))
    }
}

/// Returns the value one step further.
fn inner<'v>(value: &'v Value, hop: &Hop) -> Option<&'v Value> {
    match (hop, value) {
        (Hop::Field(index), Value::Struct(record)) => record.fields.get(*index),
        (Hop::Some, value) => Some(value).filter(|value| **value != Value::Absent),
        (Hop::Case(case), Value::Union(Some(held))) if held.case == *case => Some(&held.value),
        (Hop::At(index), Value::List(elements)) => elements.get(*index),
        (Hop::Entry(key, EntryPart::Key), Value::Map(entries)) => entries.get_key_value(&**key).map(|(key, _)| key),
        (Hop::Entry(key, EntryPart::Value), Value::Map(entries)) => entries.get(&**key),
        (Hop::Field(_) | Hop::Case(_) | Hop::At(_) | Hop::Entry(..), _) => None,
    }
}

/// Returns the value one step further, mutably.
fn inner_mut<'v>(value: &'v mut Value, hop: &Hop) -> Option<&'v mut Value> {
    match (hop, &*value) {
        (Hop::Some, Value::Absent) => return None,
        (Hop::Some, _) => return Some(value),
        (Hop::Field(_) | Hop::Case(_) | Hop::At(_) | Hop::Entry(..), _) => {}
    }
    match (hop, value) {
        (Hop::Field(index), Value::Struct(record)) => record.fields.get_mut(*index),
        (Hop::Case(case), Value::Union(Some(held))) => Some(&mut held.value).filter(|_| held.case == *case),
        (Hop::At(index), Value::List(elements)) => elements.get_mut(*index),
        _ => None,
    }
}

fn root_type<'m>(frame: &Frame<'m>, var: VarId) -> Option<&'m Type> {
    match &frame.function.vars.get(var.0 as usize)?.ty {
        ValueType::Ref(ty) => Some(ty),
        ValueType::Bool | ValueType::U64 | ValueType::I64 | ValueType::Bytes | ValueType::Section(_) => None,
    }
}

impl<'m> PlaceInfo<'m> {
    fn step(&self, types: &'m Types, step: &Step) -> Option<Self> {
        match (self.ty?, step) {
            (Type::Struct(id), Step::Field(index)) if !self.optional => {
                let field = types.record(*id).fields.get(*index as usize)?;
                Some(Self { ty: Some(&field.ty), optional: field.optional, default: field.default.as_ref() })
            }
            (ty, Step::Some) if self.optional => Some(Self { ty: Some(ty), optional: false, default: self.default }),
            (Type::Union(id), Step::Case(index)) if !self.optional => {
                let case = types.union(*id).cases.get(*index as usize)?;
                Some(Self { ty: case.ty.as_ref(), optional: false, default: case.default.as_ref() })
            }
            (Type::List(element) | Type::Array(element, _), Step::At(_)) if !self.optional => {
                Some(Self { ty: Some(element), optional: false, default: None })
            }
            (_, Step::Field(_) | Step::Some | Step::Case(_) | Step::At(_)) => None,
        }
    }

    /// Returns a new value: the initial value of the member in a new record, once present.
    pub fn new_value(&self, types: &Types) -> Value {
        self.ty.map_or(Value::Bytes(Vec::new()), |ty| Value::new_or(types, ty, self.default))
    }
}
