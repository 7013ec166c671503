//! The code generated for the schemas of `tests/corpus/public` compiles, in Erlang and C++: some schemas in the quick
//! tests, all with `POLYWIRE_FULL=1`.

mod folder;

use folder::{files_below, root};
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

#[test]
fn generated_erlang_compiles() {
    each_schema(|schema, folder| {
        generate("erlang", schema, folder)?;
        let modules = paths(folder, "erl");
        let mut compiler = Command::new("erlc");
        compiler.args(["-Wall", "+warnings_as_errors", "-I"]).arg(folder).arg("-o").arg(folder);
        run(compiler.args(modules))
    });
}

#[test]
fn generated_cpp_compiles() {
    each_schema(|schema, folder| {
        generate("cpp", schema, folder)?;
        let includes: Vec<String> =
            paths(folder, "hpp").iter().map(|path| format!("#include \"{}\"\n", path.display())).collect();
        let unit = folder.join("all.cpp");
        fs::write(&unit, includes.concat()).expect("a file");
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", "runtime/cpp", "-I"]);
        run(compiler.arg(folder).arg(&unit))
    });
}

/// Reports all schemas that fail.
fn each_schema(check: impl Fn(&Schema, &Path) -> Result<(), String>) {
    let list = fs::read_to_string(corpus().join("schemas.txt")).expect("the list of schemas");
    let all: Vec<&str> = list.lines().collect();
    assert_eq!(all.len(), 100);
    assert!(QUICK.iter().all(|quick| all.contains(quick)));
    let is_full = std::env::var_os("POLYWIRE_FULL").is_some();
    let chosen = all.into_iter().filter(|line| is_full || QUICK.contains(line));
    let failed = chosen.filter_map(|line| {
        let (project, path) = line.split_once(' ').expect("a project and a path");
        let folder = TempDir::new().expect("a folder");
        let schema = Schema { project: corpus().join(project), path };
        check(&schema, folder.path()).err().map(|error| format!("{line}\n{error}"))
    });
    let failed: Vec<String> = failed.collect();
    assert!(failed.is_empty(), "{} fail:\n{}", failed.len(), failed.join("\n"));
}

struct Schema<'s> {
    project: PathBuf,
    path: &'s str,
}

fn generate(language: &str, schema: &Schema, folder: &Path) -> Result<(), String> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "--quiet", "--lang", language, "--wire", "protobuf,json", "-I"]).arg(&schema.project);
    run(command.arg("-o").arg(folder).arg(schema.project.join(schema.path)))
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
