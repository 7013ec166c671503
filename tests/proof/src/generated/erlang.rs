use super::build::{build, extension, write_files};
use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire_backend::erlang;
use polywire_ir::Module;
use polywire_passes::Options;
use std::process::Command;

/// Generated Erlang of the modules after the passes for engines that cannot change bytes.
pub fn erlang_engine(subject: &Subject) -> Box<dyn Engine> {
    let modules = subject.after_passes(&Options { immutable: true, ..Options::default() });
    erlang_engine_of(subject, &modules, "erlang")
}

/// Generated Erlang of modules, under a label of its own.
pub fn erlang_engine_of(subject: &Subject, modules: &[Module], label: &str) -> Box<dyn Engine> {
    let options = erlang::Options { name: subject.name.clone() };
    let mut files =
        erlang::generate(modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems:?}", subject.name));
    files.push(erlang::driver(modules, &subject.name, "raw"));
    let folder = write_files(&format!("{}-{label}", subject.name), &files);
    let sources = files.iter().map(|file| folder.join(&file.name)).filter(|path| extension(path, "erl"));
    let runtime = std::fs::read_dir(repository("runtime/erlang/src")).expect("the Erlang runtime");
    let runtime = runtime.map(|entry| entry.expect("a source file").path()).filter(|path| extension(path, "erl"));
    let mut compiler = Command::new("erlc");
    compiler.args(["-Wall", "+warnings_as_errors", "-I"]).arg(&folder).arg("-o").arg(&folder);
    build(compiler.args(sources).args(runtime), &[&folder, &repository("runtime/erlang/src")]);
    let mut command = Command::new("erl");
    command.args(["-noshell", "-pa"]).arg(&folder).args(["-s", "driver", "main", "-s", "init", "stop"]);
    Box::new(Process { name: format!("{} {label}", subject.name), command })
}
