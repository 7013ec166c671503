//! FlexBuffers: tokens of a buffer, and buffers from tokens.
//!
//! Design: docs/decisions/0099-flexbuffers.md

pub(crate) mod buffer;
mod build;
pub(crate) mod read;
pub(crate) mod types;

pub(super) use build::Builder;
pub(crate) use read::Parts;
