//! Tests of the crate, as one program.

mod random;
mod traces;
