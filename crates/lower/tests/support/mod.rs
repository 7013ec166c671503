//! Runs formats in the reference interpreter.

use polywire_ir::Module;
use polywire_ir::types::StructId;
use polywire_model::Model;
use polywire_vm::interpreter;
use polywire_vm::{Limits, Value};

/// A model's struct in one format.
pub struct Codec {
    module: Module,
    record: StructId,
    /// Limits and choices.
    pub limits: Limits,
}

impl Codec {
    /// The codec of the struct of this dotted name.
    pub fn new(model: &Model, format: &str, ty: &str) -> Self {
        let format = polywire_lower::format(format).unwrap_or_else(|| panic!("format {format}"));
        let module = format.lower(model).unwrap_or_else(|problems| panic!("{problems:#?}"));
        let index = module.types.structs.iter().position(|it| it.name.dotted() == ty);
        let record = StructId(index.unwrap_or_else(|| panic!("struct {ty}")) as u32);
        Self { module, record, limits: Limits::default() }
    }

    /// Returns the value, or the name of the error.
    pub fn decode(&self, bytes: &[u8]) -> Result<Value, String> {
        self.decode_with(bytes, None)
    }

    /// As [`Codec::decode`], with a writer's schema.
    pub fn decode_with(&self, bytes: &[u8], schema: Option<&Value>) -> Result<Value, String> {
        interpreter::decode(&self.module, self.record, bytes, schema, &self.limits)
            .map_err(|failure| failure.code.name().to_owned())
    }

    /// Returns the message, or the name of the error.
    pub fn encode(&self, value: &Value) -> Result<Vec<u8>, String> {
        interpreter::encode(&self.module, self.record, value, &self.limits)
            .map_err(|failure| failure.code.name().to_owned())
    }

    /// Decodes a message and encodes it again.
    pub fn again(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        self.encode(&self.decode(bytes)?)
    }

    /// As [`Codec::again`], in hexadecimal digits, which may be grouped.
    pub fn again_hex(&self, digits: &str) -> Result<String, String> {
        self.again(&hex(digits)).map(|bytes| digits_of(&bytes))
    }
}

/// The bytes of hexadecimal digits.
pub fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}

/// The hexadecimal digits of bytes.
pub fn digits_of(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A file of the tests' data.
pub fn data(path: &str) -> Vec<u8> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data");
    std::fs::read(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}
