use super::build::{build, write_files};
use crate::process::Process;
use crate::{Answer, Engine, Request, Subject, repository};
use polywire_backend::{File, go};
use polywire_ir::Module;
use std::path::PathBuf;
use std::process::Command;

/// The path of the Go module with the generated packages.
const MODULE: &str = "example.com/polywire/generated";

/// Generated Go of the optimised modules. Formats that it does not support yet are named on the standard error and
/// skipped.
pub fn go_engine(subject: &Subject) -> Box<dyn Engine> {
    let modules = &subject.optimized;
    let packages = go::Packages { root: MODULE.to_owned(), ..go::Packages::default() };
    let methods = go::methods(modules.iter().map(|module| module.format.as_str()));
    let options = go::Options { name: subject.name.clone(), packages, methods, ..go::Options::default() };
    let (mut codecs, mut files, mut skipped): (Vec<&Module>, Vec<File>, Vec<String>) = Default::default();
    for module in modules {
        match go::codec(module, &options) {
            Ok(printed) => {
                codecs.push(module);
                files.extend(printed);
            }
            Err(problems) => {
                eprintln!("{} go: {} is skipped: {problems}", subject.name, module.format);
                skipped.push(module.format.clone());
            }
        }
    }
    let types = modules.iter().map(|module| &module.types).max_by_key(|types| types.of_decl.len());
    let types = types.map(|types| go::types(types, &options)).transpose();
    files.extend(types.unwrap_or_else(|problems| panic!("{}: {problems}", subject.name)).unwrap_or_default());
    files.extend(go::driver::driver(&codecs, &options, "raw"));
    let runtime = repository("runtime/go");
    let module =
        format!("module {MODULE}\n\ngo 1.24\n\nrequire polywire v0.0.0\n\nreplace polywire => {}\n", runtime.display());
    files.push(File { name: "go.mod".to_owned(), contents: module });
    let folder = write_files(&format!("{}-go", subject.name), &files);
    if codecs.iter().any(|module| !module.entries.is_empty()) {
        let mut command = Command::new("sh");
        command.arg("-c").arg("go vet ./... && go build -o main ./driver").current_dir(&folder).env("PATH", path());
        let settings =
            [("GOPROXY", "off"), ("GOTOOLCHAIN", "local"), ("GOFLAGS", "-buildvcs=false"), ("GOWORK", "off")];
        build(command.envs(settings), &[&folder, &runtime]);
    }
    let process = Process::new(format!("{} go", subject.name), Command::new(folder.join("main")));
    Box::new(Go { process, skipped })
}

/// The search path, with the Go that the project's setup unpacks behind one that the machine has.
fn path() -> String {
    let own: PathBuf = repository("build/go/bin");
    format!("{}:{}", std::env::var("PATH").unwrap_or_default(), own.display())
}

struct Go {
    process: Process,
    skipped: Vec<String>,
}

impl Engine for Go {
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
