//! Files, and what Cargo is told of them.

use crate::Error;
use polywire::schema_files::{FileSystem, Locks};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The machine's file system.
pub(crate) const SYSTEM: FileSystem<'static> =
    FileSystem { read: &|path| fs::read(path), canonicalize: &|path| fs::canonicalize(path) };

/// The environment variable with which locks are updated.
const UPDATE_LOCKS: &str = "POLYWIRE_UPDATE_LOCKS";

/// Returns the folder that Cargo gives to a build script.
pub(crate) fn out_dir() -> Result<PathBuf, Error> {
    let folder = env::var_os("OUT_DIR").map(PathBuf::from);
    folder.ok_or_else(|| {
        Error::new("OUT_DIR is not set; call this from a build script, or choose a folder with `out_dir`")
    })
}

/// Returns the lines that tell Cargo when the build script has to run again, and what is not as it should be.
pub(crate) fn instructions(read: &[PathBuf], warnings: &[String]) -> Vec<String> {
    let environment = format!("cargo::rerun-if-env-changed={UPDATE_LOCKS}");
    let files = read.iter().map(|path| format!("cargo::rerun-if-changed={}", path.display()));
    let warnings = warnings.iter().flat_map(|warning| warning.lines()).map(|line| format!("cargo::warning={line}"));
    std::iter::once(environment).chain(files).chain(warnings).collect()
}

/// Writes the locks that are missing or incomplete if this is wanted; otherwise, there must be none.
pub(crate) fn check_locks(locks: &Locks, updates: bool) -> Result<(), Error> {
    if updates || env::var_os(UPDATE_LOCKS).is_some_and(|value| value == "1") {
        return locks.changed().try_for_each(|lock| write(Path::new(&lock.path), &lock.text));
    }
    match locks.changed().chain(locks.stale_others()).next() {
        None => Ok(()),
        Some(lock) => Err(Error::new(format!(
            "{} is missing or incomplete: it keeps the numbers that the schema lacks for a format; build once with \
             {UPDATE_LOCKS}=1, and commit the file",
            lock.path
        ))),
    }
}

/// Writes a file, unless it already has these contents: then nothing that depends on it is built again.
pub(crate) fn write(path: &Path, contents: &str) -> Result<(), Error> {
    if fs::read(path).is_ok_and(|found| found == contents.as_bytes()) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(|error| Error::file(folder, &error))?;
    fs::write(path, contents).map_err(|error| Error::file(path, &error))
}
