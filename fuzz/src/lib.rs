//! The checks of each fuzz target. A target panics on a violation; an input that is refused is no finding.

mod codec;
mod schema;
mod seeds;

pub use codec::{codec, json};
pub use schema::{capnp_request, capnp_text, descriptor_set, proto_text};
pub use seeds::{Seed, seeds};
