//! The tests of the virtual machine, as one program.

mod depth;
mod formats;
mod machine_code;
mod maps;
mod ops;
mod paths;
mod pipe;
mod support;
mod trace;
