//! The crates depend on each other in one direction only, as ARCHITECTURE.md draws it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// For each crate, the workspace crates that it may use in its code (not in its tests).
const ALLOWED: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("model", &["source"]),
    ("front", &["source", "model"]),
    ("lock", &["source", "model"]),
    ("ir", &["source", "model", "runtime"]),
    ("lower", &["source", "model", "ir"]),
    ("passes", &["ir"]),
    ("vm", &["ir", "runtime"]),
    ("srcgen", &[]),
    ("backend", &["ir", "srcgen"]),
    ("stream", &[]),
    ("rpc", &[]),
    ("net", &[]),
    ("bench", &["model", "front", "lower"]),
    ("build", &["backend", "ir", "model"]),
    ("test-models", &["source", "model", "front", "lock"]),
];

#[test]
fn crates_depend_in_one_direction() {
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.iter().copied().collect();
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    for entry in std::fs::read_dir(&crates).expect("the workspace has crates") {
        let dir = entry.expect("a crate's folder").path();
        let name = dir.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        if name == "polywire" {
            continue;
        }
        let manifest = std::fs::read_to_string(dir.join("Cargo.toml")).expect("a crate has a manifest");
        let allowed = allowed.get(name.as_str()).unwrap_or_else(|| panic!("crates/{name} is not in the crate map"));
        for used in dependencies(&manifest) {
            assert!(allowed.contains(&used), "crates/{name} must not depend on crates/{used}");
        }
    }
}

/// Sessions and connections are for all protocols, and sockets are in one place.
#[test]
fn sessions_and_connections_name_no_protocol() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    let folders =
        ["rpc/src", "net/src", "backend/src/go/services", "backend/src/rust/services", "../runtime/rust/calls/src"];
    let rust = folders.iter().flat_map(|it| sources(&crates.join(it)));
    let runtime = sources_in(&crates.join("../runtime/go/calls"), "go");
    for (path, text) in rust.chain(runtime) {
        for (number, line) in text.lines().filter(|line| !line.trim_start().starts_with("//")).enumerate() {
            let line = line.to_lowercase();
            let named = ["grpc", "connect-", "giop", "capnp", "avro", "protobuf"].iter().find(|it| line.contains(**it));
            assert!(named.is_none(), "{}:{}: names {named:?}", path.display(), number + 1);
        }
    }
    // Tests stand in for programs of others.
    let may_connect = |path: &Path| ["crates/net/", "/tests/"].iter().any(|it| path.to_string_lossy().contains(it));
    let crates = std::fs::canonicalize(&crates).expect("the crates");
    for (path, text) in &sources(&crates) {
        if may_connect(path) {
            continue;
        }
        assert!(!text.contains("TcpStream"), "{}: sockets are in crates/net", path.display());
    }
}

/// If a back end or the virtual machine names a wire format, a rule of that format is outside `lower`.
#[test]
fn engines_name_no_wire_format() {
    let formats =
        ["protobuf", "capnp", "cap'n", "flatbuf", "avro", "msgpack", "messagepack", "zebrapack", "cdr", "sbe"];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates");
    for engine in ["backend/src", "vm/src", "passes/src", "../runtime/rust/src"] {
        for (path, text) in sources(&crates.join(engine)) {
            for (number, line) in text.lines().enumerate() {
                let words: Vec<String> = line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect();
                let named = formats.iter().find(|format| words.iter().any(|word| word == *format));
                assert!(named.is_none(), "{}:{}: names {named:?}", path.display(), number + 1);
            }
        }
    }
}

fn dependencies(manifest: &str) -> Vec<&str> {
    let section = manifest.split("\n[dependencies]").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    section.lines().filter_map(|line| line.strip_prefix("polywire-")?.split(['.', ' ', '=']).next()).collect()
}

fn sources(dir: &Path) -> Vec<(PathBuf, String)> {
    sources_in(dir, "rs")
}

fn sources_in(dir: &Path, language: &str) -> Vec<(PathBuf, String)> {
    let entries = std::fs::read_dir(dir).expect("a source folder");
    let mut found = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            found.extend(sources_in(&path, language));
        } else if path.extension().is_some_and(|extension| extension == language) {
            let text = std::fs::read_to_string(&path).expect("a source file");
            found.push((path, text));
        }
    }
    found
}
