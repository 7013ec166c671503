//! Cases and engines of the cross-engine tests: the same requests go to the interpreter, the bytecode, and programs built
//! from generated C++ and Erlang, and every engine must answer alike.

mod case;
mod engine;
mod hex;
mod models;
mod mutate;
mod process;
mod virtual_machine;

pub use case::{Case, CaseFile, case_files};
pub use engine::{Answer, Engine, Request, disagreements};
pub use hex::{from_hex, to_hex};
pub use models::{Subject, subjects};
pub use mutate::{byte_flips, random_mutation, truncations};
pub use virtual_machine::interpreter;

use std::path::PathBuf;

/// A path below the repository's root.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Every engine, for a model. The interpreter, with which the others are compared, comes first.
pub fn engines(subject: &Subject) -> Vec<Box<dyn Engine>> {
    vec![interpreter(subject)]
}
