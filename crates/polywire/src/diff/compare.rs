use super::align::{Row, align};
use super::same::{is_same, likeness};
use super::{Change, Difference, Options};
use crate::value_text::{case_type, entry_type, text};
use polywire_ir::types::{FieldType, StructId, Type, Types};
use polywire_vm::{Held, Path, PathStep, Record, Value};
use std::collections::BTreeMap;

/// Compares two values recursively.
pub(super) struct Comparison<'t> {
    types: &'t Types,
    options: Options<'t>,
    one: Vec<PathStep>,
    other: Vec<PathStep>,
    pub found: Vec<Difference>,
}

impl<'t> Comparison<'t> {
    pub fn new(types: &'t Types, options: Options<'t>) -> Self {
        Self { types, options, one: Vec::new(), other: Vec::new(), found: Vec::new() }
    }

    pub fn value(&mut self, ty: &Type, a: &Value, b: &Value) {
        match (a, b) {
            (Value::Struct(a), Value::Struct(b)) => self.record(ty, a, b),
            (Value::Union(a), Value::Union(b)) => self.union(ty, a.as_deref(), b.as_deref()),
            (Value::List(a), Value::List(b)) => self.list(&ty.element().unwrap_or(Type::Bytes), a, b),
            (Value::Map(a), Value::Map(b)) => self.map(ty, a, b),
            _ if is_same(self.types, self.options, ty, a, b) => {}
            _ => self.report(Change::Changed(self.text(ty, a), self.text(ty, b))),
        }
    }

    fn record(&mut self, ty: &Type, a: &Record, b: &Record) {
        let Type::Struct(id) = ty else { return };
        if let Some((held, a, b)) = self.held_in_any(*id, a, b) {
            return self.value(&Type::Struct(held), &a, &b);
        }
        let types = self.types;
        for (field, (a, b)) in types.record(*id).fields.iter().zip(a.fields.iter().zip(&b.fields)) {
            self.inside(PathStep::Name(field.name.clone()), |it| it.field(field, a, b));
        }
        if a.unknown != b.unknown {
            self.report(Change::Unknown(a.unknown.clone(), b.unknown.clone()));
        }
    }

    /// Returns the messages in two structs, if both are an `Any` of one type with equal unknown fields.
    fn held_in_any(&self, id: StructId, a: &Record, b: &Record) -> Option<(StructId, Value, Value)> {
        let contents = self.options.contents.filter(|_| a != b && a.unknown == b.unknown)?;
        let ((one, a), (other, b)) = (contents.of(id, a)?, contents.of(id, b)?);
        (one == other && contents.types() == self.types).then_some((one, a, b))
    }

    fn field(&mut self, field: &FieldType, a: &Value, b: &Value) {
        match (a, b) {
            (Value::Absent, Value::Absent) => {}
            (Value::Absent, b) => {
                let text = self.text(&field.ty, b);
                self.report(if self.is_default(field, b) { Change::Set(text) } else { Change::Added(text) });
            }
            (a, Value::Absent) => {
                let text = self.text(&field.ty, a);
                self.report(if self.is_default(field, a) { Change::Unset(text) } else { Change::Removed(text) });
            }
            (a, b) => self.value(&field.ty, a, b),
        }
    }

    /// Returns true if a value is the field's default.
    fn is_default(&self, field: &FieldType, value: &Value) -> bool {
        let default = Value::new_or(self.types, &field.ty, field.default.as_ref());
        is_same(self.types, self.options, &field.ty, &default, value)
    }

    fn union(&mut self, ty: &Type, a: Option<&Held>, b: Option<&Held>) {
        if let (Some(a), Some(b)) = (a, b)
            && a.case == b.case
        {
            let case = case_type(self.types, ty, a.case);
            return self.inside(self.case_step(ty, a.case), |it| it.value(&case, &a.value, &b.value));
        }
        for (held, change) in [(a, Change::Removed as fn(String) -> Change), (b, Change::Added)] {
            let Some(held) = held else { continue };
            let text = self.text(&case_type(self.types, ty, held.case), &held.value);
            self.inside(self.case_step(ty, held.case), |it| it.report(change(text)));
        }
    }

    fn case_step(&self, ty: &Type, case: u32) -> PathStep {
        let Type::Union(id) = ty else { return PathStep::Name(String::new()) };
        PathStep::Name(self.types.union(*id).cases.get(case as usize).map_or_else(String::new, |it| it.name.clone()))
    }

    fn list(&mut self, element: &Type, a: &[Value], b: &[Value]) {
        let rows = align(a, b, |x, y| likeness(self.types, self.options, element, x, y));
        for row in rows {
            match row {
                Row::Both(x, y) => self.between(PathStep::Index(x), PathStep::Index(y), |it| {
                    it.value(element, &a[x], &b[y]);
                }),
                Row::One(x) => {
                    let removed = Change::Removed(self.text(element, &a[x]));
                    self.inside(PathStep::Index(x), |it| it.report(removed));
                }
                Row::Other(y) => {
                    let added = Change::Added(self.text(element, &b[y]));
                    self.inside(PathStep::Index(y), |it| it.report(added));
                }
            }
        }
    }

    fn map(&mut self, ty: &Type, a: &BTreeMap<Value, Value>, b: &BTreeMap<Value, Value>) {
        let value = entry_type(self.types, ty);
        let keys = a.keys().chain(b.keys().filter(|key| !a.contains_key(key)));
        let mut keys: Vec<&Value> = keys.collect();
        keys.sort();
        for key in keys {
            let step = PathStep::of_key(key);
            match (a.get(key), b.get(key)) {
                (Some(a), Some(b)) => self.inside(step, |it| it.value(&value, a, b)),
                (Some(a), None) => self.inside(step, |it| it.report(Change::Removed(it.text(&value, a)))),
                (None, Some(b)) => self.inside(step, |it| it.report(Change::Added(it.text(&value, b)))),
                (None, None) => {}
            }
        }
    }

    fn inside(&mut self, step: PathStep, compare: impl FnOnce(&mut Self)) {
        self.between(step.clone(), step, compare);
    }

    /// Compares members whose indices may differ between the values.
    fn between(&mut self, one: PathStep, other: PathStep, compare: impl FnOnce(&mut Self)) {
        self.one.push(one);
        self.other.push(other);
        compare(self);
        self.one.pop();
        self.other.pop();
    }

    fn text(&self, ty: &Type, value: &Value) -> String {
        text(self.types, ty, value)
    }

    fn report(&mut self, change: Change) {
        let (path, other_path) = (Path { steps: self.one.clone() }, Path { steps: self.other.clone() });
        self.found.push(Difference { path, other_path, change });
    }
}
