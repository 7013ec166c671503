use super::build::{build, write_files};
use crate::process::Process;
use crate::{Answer, Engine, Request, Subject, repository};
use polywire_backend::{File, rust};
use polywire_ir::Module;
use std::process::Command;
use std::slice::from_ref;

/// Generated Rust of the optimised modules. Formats that it does not support yet are named on the standard error and
/// skipped.
pub fn rust_engine(subject: &Subject) -> Box<dyn Engine> {
    // A file has the types of one package.
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    let files = subject.model.decls.iter().map(|decl| stem(&decl.file)).collect();
    let options = rust::Options { name: subject.name.clone(), files, ..rust::Options::default() };
    let (mut printed, mut skipped): (Vec<Module>, Vec<String>) = Default::default();
    for module in &subject.optimized {
        match rust::codecs(from_ref(module), &options) {
            Ok(_) => printed.push(module.clone()),
            Err(problems) => {
                eprintln!("{} rust: {} is skipped: {problems}", subject.name, module.format);
                skipped.push(module.format.clone());
            }
        }
    }
    let files = rust::generate(&printed, &options).unwrap_or_else(|problems| panic!("{}: {problems}", subject.name));
    let in_module = |file: File| File { name: format!("src/generated/{}", file.name), ..file };
    let mut files: Vec<File> = files.into_iter().map(in_module).collect();
    let driver = rust::driver(&printed, &options, "raw");
    files.push(File { name: format!("src/{}", driver.name), ..driver });
    Box::new(Rust { process: program(subject, files), skipped })
}

fn program(subject: &Subject, mut files: Vec<File>) -> Process {
    let (runtime, package) = (repository("runtime/rust"), format!("driver_{}", subject.name));
    let manifest = format!(
        "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lints.rust]\n\
         warnings = \"deny\"\n\n[profile.dev]\ndebug = 0\nincremental = false\n\n[dependencies]\n\
         polywire-runtime = {{ path = {runtime:?} }}\n"
    );
    files.push(File { name: "Cargo.toml".to_owned(), contents: manifest });
    let name = format!("{}-rust", subject.name);
    let folder = repository("build/cross-engine").join(&name);
    std::fs::create_dir_all(folder.join("src/generated")).expect("a folder");
    // The versions that the project uses, which need no network.
    std::fs::copy(repository("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
    write_files(&name, &files);
    let target = repository("build/cross-engine/rust-target");
    let mut command = Command::new("cargo");
    command.current_dir(&folder).args(["build", "--quiet", "--offline"]).env("CARGO_TARGET_DIR", &target);
    build(&mut command, &[&folder, &runtime]);
    Process::new(format!("{} rust", subject.name), Command::new(target.join("debug").join(package)))
}

struct Rust {
    process: Process,
    skipped: Vec<String>,
}

impl Engine for Rust {
    fn name(&self) -> &str {
        self.process.name()
    }

    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        self.process.run(requests)
    }

    fn skips(&self, request: &Request) -> bool {
        [&request.from, &request.to].iter().any(|format| self.skipped.contains(format))
    }
}
