use super::build::{build, write_files};
use crate::process::Process;
use crate::{Engine, Subject, is_full, repository};
use polywire_backend::{File, cpp};
use polywire_ir::Module;
use polywire_source::FileId;
use std::path::PathBuf;
use std::process::Command;

/// Warnings are errors, and exceptions and RTTI are disabled.
const FLAGS: &[&str] = &["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fno-exceptions", "-fno-rtti"];

/// Check memory accesses and arithmetic.
const SANITIZERS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Generated C++ of the optimised modules, built with g++; in the quick tests with clang++, which takes half the time.
pub fn cpp_engine(subject: &Subject) -> Box<dyn Engine> {
    let level = if is_full() && subject.name == "trade" { "-O1" } else { "-O0" };
    let compiler = if is_full() { "g++" } else { CLANG };
    program(subject, &subject.optimized, "cpp", &[&[compiler, level], SANITIZERS].concat())
}

/// The same with optimisation, built with g++ without sanitizers, which would take five times as long: the optimiser
/// finds uninitialised variables.
pub fn cpp_engine_optimized(subject: &Subject) -> Box<dyn Engine> {
    program(subject, &subject.optimized, "optimized", &["g++", "-O1"])
}

/// The same without sanitizers, built with clang++: for large models, with which sanitizers take minutes.
pub fn cpp_engine_unchecked(subject: &Subject) -> Box<dyn Engine> {
    program(subject, &subject.optimized, "unchecked", &[CLANG, "-O0"])
}

/// Generated C++ of the optimised modules with borrowed types, built with clang++.
pub fn cpp_engine_borrowed(subject: &Subject) -> Box<dyn Engine> {
    let compiler = [&[CLANG, "-O0"], SANITIZERS].concat();
    variant_program(subject, &subject.optimized, "borrowed", &compiler, (&cpp::Binding::default(), true))
}

/// Generated C++ of the lowered modules, built with clang++.
pub fn cpp_engine_without_passes(subject: &Subject) -> Box<dyn Engine> {
    cpp_engine_of(subject, &subject.lowered, "cpp-without-passes")
}

/// Generated C++ of the given modules, built with clang++, which compiles faster, under a label.
pub fn cpp_engine_of(subject: &Subject, modules: &[Module], label: &str) -> Box<dyn Engine> {
    program(subject, modules, label, &[&[CLANG, "-O0"], SANITIZERS].concat())
}

/// Generated C++ of the optimised modules for existing classes, and the model of what these can hold.
///
/// # Panics
/// If the binding in `tests/bound` has errors.
pub fn cpp_engine_bound(subject: &Subject, description: &str) -> (Subject, Box<dyn Engine>) {
    bound_engine(subject, description, false)
}

/// The same for classes with borrowed texts.
///
/// # Panics
/// As [`cpp_engine_bound`].
pub fn cpp_engine_bound_borrowed(subject: &Subject, description: &str) -> (Subject, Box<dyn Engine>) {
    bound_engine(subject, description, true)
}

fn bound_engine(subject: &Subject, description: &str, borrowed: bool) -> (Subject, Box<dyn Engine>) {
    let path = repository("tests/bound").join(format!("{description}.toml"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let binding = polywire::binding::read(&subject.model, &text, FileId::default());
    let binding = binding.unwrap_or_else(|problems| panic!("{}: {problems:?}", path.display()));
    let subject = subject.of_model(polywire::binding::adapted(&subject.model, |id| binding.structs.contains_key(&id)));
    let compiler = [&[CLANG, "-O0"], SANITIZERS].concat();
    let engine = variant_program(&subject, &subject.optimized, description, &compiler, (&binding, borrowed));
    (subject, engine)
}

/// Generated C++ that explains errors, from the lowered modules.
pub fn cpp_explaining_engine(subject: &Subject) -> Box<dyn Engine> {
    let options = options(subject, false);
    let modules = &subject.lowered;
    let raw: Vec<Module> = modules.iter().filter(|module| module.format == "raw").cloned().collect();
    let problems = |problems| panic!("{}:\n{problems}", subject.name);
    let mut files = cpp::generate(&raw, &options).unwrap_or_else(problems);
    let explained = cpp::explain(modules, &options, &cpp::Binding::default());
    files.extend(explained.unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name)).files);
    files.push(cpp::driver::explaining_driver(modules, &options, "raw"));
    built(subject, &files, "explaining", &[&[CLANG, "-O0"], SANITIZERS].concat())
}

