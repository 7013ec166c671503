use super::build::{build, write_files};
use super::program::{Program, printed};
use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire_backend::{File, rust};
use std::process::Command;

/// Generated Rust of the optimised modules. Formats that it does not support yet are named on the standard error and
/// skipped.
pub fn rust_engine(subject: &Subject) -> Box<dyn Engine> {
    engine(subject, &Variant { label: "rust", features: &["fast", "std"] })
}

/// The same with the runtime's safe leaves.
pub fn rust_safe_engine(subject: &Subject) -> Box<dyn Engine> {
    engine(subject, &Variant { label: "rust_safe", features: &[] })
}

/// A program with some features of the runtime.
struct Variant {
    label: &'static str,
    features: &'static [&'static str],
}

/// The modules of the program that [`rust_engine`] builds.
pub fn rust_files(subject: &Subject) -> Vec<File> {
    files(subject, "rust").0
}

fn engine(subject: &Subject, variant: &Variant) -> Box<dyn Engine> {
    let (files, skipped) = files(subject, variant.label);
    Box::new(Program { process: program(subject, variant, files), skipped })
}

/// Returns the files, and the formats that are skipped.
fn files(subject: &Subject, label: &str) -> (Vec<File>, Vec<String>) {
    // A file has the types of one package.
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    let files = subject.model.decls.iter().map(|decl| stem(&decl.file)).collect();
    let options = rust::Options { name: subject.name.clone(), files, ..rust::Options::default() };
    let (modules, files, skipped) = printed(subject, label, |modules| rust::generate(modules, &options));
    let in_module = |file: File| File { name: format!("src/generated/{}", file.name), ..file };
    let mut files: Vec<File> = files.into_iter().map(in_module).collect();
    let driver = rust::driver(&modules, &options, "raw");
    files.push(File { name: format!("src/{}", driver.name), ..driver });
    (files, skipped)
}

fn program(subject: &Subject, variant: &Variant, mut files: Vec<File>) -> Process {
    let Variant { label, features } = variant;
    let (runtime, package) = (repository("runtime/rust"), format!("driver_{label}_{}", subject.name));
    let manifest = format!(
        "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lints.rust]\n\
         warnings = \"deny\"\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n[dependencies]\n\
         polywire-runtime = {{ path = {runtime:?}, default-features = false, features = {features:?} }}\n\
         peak_alloc = \"0.3\"\n"
    );
    files.push(File { name: "Cargo.toml".to_owned(), contents: manifest });
    let name = format!("{}-{label}", subject.name);
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
