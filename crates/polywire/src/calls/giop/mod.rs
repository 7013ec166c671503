//! Operations of CORBA's objects: requests and replies of GIOP, with the types of a schema.
//!
//! Design: docs/decisions/0149-calls-of-giop.md

mod address;
mod frames;
mod naming;
mod operation;
mod reply;

use crate::codec::Transcoder;
pub use address::{Address, Found, Sets, addresses, found};
pub use frames::{Frames, Wrong};
pub use naming::naming;
pub use operation::Operation;
pub use reply::{Reply, System};
use serde_json::Value;

/// The name of the format of messages.
const GIOP: &str = "giop";

/// Returns a message as JSON, or why it cannot be read.
fn json_of(reads: &mut Transcoder, message: &[u8]) -> Result<Value, String> {
    let mut text = Vec::new();
    reads.transcode(message, &mut text).map_err(|(_, refusal)| refusal.to_string())?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}
