//! Framings and containers: how several messages share one stream of bytes.
//!
//! Readers read one record at a time into the caller's buffer, so a stream of any length needs only the memory for its
//! largest record, which a limit bounds.
//!
//! Invariant: nothing here opens files or knows the meaning of records; the caller provides readers and writers.

pub mod avro_file;
pub mod delimited;
mod error;
pub mod giop;
pub mod lines;
pub mod osm_pbf;
mod read;
pub mod sized;
pub mod sofh;
pub mod xml_document;
pub mod xml_elements;

pub use error::Error;
pub use read::whole;
