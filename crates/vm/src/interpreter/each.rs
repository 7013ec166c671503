//! Visiting lists: `each`.

use super::item::{EntryPart, Hop, Item, Ref};
use super::machine::{Frame, Machine, Outcome};
use crate::Value;
use polywire_ir::{Op, Step};
use std::cmp::Ordering;
use std::rc::Rc;

impl<'m> Machine<'m> {
    pub(super) fn run_each(&mut self, frame: &mut Frame<'m>, op: &'m Op) -> Outcome<()> {
        let Op::Each { place, item, index, stride, ordered, carried, body, results } = op else {
            return Err(self.internal(frame));
        };
        let elements = self.elements(frame, &self.resolve(frame, place)?, ordered.as_deref())?;
        self.bind_first(frame, carried)?;
        let base = self.stream(frame)?.base;
        for (element, visited) in elements.into_iter().zip(0..) {
            self.bind(frame, *item, Item::Ref(element))?;
            self.bind(frame, *index, Item::U64(visited))?;
            self.run_next(frame, body, carried).inspect_err(|_| self.blame_var(frame, *item))?;
            self.stream_mut(frame)?.base += stride.unwrap_or(0) as usize;
        }
        self.stream_mut(frame)?.base = base;
        self.bind_last(frame, carried, results)
    }

    /// Returns references to the elements in the order of the visit.
    fn elements(&self, frame: &Frame<'m>, list: &Ref, ordered: Option<&'m [Step]>) -> Outcome<Vec<Ref>> {
        let mut elements: Vec<Ref> = match self.value_of(list) {
            Some(Value::List(values)) => (0..values.len()).map(|index| list.hop(Hop::At(index))).collect(),
            Some(Value::Map(entries)) => entries.keys().map(|key| list.hop(entry(key))).collect(),
            _ => return Err(self.internal(frame)),
        };
        if let Some(steps) = ordered {
            let keys = elements.iter().map(|element| self.key(frame, element, steps)).collect::<Outcome<Vec<_>>>()?;
            let mut keyed: Vec<(&Value, Ref)> = keys.into_iter().zip(elements).collect();
            keyed.sort_by(|(left, _), (right, _)| compare(left, right));
            elements = keyed.into_iter().map(|(_, element)| element).collect();
        }
        Ok(elements)
    }

    /// Returns the sort key of an element.
    fn key(&self, frame: &Frame<'m>, element: &Ref, steps: &'m [Step]) -> Outcome<&Value> {
        let mut to = element.clone();
        for step in steps {
            to.go(match step {
                Step::Field(index) => Hop::Field(*index as usize),
                Step::Some => Hop::Some,
                Step::Case(index) => Hop::Case(*index),
                Step::At(_) => return Err(self.internal(frame)),
            });
        }
        self.value_of(&to).ok_or_else(|| self.internal(frame))
    }
}

fn entry(key: &Value) -> Hop {
    Hop::Entry(Rc::new(key.clone()), EntryPart::Whole)
}

/// Compares numbers by value, texts by bytes.
fn compare(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::Int(left) | Value::Enum(left), Value::Int(right) | Value::Enum(right)) => left.cmp(right),
        (Value::Uint(left) | Value::Float(left), Value::Uint(right) | Value::Float(right)) => left.cmp(right),
        (Value::Text(left) | Value::Bytes(left), Value::Text(right) | Value::Bytes(right)) => left.cmp(right),
        _ => Ordering::Equal,
    }
}
