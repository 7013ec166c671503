//! Running a program.

mod bulk;
mod call;
mod each;
mod map;
mod native;
mod read;
mod state;
mod step;
mod window;
mod write;

pub use read::AT_REGISTERS;
pub use state::{Buffers, Machine};
pub use write::MEASURE_REGISTERS;
