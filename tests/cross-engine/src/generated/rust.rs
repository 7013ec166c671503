use super::build::{build, write_files};
use crate::process::Process;
use crate::{Answer, Engine, Request, Subject, interpreter, repository};
use polywire_backend::{File, rust};
use polywire_ir::Module;
use std::collections::BTreeSet;
use std::process::Command;

/// Formats whose codecs do not work yet, with the reason.
const UNFINISHED: &[(&str, &str)] = &[];

/// Generated Rust of the optimised modules. What it cannot answer yet, the interpreter answers.
pub fn rust_engine(subject: &Subject) -> Box<dyn Engine> {
    let reason = |format: &str| UNFINISHED.iter().find(|(name, _)| *name == format).map(|(_, reason)| *reason);
    let chosen = std::env::var("POLYWIRE_RUST_FORMATS").ok();
    let is_chosen = |format: &str| chosen.as_ref().is_none_or(|names| names.split(',').any(|name| name == format));
    let modules = subject.optimized.iter().filter(|it| reason(&it.format).is_none() && is_chosen(&it.format));
    let modules: Vec<Module> = modules.cloned().collect();
    let options = rust::Options { name: subject.name.clone(), ..rust::Options::default() };
    let (codecs, unprintable) = rust::codecs(&modules, &options);
    let is_printed = |module: &Module| !unprintable.iter().any(|it| it.format == module.format);
    let printed: Vec<Module> = modules.into_iter().filter(is_printed).collect();
    for format in subject.optimized.iter().map(|module| &module.format) {
        if let Some(reason) = reason(format) {
            eprintln!("rust: {}: skips {format}: {reason}", subject.name);
        }
    }
    for it in &unprintable {
        eprintln!("rust: {}: skips {}: {}", subject.name, it.format, it.problems.join("; "));
    }
    let mut files = codecs;
    let types = rust::types(rust::all_types(&printed).expect("a module"), &options);
    files.extend(types.unwrap_or_else(|problems| panic!("{}: {problems:?}", subject.name)));
    let in_module = |file: File| File { name: format!("src/generated/{}", file.name), ..file };
    let mut files: Vec<File> = files.into_iter().map(in_module).collect();
    let driver = rust::driver(&printed, &options, "raw");
    files.push(File { name: format!("src/{}", driver.name), ..driver });
    let formats = printed.iter().map(|module| module.format.clone()).collect();
    Box::new(Partial { program: program(subject, files), interpreter: interpreter(subject), formats })
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

/// A program that answers some of the requests.
struct Partial {
    program: Process,
    interpreter: Box<dyn Engine>,
    /// The formats that it knows.
    formats: BTreeSet<String>,
}

impl Engine for Partial {
    fn name(&self) -> &str {
        self.program.name()
    }

    fn run(&mut self, requests: &[Request]) -> Vec<Answer> {
        let formats = &self.formats;
        let is_known = |it: &Request| formats.contains(&it.from) && formats.contains(&it.to);
        let (known, others): (Vec<Request>, Vec<Request>) = requests.iter().cloned().partition(&is_known);
        let mut known = self.program.run(&known).into_iter();
        let mut others = self.interpreter.run(&others).into_iter();
        let answer = |it: &Request| if is_known(it) { known.next() } else { others.next() };
        requests.iter().map(answer).map(|answer| answer.expect("an answer for each request")).collect()
    }
}
