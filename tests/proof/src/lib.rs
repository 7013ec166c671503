//! Cases and engines of the cross-engine tests: the same requests go to the interpreter, the bytecode, and programs built
//! from generated C++ and Erlang, and every engine must answer alike.

mod accounts;
mod case;
mod engine;
mod generated;
mod hex;
mod models;
mod mutate;
mod process;
mod virtual_machine;

pub use accounts::random_accounts;
pub use case::{Case, CaseFile, case_files};
pub use engine::{Answer, Engine, Request, disagreements};
pub use generated::{cpp_engine, cpp_engine_without_passes, erlang_engine};
pub use hex::{from_hex, to_hex};
pub use models::{Subject, subjects};
pub use mutate::{byte_flips, random_mutation, truncations};
pub use virtual_machine::{bytecode, interpreter};

use std::path::PathBuf;

/// A path below the repository's root.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Makes an engine for a model.
type MakeEngine = fn(&Subject) -> Box<dyn Engine>;

/// Every engine by name. The interpreter, with which the others are compared, comes first.
const ENGINES: &[(&str, MakeEngine)] = &[
    ("interpreter", interpreter),
    ("bytecode", bytecode),
    ("cpp", cpp_engine),
    ("cpp_without_passes", cpp_engine_without_passes),
    ("erlang", erlang_engine),
];

/// Every engine for a model; while working on some of them, only these: `POLYWIRE_ENGINES=bytecode,erlang`.
pub fn engines(subject: &Subject) -> Vec<Box<dyn Engine>> {
    let chosen = std::env::var("POLYWIRE_ENGINES").ok();
    let wanted = |name: &str| chosen.as_ref().is_none_or(|names| names.split(',').any(|chosen| chosen == name));
    let (first, others) = (&ENGINES[..1], &ENGINES[1..]);
    let others = others.iter().filter(|(name, _)| wanted(name));
    std::thread::scope(|scope| {
        let makers: Vec<_> = first.iter().chain(others).map(|(_, make)| scope.spawn(move || make(subject))).collect();
        makers.into_iter().map(|maker| maker.join().expect("the engine is built")).collect()
    })
}
