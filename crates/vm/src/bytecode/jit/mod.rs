//! Machine code from the register bytecode.
//!
//! Each function of a [`Program`](super::Program) becomes a native one: registers become Cranelift values, the common
//! cases of frequent instructions are expanded inline, and everything else calls the function that the bytecode loop
//! calls for it. So the semantics are defined once and implemented twice.
//!
//! Memory safety does not depend on well-formed bytecode: accesses to slots and output are bounds-checked, and windows
//! lie within the space that is read. An access outside is an `internal` error.
//!
//! This is the only module that may contain `unsafe`: Rust cannot check calls to generated code.
//!
//! Design: docs/decisions/0033-machine-code.md
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
