#![doc = include_str!("../README.md")]
//!
//! Cargo runs the build script again when a schema, one of its imports or its lock changes.
//!
//! | feature | effect |
//! |---|---|
//! | `tonic` | [`Config::tonic`] also prints clients and servers of tonic for the services of schemas |
//!
//! Invariant: only this crate and the command `polywire` read and write files; they share the library `polywire`, which
//! does not.

mod config;
mod error;
mod files;
#[cfg(feature = "tonic")]
mod tonic;

pub use config::Config;
pub use error::Error;
pub use polywire::schema::Extensions;
#[cfg(feature = "tonic")]
pub use tonic::Tonic;
