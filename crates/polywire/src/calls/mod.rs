//! Calls of a schema's methods: protocols, their envelopes, and what methods are called.
//!
//! Design: docs/decisions/0140-envelopes.md

#[cfg(feature = "calls")]
pub mod avro_ipc;
#[cfg(feature = "calls")]
mod base64;
#[cfg(feature = "calls")]
mod bridge;
#[cfg(feature = "calls")]
mod details;
#[cfg(feature = "calls")]
mod envelopes;
#[cfg(feature = "calls")]
pub mod giop;
#[cfg(feature = "calls")]
pub mod http_json;
#[cfg(feature = "calls")]
mod methods;
#[cfg(feature = "calls")]
pub mod msgpack_rpc;
#[cfg(feature = "calls")]
mod objects;
mod protocol;
#[cfg(feature = "calls")]
mod reflection;
#[cfg(feature = "calls")]
mod served;
#[cfg(feature = "calls")]
mod value;

#[cfg(feature = "calls")]
pub use bridge::passes;
#[cfg(feature = "calls")]
pub use details::{Details, DetailsWriter};
#[cfg(feature = "calls")]
pub use envelopes::{Envelopes, MetadataText};
#[cfg(feature = "calls")]
pub use methods::{Called, method, methods};
#[cfg(feature = "calls")]
pub use objects::{CAPNP_WIRE, Chain, Headers, Step, Wrong, chain, has_references};
pub use polywire_rpc::{Whole, head};
pub use protocol::{PROTOCOLS, Protocol, Resets, USUAL_CONTENT, USUAL_FORMAT, is_usual};
#[cfg(feature = "calls")]
pub use reflection::{Found, Missing, Query, REFLECTION_SERVICES, Reflection, descriptor_set};
#[cfg(feature = "calls")]
pub use served::{HEALTH, Served};
