//! The schemas whose types are printed.

use super::tools::root;
use polywire_front::{LoadError, LoadedFile, capnp, proto};
use polywire_model::Model;
use polywire_source::{Diagnostics, SourceMap};
use std::fs;
use std::path::Path;

/// Returns the model of a schema file in a folder, with all that it imports.
pub fn model_of(folder: &Path, name: &str) -> Model {
    let loader = |path: &str| match fs::read(folder.join(path)) {
        Ok(bytes) => Ok(LoadedFile { name: path.to_owned(), bytes }),
        Err(_) => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = if name.ends_with(".capnp") {
        capnp::compile_files(&[name], &loader, &mut sources, &mut diagnostics).map(|compiled| compiled.model)
    } else {
        let extensions = proto::Extensions::Inside;
        let compiled = proto::compile_files(&[name], &loader, extensions, &mut sources, &mut diagnostics);
        compiled.map(|compiled| compiled.model)
    };
    model.unwrap_or_else(|| panic!("{name}: {:?}", diagnostics.into_sorted()))
}

/// The folders and the files in them.
const SCHEMAS: &[(&str, &[&str])] = &[
    ("examples/json", &["event.proto"]),
    ("examples/proto", &["shop.proto"]),
    ("examples/files", &["invoice.proto", "order.proto"]),
    ("examples/erlang/schema", &["chat.proto"]),
    ("examples/osm", &["file.proto"]),
    ("examples/trade", &["trade.proto"]),
    ("examples/capnp", &["library.capnp"]),
    ("tests/corpus/capnp", &["kitchen.capnp"]),
    ("tests/corpus/protobuf/upb", &["kitchen3.proto", "legacy2.proto", "edition23.proto"]),
    (
        "tests/corpus/protobuf/conformance",
        &["google/protobuf/test_messages_proto2.proto", "google/protobuf/test_messages_proto3.proto"],
    ),
    (
        "tests/corpus/public/googleapis",
        &["google/cloud/functions/v1/operations.proto", "google/firestore/v1/explain_stats.proto"],
    ),
    ("tests/corpus/public/opentelemetry-proto", &["opentelemetry/proto/common/v1/common.proto"]),
];

/// Returns the schemas of the examples and the corpus; of the public ones all with `POLYWIRE_FULL=1`.
pub fn all_schemas() -> Vec<(String, Model)> {
    let given =
        SCHEMAS.iter().flat_map(|(folder, names)| names.iter().map(|name| (folder.to_string(), name.to_string())));
    let public = root().join("tests/corpus/public");
    let list = fs::read_to_string(public.join("schemas.txt")).expect("the list of schemas");
    let listed = list.lines().filter_map(|line| line.split_once(' '));
    let is_full = std::env::var_os("POLYWIRE_FULL").is_some();
    let listed =
        listed.filter(|_| is_full).map(|(project, name)| (format!("tests/corpus/public/{project}"), name.to_owned()));
    let all = given.chain(listed).map(|(folder, name)| (name.clone(), model_of(&root().join(folder), &name)));
    all.collect()
}
