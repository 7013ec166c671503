use super::build::{build, write_files};
use super::program::{Program, generated, printed};
use crate::process::Process;
use crate::{Engine, Subject, is_full, repository};
use polywire::generate::{Choices, Placement};
use polywire_backend::{File, Problems, go};
use polywire_ir::Module;
use polywire_oracles::Go;
use std::path::Path;
use std::process::Command;

/// The path of the Go module with the generated packages.
const MODULE: &str = "example.com/polywire/generated";

/// Generated Go of the optimised modules; for a schema of several files, as the command generates it. Formats that it does
/// not support yet are named on the standard error and skipped.
pub fn go_engine(subject: &Subject) -> Box<dyn Engine> {
    let (files, skipped) = files(subject);
    Box::new(Program { process: program(subject, &files, "go"), skipped })
}

/// Generated Go that explains errors, from the lowered modules.
pub fn go_explaining_engine(subject: &Subject) -> Box<dyn Engine> {
    let modules = &subject.lowered;
    let options = options(subject, modules);
    let problems = |problems: Problems| panic!("{}:\n{problems}", subject.name);
    let raw: Vec<Module> = modules.iter().filter(|module| module.format == "raw").cloned().collect();
    let mut files = go::generate(&raw, &options).unwrap_or_else(problems);
    files.extend(go::explain(modules, &options).unwrap_or_else(problems));
    files.extend(go::driver::explaining_driver(&modules.iter().collect::<Vec<_>>(), &options, "raw"));
    files.push(go_mod());
    Box::new(Program { process: program(subject, &files, "go-explaining"), skipped: Vec::new() })
}

/// Generated Go that decodes by copying every member from a view: of validated messages, or with checks on each access.
pub fn go_views_engine(subject: &Subject, checked: bool) -> Box<dyn Engine> {
    let modules = subject.with_views(checked);
    let options = options(subject, &modules);
    let problems = |problems: Problems| panic!("{}:\n{problems}", subject.name);
    let mut files = go::generate(&modules, &options).unwrap_or_else(problems);
    files.extend(go::driver::driver(&modules.iter().collect::<Vec<_>>(), &options, "raw"));
    files.push(go_mod());
    let label = if checked { "go-checked" } else { "go-views" };
    Box::new(Program { process: program(subject, &files, label), skipped: Vec::new() })
}

/// The files of the program that [`go_engine`] builds.
pub fn go_files(subject: &Subject) -> Vec<File> {
    files(subject).0
}

/// Returns the files, and the formats that are skipped.
fn files(subject: &Subject) -> (Vec<File>, Vec<String>) {
    let modules = &subject.optimized;
    let options = options(subject, modules);
    let (codecs, mut files, skipped) = match generated(subject, "go", &choices(&options.packages)) {
        Some(files) => (modules.clone(), files, Vec::new()),
        None => printed(subject, "go", |modules| go::generate(modules, &options)),
    };
    files.extend(go::driver::driver(&codecs.iter().collect::<Vec<_>>(), &options, "raw"));
    files.push(go_mod());
    (files, skipped)
}

fn options(subject: &Subject, modules: &[Module]) -> go::Options {
    let packages = go::Packages { root: MODULE.to_owned(), ..go::Packages::default() };
    let methods = go::methods(modules.iter().map(|module| module.format.as_str()));
    go::Options { name: subject.name.clone(), packages, methods, ..go::Options::default() }
}

fn choices(packages: &go::Packages) -> Choices {
    let placement = Placement { packages: packages.clone(), ..Placement::default() };
    Choices { placement, ..Choices::default() }
}

fn go_mod() -> File {
    let runtime = repository("runtime/go");
    let contents =
        format!("module {MODULE}\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => {}\n", runtime.display());
    File { name: "go.mod".to_owned(), contents }
}

fn program(subject: &Subject, files: &[File], label: &str) -> Process {
    let folder = write_files(&format!("{}-{label}", subject.name), files);
    if subject.lowered.iter().any(|module| !module.entries.is_empty()) {
        let go = Go::find().expect("Go 1.24, which scripts/setup installs");
        let mut command = go.program(Path::new("sh"), &folder);
        // Vetting takes as long as compiling. One model with every format is enough for the quick tests.
        let is_vetted = is_full() || subject.name == "trade";
        let vet = if is_vetted { "go vet ./... && " } else { "" };
        command.arg("-c").arg(format!("{vet}go build -o main ./driver"));
        build(&mut command, &[&folder, &repository("runtime/go")]);
    }
    Process::new(format!("{} {label}", subject.name), Command::new(folder.join("main")))
}
