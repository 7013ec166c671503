//! Seeds: the schemas and messages that the tests have anyway.

use crate::codec::choice;
use polywire_cross_engine::{case_files, repository};
use std::path::Path;

/// An input to begin with.
pub struct Seed {
    /// The target.
    pub target: &'static str,
    /// File name, unique for the target.
    pub name: String,
    /// The input.
    pub bytes: Vec<u8>,
}

/// All seeds.
pub fn seeds() -> Vec<Seed> {
    let mut seeds = messages();
    add_files(&repository("crates/front/tests"), "proto", "proto_text", &mut seeds);
    add_files(&repository("crates/front/tests"), "fds", "descriptor_set", &mut seeds);
    add_files(&repository("crates/front/tests"), "capnp", "capnp_text", &mut seeds);
    add_files(&repository("crates/front/tests"), "bin", "capnp_request", &mut seeds);
    seeds
}

/// The messages of all cases whose format takes no schema at run time.
fn messages() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (name, file) in case_files() {
        for (case, index) in file.cases.iter().zip(0..) {
            if let Some(head) = choice(&file.model, &case.format, &case.ty) {
                let target = if case.format.starts_with("json") { "json" } else { "codec" };
                seeds.push(Seed {
                    target,
                    name: format!("{name}-{index}"),
                    bytes: [&head[..], &case.bytes()].concat(),
                });
            }
        }
    }
    seeds
}

/// The files below a folder with an extension.
fn add_files(folder: &Path, extension: &str, target: &'static str, seeds: &mut Vec<Seed>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            add_files(&path, extension, target, seeds);
        } else if path.extension().is_some_and(|found| found == extension) {
            let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            seeds.push(Seed { target, name: format!("file-{}", seeds.len()), bytes });
        }
    }
}
