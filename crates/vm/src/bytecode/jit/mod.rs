//! Machine code from the register bytecode.
//!
//! Each function of a [`Program`](super::Program) becomes a native one: registers become values of Cranelift's, the
//! common cases of frequent instructions are expanded inline, and everything else calls the function that the loop of
//! the bytecode calls for it. So there is one meaning, with two implementations of it.
//!
//! Memory safety does not rest on the bytecode being well-formed: slots and output are accessed behind a comparison,
//! and windows lie within the space that is read. An access outside is `internal`.
//!
//! This is the only module that may contain `unsafe`: Rust cannot check the code that is called here.
#![allow(unsafe_code)]

mod code;
mod compile;
mod helpers;
mod reach;
mod tiers;
mod translate;
mod vm_context;

pub use code::MachineCode;
pub use tiers::Tiers;
pub use vm_context::VmContext;
