use super::build::{build, write_files};
use super::program::{Program, printed};
use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire_backend::{File, go};
use polywire_oracles::Go;
use std::path::Path;
use std::process::Command;

/// The path of the Go module with the generated packages.
const MODULE: &str = "example.com/polywire/generated";

/// Generated Go of the optimised modules. Formats that it does not support yet are named on the standard error and
/// skipped.
pub fn go_engine(subject: &Subject) -> Box<dyn Engine> {
    let (files, skipped) = files(subject);
    let runtime = repository("runtime/go");
    let folder = write_files(&format!("{}-go", subject.name), &files);
    if subject.optimized.iter().any(|module| !module.entries.is_empty()) {
        let go = Go::find().expect("Go 1.24, which scripts/setup installs");
        let mut command = go.program(Path::new("sh"), &folder);
        command.arg("-c").arg("go vet ./... && go build -o main ./driver");
        build(&mut command, &[&folder, &runtime]);
    }
    let process = Process::new(format!("{} go", subject.name), Command::new(folder.join("main")));
    Box::new(Program { process, skipped })
}

/// The files of the program that [`go_engine`] builds.
pub fn go_files(subject: &Subject) -> Vec<File> {
    files(subject).0
}

/// Returns the files, and the formats that are skipped.
fn files(subject: &Subject) -> (Vec<File>, Vec<String>) {
    let modules = &subject.optimized;
    let packages = go::Packages { root: MODULE.to_owned(), ..go::Packages::default() };
    let methods = go::methods(modules.iter().map(|module| module.format.as_str()));
    let options = go::Options { name: subject.name.clone(), packages, methods, ..go::Options::default() };
    let (codecs, mut files, skipped) = printed(subject, "go", |modules| go::generate(modules, &options));
    files.extend(go::driver::driver(&codecs.iter().collect::<Vec<_>>(), &options, "raw"));
    let runtime = repository("runtime/go");
    let module =
        format!("module {MODULE}\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => {}\n", runtime.display());
    files.push(File { name: "go.mod".to_owned(), contents: module });
    (files, skipped)
}
