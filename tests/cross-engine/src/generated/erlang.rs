use super::build::{build, extension, write_files};
use crate::process::Process;
use crate::{Engine, Subject, is_full, repository};
use polywire_backend::{File, erlang};
use polywire_ir::Module;
use polywire_passes::Options;
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
    let sources = files.iter().map(|file| folder.join(&file.name)).filter(|path| extension(path, "erl"));
    let runtime = std::fs::read_dir(repository("runtime/erlang/src")).expect("the Erlang runtime");
    let runtime = runtime.map(|entry| entry.expect("a source file").path()).filter(|path| extension(path, "erl"));
    let mut compiler = Command::new("escript");
    compiler.arg(repository("tests/erlang/compile.escript")).arg(&folder);
    // Reserve two gigabytes of address space; otherwise memory is returned to the system and requested again.
    compiler.env("ERL_FLAGS", "+MMscs 2000");
    // Optimisation takes half of the compilation time. One model with every format is enough to test it.
    if !is_full() && (subject.name.as_str(), label) != ("trade", "erlang") {
        compiler.env("ERL_COMPILER_OPTIONS", "no_ssa_opt");
    }
    build(compiler.args(sources).args(runtime), &[&folder, &repository("runtime/erlang/src")]);
    let mut command = Command::new("erl");
    command.args(["-noshell", "-pa"]).arg(&folder).args(["-s", "driver", "main", "-s", "init", "stop"]);
    Box::new(Process::new(format!("{} {label}", subject.name), command))
}

/// The printer recurses for each op; with unoptimised stack frames, that exceeds the stack of a test thread.
fn generate(modules: &[Module], options: &erlang::Options) -> Result<Vec<File>, Vec<erlang::Unprintable>> {
    std::thread::scope(|scope| {
        let printer = Builder::new().stack_size(STACK).spawn_scoped(scope, || erlang::generate(modules, options));
        printer.expect("a thread starts").join().expect("the printer ends")
    })
}

const STACK: usize = 64 << 20;
