//! Other implementations, as far as this machine has them. The file in `bench/peers` shows how each is used.

mod capnp;
mod described;
pub mod erlang;
mod flatbuffers;
mod glue;
mod installed;
mod protobuf;
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
    /// The implementation, as in `libprotobuf`.
    fn name(&self) -> &'static str;

    /// The format, by the name that it has here where it has one.
    fn format(&self) -> &'static str;

    /// Writes what is compiled, or says why that cannot be.
    fn prepare(&self, work: &Work) -> Result<Program, Missing>;
}

/// The work for a peer.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// An existing folder for its files.
    pub folder: &'a Path,
    /// The type in C++, as in `::trade::Account`.
    pub cpp_type: &'a str,
    /// The first part of the names of headers that can be included: those of the types and of their descriptions.
    pub header: &'a str,
    /// The schema.
    pub model: &'a Model,
    /// The type in it.
    pub root: DeclId,
    /// A folder with `include`, `lib` and `bin` of what is not installed in the system; it may be missing.
    pub installed: &'a Path,
    /// The compiler that the peer is compiled with.
    pub compiler: &'a Compiler,
}

/// Why a peer is not measured.
#[derive(Debug)]
pub enum Missing {
    /// The implementation is not installed, or cannot hold the type; a message for people.
    Reason(String),
    /// A file cannot be written.
    Failed(Error),
}

/// Formats that only other implementations have: they are measured alone.
pub const FORMATS_OF_OTHERS: [&str; 4] = ["cbor", "thrift_compact", "thrift_binary", "cereal"];

impl From<Missing> for Error {
    fn from(missing: Missing) -> Self {
        match missing {
            Missing::Reason(reason) => Self::Tool(reason),
            Missing::Failed(error) => error,
        }
    }
}

/// All of them.
pub fn all() -> Vec<Box<dyn Peer>> {
    let mut all: Vec<Box<dyn Peer>> =
        vec![Box::new(capnp::Capnp), Box::new(flatbuffers::FlatBuffers), Box::new(sbe::Sbe)];
    all.extend(protobuf::ALL.map(|it| Box::new(it) as Box<dyn Peer>));
    all.extend(thrift::ALL.map(|it| Box::new(it) as Box<dyn Peer>));
    all.extend(described::ALL.map(|it| Box::new(it) as Box<dyn Peer>));
    all
}
