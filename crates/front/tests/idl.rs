//! Verdicts on IDL, errors as they are shown, and hostile files.

use polywire_front::{LoadError, LoadedFile, idl};
use polywire_source::{Diagnostics, Severity, SourceMap, Style, render};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Where the verdict differs from that of omniidl 4.2.5, which refuses the file, and why.
const DIFFERENCES: &[(&str, &str)] = &[
    ("attr-raises", "IDL 3.5 and 4.2 have `getraises` and `setraises`"),
    ("empty-struct", "IDL 4.2 permits structs without members (clause 7.4.13.4.1)"),
    ("typeid", "IDL 3.5 and 4.2 have `typeid`"),
    ("typeprefix", "IDL 3.5 and 4.2 have `typeprefix`"),
    ("union-wchar", "IDL 4.2 permits wide characters as discriminators (clause 7.4.13.4.2)"),
];

/// Each case takes milliseconds if time is linear in the size.
const PATIENCE: Duration = Duration::from_secs(60);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/idl")
}

fn verdicts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/corba/verdicts")
}

/// Compiles the first file with the others beside it; returns the diagnostics as they are shown, and whether there is
/// no error.
fn compile(files: &BTreeMap<String, Vec<u8>>, requested: &[&str]) -> (bool, String) {
    let start = Instant::now();
    let loader = |name: &str| {
        let bytes = files.get(name.trim_start_matches('/')).ok_or(LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes: bytes.clone() })
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = idl::compile_files(requested, &loader, &mut sources, &mut diagnostics);
    let list = diagnostics.into_sorted();
    assert_eq!(model.is_none(), list.iter().any(|it| it.severity == Severity::Error));
    let shown = list.iter().take(100).map(|it| render(&sources, it, Style::Plain) + "\n").collect();
    assert!(start.elapsed() < PATIENCE, "took {:?}", start.elapsed());
    (model.is_some(), shown)
}

fn compile_text(text: impl Into<Vec<u8>>) -> (bool, String) {
    compile(&BTreeMap::from([("t.idl".to_owned(), text.into())]), &["t.idl"])
}

/// The names of the cases, with the verdict of omniidl.
fn verdict_cases() -> Vec<(String, bool)> {
    let files = fs::read_dir(verdicts()).expect("the cases");
    let names = files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let case = |name: String| name.strip_suffix(".idl").map(str::to_owned);
    let mut cases: Vec<String> = names.filter_map(case).collect();
    cases.sort();
    cases.into_iter().map(|name| (name.clone(), verdicts().join(format!("{name}.accepted.txt")).exists())).collect()
}

fn verdict_text(name: &str) -> Vec<u8> {
    fs::read(verdicts().join(format!("{name}.idl"))).expect("a case")
}

#[test]
fn verdicts_equal_those_of_omniidl() {
    let mut wrong = Vec::new();
    for (name, is_accepted) in verdict_cases() {
        let expected = is_accepted || DIFFERENCES.iter().any(|(different, _)| *different == name);
        let (compiled, shown) = compile_text(verdict_text(&name));
        if compiled != expected {
            wrong.push(format!("{name}: {compiled}\n{shown}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Splits a file into cases: a head, and files that begin with `--- name`, the first of which is `t.idl`.
fn cases(name: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(folder().join(name)).expect("the cases");
    let case = |case: &str| case.split_once('\n').map(|(head, schema)| (head.to_owned(), schema.to_owned()));
    text.split("=== ").filter_map(case).collect()
}

fn files_of(schema: &str) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for (index, part) in schema.split("--- ").enumerate() {
        let (name, text) = if index == 0 { ("t.idl", part) } else { part.split_once('\n').expect("a name") };
        files.insert(name.to_owned(), text.as_bytes().to_vec());
    }
    files
}

/// Errors are shown all at once, with their places and remedies.
#[test]
fn errors_are_as_expected() {
    let mut all = String::new();
    for (head, schema) in cases("own.cases") {
        let (compiled, shown) = compile(&files_of(&schema), &["t.idl"]);
        let verdict = if compiled { "accept" } else { "refuse" };
        assert!(head.starts_with(verdict), "{head}\n{schema}{shown}");
        all += &format!("=== {head}\n{schema}{shown}");
    }
    let path = folder().join("errors.txt");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &all).expect("writing");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(all, expected, "POLYWIRE_BLESS=1 rewrites {}", path.display());
}
