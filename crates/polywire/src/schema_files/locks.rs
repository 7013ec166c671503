//! The files of locks.

use super::FileSystem;
use crate::lock_update::{Found, SUFFIX, Settled, State};
use crate::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};
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
    pub(super) fn of(locks: Vec<Settled>) -> Self {
        Self { all: locks.into_iter().map(|lock| (lock.path.clone(), lock)).collect(), others: BTreeSet::new() }
    }

    /// Excludes locks outside these folders from writing.
    pub(super) fn leave_others(&mut self, folders: &[PathBuf], system: FileSystem<'_>) {
        let is_other = |path: &&String| !is_below(Path::new(path.as_str()), folders, system);
        self.others = self.all.keys().filter(is_other).cloned().collect();
    }

    /// Returns the lock of a schema file: the updated one, or else the one beside the schema.
    pub(super) fn find(&self, schema: &Path, system: FileSystem<'_>) -> Result<Found, Problem> {
        let path = lock_path(schema).to_string_lossy().into_owned();
        if let Some(pending) = self.all.get(&path) {
            return Ok(Found { path, text: Some(pending.text.clone().into()) });
        }
        match (system.read)(Path::new(&path)) {
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

    /// Returns the locks to write.
    pub fn changed(&self) -> impl Iterator<Item = &Settled> {
        self.all.values().filter(|lock| lock.state != State::Current && !self.others.contains(&lock.path))
    }

    /// Returns all locks.
    pub fn iter(&self) -> impl Iterator<Item = &Settled> {
        self.all.values()
    }

    /// Returns the paths of the locks whose files exist.
    pub fn existing(&self) -> impl Iterator<Item = PathBuf> {
        self.all.values().filter(|lock| lock.state != State::Missing).map(|lock| PathBuf::from(&lock.path))
    }

    /// Returns the incomplete locks that are not written because they belong to schemas of others.
    pub fn stale_others(&self) -> impl Iterator<Item = &Settled> {
        self.all.values().filter(|lock| lock.state == State::Stale && self.others.contains(&lock.path))
    }
}

/// Returns true if a file is below one of these folders, with links resolved.
fn is_below(file: &Path, folders: &[PathBuf], system: FileSystem<'_>) -> bool {
    let folder = file.parent().map(|folder| real(folder, system));
    folder.is_some_and(|folder| folders.iter().any(|it| folder.starts_with(real(it, system))))
}

fn real(folder: &Path, system: FileSystem<'_>) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    (system.canonicalize)(folder).unwrap_or_else(|_| folder.to_owned())
}

/// Returns the path of a schema file's lock.
pub fn lock_path(schema: &Path) -> PathBuf {
    let mut path = schema.as_os_str().to_owned();
    path.push(SUFFIX);
    path.into()
}
