use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire_backend::{File, cpp, erlang};
use polywire_passes::Options;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Every diagnostic an error, memory and arithmetic checked, and neither exceptions nor RTTI.
const CPP_FLAGS: &[&str] = &[
    "-std=c++20",
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Werror",
    "-fno-exceptions",
    "-fno-rtti",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
];

/// Generated C++ of the modules after all passes, built with g++.
pub fn cpp_engine(subject: &Subject) -> Box<dyn Engine> {
    // The optimiser is what warns of uninitialised variables; one model with every format is enough for that.
    cpp_built(subject, &subject.optimized, "g++", if subject.name == "trade" { "-O1" } else { "-O0" })
}

/// Generated C++ of the modules as lowered, built with clang++.
pub fn cpp_engine_without_passes(subject: &Subject) -> Box<dyn Engine> {
    cpp_built(subject, &subject.lowered, "clang++", "-O0")
}

fn cpp_built(subject: &Subject, modules: &[polywire_ir::Module], compiler: &str, level: &str) -> Box<dyn Engine> {
    let options = cpp::Options { name: subject.name.clone() };
    let mut files = cpp::generate(modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    files.push(cpp::driver::driver(modules, &options));
    let folder = write_files(&format!("{}-{compiler}", subject.name), &files);
    let program = folder.join("main");
    let mut command = Command::new(compiler);
    command.args(CPP_FLAGS).arg(level).arg("-I").arg(repository("runtime/cpp"));
    build(
        command.arg("-o").arg(&program).arg(folder.join("main.cpp")),
        &[&folder, &repository("runtime/cpp/polywire")],
    );
    Box::new(Process { name: format!("{} {compiler}", subject.name), command: Command::new(program) })
}

/// Generated Erlang of the modules after the passes for engines that cannot change bytes.
pub fn erlang_engine(subject: &Subject) -> Box<dyn Engine> {
    let modules = &subject.after_passes(&Options { immutable: true, ..Options::default() });
    let options = erlang::Options { name: subject.name.clone() };
    let mut files =
        erlang::generate(modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems:?}", subject.name));
    files.push(erlang::driver(modules, &subject.name, "raw"));
    let folder = write_files(&format!("{}-erlang", subject.name), &files);
    let sources = files.iter().map(|file| folder.join(&file.name)).filter(|path| extension(path, "erl"));
    let runtime = std::fs::read_dir(repository("runtime/erlang/src")).expect("the Erlang runtime");
    let runtime = runtime.map(|entry| entry.expect("a source file").path()).filter(|path| extension(path, "erl"));
    let mut compiler = Command::new("erlc");
    compiler.args(["-Wall", "+warnings_as_errors", "-I"]).arg(&folder).arg("-o").arg(&folder);
    build(compiler.args(sources).args(runtime), &[&folder, &repository("runtime/erlang/src")]);
    let mut command = Command::new("erl");
    command.args(["-noshell", "-pa"]).arg(&folder).args(["-s", "driver", "main", "-s", "init", "stop"]);
    Box::new(Process { name: format!("{} erlang", subject.name), command })
}

fn extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|found| found == extension)
}

/// Writes files into a folder of their own; returns it.
fn write_files(name: &str, files: &[File]) -> PathBuf {
    let folder = repository("build/proof").join(name);
    std::fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for file in files {
        let path = folder.join(&file.name);
        let unchanged = std::fs::read_to_string(&path).is_ok_and(|contents| contents == file.contents);
        if !unchanged {
            std::fs::write(&path, &file.contents).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
    folder
}

/// Runs a compiler, unless it has run on the same sources before.
///
/// # Panics
/// If it refuses, with the first of its messages.
fn build(command: &mut Command, sources: &[&Path]) {
    let inputs = fingerprint(command, sources);
    let stamp = sources[0].join(".built");
    if std::fs::read_to_string(&stamp).is_ok_and(|built| built == inputs) {
        return;
    }
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let messages = [output.stdout, output.stderr].concat();
    let messages = String::from_utf8_lossy(&messages);
    let shown: Vec<&str> = messages.lines().take(60).collect();
    assert!(output.status.success(), "{command:?}:\n{}", shown.join("\n"));
    std::fs::write(&stamp, inputs).unwrap_or_else(|error| panic!("{}: {error}", stamp.display()));
}

/// A number that changes with the command and with every source below the folders.
fn fingerprint(command: &Command, folders: &[&Path]) -> String {
    let mut hasher = DefaultHasher::new();
    format!("{command:?}").hash(&mut hasher);
    folders.iter().for_each(|folder| hash_sources(folder, &mut hasher));
    hasher.finish().to_string()
}

fn hash_sources(folder: &Path, hasher: &mut DefaultHasher) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            hash_sources(&path, hasher);
        } else if ["hpp", "cpp", "hrl", "erl"].iter().any(|kind| extension(&path, kind)) {
            std::fs::read(&path).unwrap_or_default().hash(hasher);
        }
    }
}
