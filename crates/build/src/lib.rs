//! Generates Rust types and codecs from schemas in a build script. It needs no other program: neither `polywire` nor
//! `protoc` nor `capnp`.
//!
//! ```no_run
//! // build.rs
//! fn main() -> Result<(), polywire_build::Error> {
//!     polywire_build::Config::new().include("schema").wire("protobuf").compile(&["schema/shop/order.proto"])
//! }
//! ```
//!
//! The program includes the generated modules, at any place in the crate, and depends on `polywire-runtime`:
//!
//! ```ignore
//! mod generated {
//!     include!(concat!(env!("OUT_DIR"), "/mod.rs"));
//! }
//! ```
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
