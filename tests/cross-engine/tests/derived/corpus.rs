//! The test schemas of `crates/front`, and their models.

use polywire::lock_update::settle;
use polywire::schema::{Language, compile};
use polywire::{Fact, LoadError, LoadedFile, Model, Severity};
use polywire_cross_engine::{is_full, repository};
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A schema: its import path, and its model with the facts of a new lock.
pub struct Case {
    pub path: String,
    pub model: Model,
    /// The model without those facts.
    pub raw: Model,
}

/// Returns the whole list in the full tests, and this many of it in the quick ones.
pub fn some<T>(all: Vec<T>, quick: usize) -> Vec<T> {
    let step = if is_full() { 1 } else { all.len().div_ceil(quick).max(1) };
    all.into_iter().step_by(step).collect()
}

/// Returns the paths of the `.proto` schemas that protoc accepts.
pub fn proto_paths() -> Vec<String> {
    let verdicts = fs::read_to_string(proto_folder().join("verdicts.txt")).expect("the verdicts");
    // After the verdict: length and hash of two descriptor sets, and the path.
    let accepted = verdicts.lines().filter_map(|line| line.strip_prefix("accept ")?.splitn(5, ' ').nth(4));
    accepted.map(str::to_owned).collect()
}

/// Compiles a `.proto` schema, or returns what is unsupported in it.
pub fn proto_case(path: &str, own: &HashMap<String, String>) -> Result<Case, String> {
    let upstream = proto_folder().join("upstream");
    let inside =
        ["", "src", "java/core/src/test/proto", "csharp/protos", "python", "src/google/protobuf/compiler/ruby"];
    let roots: Vec<PathBuf> = inside.iter().map(|folder| upstream.join(folder)).collect();
    let load = |path: &str| {
        let on_disk = || roots.iter().find_map(|root| fs::read(root.join(path)).ok());
        let bytes = own.get(path).map(|text| text.clone().into_bytes()).or_else(on_disk)?;
        Some(LoadedFile { name: path.to_owned(), bytes })
    };
    case(Language::Proto, path, Fact::CapnpOrdinal, &load)
}

/// Returns the project's small schemas by name.
pub fn own_protos() -> HashMap<String, String> {
    let text = fs::read_to_string(proto_folder().join("own.cases")).expect("the cases");
    let parts = text.split("=== ").skip(1).filter_map(|part| part.split_once('\n'));
    parts.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

pub fn case(
    language: Language,
    path: &str,
    fact: Fact,
    load: &dyn Fn(&str) -> Option<LoadedFile>,
) -> Result<Case, String> {
    let loader = |path: &str| load(path).ok_or(LoadError::NotFound);
    let mut compiled = compile(language, path, &loader);
    let Some(raw) = compiled.model.take() else {
        return Err(compiled
            .diagnostics
            .iter()
            .find(|it| it.severity == Severity::Error)
            .expect("an error")
            .message
            .clone());
    };
    let model = settle(&raw, &[fact], &compiled.sources, &mut |_| Ok(None)).expect("a fresh lock").model;
    Ok(Case { path: path.to_owned(), model, raw })
}

/// The output folder of this process; others may run at the same time.
static WRITTEN: LazyLock<PathBuf> = LazyLock::new(|| {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).join("derived");
    // Remove files of earlier runs.
    let left = fs::read_dir(&parent).into_iter().flatten().filter_map(Result::ok);
    for folder in left.filter(|folder| !is_running(&folder.file_name().to_string_lossy())) {
        let _ = fs::remove_dir_all(folder.path());
    }
    parent.join(std::process::id().to_string())
});

/// Returns true if a process with this id seems to be running.
fn is_running(process: &str) -> bool {
    let processes = Path::new("/proc");
    !processes.join("self").exists() || processes.join(process).exists()
}

/// Writes a text to a file for a tool.
pub fn written(folder: &str, name: &str, text: &str) -> PathBuf {
    let path = WRITTEN.join(folder).join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(&path, text).expect("writing");
    path
}

fn proto_folder() -> PathBuf {
    repository("crates/front/tests/corpus")
}

/// Returns the accepted `.capnp` schemas: files, and small texts of the project.
pub fn capnp_schemas() -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    collect(&capnp_folder(), &mut files);
    files.sort();
    let files = files.into_iter().map(|path| (path.display().to_string(), fs::read(path).expect("a schema")));
    let text = fs::read_to_string(capnp_folder().join("own.cases")).expect("the cases");
    let own = text.split("=== ").skip(1).enumerate().filter_map(|(index, case)| {
        let text = case.strip_prefix("accept\n")?;
        Some((format!("own/{index}/t.capnp"), text.as_bytes().to_vec()))
    });
    let all = files.chain(own.collect::<Vec<_>>());
    all.filter(|(_, text)| is_full() || text.len() < 20_000).collect()
}

/// Compiles a `.capnp` schema.
pub fn capnp_case((path, text): &(String, Vec<u8>)) -> Result<Case, String> {
    let roots = ["upstream/capnproto/c++/src", "upstream/capnproto-rust/capnpc/test"];
    let roots = roots.map(|root| capnp_folder().join(root));
    let load = |import: &str| match import.strip_prefix('/') {
        _ if import == path => Some(LoadedFile { name: path.clone(), bytes: text.clone() }),
        None => read(Path::new(import)),
        Some(below) => read(Path::new(import)).or_else(|| roots.iter().find_map(|root| read(&root.join(below)))),
    };
    case(Language::Capnp, path, Fact::ProtobufNumber, &load)
}

fn read(path: &Path) -> Option<LoadedFile> {
    Some(LoadedFile { name: path.display().to_string(), bytes: fs::read(path).ok()? })
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "capnp") {
            files.push(path);
        }
    }
}

fn capnp_folder() -> PathBuf {
    repository("crates/front/tests/capnp").canonicalize().expect("a folder")
}
