//! gpb, for Protocol Buffers.

use super::{Peer, Printer, Work};
use crate::erlang::Program;
use crate::peers::Missing;
use crate::work::write_all;

pub(super) struct Gpb;

const PRINTER: Printer = Printer {
    name: "gpb",
    module: "gpb_compile",
    codec: "gpb_codec",
    text: include_str!("../../../../../bench/peers/gpb_codec.erl"),
};

impl Peer for Gpb {
    fn name(&self) -> &'static str {
        PRINTER.name
    }

    fn format(&self) -> &'static str {
        "protobuf"
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        // A schema derived from another language uses an edition.
        let (schema, _) = work
            .proto
            .last()
            .ok_or_else(|| Missing::Reason("it does not support editions; use a proto2 or proto3 schema".into()))?;
        let path = PRINTER.path(work)?;
        write_all(work.folder, work.proto).map_err(Missing::Failed)?;
        PRINTER.print(work, &path, schema, &[&work.model.decl(work.root).path()])
    }
}
