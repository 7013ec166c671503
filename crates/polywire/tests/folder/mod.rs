//! Files and folders for tests.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the files below a folder with their contents, by relative path.
pub fn files_below(folder: &Path) -> Vec<(String, String)> {
    let (mut open, mut found) = (vec![folder.to_owned()], Vec::new());
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let name = path.strip_prefix(folder).expect("below it").display().to_string();
            found.push((name, fs::read_to_string(&path).expect("a text")));
        }
    }
    found.sort();
    found
}
