//! Other implementations, if this machine has them. The file in `bench/peers` shows how each is used.

mod capnp;
mod described;
pub mod erlang;
mod flatbuffers;
mod glue;
pub mod go;
mod installed;
mod protobuf;
pub mod rust;
mod sbe;
mod schema;
mod sources;
mod thrift;

use crate::cpp::{Compiler, Program};
use crate::error::Error;
use polywire_model::{DeclId, Model};
use std::path::Path;

/// Another implementation of a format.
pub trait Peer {
    /// The name of the implementation, for example `libprotobuf`.
    fn name(&self) -> &'static str;

    /// The name of the format in this project if it has one.
    fn format(&self) -> &'static str;

    /// Writes the sources to compile, or says why that is impossible.
    fn prepare(&self, work: &Work) -> Result<Program, Missing>;
}

/// The input of a peer.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// An existing folder for the peer's files.
    pub folder: &'a Path,
    /// The type in C++, for example `::trade::Account`.
    pub cpp_type: &'a str,
    /// The prefix of the names of the headers to include: those of the types and of their descriptions.
    pub header: &'a str,
    /// The schema.
    pub model: &'a Model,
    /// The root type.
    pub root: DeclId,
    /// A folder with `include`, `lib` and `bin` of software outside the system; may be missing.
    pub installed: &'a Path,
    /// The compiler for the peer.
    pub compiler: &'a Compiler,
}

/// Reasons why a peer is not measured.
#[derive(Debug)]
pub enum Missing {
    /// The implementation is not installed or cannot represent the type; the message is for users.
    Reason(String),
    /// A file cannot be written.
    Failed(Error),
}

/// Formats that only other implementations have; they are measured on their own.
pub const FORMATS_OF_OTHERS: [&str; 4] = ["cbor", "thrift_compact", "thrift_binary", "cereal"];

impl From<Missing> for Error {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Reason(reason) => Self::Tool(reason),
            Missing::Failed(error) => error,
        }
    }
}

/// Returns all other implementations.
pub fn all() -> Vec<Box<dyn Peer>> {
    let mut all: Vec<Box<dyn Peer>> =
        vec![Box::new(capnp::Capnp), Box::new(flatbuffers::FlatBuffers), Box::new(sbe::Sbe)];
    all.extend(protobuf::ALL.map(|it| Box::new(it) as Box<dyn Peer>));
    all.extend(thrift::ALL.map(|it| Box::new(it) as Box<dyn Peer>));
    all.extend(described::ALL.map(|it| Box::new(it) as Box<dyn Peer>));
    all
}
