use crate::Subject;
use polywire_ir::types::{StructId, Type, Types};
use polywire_lower::Options;
use polywire_model::{DeclId, FieldId, Model, Selection};
use polywire_vm::{Limits, Record, Value, interpreter};

impl Subject {
    /// Returns the same model with decoders of selected fields only, except for `raw`, in which answers are compared.
    ///
    /// # Panics
    /// If a format cannot hold the model.
    pub fn selecting(&self, label: &str, selection: &Selection) -> Self {
        let options = Options { selection: selection.clone(), ..Options::default() };
        let lowered = self.lowered.iter().map(|module| match module.format.as_str() {
            "raw" => module.clone(),
            name => {
                let format = polywire_lower::format(name).expect("it was lowered before");
                format.lower_with(&self.model, &options).expect("the format can hold the model")
            }
        });
        let name = format!("{}_{label}", self.name);
        Self::of_lowered(name, self.model.clone(), lowered.collect())
    }

    /// Returns the `raw` image of a value whose unselected fields are reset.
    ///
    /// # Panics
    /// If it is not an image of a value.
    pub fn cleared(&self, ty: &str, raw: &[u8], selection: &Selection) -> Vec<u8> {
        let module = self.module("raw");
        let decl = self.model.find(ty).expect("the model has the type");
        let id = module.types.struct_of(decl).expect("the type is a struct");
        let limits = Limits::default();
        let mut value = interpreter::decode(module, id, raw, None, &limits).expect("an image");
        let clearing = Clearing { types: &module.types, selection };
        clearing.clear(&mut value, &Type::Struct(id));
        interpreter::encode(module, id, &value, &limits).expect("every value has an image")
    }
}

/// Selects every other field of every struct, starting with the first or the second; map entries are selected
/// completely.
pub fn every_other_field(model: &Model, from: u32) -> Selection {
    let structs = (0..model.decls.len() as u32).map(DeclId);
    structs.fold(Selection::default(), |selection, id| match model.as_struct(id) {
        Some(it) if it.is_entry => selection,
        Some(it) => selection.only(id, (from..it.fields.len() as u32).step_by(2).map(FieldId)),
        None => selection,
    })
}

struct Clearing<'c> {
    types: &'c Types,
    selection: &'c Selection,
}

impl Clearing<'_> {
    fn clear(&self, value: &mut Value, ty: &Type) {
        match (value, ty) {
            (Value::Struct(record), Type::Struct(id)) => self.clear_record(record, *id),
            (Value::Union(Some(held)), Type::Union(id)) => {
                let case = &self.types.union(*id).cases[held.case as usize];
                self.clear(&mut held.value, &case.value_type());
            }
            (Value::List(elements), Type::List(element) | Type::Array(element, _)) => {
                elements.iter_mut().for_each(|value| self.clear(value, element));
            }
            (Value::Map(entries), Type::Map(entry)) => {
                let ty = &self.types.record(*entry).fields[1].ty;
                entries.values_mut().for_each(|value| self.clear(value, ty));
            }
            _ => {}
        }
    }

    fn clear_record(&self, record: &mut Record, id: StructId) {
        let decls = (0..self.types.of_decl.len() as u32).map(DeclId);
        let wanted =
            decls.filter(|decl| self.types.struct_of(*decl) == Some(id)).find_map(|decl| self.selection.of(decl));
        for ((value, field), index) in record.fields.iter_mut().zip(&self.types.record(id).fields).zip(0..) {
            if wanted.is_none_or(|wanted| wanted.contains(&FieldId(index))) {
                self.clear(value, &field.ty);
            } else {
                *value = Value::of_field(self.types, field);
            }
        }
        record.unknown = record.unknown.take().filter(|_| wanted.is_none());
    }
}
