//! Files of generated programs, and their compilation, which is skipped if nothing has changed.

use crate::repository;
use polywire_backend::File;
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::available_parallelism;

/// Writes files into a separate folder; returns it. Tests that need the same program write it once.
///
/// # Panics
/// If another program has this name.
pub(super) fn write_files(name: &str, files: &[File]) -> PathBuf {
    static WRITTEN: Mutex<BTreeMap<String, u64>> = Mutex::new(BTreeMap::new());
    let folder = repository("build/cross-engine").join(name);
    let mut hasher = DefaultHasher::new();
    files.iter().for_each(|file| (&file.name, &file.contents).hash(&mut hasher));
    let contents = hasher.finish();
    let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
    match written.insert(name.to_owned(), contents) {
        Some(others) => assert_eq!(others, contents, "two programs have the name {name}"),
        None => write_into(&folder, files),
    }
    folder
}

fn write_into(folder: &Path, files: &[File]) {
    std::fs::create_dir_all(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for file in files {
        let path = folder.join(&file.name);
        let unchanged = std::fs::read_to_string(&path).is_ok_and(|contents| contents == file.contents);
        if !unchanged {
            let parent = path.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent).unwrap_or_else(|error| panic!("{}: {error}", parent.display()));
            std::fs::write(&path, &file.contents).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// Runs a compiler, unless it has already run on the same sources. Concurrent tests that need the same program wait for
/// one of them to build it.
///
/// # Panics
/// If compilation fails, with the first error.
pub(super) fn build(command: &mut Command, sources: &[&Path]) {
    let lock = lock_of(sources[0]);
    // A failed build of one program does not concern the others.
    let _building = lock.lock().unwrap_or_else(PoisonError::into_inner);
    let inputs = fingerprint(command, sources);
    let stamp = sources[0].join(".built");
    if std::fs::read_to_string(&stamp).is_ok_and(|built| built == inputs) {
        return;
    }
    let output = {
        let _permit = Permit::take();
        command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"))
    };
    let messages = [output.stdout, output.stderr].concat();
    let messages = String::from_utf8_lossy(&messages);
    let shown: Vec<&str> = messages.lines().take(60).collect();
    assert!(output.status.success(), "{command:?}:\n{}", shown.join("\n"));
    std::fs::write(&stamp, inputs).unwrap_or_else(|error| panic!("{}: {error}", stamp.display()));
}

/// Permission to run a compiler: as many run at once as there are processors, since each takes up to a gigabyte of memory.
struct Permit;

/// How many compilers run.
static RUNNING: Mutex<usize> = Mutex::new(0);

/// A compiler has ended.
static ENDED: Condvar = Condvar::new();

impl Permit {
    fn take() -> Self {
        let most = available_parallelism().map_or(1, usize::from);
        let running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        let mut running = ENDED.wait_while(running, |it| *it >= most).unwrap_or_else(PoisonError::into_inner);
        *running += 1;
        Self
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        ENDED.notify_one();
    }
}

/// Returns the lock that is held while building in a folder.
fn lock_of(folder: &Path) -> Arc<Mutex<()>> {
    static LOCKS: Mutex<BTreeMap<PathBuf, Arc<Mutex<()>>>> = Mutex::new(BTreeMap::new());
    let mut locks = LOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(locks.entry(folder.to_owned()).or_default())
}

pub(super) fn extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Returns a hash of the command and of every source below the folders.
fn fingerprint(command: &Command, folders: &[&Path]) -> String {
    let mut hasher = DefaultHasher::new();
    format!("{command:?}").hash(&mut hasher);
    folders.iter().for_each(|folder| hash_sources(folder, &mut hasher));
    hasher.finish().to_string()
}

fn hash_sources(folder: &Path, hasher: &mut DefaultHasher) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash_sources(&path, hasher);
        } else if ["hpp", "cpp", "hrl", "erl", "go", "mod", "rs"].iter().any(|kind| extension(&path, kind)) {
            std::fs::read(&path).unwrap_or_default().hash(hasher);
        }
    }
}
