//! libprotobuf in two modes: converting from and to plain types, and with its own message objects.

use super::glue::Glue;
use super::installed::{Library, run, tool};
use super::schema::{Can, FILE, Schema};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;
use crate::work::write;
use polywire_front::proto::derive_proto;
use std::process::Command;

/// A mode of use.
pub(super) struct Protobuf {
    name: &'static str,
    codec: &'static str,
}

pub(super) const ALL: [Protobuf; 2] = [
    Protobuf { name: "libprotobuf", codec: "protobuf_codec" },
    Protobuf { name: "libprotobuf-messages", codec: "protobuf_message_codec" },
];

const LIBRARY: Library =
    Library { header: "google/protobuf/message.h", package: "protobuf", links: &["-lprotobuf", "-lpthread"] };

const GLUE: Glue =
    Glue { template: ("fields_of", "value"), field: "PROTOBUF_FIELD", name: str::to_owned, also: |_, _| String::new() };

impl Peer for Protobuf {
    fn name(&self) -> &'static str {
        self.name
    }

    fn format(&self) -> &'static str {
        "protobuf"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: true, any_enums: true, optional_texts: false, nested_lists: false };
        let schema = Schema::new(work.model, work.root, can)?;
        let (flags, protoc) = (LIBRARY.flags(work)?, tool(work, "protoc")?);
        let file = format!("{FILE}.proto");
        write(&work.folder.join(&file), derive_proto(&schema.model, FILE).text).map_err(Missing::Failed)?;
        run(work, Command::new(protoc).args(["--proto_path=.", "--cpp_out=.", &file]))?;
        let glue = GLUE.print(&schema, &format!("{FILE}.pb.h"));
        let codec = format!("peers::{}<{}, {}>", self.codec, work.cpp_type, schema.cpp_root());
        let printed = work.folder.join(format!("{FILE}.pb.cc"));
        program(work, ("protobuf.hpp", &codec), &glue, flags, vec![printed])
    }
}
