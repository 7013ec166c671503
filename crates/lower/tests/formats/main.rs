//! Formats in the reference interpreter: the originals' bytes, corner cases, malformed messages.

mod json;
mod protobuf;
#[path = "../support/mod.rs"]
mod support;
