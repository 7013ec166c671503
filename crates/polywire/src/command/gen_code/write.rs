//! Writes files without changing the modification time of those that are up to date, so that nothing is rebuilt
//! needlessly.

use crate::command::failure::Failure;
use crate::command::output;
use std::fs;
use std::path::Path;

/// Writes a file, unless it already has these contents.
pub(super) fn write(path: &Path, contents: &str) -> Result<(), Failure> {
    if is_written(path, contents) {
        return Ok(());
    }
    make_folder_of(path)?;
    output::write(path, contents.as_bytes())
}

/// Returns true if a file has these contents.
pub(super) fn is_written(path: &Path, contents: &str) -> bool {
    fs::read(path).is_ok_and(|found| found == contents.as_bytes())
}

pub(super) fn make_folder_of(path: &Path) -> Result<(), Failure> {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(|error| Failure::writing(parent, &error))
}
