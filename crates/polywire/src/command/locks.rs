//! The files of locks.

use super::args::Global;
use super::failure::Failure;
use super::output;
use super::terminal;
use polywire::lock::{Found, SUFFIX, Settled, State, stale};
use polywire::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Locks as they are to be, by their paths.
#[derive(Default)]
pub struct Locks(BTreeMap<String, Settled>);

impl Locks {
    pub fn of(locks: Vec<Settled>) -> Self {
        Self(locks.into_iter().map(|lock| (lock.path.clone(), lock)).collect())
    }

    /// The lock of a schema file: that which is to be written, or else that which is beside it.
    pub fn find(&self, schema: &Path) -> Result<Found, Problem> {
        let path = lock_path(schema).to_string_lossy().into_owned();
        if let Some(pending) = self.0.get(&path) {
            return Ok(Found { path, text: Some(pending.text.clone().into()) });
        }
        match fs::read(&path) {
            Ok(text) => Ok(Found { path, text: Some(text) }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found { path, text: None }),
            Err(error) => Err(Problem::Input(format!("{path}: {error}"))),
        }
    }

    /// Adds those of another schema, which were made with these in mind.
    pub fn extend(&mut self, others: Self) {
        let changed =
            others.0.into_iter().filter(|(path, lock)| lock.state != State::Current || !self.0.contains_key(path));
        let changed: Vec<(String, Settled)> = changed.collect();
        self.0.extend(changed);
    }

    /// The paths of those that would change.
    pub fn changed(&self) -> Vec<&str> {
        self.lacking().map(|lock| lock.path.as_str()).collect()
    }

    /// The paths of those that are there.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.0.keys().map(PathBuf::from).filter(|path| path.exists()).collect()
    }

    /// Writes those that would change.
    pub fn write(&self) -> Result<(), Failure> {
        self.lacking().try_for_each(|lock| output::write(Path::new(&lock.path), lock.text.as_bytes()))
    }

    fn lacking(&self) -> impl Iterator<Item = &Settled> {
        self.0.values().filter(|lock| lock.state != State::Current)
    }

    /// Tells which of them lack something, unless that was told.
    pub fn warn(&self, told: &mut BTreeSet<String>, global: Global) {
        for lock in self.0.values().filter(|lock| lock.state == State::Stale && !global.quiet) {
            if told.insert(lock.path.clone()) {
                terminal::print("warning", &stale(&lock.path), global);
            }
        }
    }
}

fn lock_path(schema: &Path) -> PathBuf {
    let mut path = schema.as_os_str().to_owned();
    path.push(SUFFIX);
    path.into()
}
