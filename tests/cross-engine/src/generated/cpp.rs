use super::build::{build, write_files};
use crate::process::Process;
use crate::{Engine, Subject, is_full, repository};
use polywire_backend::{File, cpp};
use polywire_ir::Module;
use polywire_passes::{checked_views, trusting_views};
use polywire_source::FileId;
use std::process::Command;

/// Every diagnostic an error, and neither exceptions nor RTTI.
const FLAGS: &[&str] = &["-std=c++20", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-fno-exceptions", "-fno-rtti"];

/// Memory and arithmetic are checked.
const SANITIZERS: &[&str] = &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// Generated C++ of the modules after all passes, built with g++; in the quick tier with clang++, as it takes half the time.
pub fn cpp_engine(subject: &Subject) -> Box<dyn Engine> {
    let level = if is_full() && subject.name == "trade" { "-O1" } else { "-O0" };
    let compiler = if is_full() { "g++" } else { "clang++" };
    program(subject, &subject.optimized, "cpp", &[&[compiler, level], SANITIZERS].concat())
}

/// The same, built with g++ without sanitizers, which take five times as long then: the optimiser is what warns of uninitialised
/// variables.
pub fn cpp_engine_optimized(subject: &Subject) -> Box<dyn Engine> {
    program(subject, &subject.optimized, "optimized", &["g++", "-O1"])
}

/// The same without sanitizers, built with clang++: for models so large that those take minutes.
pub fn cpp_engine_unchecked(subject: &Subject) -> Box<dyn Engine> {
    program(subject, &subject.optimized, "unchecked", &["clang++", "-O0"])
}

/// Generated C++ of the modules after all passes, for the borrowed types, built with clang++.
pub fn cpp_engine_borrowed(subject: &Subject) -> Box<dyn Engine> {
    let compiler = [&["clang++", "-O0"], SANITIZERS].concat();
    variant_program(subject, &subject.optimized, "borrowed", &compiler, (&cpp::Binding::default(), true))
}

/// Generated C++ of the modules as lowered, built with clang++.
pub fn cpp_engine_without_passes(subject: &Subject) -> Box<dyn Engine> {
    cpp_engine_of(subject, &subject.lowered, "cpp-without-passes")
}

/// Generated C++ of modules, built with clang++, which compiles faster, under a label of its own.
pub fn cpp_engine_of(subject: &Subject, modules: &[Module], label: &str) -> Box<dyn Engine> {
    program(subject, modules, label, &[&["clang++", "-O0"], SANITIZERS].concat())
}

/// Generated C++ of the modules after all passes, for classes that are there already, and the model of what these can hold.
///
/// # Panics
/// If the file in `tests/bound` that describes them has errors.
pub fn cpp_engine_bound(subject: &Subject, description: &str) -> (Subject, Box<dyn Engine>) {
    bound_engine(subject, description, false)
}

/// The same for classes that refer to texts.
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
    let subject = subject.of_model(polywire::binding::adapted(&subject.model, &binding));
    let compiler = [&["clang++", "-O0"], SANITIZERS].concat();
    let engine = variant_program(&subject, &subject.optimized, description, &compiler, (&binding, borrowed));
    (subject, engine)
}

/// Generated C++ that tells where messages are wrong, of the modules as lowered.
pub fn cpp_explaining_engine(subject: &Subject) -> Box<dyn Engine> {
    let options = options(subject, false);
    let modules = &subject.lowered;
    let raw: Vec<Module> = modules.iter().filter(|module| module.format == "raw").cloned().collect();
    let problems = |problems| panic!("{}:\n{problems}", subject.name);
    let mut files = cpp::generate(&raw, &options).unwrap_or_else(problems);
    files.extend(cpp::explain(modules, &options, &cpp::Binding::default()).unwrap_or_else(problems));
    files.push(cpp::driver::explaining_driver(modules, &options, "raw"));
    built(subject, &files, "explaining", &[&["clang++", "-O0"], SANITIZERS].concat())
}

/// Generated C++ that decodes messages of formats with views by copying every member in place: of messages that were validated, or
/// with the checks of each access.
pub fn cpp_views_engine(subject: &Subject, checked: bool) -> Box<dyn Engine> {
    let raw = subject.optimized.iter().filter(|module| module.format == "raw" || has_views(&module.format));
    let views = subject.views().into_iter();
    let views = views.map(|module| if checked { checked_views(module) } else { trusting_views(module) });
    let modules: Vec<Module> = raw.cloned().chain(views).collect();
    let options = options(subject, false);
    let files = cpp::generate(&modules, &options);
    let mut files = files.unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    files.push(cpp::driver::views_driver(&modules, &options));
    let label = if checked { "checked" } else { "views" };
    built(subject, &files, label, &[&["clang++", "-O0"], SANITIZERS].concat())
}

fn has_views(format: &str) -> bool {
    polywire_lower::format(format).is_some_and(|format| format.has_views)
}

fn program(subject: &Subject, modules: &[Module], label: &str, compiler: &[&str]) -> Box<dyn Engine> {
    variant_program(subject, modules, label, compiler, (&cpp::Binding::default(), false))
}

fn variant_program(
    subject: &Subject,
    modules: &[Module],
    label: &str,
    compiler: &[&str],
    (binding, borrowed): (&cpp::Binding, bool),
) -> Box<dyn Engine> {
    let options = options(subject, borrowed);
    let files = cpp::generate_bound(modules, &options, binding);
    let mut files = files.unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    files.push(cpp::driver::driver_bound(modules, &options, binding));
    built(subject, &files, label, compiler)
}

fn options(subject: &Subject, borrowed: bool) -> cpp::Options {
    cpp::Options { name: subject.name.clone(), files: vec![], borrowed, describe: false, only: None }
}

fn built(subject: &Subject, files: &[File], label: &str, compiler: &[&str]) -> Box<dyn Engine> {
    let folder = write_files(&format!("{}-{label}", subject.name), files);
    let program = folder.join("main");
    let mut command = Command::new(compiler[0]);
    command.args(FLAGS).args(&compiler[1..]).arg("-I").arg(repository("runtime/cpp"));
    command.arg("-I").arg(repository("tests/bound"));
    build(
        command.arg("-o").arg(&program).arg(folder.join("main.cpp")),
        &[&folder, &repository("runtime/cpp/polywire"), &repository("tests/bound")],
    );
    Box::new(Process::new(format!("{} {label}", subject.name), Command::new(program)))
}
