//! Benchmarks that compare the codecs of one type on the user's own messages.
//!
//! Each codec runs in its own program, a [`Subject`], that answers lines ([`process`]), so it can be written in any
//! language. Repetitions of
//! all subjects are interleaved ([`rounds`]), and only a difference that noise does not explain is reported
//! ([`statistics`]). Each subject
//! starts from images of the messages, in a format that represents every value exactly; the caller of this crate makes
//! the images and
//! the generated code.
//!
//! Invariant: only [`peers`] knows wire formats, schemas and the model. Unlike other libraries of this project, this
//! one writes files and
//! runs programs: that is its purpose.
//!
//! Design: docs/decisions/0046-benchmarks.md

pub mod counters;
pub mod cpp;
pub mod erlang;
mod error;
pub mod go;
mod introductions;
mod machine;
mod measured;
pub mod peers;
pub mod process;
pub mod report;
pub mod rounds;
pub mod runtime;
pub mod rust;
pub mod statistics;
mod subject;
mod work;

pub use error::Error;
pub use introductions::crc32;
pub use machine::Machine;
pub use measured::{Absent, Measured, measure};
pub use rounds::Plan;
pub use subject::{Build, Operation, Subject};
pub use work::{framed, unframed};
