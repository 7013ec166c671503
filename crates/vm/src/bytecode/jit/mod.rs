//! Machine code from the register bytecode.
//!
//! Each function of a [`Program`](super::Program) becomes one of the processor's: registers become values of Cranelift's,
//! the common cases of frequent instructions are laid out where they stand, and everything else calls the function that
//! the loop of the bytecode calls for it. So there is one meaning, with two ways to get there.
//!
//! Memory safety does not rest on the bytecode being well-formed: slots and output are accessed behind a comparison, and
//! windows lie within the space that is read. What would be outside is `internal`.
//!
//! This is the only module that may contain `unsafe`: Rust cannot know what the code does that it calls here.
#![allow(unsafe_code)]

mod code;
mod compile;
mod helpers;
mod mirror;
mod reach;
mod tiers;
mod translate;

pub use code::MachineCode;
pub use mirror::Mirror;
pub use tiers::Tiers;
