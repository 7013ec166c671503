use super::build::{build, write_files};
use super::program::{Program, printed};
use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire_backend::{File, Problems, rust};
use polywire_ir::Module;
use std::process::Command;

/// Generated Rust of the optimised modules. Formats that it does not support yet are named on the standard error and
/// skipped.
pub fn rust_engine(subject: &Subject) -> Box<dyn Engine> {
    let options = options(subject);
    let (modules, files, skipped) = printed(subject, "rust", |modules| rust::generate(modules, &options));
    let driver = rust::driver(&modules, &options, "raw");
    Box::new(Program { process: program(subject, files, driver, "rust"), skipped })
}

/// Generated Rust that explains errors, from the lowered modules.
pub fn rust_explaining_engine(subject: &Subject) -> Box<dyn Engine> {
    let (modules, options) = (&subject.lowered, options(subject));
    let problems = |problems: Problems| panic!("{}:\n{problems}", subject.name);
    let raw: Vec<Module> = modules.iter().filter(|module| module.format == "raw").cloned().collect();
    let types = modules.iter().map(|module| &*module.types).max_by_key(|types| types.of_decl.len());
    let types = types.expect("a module");
    let mut files = rust::types(types, &options).unwrap_or_else(problems);
    files.extend(rust::codecs(&raw, &options).unwrap_or_else(problems));
    files.extend(rust::explain(modules, &options).unwrap_or_else(problems));
    let formats: Vec<String> = modules.iter().map(|module| module.format.clone()).collect();
    files.push(rust::index(types, &formats, &files, &options));
    let driver = rust::explaining_driver(modules, &options, "raw");
    Box::new(Program { process: program(subject, files, driver, "rust-explaining"), skipped: Vec::new() })
}

fn options(subject: &Subject) -> rust::Options {
    // A file has the types of one package.
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    let files = subject.model.decls.iter().map(|decl| stem(&decl.file)).collect();
    rust::Options { name: subject.name.clone(), files, ..rust::Options::default() }
}

fn program(subject: &Subject, files: Vec<File>, driver: File, label: &str) -> Process {
    let in_module = |file: File| File { name: format!("src/generated/{}", file.name), ..file };
    let mut files: Vec<File> = files.into_iter().map(in_module).collect();
    files.push(File { name: format!("src/{}", driver.name), ..driver });
    let name = format!("{}-{label}", subject.name);
    let (runtime, package) = (repository("runtime/rust"), format!("driver_{}", name.replace('-', "_")));
    let manifest = format!(
        "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lints.rust]\n\
         warnings = \"deny\"\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n[dependencies]\n\
         polywire-runtime = {{ path = {runtime:?} }}\n"
    );
    files.push(File { name: "Cargo.toml".to_owned(), contents: manifest });
    let folder = repository("build/cross-engine").join(&name);
    std::fs::create_dir_all(folder.join("src/generated")).expect("a folder");
    // The versions that the project uses, which need no network.
    std::fs::copy(repository("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    write_files(&name, &files);
    let target = repository("build/cross-engine/rust-target");
    let mut command = Command::new("cargo");
    command.current_dir(&folder).args(["build", "--quiet", "--offline"]).env("CARGO_TARGET_DIR", &target);
    build(&mut command, &[&folder, &runtime]);
    Process::new(format!("{} {label}", subject.name), Command::new(target.join("debug").join(package)))
}
