//! The tests of the IR, as one program.

mod declarations;
mod error_codes;
mod leaf_vectors;
mod reference;
mod text;
mod verify;
