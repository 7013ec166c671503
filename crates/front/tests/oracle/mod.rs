//! The schemas of `tests/corpus`, and protoc's verdicts on them.

use std::collections::{BTreeMap, HashMap};
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;

/// A schema: its import path, and the search path of its imports.
pub struct Case {
    pub path: String,
    files: Rc<HashMap<String, Vec<u8>>>,
    roots: Vec<PathBuf>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The descriptor set without the options that are for the source alone, and with them.
    Accept {
        stripped: Digest,
        kept: Digest,
    },
    Refuse,
}

/// Stands for the bytes of a descriptor set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest {
    len: usize,
    hash: u64,
}

impl Case {
    /// Returns a file that the case may import, or the case itself.
    pub fn load(&self, path: &str) -> Option<Vec<u8>> {
        let on_disk = || self.roots.iter().find_map(|root| fs::read(root.join(path)).ok());
        self.files.get(path).cloned().or_else(on_disk)
    }
}

impl Digest {
    pub fn of(set: &[u8]) -> Self {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        Self { len: set.len(), hash: set.iter().fold(0xcbf2_9ce4_8422_2325, step) }
    }

    fn parse(len: &str, hash: &str) -> Self {
        let hash = u64::from_str_radix(hash, 16).expect("a hash");
        Self { len: len.parse().expect("a length"), hash }
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.len, self.hash)
    }
}

impl Verdict {
    fn line(&self, path: &str) -> String {
        match self {
            Self::Accept { stripped, kept } => format!("accept {stripped} {kept} {path}\n"),
            Self::Refuse => format!("refuse {path}\n"),
        }
    }

    fn parse(line: &str) -> (String, Self) {
        match line.split(' ').collect::<Vec<_>>().as_slice() {
            ["refuse", path] => ((*path).to_owned(), Self::Refuse),
            ["accept", len, hash, kept_len, kept_hash, path] => {
                let (stripped, kept) = (Digest::parse(len, hash), Digest::parse(kept_len, kept_hash));
                ((*path).to_owned(), Self::Accept { stripped, kept })
            }
            other => panic!("no verdict: {other:?}"),
        }
    }
}

pub fn cases() -> Vec<Case> {
    let mut cases = own();
    cases.extend(upstream());
    cases
}

/// Returns the verdicts in `verdicts.txt`, by path.
pub fn recorded() -> BTreeMap<String, Verdict> {
    let text = fs::read_to_string(folder().join("verdicts.txt")).expect("the verdicts");
    text.lines().map(Verdict::parse).collect()
}

/// Asks protoc for its verdicts.
pub fn ask(cases: &[Case], protoc: &OsStr) -> BTreeMap<String, Verdict> {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("corpus");
    fs::create_dir_all(&scratch).expect("a folder");
    for (name, text) in cases.iter().flat_map(|case| case.files.iter()) {
        fs::write(scratch.join(name), text).expect("writing a case");
    }
    let verdicts = cases.iter().map(|case| (case.path.clone(), ask_one(case, &scratch, protoc)));
    verdicts.collect()
}

/// Writes the verdicts to `verdicts.txt`.
pub fn record(verdicts: BTreeMap<String, Verdict>) -> BTreeMap<String, Verdict> {
    let lines: String = verdicts.iter().map(|(path, verdict)| verdict.line(path)).collect();
    fs::write(folder().join("verdicts.txt"), lines).expect("writing the verdicts");
    verdicts
}

fn ask_one(case: &Case, scratch: &Path, protoc: &OsStr) -> Verdict {
    let ask = |arguments: &[&str]| ask_for_set(case, scratch, protoc, arguments);
    match (ask(&[]), ask(&["--retain_options"])) {
        (Some(stripped), Some(kept)) => Verdict::Accept { stripped, kept },
        (None, None) => Verdict::Refuse,
        _ => panic!("{}: protoc has two verdicts", case.path),
    }
}

fn ask_for_set(case: &Case, scratch: &Path, protoc: &OsStr, arguments: &[&str]) -> Option<Digest> {
    let out = scratch.join("set.bin");
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/proto/well_known");
    let own = (!case.files.is_empty()).then(|| scratch.to_owned());
    let roots = case.roots.iter().cloned().chain(own).chain([built_in]);
    let mut command = Command::new(protoc);
    command.args(["--include_imports", "--experimental_editions"]).args(arguments).arg(&case.path);
    command.arg(format!("--descriptor_set_out={}", out.display()));
    command.args(roots.map(|root| format!("-I{}", root.display())));
    let accepts = command.output().expect("protoc").status.success();
    accepts.then(|| Digest::of(&fs::read(out).expect("a descriptor set")))
}

fn own() -> Vec<Case> {
    let text = fs::read_to_string(folder().join("own.cases")).expect("the cases");
    let parts = text.split("=== ").skip(1).filter_map(|part| part.split_once('\n'));
    let files: HashMap<String, Vec<u8>> =
        parts.map(|(name, text)| (name.to_owned(), text.as_bytes().to_vec())).collect();
    let mut names: Vec<String> = files.keys().cloned().collect();
    names.sort();
    let files = Rc::new(files);
    names.into_iter().map(|path| Case { path, files: files.clone(), roots: Vec::new() }).collect()
}

fn upstream() -> Vec<Case> {
    let root = folder().join("upstream");
    let inside = ["src", "java/core/src/test/proto", "csharp/protos", "python", "src/google/protobuf/compiler/ruby"];
    let roots: Vec<PathBuf> = [root.clone()].into_iter().chain(inside.map(|folder| root.join(folder))).collect();
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    // `src` is the import root of that project.
    let below = |path: &PathBuf| path.strip_prefix(root.join("src")).or(path.strip_prefix(&root)).map(Path::to_owned);
    let name = |path: &PathBuf| below(path).expect("a path below").display().to_string();
    let case = |path: &PathBuf| Case { path: name(path), files: Rc::default(), roots: roots.clone() };
    paths.iter().map(case).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "proto") {
            paths.push(path);
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus")
}
