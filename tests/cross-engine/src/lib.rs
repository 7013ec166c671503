//! Cases and engines of the cross-engine tests: the same requests go to the interpreter, the bytecode, and programs
//! built from generated C++ and Erlang, and all engines must give the same answers.
//!
//! Design: docs/decisions/0047-tests.md

mod accounts;
mod broken;
mod case;
mod engine;
mod engines;
mod extreme_values;
mod generated;
mod hex;
mod inspection;
mod json_layout;
mod large_values;
mod memory;
mod models;
mod mutate;
mod oracle;
mod parallel;
mod process;
mod random_model;
mod random_values;
mod selected;
mod transcode;
mod virtual_machine;

pub use accounts::random_accounts;
pub use broken::Message;
pub use case::{Case, CaseFile, accepted, case_files};
pub use engine::{Answer, EXPLAIN, EXPLAIN_VALUE, Engine, Request, VALIDATE, disagreements};
pub use engines::{EXPLAINERS, Explainer, FAMILIES, Family, engines, engines_among, measuring_engines};
pub use extreme_values::extreme_values;
pub use generated::{
    cpp_engine, cpp_engine_borrowed, cpp_engine_bound, cpp_engine_bound_borrowed, cpp_engine_of, cpp_engine_optimized,
    cpp_engine_unchecked, cpp_engine_without_passes, cpp_explaining_engine, cpp_files, cpp_views_engine,
    cpp_views_files, erlang_engine, erlang_engine_of, erlang_explaining_engine, go_engine, go_explaining_engine,
    go_files, go_views_engine, rust_engine, rust_engine_borrowed, rust_explaining_engine, rust_files, rust_safe_engine,
    rust_views_engine,
};
pub use hex::{from_hex, to_hex};
pub use inspection::{Inspector, gap};
pub use json_layout::json_layout;
pub use large_values::{Bomb, LARGE_VALUES, bombs, large_bytes, large_entries, large_values, list_of_empty_structs};
pub use memory::{Input, MEMORY, SMALL_BUDGET, memory_bound};
pub use models::{Subject, subject, subjects, subjects_among};
pub use mutate::{broken_copies, byte_flips, random_mutation, truncations};
pub use oracle::{Judges, ask_judge, ask_oracle};
pub use parallel::found_in_each;
pub use random_model::{PALETTES, Palette, random_messages, random_model, random_models};
pub use random_values::random_values;
pub use selected::every_other_field;
pub use transcode::{requests, texts, transcode};
pub use virtual_machine::{bytecode, bytecode_of, interpreter, jit};

use polywire_lower::{FORMATS, Format};
use std::path::PathBuf;

/// Returns a path below the repository's root.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Returns true for the full tests: `POLYWIRE_FULL=1`.
pub fn is_full() -> bool {
    std::env::var_os("POLYWIRE_FULL").is_some()
}

/// Returns the formats that write messages of schemas of any language.
pub fn general_formats() -> Vec<&'static Format> {
    FORMATS.iter().filter(|it| it.schema_types.is_none() && !it.is_for_own_schemas && it.built_in.is_none()).collect()
}
