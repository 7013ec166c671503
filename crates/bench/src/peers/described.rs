//! Implementations of formats with named members: templates that use the description of the types.

use super::installed::Library;
use super::schema::{Can, Schema};
use super::sources::program;
use super::{Missing, Peer, Work};
use crate::cpp::Program;

/// A library that reads and writes any type through its description.
pub(super) struct Described {
    name: &'static str,
    format: &'static str,
    /// Its file in `bench/peers`, and the codec in that file.
    header: &'static str,
    codec: &'static str,
    library: Library,
}

const JSON: &str = "json_plain";

pub(super) const ALL: [Described; 9] = [
    Described {
        name: "simdjson",
        format: JSON,
        header: "simdjson.hpp",
        codec: "simdjson_codec",
        library: Library { header: "simdjson.h", package: "simdjson", links: &["-lsimdjson"] },
    },
    Described {
        name: "yyjson",
        format: JSON,
        header: "yyjson.hpp",
        codec: "yyjson_codec",
        library: Library { header: "yyjson.h", package: "yyjson", links: &["-lyyjson"] },
    },
    Described {
        name: "RapidJSON",
        format: JSON,
        header: "rapidjson.hpp",
        codec: "rapidjson_codec",
        library: Library { header: "rapidjson/document.h", package: "", links: &[] },
    },
    Described {
        name: "json-c",
        format: JSON,
        header: "json_c.hpp",
        codec: "json_c_codec",
        library: Library { header: "json-c/json.h", package: "json-c", links: &["-ljson-c"] },
    },
    Described {
        name: "msgpack-cxx",
        format: "msgpack",
        header: "msgpack.hpp",
        codec: "msgpack_codec",
        library: Library { header: "msgpack.hpp", package: "", links: &[] },
    },
    Described {
        name: "Fast CDR",
        format: "cdr_le",
        header: "fastcdr.hpp",
        codec: "fastcdr_codec",
        library: Library { header: "fastcdr/Cdr.h", package: "fastcdr", links: &["-lfastcdr"] },
    },
    Described {
        name: "Avro for C",
        format: "avro",
        header: "avro_c.hpp",
        codec: "avro_c_codec",
        library: Library { header: "avro.h", package: "avro-c", links: &["-lavro", "-ljansson"] },
    },
    Described {
        name: "TinyCBOR",
        format: "cbor",
        header: "tinycbor.hpp",
        codec: "tinycbor_codec",
        library: Library { header: "tinycbor/cbor.h", package: "tinycbor", links: &["-ltinycbor"] },
    },
    Described {
        name: "cereal",
        format: "cereal",
        header: "cereal.hpp",
        codec: "cereal_codec",
        library: Library { header: "cereal/cereal.hpp", package: "", links: &[] },
    },
];

impl Peer for Described {
    fn name(&self) -> &'static str {
        self.name
    }

    fn format(&self) -> &'static str {
        self.format
    }

    fn prepare(&self, work: &Work) -> Result<Program, Missing> {
        let can = Can { optional_scalars: true, any_enums: true, optional_texts: true, nested_lists: true };
        Schema::new(work.model, work.root, can)?;
        let flags = self.library.flags(work)?;
        let codec = format!("peers::{}<{}>", self.codec, work.cpp_type);
        program(work, (self.header, &codec), "", flags, Vec::new())
    }
}
