//! Builds models from schemas.

use polywire_front::{LoadError, LoadedFile, capnp, fbs, proto};
use polywire_lock::{FileLock, Lock, apply, parse, update};
use polywire_model::attr::Fact;
use polywire_model::{Change, Model};
use polywire_source::{Diagnostic, Diagnostics, FileId, SourceMap, Style, render};

pub const PROTO: &str = "t.proto";

/// Returns the model of a file, with its text for diagnostics.
pub fn proto_model(text: &str) -> (Model, SourceMap) {
    proto_files(&[(PROTO, text)])
}

/// Like `proto_model` for several files by name; the first one imports the others.
pub fn proto_files(files: &[(&str, &str)]) -> (Model, SourceMap) {
    let loader = |path: &str| {
        let (name, text) = files.iter().find(|(name, _)| *name == path).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: (*name).to_owned(), bytes: (*text).into() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let extensions = proto::Extensions::Inside;
    let compiled = proto::compile_files(&[files[0].0], &loader, extensions, &mut sources, &mut diagnostics);
    (compiled.unwrap_or_else(|| panic!("{files:?}\n{:?}", diagnostics.into_sorted())).model, sources)
}

/// Returns the model of a `.fbs` file.
pub fn fbs_model(text: &str) -> (Model, SourceMap) {
    let loader = |path: &str| match path {
        "t.fbs" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = fbs::compile_files(&["t.fbs"], &loader, &mut sources, &mut diagnostics);
    (compiled.unwrap_or_else(|| panic!("{text}\n{:?}", diagnostics.into_sorted())).model, sources)
}

/// Returns the model of a `.capnp` file.
pub fn capnp_model(text: &str) -> (Model, SourceMap) {
    let loader = |path: &str| match path {
        "t.capnp" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let compiled = capnp::compile_files(&["t.capnp"], &loader, &mut sources, &mut diagnostics);
    (compiled.unwrap_or_else(|| panic!("{text}\n{:?}", diagnostics.into_sorted())).model, sources)
}

/// Returns the updated lock, or the diagnostics as printed.
pub fn updated(old: &str, (model, mut sources): (Model, SourceMap), fact: Fact) -> Result<String, String> {
    let lock = if old.is_empty() { Lock::default() } else { parsed(old, &mut sources)? };
    let files = vec![model.decls[0].file.as_str()];
    let locks = update(&[FileLock { lock, files }], &model, &[fact]);
    locks.map(|updated| updated.locks[0].to_string()).map_err(|problems| rendered(&problems, &sources))
}

/// Returns the model with the lock's facts, the updated lock, and the changes.
pub fn settled(old: &str, (model, mut sources): (Model, SourceMap), facts: &[Fact]) -> (Model, String, Vec<Change>) {
    let lock = if old.is_empty() { Lock::default() } else { parsed(old, &mut sources).expect("a lock") };
    let files = vec![model.decls[0].file.as_str()];
    let updated = update(&[FileLock { lock, files }], &model, facts).expect("no breaking edit");
    let mut settled = model.clone();
    apply(&updated.locks, &mut settled);
    (settled, updated.locks[0].to_string(), updated.changes)
}

pub fn parsed(text: &str, sources: &mut SourceMap) -> Result<Lock, String> {
    let file: FileId = sources.add("t.polywire.lock", text.into()).expect("a short text");
    parse(text, file).map_err(|problems| rendered(&problems, sources))
}

fn rendered(problems: &[Diagnostic], sources: &SourceMap) -> String {
    problems.iter().map(|it| render(sources, it, Style::Plain) + "\n").collect()
}

/// Returns the lines of assignments.
pub fn lines(lock: &str) -> Vec<&str> {
    lock.lines().skip(1).filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}
