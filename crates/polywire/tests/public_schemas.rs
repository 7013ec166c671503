//! The code generated for the schemas of `tests/corpus/public` compiles, in Erlang and C++: some schemas in the quick
//! tests, all with `POLYWIRE_FULL=1`. `--nocapture` shows the progress.
//!
//! Schemas import many common files, so all schemas of a project are generated together, and each output is compiled
//! once.

use crate::folder::{files_below, root};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// Schemas with `Any` and other well-known types, maps, and recursive types.
const QUICK: [&str; 3] = [
    "googleapis google/cloud/functions/v1/operations.proto",
    "googleapis google/firestore/v1/explain_stats.proto",
    "opentelemetry-proto opentelemetry/proto/common/v1/common.proto",
];

/// Outputs that a compiler gets at once: enough to share the headers that they include, within its memory.
const BATCH: usize = 50;

#[test]
fn generated_erlang_compiles() {
    each_batch("erlang", "erl", |folder, modules| {
        let mut compiler = Command::new("erlc");
        compiler.args(["-Wall", "+warnings_as_errors", "-I"]).arg(folder).arg("-o").arg(folder);
        run(compiler.args(modules))
    });
}

#[test]
fn generated_cpp_compiles() {
    each_batch("cpp", "hpp", |folder, headers| {
        let includes: Vec<String> = headers.iter().map(|path| format!("#include \"{}\"\n", path.display())).collect();
        let unit = folder.join("all.cpp");
        fs::write(&unit, includes.concat()).expect("a file");
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", "runtime/cpp", "-I"]);
        run(compiler.arg(folder).arg(&unit))
    });
}

/// Generates code and checks the files with an extension, some at a time. Reports all failures.
fn each_batch(language: &str, extension: &str, check: impl Fn(&Path, &[PathBuf]) -> Result<(), String>) {
    let mut failed = Vec::new();
    for (project, schemas) in chosen() {
        let folder = TempDir::new().expect("a folder");
        failed.extend(generate(language, &corpus().join(&project), &schemas, folder.path()).err());
        let paths = paths(folder.path(), extension);
        for (batch, position) in paths.chunks(BATCH).zip(1..) {
            let outcome = check(folder.path(), batch);
            let state = if outcome.is_ok() { "compiled" } else { "failed" };
            eprintln!("{language}, {project}: {state} batch {position} of {}", paths.len().div_ceil(BATCH));
            failed.extend(outcome.err());
        }
    }
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n"));
}

/// Returns the schemas by project.
fn chosen() -> BTreeMap<String, Vec<String>> {
    let list = fs::read_to_string(corpus().join("schemas.txt")).expect("the list of schemas");
    let all: Vec<&str> = list.lines().collect();
    assert_eq!(all.len(), 100);
    assert!(QUICK.iter().all(|quick| all.contains(quick)));
    let is_full = std::env::var_os("POLYWIRE_FULL").is_some();
    let mut chosen: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in all.into_iter().filter(|line| is_full || QUICK.contains(line)) {
        let (project, path) = line.split_once(' ').expect("a project and a path");
        chosen.entry(project.to_owned()).or_default().push(path.to_owned());
    }
    chosen
}

fn generate(language: &str, project: &Path, schemas: &[String], folder: &Path) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--quiet", "--lang", language, "--wire", "protobuf,json", "-I"]).arg(project);
    run(command.arg("-o").arg(folder).args(schemas.iter().map(|path| project.join(path))))
}

fn run(command: &mut Command) -> Result<(), String> {
    let output = command.current_dir(root()).output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let messages = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let some: String = messages.lines().take(20).map(|line| format!("{line}\n")).collect();
    if output.status.success() { Ok(()) } else { Err(some) }
}

fn paths(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let names = files_below(folder).into_iter().map(|(name, _)| PathBuf::from(name));
    names.filter(|name| name.extension().is_some_and(|it| it == extension)).map(|name| folder.join(name)).collect()
}

fn corpus() -> PathBuf {
    root().join("tests/corpus/public")
}
