use super::build::{build, write_files};
use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire_backend::cpp;
use polywire_ir::Module;
use std::process::Command;

/// Every diagnostic an error, memory and arithmetic checked, and neither exceptions nor RTTI.
const FLAGS: &[&str] = &[
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
    let level = if subject.name == "trade" { "-O1" } else { "-O0" };
    program(subject, &subject.optimized, "g++", &["g++", level])
}

/// Generated C++ of the modules as lowered, built with clang++.
pub fn cpp_engine_without_passes(subject: &Subject) -> Box<dyn Engine> {
    cpp_engine_of(subject, &subject.lowered, "clang++")
}

/// Generated C++ of modules, built with clang++, which compiles faster, under a label of its own.
pub fn cpp_engine_of(subject: &Subject, modules: &[Module], label: &str) -> Box<dyn Engine> {
    program(subject, modules, label, &["clang++", "-O0"])
}

fn program(subject: &Subject, modules: &[Module], label: &str, compiler: &[&str]) -> Box<dyn Engine> {
    let options = cpp::Options { name: subject.name.clone() };
    let mut files = cpp::generate(modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    files.push(cpp::driver::driver(modules, &options));
    let folder = write_files(&format!("{}-{label}", subject.name), &files);
    let program = folder.join("main");
    let mut command = Command::new(compiler[0]);
    command.args(FLAGS).args(&compiler[1..]).arg("-I").arg(repository("runtime/cpp"));
    build(
        command.arg("-o").arg(&program).arg(folder.join("main.cpp")),
        &[&folder, &repository("runtime/cpp/polywire")],
    );
    Box::new(Process { name: format!("{} {label}", subject.name), command: Command::new(program) })
}
