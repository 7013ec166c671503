//! Engines that are programs of generated code.

mod build;
mod cpp;
mod erlang;
mod go;
mod program;
mod rust;

pub use cpp::{
    cpp_engine, cpp_engine_borrowed, cpp_engine_bound, cpp_engine_bound_borrowed, cpp_engine_of, cpp_engine_optimized,
    cpp_engine_unchecked, cpp_engine_without_passes, cpp_explaining_engine, cpp_files, cpp_views_engine,
    cpp_views_files,
};
pub use erlang::{erlang_engine, erlang_engine_of, erlang_explaining_engine};
pub use go::{go_engine, go_explaining_engine, go_files, go_views_engine};
pub use rust::{
    rust_engine, rust_engine_borrowed, rust_explaining_engine, rust_files, rust_safe_engine, rust_views_engine,
};
