//! MessagePack-RPC: what parameters and results are, and messages in a stream of bytes.
//!
//! Design: docs/decisions/0150-messagepack-rpc.md

mod bodies;
mod frames;

pub use bodies::{Results, adapt, called_as, results};
pub use frames::Frames;

/// The format of envelopes.
pub const FORMAT: &str = "msgpack_rpc";
/// The format of values.
pub const WIRE: &str = "msgpack";
/// The type of a detail that is an error as it arrived.
pub(super) const ERROR_TYPE: &str = "application/msgpack";
