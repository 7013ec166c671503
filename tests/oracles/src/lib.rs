//! Original implementations and tools that tests compare with: missing ones are noted, so that `make test` can list
//! them at its end (`scripts/absent`).

mod go;
mod xerces;

pub use go::Go;
pub use xerces::{Verdicts, xerces};

use std::env;
use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{Result, Write};
use std::path::Path;
use std::thread;

/// Notes that the current test lacks a tool, which `installer` would install: a line in the test's output, and one in
/// the file that `POLYWIRE_ABSENT` names.
///
/// # Panics
/// If that file cannot be written.
pub fn absent(tool: &str, installer: &str) {
    println!("{tool} is not installed: {installer} does it");
    let Some(path) = env::var_os("POLYWIRE_ABSENT") else { return };
    let test = thread::current().name().unwrap_or("a test").to_owned();
    note(Path::new(&path), [tool, installer, &test]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

/// Returns the search path for programs, with folders before it.
///
/// # Panics
/// If the name of a folder cannot be part of it.
pub fn path_with<'f>(folders: impl IntoIterator<Item = &'f Path>) -> OsString {
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = folders.into_iter().map(Path::to_owned).chain(env::split_paths(&others));
    env::join_paths(folders).expect("a search path")
}

/// Appends a line in a single write, because tests run concurrently.
fn note(path: &Path, cells: [&str; 3]) -> Result<()> {
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{}\n", cells.join("\t")).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::note;
    use std::path::Path;
    use std::process::Command;
    use tempfile::TempDir;

    /// Returns the output of `scripts/absent` for a file.
    fn summary(file: &Path) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/absent");
        let output = Command::new(script).arg(file).output().expect("the script");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    #[test]
    fn each_absent_tool_is_listed_once() {
        let folder = TempDir::new().expect("a folder");
        let file = folder.path().join("absent");
        for (tool, test) in [("protoc 36.2", "b"), ("capnp", "a"), ("protoc 36.2", "a"), ("protoc 36.2", "b")] {
            note(&file, [tool, "scripts/oracles", test]).expect("a line");
        }
        let text = summary(&file);
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
        let expected = [
            "  capnp (scripts/oracles installs it), wanted by 1 test: a",
            "  protoc 36.2 (scripts/oracles installs it), wanted by 2 tests: a, b",
        ];
        assert_eq!(lines, expected);
        assert!(text.contains("NOT COMPARED with 2 tools"), "{text}");
    }

    #[test]
    fn a_complete_set_of_tools_is_reported() {
        let folder = TempDir::new().expect("a folder");
        assert_eq!(
            summary(&folder.path().join("none")),
            "Every original implementation and tool took part in the tests.\n"
        );
    }
}
