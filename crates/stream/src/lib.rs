//! Framings and containers: how several messages share one stream of bytes.
//!
//! Readers take one record at a time into the caller's buffer, so that a stream of any length needs the memory of its
//! largest record only, which a limit bounds.
//!
//! Invariant: nothing here opens files or knows what the records mean; bytes come from and go to what the caller hands in.

pub mod delimited;
mod error;
pub mod lines;
pub mod osm_pbf;
mod read;
pub mod sized;

pub use error::Error;
