//! Lowerings: how each wire format writes and reads the types of a model, as functions of the codec IR.
//!
//! A new format is one file or folder here and one line in [`FORMATS`]; every engine has it at once.
//!
//! Invariant: nothing here names a programming language or knows an engine; what the IR cannot say becomes a general op there.

pub mod avro;
mod capnp;
mod cdr;
mod flatbuffers;
mod json;
mod missing;
mod msgpack;
mod plan;
mod protobuf;
mod raw;
mod sbe;
mod scalar;
mod unsupported;

use polywire_ir::Module;
use polywire_model::Model;
pub use unsupported::Unsupported;

/// A wire format.
pub struct Format {
    /// Name on the command line, in file names and as the label of unknown bytes kept in values.
    pub name: &'static str,
    /// Messages are text without line feeds, so that a line can hold one.
    pub is_text: bool,
    /// Its decoders keep what they do not know in values, and its encoders write that back.
    pub keeps_unknown: bool,
    /// Adds to a model the types of the schema that its decoders take at run time, where they take one.
    pub schema_types: Option<fn(&Model) -> Model>,
    lower: fn(&Model) -> Result<Module, Vec<Unsupported>>,
}

impl Format {
    const fn new(name: &'static str, lower: fn(&Model) -> Result<Module, Vec<Unsupported>>) -> Self {
        Self { name, is_text: false, keeps_unknown: false, schema_types: None, lower }
    }

    /// Lowers every struct of a model, each as an entry; or lists all that the format cannot hold.
    pub fn lower(&self, model: &Model) -> Result<Module, Vec<Unsupported>> {
        let missing = missing::parts(model);
        if missing.is_empty() { (self.lower)(model) } else { Err(missing) }
    }

    const fn of_text(self) -> Self {
        Self { is_text: true, ..self }
    }

    const fn keeping_unknown(self) -> Self {
        Self { keeps_unknown: true, ..self }
    }

    const fn with_schema(self, add: fn(&Model) -> Model) -> Self {
        Self { schema_types: Some(add), ..self }
    }
}

/// All formats, by name.
pub const FORMATS: &[Format] = &[
    Format::new("raw", raw::lower),
    Format::new("protobuf", protobuf::lower).keeping_unknown(),
    Format::new("json", json::lower).of_text(),
    Format::new("json_plain", json::lower_plain).of_text(),
    Format::new("msgpack", msgpack::lower),
    Format::new("avro", avro::lower),
    Format::new("avro_resolved", avro::lower_resolved).with_schema(avro::schema::extend),
    Format::new("cdr", cdr::lower),
    Format::new("cdr_le", cdr::lower_le),
    Format::new("capnp", capnp::lower),
    Format::new("capnp_packed", capnp::lower_packed),
    Format::new("flatbuffers", flatbuffers::lower),
    Format::new("sbe", sbe::lower),
];

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
