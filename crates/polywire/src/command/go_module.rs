//! The Go module that a folder is in.

use crate::command::failure::Failure;
use polywire::generate::is_import_path;
use std::fs;
use std::path::{Path, PathBuf, absolute};

/// A folder of a Go module.
pub struct Folder {
    /// The module's `go.mod`.
    pub file: PathBuf,
    /// The import path of the folder.
    pub import_path: String,
}

/// Returns a folder in the Go module whose `go.mod` is in it or in the nearest folder around it.
pub fn of(folder: &Path) -> Result<Option<Folder>, Failure> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let folder = absolute(folder).map_err(|error| Failure::reading(folder, &error))?;
    let Some(root) = folder.ancestors().find(|it| it.join("go.mod").is_file()) else { return Ok(None) };
    let file = root.join("go.mod");
    let text = fs::read_to_string(&file).map_err(|error| Failure::reading(&file, &error))?;
    let below = folder.strip_prefix(root).unwrap_or(Path::new(""));
    let parts = below.iter().map(|part| part.to_string_lossy().into_owned());
    let import_path = module(&text).map(|module| std::iter::once(module.to_owned()).chain(parts).collect::<Vec<_>>());
    let import_path = import_path.map(|parts| parts.join("/")).filter(|path| is_import_path(path));
    Ok(import_path.map(|import_path| Folder { file, import_path }))
}

/// Returns the path in the directive `module` of a `go.mod`.
fn module(text: &str) -> Option<&str> {
    let rest = text.lines().find_map(|line| line.trim_start().strip_prefix("module"))?;
    let path = rest.split("//").next()?.trim();
    rest.starts_with([' ', '\t', '"', '`']).then(|| path.trim_matches(['"', '`']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_have_the_import_path_of_their_module() {
        let root = tempfile::tempdir().expect("a folder");
        let path = |folder: &str| of(&root.path().join(folder)).ok().flatten().map(|it| it.import_path);
        fs::write(root.path().join("go.mod"), "// An example.\nmodule \"example.com/app\" // comment\n\ngo 1.24\n")
            .expect("a file");
        assert_eq!(path("").as_deref(), Some("example.com/app"));
        assert_eq!(path("internal/gen").as_deref(), Some("example.com/app/internal/gen"));
        assert_eq!(path("with space"), None);
        assert_eq!(module("modules x"), None);
        assert!(of(Path::new("")).is_ok(), "the parent of a relative path of one name");
    }
}
