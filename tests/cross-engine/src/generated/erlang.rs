use super::build::{build, extension, write_files};
use crate::process::Process;
use crate::{Engine, Subject, is_full, repository};
use polywire_backend::{File, erlang};
use polywire_ir::Module;
use polywire_passes::Options;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::Builder;

/// Generated Erlang of the modules after the passes for engines with immutable output.
pub fn erlang_engine(subject: &Subject) -> Box<dyn Engine> {
    let modules = subject.after_passes(&Options { immutable: true, ..Options::default() });
    erlang_engine_of(subject, &modules, "erlang")
}

/// Generated Erlang of the given modules, under a label.
pub fn erlang_engine_of(subject: &Subject, modules: &[Module], label: &str) -> Box<dyn Engine> {
    let options = erlang::Options { name: subject.name.clone(), files: vec![], envelopes: None, only: None };
    let mut files = generate(modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems:?}", subject.name));
    files.push(erlang::driver(modules, &subject.name, "raw"));
    program(subject, &files, label)
}

/// Generated Erlang that explains errors, from the lowered modules.
pub fn erlang_explaining_engine(subject: &Subject) -> Box<dyn Engine> {
    let options = erlang::Options { name: subject.name.clone(), files: vec![], envelopes: None, only: None };
    let problems = |problems| panic!("{}:\n{problems:?}", subject.name);
    let mut files = erlang::headers(&subject.lowered, &options);
    files.extend(erlang::explain(&subject.lowered, &options).unwrap_or_else(problems));
    files.push(erlang::explaining_driver(&subject.lowered, &subject.name, "raw"));
    program(subject, &files, "erlang-explaining")
}

fn program(subject: &Subject, files: &[File], label: &str) -> Box<dyn Engine> {
    let folder = write_files(&format!("{}-{label}", subject.name), files);
    let sources: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.name)).collect();
    // Optimisation takes half of the compilation time. One model with every format is enough to test it.
    let is_optimized = is_full() || (subject.name.as_str(), label) == ("trade", "erlang");
    compile(&folder, &sources, is_optimized, &folder);
    let mut command = Command::new("erl");
    command.args(["-noshell", "-pa"]).arg(runtime()).arg("-pa").arg(&folder);
    command.args(["-s", "driver", "main", "-s", "init", "stop"]);
    Box::new(Process::new(format!("{} {label}", subject.name), command))
}

/// Compiles the runtime, which all programs share; returns its folder.
fn runtime() -> PathBuf {
    let (folder, sources) = (write_files("runtime-erlang", &[]), repository("runtime/erlang/src"));
    let entries = std::fs::read_dir(&sources).expect("the Erlang runtime");
    let files: Vec<PathBuf> = entries.map(|entry| entry.expect("a source file").path()).collect();
    compile(&folder, &files, is_full(), &sources);
    folder
}

/// Compiles the modules among some files into a folder, unless nothing has changed below another one.
fn compile(folder: &Path, files: &[PathBuf], is_optimized: bool, sources: &Path) {
    let mut compiler = Command::new("escript");
    compiler.arg(repository("tests/erlang/compile.escript")).arg(folder);
    // Reserve two gigabytes of address space; otherwise memory is returned to the system and requested again.
    compiler.env("ERL_FLAGS", "+MMscs 2000");
    if !is_optimized {
        compiler.env("ERL_COMPILER_OPTIONS", "no_ssa_opt");
    }
    build(compiler.args(files.iter().filter(|path| extension(path, "erl"))), &[folder, sources]);
}

/// The printer recurses for each op; with unoptimised stack frames, that exceeds the stack of a test thread.
fn generate(modules: &[Module], options: &erlang::Options) -> Result<Vec<File>, Vec<erlang::Unprintable>> {
    std::thread::scope(|scope| {
        let printer = Builder::new().stack_size(STACK).spawn_scoped(scope, || erlang::generate(modules, options));
        printer.expect("a thread starts").join().expect("the printer ends")
    })
}

const STACK: usize = 64 << 20;
