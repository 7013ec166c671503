//! The code printed for the trade model and for a special case of each format, in each language: a change of a printer, a
//! pass or a lowering shows in a diff of files that people read. `POLYWIRE_BLESS=1` rewrites them.

use polywire_backend::{File, cpp, erlang, go, low, rust};
use polywire_ir::Module;
use polywire_model::{Model, trade};
use polywire_passes::{Options, checked_views, optimize, trusting_views};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Formats, and the test model that shows what is special in each.
const FORMATS: &[(&str, &str)] = &[
    ("protobuf", "oneof_group"),
    ("json", "json_members"),
    ("msgpack", "maps"),
    ("capnp", "capnp_unions"),
    ("flatbuffers", "flatbuffers_sorted"),
    ("sbe", "sbe_nested"),
    ("avro", "avro_blocks"),
    ("cdr", "cdr_nested"),
];

/// The test model whose views are printed.
const VIEWED: &str = "capnp_unions";

fn module(model: &Model, format: &str, immutable: bool) -> Module {
    let format = polywire_lower::format(format).expect("a format of this name");
    let mut module = format.lower(model).unwrap_or_else(|problems| panic!("{}: {problems:?}", format.name));
    optimize(&mut module, &Options { immutable, skip: Vec::new() });
    module
}

fn in_cpp(module: &Module, name: &str) -> Vec<File> {
    let options = cpp::Options { name: name.to_owned(), ..cpp::Options::default() };
    cpp::generate(std::slice::from_ref(module), &options).unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

fn in_erlang(module: &Module, name: &str) -> Vec<File> {
    let options = erlang::Options { name: name.to_owned(), files: vec![], envelopes: None, only: None };
    erlang::generate(std::slice::from_ref(module), &options).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
}

fn in_go(module: &Module, name: &str) -> Vec<File> {
    let files = go::generate(std::slice::from_ref(module), &go_options(name));
    files.unwrap_or_else(|problems| panic!("{name}: {problems}")).into_iter().map(without_folder).collect()
}

fn go_options(name: &str) -> go::Options {
    let packages = go::Packages { root: "example.com/gen".to_owned(), ..go::Packages::default() };
    go::Options { name: name.to_owned(), packages, ..go::Options::default() }
}

fn without_folder(file: File) -> File {
    File { name: file.name.rsplit('/').next().unwrap_or_default().to_owned(), ..file }
}

/// The codec, and the types, which are the same for all formats.
fn in_rust(module: &Module, name: &str) -> Vec<File> {
    let options = rust::Options { name: name.to_owned(), ..rust::Options::default() };
    let files = rust::generate(std::slice::from_ref(module), &options);
    let files = files.unwrap_or_else(|problems| panic!("{name}: {problems}")).into_iter();
    files.filter(|file| file.name != "mod.rs").collect()
}

/// Views of validated messages, and views that check each access.
fn views(model: &Model, name: &str) -> Vec<File> {
    let viewing = polywire_lower::Options { views: true, ..Default::default() };
    let format = polywire_lower::format("capnp").expect("a format of this name");
    let mut module = format.lower_with(model, &viewing).unwrap_or_else(|problems| panic!("{name}: {problems:?}"));
    optimize(&mut module, &Options::default());
    let modules = [trusting_views(module.clone()), checked_views(module)];
    let options = rust::Options { name: name.to_owned(), ..rust::Options::default() };
    let in_rust = rust::codecs(&modules, &options).unwrap_or_else(|problems| panic!("{name}: {problems}"));
    let options = go_options(name);
    let in_go = modules
        .iter()
        .flat_map(|module| go::codec(module, &options).unwrap_or_else(|problems| panic!("{name}: {problems}")));
    in_rust.into_iter().chain(in_go.map(without_folder)).collect()
}

fn in_low_form(module: &Module, name: &str) -> File {
    File { name: format!("{name}.{}.low", module.format), contents: low::text(module, None) }
}

fn printed() -> BTreeMap<String, String> {
    let mut files = Vec::new();
    let models = polywire_test_models::models();
    for (format, special) in FORMATS {
        let special = models.iter().find(|it| it.name == *special).expect("a test model of this name");
        for (name, model) in [("trade", &trade::model()), (special.name, &special.model)] {
            let module_of = |immutable| module(model, format, immutable);
            files.extend(in_cpp(&module_of(false), name));
            files.extend(in_erlang(&module_of(true), name));
            files.extend(in_go(&module_of(false), name));
            files.extend(in_rust(&module_of(false), name));
            files.push(in_low_form(&module_of(false), name));
        }
    }
    let viewed = models.iter().find(|it| it.name == VIEWED).expect("a test model of this name");
    files.extend(views(&viewed.model, viewed.name));
    files.into_iter().map(|file| (file.name, file.contents)).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Returns the names of the expected files.
fn known(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder of expected files");
    let names = entries.map(|entry| entry.expect("an expected file").file_name().to_string_lossy().into_owned());
    names.filter(|name| !name.starts_with('.')).collect()
}

/// Returns the first line in which texts differ.
fn difference(found: &str, expected: &str) -> String {
    let lines = found.lines().zip(expected.lines()).zip(1..);
    let different = lines.into_iter().find(|((found, expected), _)| found != expected);
    different.map_or_else(
        || "one is longer".to_owned(),
        |((found, expected), line)| format!("line {line}\n  found    {found}\n  expected {expected}"),
    )
}

#[test]
fn generated_code_is_as_committed() {
    let (folder, printed) = (folder(), printed());
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        known(&folder).iter().for_each(|name| fs::remove_file(folder.join(name)).expect("an expected file"));
        return printed.iter().for_each(|(name, text)| fs::write(folder.join(name), text).expect("an expected file"));
    }
    let mut problems = known(&folder);
    problems.retain(|name| !printed.contains_key(name));
    for (name, text) in &printed {
        let expected = fs::read_to_string(folder.join(name)).unwrap_or_default();
        if *text != expected {
            problems.push(format!("{name}: {}", difference(text, &expected)));
        }
    }
    assert!(
        problems.is_empty(),
        "{}\nPOLYWIRE_BLESS=1 accepts what is printed; read the diff before you commit it",
        problems.join("\n")
    );
}
