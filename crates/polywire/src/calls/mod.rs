//! Calls of a schema's methods: protocols, their envelopes, and what methods are called.
//!
//! Design: docs/decisions/0140-envelopes.md

mod base64;
mod bridge;
mod details;
mod envelopes;
pub mod giop;
pub mod http_json;
mod methods;
mod objects;
mod protocol;
mod reflection;
mod served;
mod value;
mod whole;

pub use bridge::passes;
pub use details::{Details, DetailsWriter};
pub use envelopes::{Envelopes, MetadataText};
pub use methods::{Called, method, methods};
pub use objects::{CAPNP_WIRE, Chain, Headers, Step, Wrong, chain, has_references};
pub use protocol::{PROTOCOLS, Protocol, Resets};
pub use reflection::{Found, Missing, Query, REFLECTION_SERVICES, Reflection, descriptor_set};
pub use served::{HEALTH, Served};
pub use whole::Whole;
