//! Other implementations in Rust. Generated code converts their values to messages and back.

mod prost;

use super::Missing;
use super::installed::run_in;
use crate::rust::{Program, command};
use crate::work::{write, write_all};
use std::fs;
use std::path::{Path, PathBuf};

/// Another implementation of a format.
pub trait Peer {
    /// The name of the implementation, for example `prost`.
    fn name(&self) -> &'static str;

    /// The name of the format in this project.
    fn format(&self) -> &'static str;

    /// Writes the sources to compile, or says why that is impossible.
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
    /// The schema's `.proto` files by name; the last one imports the others. Empty if the schema is in another
    /// language.
    pub proto: &'a [(String, String)],
    /// A folder with crates in `rust/vendor` and commands in `bin`; may be missing.
    pub installed: &'a Path,
    /// The folder of the runtime and, in its folder `bench`, of the harness.
    pub runtime: &'a Path,
}

/// Returns all other implementations in Rust.
pub fn all() -> [&'static dyn Peer; 3] {
    [&prost::PROST, &prost::RMP_SERDE, &prost::SONIC_RS]
}

/// The files of `bench/peers/rust`.
const FILES: &[(&str, &str)] = &[
    ("Cargo.lock", include_str!("../../../../../bench/peers/rust/Cargo.lock")),
    ("build.rs", include_str!("../../../../../bench/peers/rust/build.rs")),
    ("src/lib.rs", include_str!("../../../../../bench/peers/rust/src/lib.rs")),
    ("src/prost.rs", include_str!("../../../../../bench/peers/rust/src/prost.rs")),
    ("src/rmp_serde.rs", include_str!("../../../../../bench/peers/rust/src/rmp_serde.rs")),
    ("src/sonic_rs.rs", include_str!("../../../../../bench/peers/rust/src/sonic_rs.rs")),
];

const MANIFEST: &str = include_str!("../../../../../bench/peers/rust/Cargo.toml");

/// The runtime's folder in that file.
const RUNTIME: &str = "../../../runtime/rust";

impl Work<'_> {
    /// Writes the crate of the peers. Fails if a crate that a peer needs is neither in the folder of installed peers nor in
    /// Cargo's own cache. The program has the peer's name.
    fn start(&self, peer: &str) -> Result<(), Missing> {
        let runtime = std::path::absolute(self.runtime).map_err(|error| Missing::Reason(error.to_string()))?;
        let manifest = MANIFEST.replace(RUNTIME, &runtime.display().to_string());
        let manifest = manifest.replace("name = \"peers\"", &format!("name = \"polywire-peer-{peer}\""));
        let manifest = manifest.replace("\n[features]", "\n[lib]\nname = \"peers\"\n\n[features]");
        // The files of an earlier schema would be compiled as well.
        let _ = fs::remove_dir_all(self.folder.join("schema"));
        write_all(self.folder, FILES).map_err(Missing::Failed)?;
        write(&self.folder.join("Cargo.toml"), manifest).map_err(Missing::Failed)?;
        write(&self.folder.join("src/main.rs"), "fn main() {}\n").map_err(Missing::Failed)?;
        let mut tree = command(self.folder, self.vendored().as_deref());
        tree.args(["tree", "--quiet", "--offline", "--features", peer]);
        run_in(self.folder, &mut tree).map(drop).map_err(|_| {
            let vendored = self.installed.join("rust/vendor");
            Missing::Reason(format!(
                "not installed: there is no {peer} in {}, or in Cargo's own cache",
                vendored.display()
            ))
        })
    }

    /// Returns the folder of downloaded crates, if it is not Cargo's own.
    fn vendored(&self) -> Option<PathBuf> {
        Some(self.installed.join("rust/vendor")).filter(|folder| folder.exists())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file missing from this list would be missing from every build.
    #[test]
    fn all_files_are_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/peers/rust");
        let mut found = vec!["Cargo.lock".to_owned(), "build.rs".to_owned()];
        let sources =
            fs::read_dir(folder.join("src")).expect("a folder").map(|entry| entry.expect("an entry").file_name());
        found.extend(sources.map(|name| format!("src/{}", name.to_string_lossy())));
        found.sort();
        assert_eq!(FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), found);
        assert!(MANIFEST.contains(RUNTIME) && MANIFEST.contains(crate::rust::PROFILE));
    }
}
