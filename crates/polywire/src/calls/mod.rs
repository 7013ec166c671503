//! Calls of a schema's methods: protocols, their envelopes, and what methods are called.
//!
//! Design: docs/decisions/0140-envelopes.md

pub mod avro_ipc;
mod base64;
mod details;
mod envelopes;
pub mod giop;
mod methods;
pub mod msgpack_rpc;
mod objects;
mod protocol;
mod reflection;
mod served;
mod value;
mod whole;

pub use details::{Details, DetailsWriter};
pub use envelopes::{Envelopes, MetadataText};
pub use methods::{Called, method, methods};
pub use objects::{CAPNP_WIRE, Chain, Headers, Step, Wrong, chain};
pub use protocol::{PROTOCOLS, Protocol, Resets};
pub use reflection::{Found, Missing, Query, REFLECTION_SERVICES, Reflection, descriptor_set};
pub use served::{HEALTH, Served};
pub use whole::Whole;
