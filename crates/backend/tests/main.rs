//! The tests of the back ends, as one program.

mod cpp;
mod go;
mod golden;
mod low;
mod rust;
