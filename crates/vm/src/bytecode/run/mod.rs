//! Running a program.

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

pub use elements::{Apart, List, Spliced, Written};
pub use read::AT_REGISTERS;
pub use state::{Buffers, Machine, Suspended};
pub use write::MEASURE_REGISTERS;
