//! The bake-off: codecs for one type measured against each other, on the user's own messages.
//!
//! A codec is held by a program of its own, a [`Subject`], that answers lines ([`process`]), so that any language can be one. Repetitions of
//! all subjects interleave ([`rounds`]), and only what the noise does not explain is called a difference ([`statistics`]). The images of the
//! messages, from which each subject starts, are in a format that holds every value as it is; whoever calls this crate makes them,
//! and the generated code as well.
//!
//! Invariant: nothing but [`peers`] knows a wire format, a schema or a model. Unlike other libraries of this project, this one writes files and
//! runs programs: that is its purpose.
//!
//! Design: docs/decisions/0046-benchmarks.md

pub mod counters;
pub mod cpp;
pub mod erlang;
mod error;
mod machine;
mod measured;
pub mod peers;
pub mod process;
pub mod report;
pub mod rounds;
pub mod runtime;
pub mod statistics;
mod subject;
mod work;

pub use error::Error;
pub use machine::Machine;
pub use measured::{Absent, Measured, crc32, measure};
pub use rounds::Plan;
pub use subject::{Build, Operation, Subject};
pub use work::{framed, unframed};
