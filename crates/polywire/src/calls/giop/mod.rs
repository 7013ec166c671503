//! Operations of CORBA's objects: requests and replies of GIOP, with the types of a schema.
//!
//! Design: docs/decisions/0149-calls-of-giop.md

mod address;
mod arriving;
mod connection;
mod document;
mod frames;
mod naming;
mod operation;
mod reply;
mod served;
mod status;
mod typed;
mod values;

use crate::codec::Transcoder;
pub use address::{Address, Found, Sets, addresses, found, reference_to};
pub use arriving::{Arriving, Request, Untyped};
pub use connection::Connection;
pub use document::Head;
pub use frames::{Frames, Wrong};
pub use naming::naming;
pub use operation::Operation;
pub use reply::{Reply, System};
use serde_json::Value;
pub use served::Served;
pub use status::{exception_end, exception_of, system_end, system_name};

/// The name of the format of messages.
const GIOP: &str = "giop";

/// The service context that tells the sets of characters (CORBA 3.3 part 2, clause 9.8.1), and UTF-8, ISO 8859-1 and UTF-16 there.
const CODE_SETS: u32 = 1;
const UTF_8: u32 = 0x0501_0001;
const ISO_8859_1: u32 = 0x0001_0001;
const UTF_16: u32 = 0x0001_0109;

/// Returns a message as JSON, or why it cannot be read.
fn json_of(reads: &mut Transcoder, message: &[u8]) -> Result<Value, String> {
    let mut text = Vec::new();
    reads.transcode(message, &mut text).map_err(|(_, refusal)| refusal.to_string())?;
    serde_json::from_slice(&text).map_err(|error| error.to_string())
}
