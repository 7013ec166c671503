use polywire_ir::types::{StructId, Type, Types};
use polywire_vm::{Path, PathStep, Value};

use crate::value_text::{case_type, entry_type};

/// The ways to the structs of a value that keep unknown fields.
pub(super) fn paths_of_unknown(types: &Types, record: StructId, value: &Value) -> Vec<Path> {
    let mut search = Search { types, steps: Vec::new(), found: Vec::new() };
    search.value(&Type::Struct(record), value);
    search.found
}

struct Search<'t> {
    types: &'t Types,
    steps: Vec<PathStep>,
    found: Vec<Path>,
}

impl Search<'_> {
    fn value(&mut self, ty: &Type, value: &Value) {
        match (ty, value) {
            (Type::Struct(id), Value::Struct(record)) => {
                if record.unknown.is_some() {
                    self.found.push(Path { steps: self.steps.clone() });
                }
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

    fn below(&mut self, step: impl FnOnce() -> PathStep, ty: &Type, value: &Value) {
        if matches!(value, Value::Struct(_) | Value::Union(Some(_)) | Value::List(_) | Value::Map(_)) {
            self.steps.push(step());
            self.value(ty, value);
            self.steps.pop();
        }
    }
}
