//! Other implementations in Go. Generated code converts their values to messages and back.

mod protobuf;

use super::Missing;
use super::installed::run_in;
use crate::go::{Program, command};
use crate::work::{write, write_all};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Another implementation of a format.
pub trait Peer {
    /// The name of the implementation, for example `vtprotobuf`.
    fn name(&self) -> &'static str;

    /// The name of the format in this project.
    fn format(&self) -> &'static str;

    /// Prints the sources to compile, or says why that is impossible.
    fn prepare(&self, work: &Work) -> Result<Program, Missing>;
}

/// The input of a peer.
#[derive(Clone, Copy)]
pub struct Work<'a> {
    /// An existing folder for the peer's files.
    pub folder: &'a Path,
    /// The name of the root type, by its declarations.
    pub root: &'a [String],
    /// Its package.
    pub package: &'a [String],
    /// The schema's `.proto` files by name, each with its package; the last one imports the others. Empty if the schema
    /// is in another language.
    pub proto: &'a [ProtoFile],
    /// A folder with the module cache `go` and commands in `bin`; may be missing.
    pub installed: &'a Path,
    /// The folder of the runtime and the harness.
    pub runtime: &'a Path,
}

/// A file of a schema.
pub struct ProtoFile {
    /// Its name in imports.
    pub name: String,
    /// Its package; may be empty.
    pub package: String,
    /// Its contents.
    pub text: String,
}

/// Returns all other implementations in Go.
pub fn all() -> [&'static dyn Peer; 2] {
    [&protobuf::PROTOBUF_GO, &protobuf::VTPROTOBUF]
}

/// The files of `bench/peers/go`.
const FILES: &[(&str, &str)] = &[
    ("go.sum", include_str!("../../../../../bench/peers/go/go.sum")),
    ("protobuf/protobuf.go", include_str!("../../../../../bench/peers/go/protobuf/protobuf.go")),
    ("tools.go", include_str!("../../../../../bench/peers/go/tools.go")),
    ("version/version.go", include_str!("../../../../../bench/peers/go/version/version.go")),
    ("vtprotobuf/vtprotobuf.go", include_str!("../../../../../bench/peers/go/vtprotobuf/vtprotobuf.go")),
];

const MODULE: &str = include_str!("../../../../../bench/peers/go/go.mod");

/// The runtime's folder in that file.
const RUNTIME: &str = "../../../runtime/go";

impl Work<'_> {
    /// Writes the module of the peers. Fails if a module that it needs is neither in the folder of installed peers nor in
    /// Go's own cache.
    fn start(&self, module: &str) -> Result<(), Missing> {
        let runtime = std::path::absolute(self.runtime).map_err(|error| Missing::Reason(error.to_string()))?;
        write_all(self.folder, FILES).map_err(Missing::Failed)?;
        write(&self.folder.join("go.mod"), MODULE.replace(RUNTIME, &runtime.display().to_string()))
            .map_err(Missing::Failed)?;
        let found = run_in(self.folder, self.go().args(["list", "-m", "-f", "{{.Dir}}", module]));
        let has_folder = |said: &Vec<u8>| !String::from_utf8_lossy(said).trim().is_empty();
        if found.ok().filter(has_folder).is_some() {
            return Ok(());
        }
        let cache = self.installed.join("go");
        Err(Missing::Reason(format!(
            "not installed: there is no {module} in {}, or in Go's own cache",
            cache.display()
        )))
    }

    /// Returns the folder of downloaded modules, if it is not Go's own.
    fn cache(&self) -> Option<PathBuf> {
        Some(self.installed.join("go")).filter(|cache| cache.exists())
    }

    fn go(&self) -> Command {
        command(self.folder, self.cache().as_deref())
    }

    /// Compiles a program of a module, and returns its path.
    fn program(&self, package: &str) -> Result<PathBuf, Missing> {
        let name = package.rsplit('/').next().unwrap_or_default();
        run_in(self.folder, self.go().args(["build", "-o", &format!("bin/{name}"), package]))?;
        std::path::absolute(self.folder.join("bin").join(name)).map_err(|error| Missing::Reason(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A file missing from this list would be missing from every build.
    #[test]
    fn all_files_are_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/peers/go");
        let mut found = Vec::new();
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            if entry.is_dir() {
                found.extend(fs::read_dir(&entry).expect("a folder").map(|it| it.expect("an entry").path()));
            } else {
                found.push(entry);
            }
        }
        let mut found: Vec<String> =
            found.iter().map(|path| path.strip_prefix(&folder).expect("a file").display().to_string()).collect();
        found.retain(|name| name != "go.mod");
        found.sort();
        assert_eq!(FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), found);
        assert!(MODULE.contains(RUNTIME));
    }
}
