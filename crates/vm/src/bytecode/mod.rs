//! The register bytecode, the engine for production use.
//!
//! A module is compiled once into instructions over registers. Native values are stored in an [`Arena`] as sequences of
//! words at offsets known to the compiler; texts and bytes are spans of the input where possible. So nothing is
//! allocated or looked up per field, and a message that is only converted is never turned into [`crate::Value`]s.
//!
//! Design: docs/decisions/0030-bytecode.md

mod arena;
mod bulk;
mod by_element;
mod compile;
mod convert;
mod elements;
mod engine;
mod instr;
#[cfg(feature = "jit")]
mod jit;
#[cfg(not(feature = "jit"))]
#[path = "no_jit.rs"]
mod jit;
mod layout;
mod leaf;
mod literal;
mod program;
mod run;
mod session;
mod span;

pub use by_element::Pipe;
pub use engine::Engine;
pub use program::Program;
pub use session::Session;
