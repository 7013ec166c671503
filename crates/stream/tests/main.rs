//! The tests of framings and containers, as one program.

mod avro_corpus;
mod avro_file;
mod avro_peers;
mod xml_document;
