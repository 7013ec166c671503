//! A `.proto` schema with the facts of a lock with a history.

use polywire_front::{LoadError, LoadedFile, proto};
use polywire_lock::{FileLock, apply, parse, update};
use polywire_model::Model;
use polywire_model::attr::Fact;
use polywire_source::{Diagnostics, SourceMap};

const FILE: &str = "locked.proto";

/// Returns the model of a schema with the facts of its lock.
///
/// # Panics
/// If the schema has errors or the lock is incomplete.
pub(crate) fn locked(schema: &str, lock: &str, facts: &[Fact]) -> Model {
    let loader = |path: &str| match path {
        FILE => Ok(LoadedFile { name: path.to_owned(), bytes: schema.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = proto::compile(FILE, &loader, &mut sources, &mut diagnostics).expect("a schema without errors");
    let mut model = compiled.model;
    let file = sources.add("locked.lock", lock.into()).expect("a short text");
    let locks = [FileLock { lock: parse(lock, file).expect("a lock"), files: vec![FILE] }];
    let updated = update(&locks, &model, facts).expect("no breaking edit").locks;
    assert_eq!(updated[0].to_string(), locks[0].lock.to_string(), "the lock is up to date");
    apply(&updated, &mut model);
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}
