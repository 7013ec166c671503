//! Locks: what wire formats need and a schema does not say, kept in a file beside it.

use crate::problem::Problem;
use polywire_lock::{FileLock, Lock, apply, lacking, parse, update};
use polywire_lower::Format;
use polywire_model::Model;
use polywire_model::attr::Fact;
use polywire_source::SourceMap;
use std::collections::{BTreeMap, BTreeSet};

/// The suffix that a lock's name adds to that of its schema.
pub const SUFFIX: &str = ".polywire.lock";

/// A lock as it was found.
pub struct Found {
    /// Its path.
    pub path: String,
    /// Its contents; none if there is no such file.
    pub text: Option<Vec<u8>>,
}

/// A lock as it is to be.
pub struct Settled {
    /// Its path.
    pub path: String,
    /// Its contents.
    pub text: String,
    /// The state of its file.
    pub state: State,
}

/// The state of a lock's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has the contents that it is to have.
    Current,
    /// It lacks something.
    Stale,
    /// It is not there.
    Missing,
}

/// The facts that formats need and a model lacks.
pub fn needed(model: &Model, formats: &[&Format]) -> Vec<Fact> {
    let wanted: Vec<Fact> = formats.iter().filter_map(|format| format.fact).collect();
    if wanted.is_empty() { wanted } else { lacking(model).into_iter().filter(|fact| wanted.contains(fact)).collect() }
}

/// All facts that a model lacks.
pub fn all(model: &Model) -> Vec<Fact> {
    lacking(model)
}

/// The model with these facts and those that its locks have, and the locks brought up to date. `find` gives the lock of a
/// schema file; where there is no place for one, the facts are those of a fresh one.
pub fn settle(
    model: &Model,
    facts: &[Fact],
    sources: &SourceMap,
    find: &mut dyn FnMut(&str) -> Result<Option<Found>, Problem>,
) -> Result<(Model, Vec<Settled>), Problem> {
    let files: BTreeSet<&str> = model.decls.iter().map(|decl| decl.file.as_str()).collect();
    // By the path of the lock: its contents, and the schema files that it is for.
    let mut found: BTreeMap<_, (Option<Vec<u8>>, Vec<&str>)> = BTreeMap::new();
    for file in files {
        let (path, text) = find(file)?.map(|found| (found.path, found.text)).unzip();
        found.entry(path).or_insert_with(|| (text.flatten(), Vec::new())).1.push(file);
    }
    let mut sources = sources.clone();
    let (mut paths, mut locks) = (Vec::new(), Vec::new());
    for (path, (text, files)) in found {
        locks.push(FileLock { lock: read(path.as_deref(), text.as_deref(), &mut sources)?, files });
        paths.push((path, text.is_some()));
    }
    let updated = update(&locks, model, facts).map_err(|problems| Problem::diagnostics(problems, sources))?;
    let mut settled = model.clone();
    apply(&updated, &mut settled);
    let results = paths
        .into_iter()
        .zip(locks)
        .zip(&updated)
        .filter_map(|(((path, is_there), old), lock)| result(path?, lock, is_there.then(|| old.lock.to_string())));
    Ok((settled, results.collect()))
}

/// The model with what formats need, for a program that writes no locks: those that are at the names of the schema files have
/// to be up to date, and where there is none, a fresh one takes its place.
pub(crate) fn settle_for(
    model: &Model,
    formats: &[&Format],
    sources: &SourceMap,
    read_file: &dyn Fn(&str) -> Option<Vec<u8>>,
) -> Result<Model, Problem> {
    let mut find = |file: &str| {
        let path = format!("{file}{SUFFIX}");
        Ok(read_file(&path).map(|text| Found { path, text: Some(text) }))
    };
    let (model, locks) = settle(model, &needed(model, formats), sources, &mut find)?;
    match locks.iter().find(|lock| lock.state == State::Stale) {
        Some(lock) => Err(Problem::Input(stale(&lock.path))),
        None => Ok(model),
    }
}

/// The message about a lock that lacks something.
pub fn stale(path: &str) -> String {
    format!("{path} lacks what the schema has; `polywire lock` brings it up to date")
}

fn read(path: Option<&str>, text: Option<&[u8]>, sources: &mut SourceMap) -> Result<Lock, Problem> {
    let (Some(path), Some(bytes)) = (path, text) else { return Ok(Lock::default()) };
    let wrong = |error: &str| Problem::Input(format!("{path}: {error}"));
    let text = std::str::from_utf8(bytes).map_err(|_| wrong("the file is not UTF-8"))?;
    let file = sources.add(path, bytes.to_vec()).map_err(|error| wrong(&error.to_string()))?;
    parse(text, file).map_err(|problems| Problem::diagnostics(problems, sources.clone()))
}

/// None if there is no lock, and nothing to be said in one. How lines end, and what else a lock is written like, does not matter.
fn result(path: String, lock: &Lock, old: Option<String>) -> Option<Settled> {
    let text = lock.to_string();
    let state = match old {
        None if lock.sections.values().all(|section| section.entries.is_empty()) => return None,
        None => State::Missing,
        Some(old) if old == text => State::Current,
        Some(_) => State::Stale,
    };
    Some(Settled { path, text, state })
}
