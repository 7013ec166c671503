//! The tests of the lowerings, as one program.

mod formats;
mod ir_matrix;
mod support;