/// Generated C++ that decodes by copying every member from a view: of validated messages, or with checks on each
/// access.
pub fn cpp_views_engine(subject: &Subject, checked: bool) -> Box<dyn Engine> {
    let label = if checked { "checked" } else { "views" };
    built(subject, &cpp_views_files(subject, checked), label, &[&[CLANG, "-O0"], SANITIZERS].concat())
}

/// The files of the program that [`cpp_views_engine`] builds.
pub fn cpp_views_files(subject: &Subject, checked: bool) -> Vec<File> {
    let modules = subject.with_views(checked);
    let options = options(subject, false);
    let files = cpp::generate(&modules, &options);
    let mut files = files.unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    files.push(cpp::driver::views_driver(&modules, &options));
    files
}

/// The files of the program that [`cpp_engine`] builds.
pub fn cpp_files(subject: &Subject) -> Vec<File> {
    files(subject, &subject.optimized, (&cpp::Binding::default(), false))
}

fn program(subject: &Subject, modules: &[Module], label: &str, compiler: &[&str]) -> Box<dyn Engine> {
    variant_program(subject, modules, label, compiler, (&cpp::Binding::default(), false))
}

fn variant_program(
    subject: &Subject,
    modules: &[Module],
    label: &str,
    compiler: &[&str],
    variant: (&cpp::Binding, bool),
) -> Box<dyn Engine> {
    built(subject, &files(subject, modules, variant), label, compiler)
}

fn files(subject: &Subject, modules: &[Module], (binding, borrowed): (&cpp::Binding, bool)) -> Vec<File> {
    let options = options(subject, borrowed);
    let files = cpp::generate_bound(modules, &options, binding);
    let mut files = files.unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    files.push(cpp::driver::driver_bound(modules, &options, binding));
    files
}

fn options(subject: &Subject, borrowed: bool) -> cpp::Options {
    cpp::Options { name: subject.name.clone(), files: vec![], borrowed, ..cpp::Options::default() }
}

fn built(subject: &Subject, files: &[File], label: &str, compiler: &[&str]) -> Box<dyn Engine> {
    let folder = write_files(&format!("{}-{label}", subject.name), files);
    let program = folder.join("main");
    let mut command = compile(compiler);
    if !is_full() && compiler[0] == CLANG {
        command.arg("-include-pch").arg(precompiled(compiler));
    }
    build(
        command.arg("-o").arg(&program).arg(folder.join("main.cpp")),
        &[&folder, &repository(RUNTIME).join("polywire"), &repository("tests/bound")],
    );
    Box::new(Process::new(format!("{} {label}", subject.name), Command::new(program)))
}

/// Returns a compiler with the folders of headers.
fn compile(compiler: &[&str]) -> Command {
    let mut command = Command::new(compiler[0]);
    command
        .args(FLAGS)
        .args(&compiler[1..])
        .arg("-I")
        .arg(repository(RUNTIME))
        .arg("-I")
        .arg(repository("tests/bound"));
    command
}

/// Returns the precompiled headers of the runtime for a compiler, which half of a small program's compilation would take.
fn precompiled(compiler: &[&str]) -> PathBuf {
    let includes: String = HEADERS.iter().map(|header| format!("#include \"polywire/{header}\"\n")).collect();
    let runtime = File { name: "runtime.hpp".to_owned(), contents: includes };
    let folder = write_files(&format!("runtime{}", compiler[1..].concat()), &[runtime]);
    let precompiled = folder.join("runtime.pch");
    let mut command = compile(compiler);
    command.args(["-x", "c++-header"]).arg(folder.join("runtime.hpp")).arg("-o").arg(&precompiled);
    build(&mut command, &[&folder, &repository(RUNTIME).join("polywire")]);
    precompiled
}

const CLANG: &str = "clang++";

const RUNTIME: &str = "runtime/cpp";

/// The headers that most programs include.
const HEADERS: &[&str] = &[
    "codec.hpp",
    "decimal.hpp",
    "entry.hpp",
    "json.hpp",
    "meanings.hpp",
    "meant_bytes.hpp",
    "ordered.hpp",
    "testing/driver.hpp",
    "types.hpp",
];
