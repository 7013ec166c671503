//! Formats in the reference interpreter: bytes of the original implementations, corner cases, malformed messages.

mod avro;
mod capnp;
mod cdr;
mod fbe;
mod flatbuffers;
mod flatbuffers_corpus;
mod flatc_json;
mod giop;
mod json;
mod json_schema;
mod memory;
mod msgpack;
mod number_ranges;
mod protobuf;
mod protobuf_text;
mod sbe;
mod sbe_own;
mod too_large;
mod type_names;
mod well_formed;
mod xcdr;
mod xml;
mod zebrapack;
