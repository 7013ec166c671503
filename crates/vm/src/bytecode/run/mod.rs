//! Running a program.
//!
//! Design: docs/decisions/0008-maps-are-pushed-entries.md

mod bulk;
mod call;
mod each;
mod elements;
mod map;
mod native;
mod read;
mod state;
mod step;
mod window;
mod write;

#[cfg(feature = "jit")]
pub use call::{divide, remainder};
pub use elements::{Apart, List, Spliced, Writer, Written};
pub use read::AT_REGISTERS;
#[cfg(feature = "jit")]
pub use read::Step;
pub use state::{Buffers, Fault, Machine, Suspended};
pub use write::MEASURE_REGISTERS;
