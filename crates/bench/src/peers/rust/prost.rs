//! prost, for Protocol Buffers, and implementations of other formats that work on its messages with serde.

use super::{Peer, Work};
use crate::peers::Missing;
use crate::peers::installed::tool_in;
use crate::rust::Program;
use crate::work::write_all;
use polywire_model::{pascal_case, snake_case};

pub(super) struct Prost {
    name: &'static str,
    format: &'static str,
    /// Its module in `bench/peers/rust`.
    module: &'static str,
}

pub(super) const PROST: Prost = Prost { name: "prost", format: "protobuf", module: "prost" };

pub(super) const RMP_SERDE: Prost = Prost { name: "rmp-serde", format: "msgpack", module: "rmp_serde" };

pub(super) const SONIC_RS: Prost = Prost { name: "sonic-rs", format: "json_plain", module: "sonic_rs" };

impl Peer for Prost {
    fn name(&self) -> &'static str {
        self.name
    }

    fn format(&self) -> &'static str {
        self.format
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        if work.proto.is_empty() {
            return Err(Missing::Reason("it needs a schema in the language of Protocol Buffers".to_owned()));
        }
        let protoc = tool_in(work.installed, "protoc")?;
        work.start(self.name())?;
        write_all(&work.folder.join("schema"), work.proto).map_err(Missing::Failed)?;
        let (name, outer) = work.root.split_last().ok_or_else(|| Missing::Reason("no type".to_owned()))?;
        let modules = work.package.iter().chain(outer).map(|part| snake_case(part) + "::");
        Ok(Program {
            folder: work.folder.to_owned(),
            crates: work.vendored(),
            feature: self.name().to_owned(),
            settings: vec![("PROTOC".to_owned(), protoc.into())],
            codec: format!(
                "peers::{}::Codec<printed::{}{}>",
                self.module,
                modules.collect::<String>(),
                pascal_case(name)
            ),
        })
    }
}
