use crate::TestModel;
use polywire_front::{LoadError, LoadedFile, capnp};
use polywire_lock::{FileLock, apply, update};
use polywire_model::Model;
use polywire_model::attr::Fact;
use polywire_source::{Diagnostics, SourceMap};

/// A `.capnp` schema with field numbers from a new lock: lists that Protobuf cannot express are in separate messages,
/// and defaults are not zero.
pub(crate) fn test_model() -> TestModel {
    let loader = |path: &str| match path {
        FILE => Ok(LoadedFile { name: path.to_owned(), bytes: include_bytes!("protobuf_lists.capnp").to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(&[FILE], &loader, &mut sources, &mut diagnostics);
    let model = numbered(compiled.expect("a schema without errors").model);
    TestModel { name: "protobuf_lists", model, formats: &["protobuf", "json", "capnp"] }
}

fn numbered(mut model: Model) -> Model {
    let fresh = [FileLock { files: vec![FILE], ..FileLock::default() }];
    let locks = update(&fresh, &model, &[Fact::ProtobufNumber]).expect("a fresh lock").locks;
    apply(&locks, &mut model);
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

const FILE: &str = "nested.capnp";
