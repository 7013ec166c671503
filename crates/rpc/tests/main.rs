//! Tests of the crate, as one program.

mod client;
mod objects;
