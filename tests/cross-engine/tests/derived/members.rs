//! Messages with a single member set.

use polywire::{Model, Value};
use polywire_ir::types::{FieldType, StructId, Type, Types};
use polywire_model::{DeclKind, Presence, Struct};
use polywire_vm::Held;
use std::collections::BTreeMap;

/// A member, by the index of its field and, for a union, of its case.
pub type MemberId = (usize, Option<u32>);

/// The types of a model, and their required fields.
pub struct Maker<'m> {
    pub types: &'m Types,
    pub structs: Vec<&'m Struct>,
}

impl<'m> Maker<'m> {
    pub fn new(model: &'m Model, types: &'m Types) -> Self {
        let structs = model.decls.iter().filter_map(|decl| match &decl.kind {
            DeclKind::Struct(it) => Some(it),
            DeclKind::Enum(_) | DeclKind::Constant(_) | DeclKind::Union(_) => None,
        });
        Self { types, structs: structs.collect() }
    }

    /// Returns for each member of a struct a value in which only that member is set, to a non-default value.
    pub fn single_members(&self, id: StructId) -> Vec<(MemberId, Value)> {
        let fields = &self.types.record(id).fields;
        let mut found = Vec::new();
        for (index, field) in fields.iter().enumerate() {
            for (case, value) in self.set(field) {
                let Some(mut message) = self.complete(&Type::Struct(id)) else { return found };
                let Value::Struct(record) = &mut message else { continue };
                if record.fields[index] != value {
                    record.fields[index] = value;
                    found.push(((index, case), message));
                }
            }
        }
        found
    }

    fn set(&self, field: &FieldType) -> Vec<(Option<u32>, Value)> {
        let Type::Union(id) = field.ty else {
            return self.other(&field.ty).map(|value| (None, value)).into_iter().collect();
        };
        let cases = self.types.union(id).cases.iter().zip(0..);
        let held = cases.filter_map(|(case, index)| {
            let value = self.other(&case.value_type())?;
            Some((Some(index), Value::Union(Some(Box::new(Held { case: index, value })))))
        });
        held.collect()
    }

    /// Returns a non-default value, if the type has one.
    fn other(&self, ty: &Type) -> Option<Value> {
        Some(match ty {
            Type::Bool => Value::Bool(true),
            Type::Int { signed: true, .. } => Value::Int(77),
            Type::Int { signed: false, .. } => Value::Uint(77),
            Type::Float { .. } => Value::Float(0x3f80_0000),
            Type::Text { .. } => Value::Text(b"some".to_vec()),
            Type::Bytes => Value::Bytes(b"some".to_vec()),
            Type::FixedBytes(len, _) => Value::Bytes(vec![0; *len as usize]),
            Type::Enum(id) => {
                let members = &self.types.enumeration(*id).members;
                let first = members.first()?.number;
                Value::Enum(members.iter().find(|member| member.number != first).map_or(first, |member| member.number))
            }
            Type::Struct(_) => self.complete(ty)?,
            Type::List(element) => Value::List(vec![self.complete(element)?]),
            Type::Map(entry) => {
                let (key, value) = self.types.entry(*entry);
                Value::Map(BTreeMap::from([(self.complete(key)?, self.complete(value)?)]))
            }
            Type::Array(..) | Type::Union(_) => return None,
        })
    }

    /// Returns a new value with its required fields; `None` if it would be infinite.
    pub fn complete(&self, ty: &Type) -> Option<Value> {
        self.complete_to(ty, 10)
    }

    fn complete_to(&self, ty: &Type, depth: usize) -> Option<Value> {
        let mut value = Value::new(self.types, ty);
        if let (Type::Struct(id), Value::Struct(record)) = (ty, &mut value) {
            let fields = self.types.record(*id).fields.iter().zip(&self.structs[id.0 as usize].fields);
            for (place, (field, declared)) in record.fields.iter_mut().zip(fields) {
                if declared.presence == Presence::Required {
                    *place = self.complete_to(&field.ty, depth.checked_sub(1)?)?;
                }
            }
        }
        Some(value)
    }
}
