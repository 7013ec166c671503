//! What each fuzz target does with an input. A target panics on what must not be; that an input is refused is no finding.

mod codec;
mod schema;
mod seeds;

pub use codec::{codec, json};
pub use schema::{capnp_request, capnp_text, descriptor_set, proto_text};
pub use seeds::{Seed, seeds};
