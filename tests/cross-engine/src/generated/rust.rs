use super::build::{build, write_files};
use super::program::{Program, generated, printed};
use crate::process::Process;
use crate::{Engine, Subject, repository};
use polywire::generate::Choices;
use polywire_backend::{File, Problems, rust};
use polywire_ir::Module;
use std::process::Command;

/// Generated Rust of the optimised modules. Formats that it does not support yet are named on the standard error and
/// skipped.
pub fn rust_engine(subject: &Subject) -> Box<dyn Engine> {
    engine(subject, &FAST)
}

/// The same with borrowed types.
pub fn rust_engine_borrowed(subject: &Subject) -> Box<dyn Engine> {
    engine(subject, &Variant { label: "rust_borrowed", borrowed: true, ..FAST })
}

/// The same with the runtime's safe leaves.
pub fn rust_safe_engine(subject: &Subject) -> Box<dyn Engine> {
    engine(subject, &Variant { label: "rust_safe", features: &[], ..FAST })
}

/// Generated Rust that decodes by copying every member from a view: of validated messages, or with checks on each
/// access.
pub fn rust_views_engine(subject: &Subject, checked: bool) -> Box<dyn Engine> {
    let label = if checked { "rust-checked" } else { "rust-views" };
    let variant = Variant { label, ..FAST };
    let (modules, options) = (subject.with_views(checked), options(subject, &variant));
    let files = rust::generate(&modules, &options).unwrap_or_else(|problems| panic!("{}:\n{problems}", subject.name));
    let files = with_driver(files, rust::driver(&modules, &options, "raw"));
    Box::new(Program { process: program(subject, &variant, files), skipped: Vec::new() })
}

/// Generated Rust that explains errors, from the lowered modules.
pub fn rust_explaining_engine(subject: &Subject) -> Box<dyn Engine> {
    let (modules, options) = (&subject.lowered, options(subject, &FAST));
    let problems = |problems: Problems| panic!("{}:\n{problems}", subject.name);
    let raw: Vec<Module> = modules.iter().filter(|module| module.format == "raw").cloned().collect();
    let types = modules.iter().map(|module| &*module.types).max_by_key(|types| types.of_decl.len());
    let types = types.expect("a module");
    let mut files = rust::types(types, &options).unwrap_or_else(problems);
    files.extend(rust::codecs(&raw, &options).unwrap_or_else(problems));
    files.extend(rust::explain(modules, &options).unwrap_or_else(problems));
    let formats: Vec<String> = modules.iter().map(|module| module.format.clone()).collect();
    files.push(rust::index(types, &formats, &files, &options));
    let files = with_driver(files, rust::explaining_driver(modules, &options, "raw"));
    let variant = Variant { label: "rust-explaining", ..FAST };
    Box::new(Program { process: program(subject, &variant, files), skipped: Vec::new() })
}

/// A program with some features of the runtime.
struct Variant {
    label: &'static str,
    features: &'static [&'static str],
    borrowed: bool,
}

/// The features that programs have by default.
const FAST: Variant = Variant { label: "rust", features: &["fast", "std"], borrowed: false };

/// The modules of the program that [`rust_engine`] builds.
pub fn rust_files(subject: &Subject) -> Vec<File> {
    files(subject, &FAST).0
}

fn engine(subject: &Subject, variant: &Variant) -> Box<dyn Engine> {
    let (files, skipped) = files(subject, variant);
    Box::new(Program { process: program(subject, variant, files), skipped })
}

/// Returns the files, and the formats that are skipped.
fn files(subject: &Subject, variant: &Variant) -> (Vec<File>, Vec<String>) {
    let options = options(subject, variant);
    let choices = Choices { borrowed: variant.borrowed, ..Choices::default() };
    let (modules, files, skipped) = match generated(subject, "rust", &choices) {
        Some(files) => (subject.optimized.clone(), files, Vec::new()),
        None => printed(subject, variant.label, |modules| rust::generate(modules, &options)),
    };
    (with_driver(files, rust::driver(&modules, &options, "raw")), skipped)
}

fn options(subject: &Subject, variant: &Variant) -> rust::Options {
    // A file has the types of one package.
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    let files = subject.model.decls.iter().map(|decl| stem(&decl.file)).collect();
    rust::Options { name: subject.name.clone(), files, borrowed: variant.borrowed, ..rust::Options::default() }
}

fn with_driver(files: Vec<File>, driver: File) -> Vec<File> {
    let in_module = |file: File| File { name: format!("src/generated/{}", file.name), ..file };
    let driver = File { name: format!("src/{}", driver.name), ..driver };
    files.into_iter().map(in_module).chain([driver]).collect()
}

fn program(subject: &Subject, variant: &Variant, mut files: Vec<File>) -> Process {
    let Variant { label, features, .. } = variant;
    let name = format!("{}-{label}", subject.name);
    let (runtime, package) = (repository("runtime/rust"), format!("driver_{}", name.replace('-', "_")));
    let manifest = format!(
        "[package]\nname = {package:?}\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[lints.rust]\n\
         warnings = \"deny\"\n\n[profile.dev]\ndebug = 0\nincremental = false\npanic = \"abort\"\n\
         codegen-units = 4\n\n[dependencies]\n\
         polywire-runtime = {{ path = {runtime:?}, default-features = false, features = {features:?} }}\n\
         peak_alloc = \"0.3\"\n"
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
