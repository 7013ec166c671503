use crate::TestModel;
use polywire_front::{LoadError, LoadedFile, proto};
use polywire_lock::{FileLock, apply, parse, update};
use polywire_model::Model;
use polywire_model::attr::Fact;
use polywire_source::{Diagnostics, SourceMap};

/// A `.proto` schema with the ordinals of a lock that has a history: members that are there no more keep their places, what can
/// be absent is a union, numbers of enums are not their ordinals, and bits share bytes.
pub(crate) fn test_model() -> TestModel {
    let (model, sources) = schema();
    let model = locked(model, sources);
    TestModel { name: "capnp_locked", model, formats: &["capnp", "capnp_packed", "protobuf", "json"] }
}

fn schema() -> (Model, SourceMap) {
    let loader = |path: &str| match path {
        FILE => Ok(LoadedFile { name: path.to_owned(), bytes: include_bytes!("capnp_locked.proto").to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile(FILE, &loader, &mut sources, &mut diagnostics).expect("a schema without errors");
    (compiled.model, sources)
}

/// # Panics
/// If the lock lacks anything.
fn locked(mut model: Model, mut sources: SourceMap) -> Model {
    let text = include_str!("capnp_locked.lock");
    let file = sources.add("capnp_locked.lock", text.into()).expect("a short text");
    let lock = parse(text, file).expect("a lock");
    let locks = [FileLock { lock, files: vec![FILE] }];
    let updated = update(&locks, &model, &[Fact::CapnpOrdinal]).expect("no breaking edit");
    assert_eq!(updated[0].to_string(), locks[0].lock.to_string(), "the lock is up to date");
    apply(&updated, &mut model);
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

const FILE: &str = "locked.proto";
