//! A testee of the official conformance suite of Protocol Buffers: its runner sends requests through a pipe, any engine
//! answers.
//!
//! Design: docs/decisions/0058-tests-without-clocks.md

mod engine;
mod pipe;
mod protocol;
#[cfg(unix)]
mod relay;
mod schema;
mod testee;

pub use engine::{ENGINES, engine};
pub use pipe::serve;
pub use protocol::{Format, Outcome, Protocol, Request};
#[cfg(unix)]
pub use relay::{Answering, relay};
pub use schema::{suite, suite_of_values, upb, upstream};
pub use testee::Testee;
