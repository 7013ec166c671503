//! The files of locks.

use super::args::Global;
use super::failure::Failure;
use super::inputs::Inputs;
use super::output;
use super::terminal;
use polywire::lock_update::{Found, SUFFIX, Settled, State, stale};
use polywire::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Locks as they should be written.
#[derive(Default)]
pub struct Locks {
    /// By path.
    all: BTreeMap<String, Settled>,
    /// Locks that are not written because they belong to schemas of others.
    others: BTreeSet<String>,
}

impl Locks {
    pub fn of(locks: Vec<Settled>) -> Self {
        Self { all: locks.into_iter().map(|lock| (lock.path.clone(), lock)).collect(), others: BTreeSet::new() }
    }

    /// Excludes locks outside these folders from writing, and warns if they are incomplete.
    pub fn leave_others(&mut self, folders: &[PathBuf], told: &mut BTreeSet<String>, global: Global) {
        let is_other = |path: &&String| !is_below(Path::new(path.as_str()), folders);
        self.others = self.all.keys().filter(is_other).cloned().collect();
        let others = self.all.values().filter(|lock| self.others.contains(&lock.path));
        warn_of(others, told, global);
    }

    /// Returns the lock of a schema file: the updated one, or else the one beside the schema.
    pub fn find(&self, schema: &Path) -> Result<Found, Problem> {
        let path = lock_path(schema).to_string_lossy().into_owned();
        if let Some(pending) = self.all.get(&path) {
            return Ok(Found { path, text: Some(pending.text.clone().into()) });
        }
        match fs::read(&path) {
            Ok(text) => Ok(Found { path, text: Some(text) }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Found { path, text: None }),
            Err(error) => Err(Problem::Input(format!("{path}: {error}"))),
        }
    }

    /// Adds the locks of another schema, which were derived from these.
    pub fn extend(&mut self, more: Self) {
        // A file that one schema treats as the user's own counts as such for all.
        let own = &self.own() | &more.own();
        self.others = &(&self.others | &more.others) - &own;
        for (path, lock) in more.all {
            if lock.state != State::Current || !self.all.contains_key(&path) {
                self.all.insert(path, lock);
            }
        }
    }

    fn own(&self) -> BTreeSet<String> {
        self.all.keys().filter(|path| !self.others.contains(*path)).cloned().collect()
    }

    /// Returns the paths of locks that would change.
    pub fn changed(&self) -> Vec<&str> {
        self.lacking().map(|lock| lock.path.as_str()).collect()
    }

    /// Returns the paths of existing locks.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.all.keys().map(PathBuf::from).filter(|path| path.exists()).collect()
    }

    /// Writes the locks that change; fails if one of them is an input under another name.
    pub fn write(&self, inputs: &Inputs) -> Result<(), Failure> {
        self.lacking().try_for_each(|lock| inputs.check_updated(Path::new(&lock.path)))?;
        self.lacking().try_for_each(|lock| output::write(Path::new(&lock.path), lock.text.as_bytes()))
    }

    fn lacking(&self) -> impl Iterator<Item = &Settled> {
        self.all.values().filter(|lock| lock.state != State::Current && !self.others.contains(&lock.path))
    }

    /// Warns about incomplete locks, each once.
    pub fn warn(&self, told: &mut BTreeSet<String>, global: Global) {
        warn_of(self.all.values(), told, global);
    }
}

fn warn_of<'l>(locks: impl Iterator<Item = &'l Settled>, told: &mut BTreeSet<String>, global: Global) {
    for lock in locks.filter(|lock| lock.state == State::Stale && !global.quiet) {
        if told.insert(lock.path.clone()) {
            terminal::print("warning", &stale(&lock.path), global);
        }
    }
}

/// Returns true if a file is below one of these folders, with links resolved.
fn is_below(file: &Path, folders: &[PathBuf]) -> bool {
    let folder = file.parent().map(real);
    folder.is_some_and(|folder| folders.iter().any(|it| folder.starts_with(real(it))))
}

fn real(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

/// Returns the path of a schema file's lock.
pub fn lock_path(schema: &Path) -> PathBuf {
    let mut path = schema.as_os_str().to_owned();
    path.push(SUFFIX);
    path.into()
}
