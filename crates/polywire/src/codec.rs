//! Codecs over dynamic values: one wire format for the types of one schema.

use polywire_ir::Module;
use polywire_ir::types::{StructId, Type};
use polywire_lower::{Format, Unsupported};
use polywire_model::Model;
use polywire_vm::{Failure, Limits, Value, interpreter};
use std::sync::Arc;

/// The codecs of all structs of a model in one format.
#[derive(Clone, Debug)]
pub struct Codecs {
    module: Arc<Module>,
}

impl Codecs {
    /// Lowers a model, or lists what the format cannot hold of it.
    pub fn new(model: &Model, format: &Format) -> Result<Self, Vec<Unsupported>> {
        Ok(Self { module: Arc::new((format.lower)(model)?) })
    }

    /// The codec IR of the format.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The codec of the struct with this dotted name.
    pub fn codec(&self, model: &Model, name: &str) -> Option<Codec> {
        let record = self.module.types.struct_of(model.find(name)?)?;
        self.module.entry(record)?;
        Some(Codec { module: self.module.clone(), record, limits: Limits::default() })
    }
}

/// Reads and writes messages of one struct.
#[derive(Clone, Debug)]
pub struct Codec {
    module: Arc<Module>,
    record: StructId,
    limits: Limits,
}

impl Codec {
    /// Reads a message that fills `input`.
    pub fn decode(&self, input: &[u8]) -> Result<Value, Failure> {
        interpreter::decode(&self.module, self.record, input, None, &self.limits)
    }

    /// Writes a message.
    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, Failure> {
        interpreter::encode(&self.module, self.record, value, &self.limits)
    }

    /// Name of the wire format.
    pub fn format(&self) -> &str {
        &self.module.format
    }

    /// A message in which nothing is set.
    pub fn new_value(&self) -> Value {
        Value::new(&self.module.types, &Type::Struct(self.record))
    }

    /// Index of a field of the struct, by its name in the schema.
    pub fn field(&self, name: &str) -> Option<usize> {
        self.module.types.record(self.record).fields.iter().position(|field| field.name == name)
    }

    /// Index of a case of the union that a field of the struct holds, by its name in the schema.
    pub fn case(&self, field: usize, name: &str) -> Option<u32> {
        let Type::Union(union) = self.module.types.record(self.record).fields.get(field)?.ty else { return None };
        let index = self.module.types.union(union).cases.iter().position(|case| case.name == name)?;
        u32::try_from(index).ok()
    }
}
