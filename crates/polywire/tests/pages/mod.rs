//! The project's pages.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the root of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns all pages, by relative path.
pub fn pages() -> Vec<(String, String)> {
    let (mut open, mut found) = (vec![root()], Vec::new());
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && is_own(&path) {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "md") {
                let name = path.strip_prefix(root()).expect("below the root").display().to_string();
                found.push((name, fs::read_to_string(&path).expect("a text")));
            }
        }
    }
    found.sort();
    found
}

/// Returns false for folders that are built or fetched.
fn is_own(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with('.') && !["build", "target", "_build", "node_modules"].contains(&&*name)
}
