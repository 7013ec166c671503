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
    /// Its decoders keep what they do not know in values, and its encoders write that back.
    pub keeps_unknown: bool,
    /// Lowers every struct of a model, each as an entry; or lists all that the format cannot hold.
    pub lower: fn(&Model) -> Result<Module, Vec<Unsupported>>,
}

/// All formats, by name.
pub const FORMATS: &[Format] = &[
    Format { name: "raw", keeps_unknown: false, lower: raw::lower },
    Format { name: "protobuf", keeps_unknown: true, lower: protobuf::lower },
    Format { name: "json", keeps_unknown: false, lower: json::lower },
    Format { name: "json_plain", keeps_unknown: false, lower: json::lower_plain },
    Format { name: "msgpack", keeps_unknown: false, lower: msgpack::lower },
    Format { name: "avro", keeps_unknown: false, lower: avro::lower },
    Format { name: "avro_resolved", keeps_unknown: false, lower: avro::lower_resolved },
    Format { name: "cdr", keeps_unknown: false, lower: cdr::lower },
    Format { name: "cdr_le", keeps_unknown: false, lower: cdr::lower_le },
    Format { name: "capnp", keeps_unknown: false, lower: capnp::lower },
    Format { name: "capnp_packed", keeps_unknown: false, lower: capnp::lower_packed },
    Format { name: "flatbuffers", keeps_unknown: false, lower: flatbuffers::lower },
    Format { name: "sbe", keeps_unknown: false, lower: sbe::lower },
];

/// The format of this name.
pub fn format(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}
