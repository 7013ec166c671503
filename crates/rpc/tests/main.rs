//! Tests of the crate, as one program.

mod objects;
mod random;
mod traces;
