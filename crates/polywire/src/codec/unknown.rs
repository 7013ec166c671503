use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Path, PathStep, Record, Value};

use crate::any::Contents;
use crate::value_text::{case_type, entry_type};

/// Structs with unknown fields.
#[derive(Default)]
pub(super) struct Unknown {
    /// Paths in the value itself.
    pub paths: Vec<Path>,
    /// Paths into messages in an `Any`, each of which is a step with the name of its type.
    pub inside: Vec<Path>,
}

/// Finds unknown fields; in an `Any`, only if the type of its contents is known.
pub(super) fn unknown(types: &Types, contents: Option<&Contents>, record: StructId, value: &Value) -> Unknown {
    let mut search = Search { types, contents, steps: Vec::new(), within: 0, found: Unknown::default() };
    search.value(&Type::Struct(record), value);
    search.found
}

struct Search<'t> {
    types: &'t Types,
    contents: Option<&'t Contents>,
    steps: Vec<PathStep>,
    /// The nesting depth of `Any` values.
    within: usize,
    found: Unknown,
}

impl Search<'_> {
    fn value(&mut self, ty: &Type, value: &Value) {
        match (ty, value) {
            (Type::Struct(id), Value::Struct(record)) => {
                if record.unknown.is_some() {
                    let found = if self.within > 0 { &mut self.found.inside } else { &mut self.found.paths };
                    found.push(Path { steps: self.steps.clone() });
                }
                self.inside_any(*id, record);
                let types = self.types;
                for (field, value) in types.record(*id).fields.iter().zip(&record.fields) {
                    self.below(|| PathStep::Name(field.name.clone()), &field.ty, value);
                }
            }
            (Type::Union(id), Value::Union(Some(held))) => {
                let types = self.types;
                let name = || types.union(*id).cases.get(held.case as usize).map(|case| case.name.clone());
                let step = || PathStep::Name(name().unwrap_or_default());
                self.below(step, &case_type(types, ty, held.case), &held.value);
            }
            (ty, Value::List(elements)) => {
                let element = ty.element().unwrap_or(Type::Bytes);
                for (index, value) in elements.iter().enumerate() {
                    self.below(|| PathStep::Index(index), &element, value);
                }
            }
            (ty, Value::Map(entries)) => {
                let value_type = entry_type(self.types, ty);
                for (key, value) in entries {
                    self.below(|| PathStep::of_key(key), &value_type, value);
                }
            }
            _ => {}
        }
    }

    fn inside_any(&mut self, id: StructId, record: &Record) {
        let Some((held, message)) = self.contents.and_then(|contents| contents.of(id, record)) else { return };
        self.within += 1;
        let step = PathStep::Name(format!("({})", self.types.record(held).name.dotted()));
        self.below(|| step, &Type::Struct(held), &message);
        self.within -= 1;
    }

    fn below(&mut self, step: impl FnOnce() -> PathStep, ty: &Type, value: &Value) {
        if matches!(value, Value::Struct(_) | Value::Union(Some(_)) | Value::List(_) | Value::Map(_)) {
            self.steps.push(step());
            self.value(ty, value);
            self.steps.pop();
        }
    }
}
