//! The checks of each fuzz target. A target panics on a violation; a refused input is not a finding.
//!
//! Design: docs/decisions/0058-tests-without-clocks.md

mod avro_file;
mod calls_capnp;
mod calls_http;
mod calls_stream;
mod codec;
mod schema;
mod seeds;
mod untyped;
mod xml_document;

pub use avro_file::avro_file;
pub use calls_capnp::calls_capnp;
pub use calls_http::calls_http;
pub use calls_stream::calls_stream;
pub use codec::{codec, compile_codecs, json};
pub use schema::{
    avdl_text, avpr_text, avsc_text, c_text, capnp_request, capnp_text, descriptor_set, fbe_text, fbs_text, go_text,
    idl_text, proto_text, sbe_text, sbeir, xsd_text, zebrapack_schema,
};
pub use seeds::{Seed, seeds};
pub use untyped::untyped;
pub use xml_document::xml_document;
