//! The types generated for all test models, the examples and some public schemas, and codecs of each format, compile as one crate without the
//! standard library, without warnings of the compiler, clippy and rustdoc; rustfmt leaves them as they are; programs
//! use them.

use polywire_backend::rust::{Names, Options, index, types};
use polywire_backend::{File, Only, rust};
use polywire_front::{LoadError, LoadedFile, capnp, proto};
use polywire_ir::Module;
use polywire_ir::types::Types;
use polywire_model::{Decl, Model, Parts, rpc};
use polywire_passes::{checked_views, optimize, trusting_views};
use polywire_source::{Diagnostics, SourceMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Folder, schema, and the module that its types are generated in; others with `POLYWIRE_FULL=1`.
const SCHEMAS: &[(&str, &str, &str)] = &[
    ("crates/backend/tests/rust", "shop/order.proto", "names"),
    ("examples/trade", "trade.proto", "trade"),
    ("examples/capnp", "library.capnp", "library"),
    ("examples/files", "invoice.proto", "files"),
    ("examples/osm", "entities.proto", "osm_entities"),
    ("examples/osm", "fileformat.proto", "osm_fileformat"),
    ("examples/osm", "osmformat.proto", "osm_osmformat"),
    ("examples/walk", "station.proto", "walk"),
    ("tests/corpus/capnp", "kitchen.capnp", "kitchen"),
    ("tests/corpus/protobuf/upb", "legacy2.proto", "legacy"),
    ("tests/corpus/protobuf/conformance", "google/protobuf/test_messages_proto2.proto", "conformance2"),
    ("tests/corpus/protobuf/conformance", "google/protobuf/test_messages_proto3.proto", "conformance3"),
    ("tests/corpus/public/googleapis", "google/appengine/v1/app_yaml.proto", "app_yaml"),
    ("tests/corpus/public/googleapis", "google/cloud/functions/v1/operations.proto", "functions"),
    ("tests/corpus/public/googleapis", "google/cloud/aiplatform/v1/entity_type.proto", "aiplatform"),
    ("tests/corpus/public/googleapis", "google/firestore/v1/explain_stats.proto", "firestore"),
    ("tests/corpus/public/opentelemetry-proto", "opentelemetry/proto/common/v1/common.proto", "opentelemetry"),
    ("tests/corpus/public/opentelemetry-proto", "opentelemetry/proto/metrics/v1/metrics.proto", "metrics"),
];

/// Models, and the formats of their codecs.
const CODECS: &[(&str, &[&str])] = &[
    ("trade", &["protobuf", "json", "msgpack", "capnp", "flatbuffers", "sbe", "cdr", "avro"]),
    ("oneof_group", &["protobuf", "raw"]),
    ("json_members", &["json", "raw"]),
    ("maps", &["msgpack", "json_pretty", "raw"]),
    ("capnp_unions", &["capnp", "capnp_packed", "json"]),
    ("capnp_groups", &["capnp"]),
    ("capnp_opaque", &["capnp"]),
    ("flatbuffers_sorted", &["flatbuffers"]),
    ("sbe_nested", &["sbe"]),
    ("avro_blocks", &["avro"]),
    ("cdr_nested", &["cdr"]),
];

#[test]
fn generated_types_compile_without_warnings() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rust_types");
    let _ = fs::remove_dir_all(folder.join("src"));
    let mut modules = Vec::new();
    for (home, schema, module) in schemas() {
        generate(&compile(&root().join(home), &schema), &folder.join("src").join(&module));
        modules.push(module);
    }
    for test_model in polywire_test_models::models() {
        generate(&test_model.model, &folder.join("src").join(test_model.name));
        modules.push(test_model.name.to_owned());
    }
    for (name, formats) in CODECS {
        let trade = polywire_model::trade::model();
        let special = polywire_test_models::models().into_iter().find(|it| it.name == *name);
        let name = format!("{name}_codecs");
        generate_codecs(&special.map_or(trade, |it| it.model), formats, &folder.join("src").join(&name));
        modules.push(name);
    }
    generate_codecs(&lookup(), &["flatbuffers"], &folder.join("src/lookup_codecs"));
    modules.push("lookup_codecs".to_owned());
    generate_codecs(&twins(), &["protobuf", "json"], &folder.join("src/twins_codecs"));
    modules.push("twins_codecs".to_owned());
    // As a build script does it, into a folder outside of the sources.
    generate(&compile(&root().join("crates/backend/tests/rust"), "shop/order.proto"), &folder.join("out"));
    write_crate(&folder, &modules);
    rustfmt(&folder);
    cargo(&folder, &["test"], &[]);
    cargo(&folder, &["clippy", "--", "--deny", "warnings"], &[]);
    cargo(&folder, &["doc", "--no-deps"], &[("RUSTDOCFLAGS", "--deny warnings")]);
}

#[test]
fn files_are_the_same_in_parts() {
    for (home, schema, _) in schemas() {
        let model = compile(&root().join(home), &schema);
        let (all, options) = (Types::of_model(&model), options(&model));
        let mut whole = types(&all, &options).expect("names without clashes");
        let (names, parts) =
            (Arc::new(Names::of(&all, &options.name, &options.files)), Parts::of(&model, &without_end));
        let printed = (0..parts.len()).flat_map(|group| {
            let part = parts.part(group);
            let origins = part.origins.iter().map(|id| all.named(*id)).collect();
            let files = part.files.iter().map(|file| without_end(file)).collect();
            let only = Some(Only { names: names.clone(), origins, files, types: true });
            let options = Options { only, ..self::options(&part.model) };
            types(&Types::of_model(&part.model), &options).expect("names without clashes")
        });
        let mut printed: Vec<File> = printed.collect();
        whole.sort_by(|one, other| one.name.cmp(&other.name));
        printed.sort_by(|one, other| one.name.cmp(&other.name));
        assert!(printed == whole, "{schema}");
    }
}

#[test]
fn types_of_one_file_with_the_same_name_have_no_views() {
    let clashes = rust::codecs(&views(&twins(), "flatbuffers"), &Options::default()).expect_err("clashes");
    let expected =
        "`twin.Order`: the file has another type of this name, beside which it cannot have a view; rename one of them";
    assert!(clashes.messages.iter().any(|clash| clash == expected), "{clashes:?}");
}

#[test]
fn packages_cannot_be_named_like_the_module_of_borrowed_types() {
    let mut model = compile(&root().join("examples/trade"), "trade.proto");
    model.decls.iter_mut().for_each(|decl| decl.module.push("borrowed".to_owned()));
    let types_of = |borrowed| types(&Types::of_model(&model), &Options { borrowed, ..options(&model) });
    assert!(types_of(false).is_ok());
    let clashes = types_of(true).expect_err("a clash");
    let expected = "`trade.borrowed.Side`: the module `borrowed` is reserved for borrowed types; rename the package";
    assert!(clashes.messages.iter().any(|clash| clash == expected), "{clashes:?}");
}

#[test]
fn packages_cannot_be_named_like_the_module_of_views() {
    let mut model = compile(&root().join("examples/trade"), "trade.proto");
    model.decls.iter_mut().for_each(|decl| decl.module.push("views".to_owned()));
    let clashes = rust::codecs(&views(&model, "capnp"), &options(&model)).expect_err("a clash");
    assert_eq!(clashes.messages, ["`trade.views`: the module `views` is reserved for views; rename the package"]);
}

fn schemas() -> Vec<(String, String, String)> {
    let named = SCHEMAS.iter().map(|(home, schema, module)| (*home, *schema, (*module).to_owned()));
    let list = fs::read_to_string(root().join("tests/corpus/public/schemas.txt")).expect("the list of schemas");
    let is_full = std::env::var_os("POLYWIRE_FULL").is_some();
    let others = list.lines().filter(|_| is_full).enumerate().map(|(number, line)| {
        let (project, schema) = line.split_once(' ').expect("a project and a path");
        (format!("tests/corpus/public/{project}"), schema, format!("public_{number}"))
    });
    let named = named.map(|(home, schema, module)| (home.to_owned(), schema, module));
    named.chain(others).map(|(home, schema, module)| (home, schema.to_owned(), module)).collect()
}

/// A file of two packages with types of the same names.
fn twins() -> Model {
    let mut model = polywire_model::trade::model();
    let twins = model.decls.clone().into_iter().map(|twin| Decl { module: vec!["twin".to_owned()], ..twin });
    model.decls.extend(twins);
    model
}

/// Vectors sorted by keys of every kind.
fn lookup() -> Model {
    let path = root().join("crates/polywire/tests/data/lookup.fbs");
    let schema = fs::read(path).expect("a schema");
    let mut model = polywire_test_models::make::of_fbs("lookup.fbs", |name| Some((name.to_owned(), schema.clone())));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model.flatbuffers_files = model.flatbuffers_files.into_values().map(|file| (String::new(), file)).collect();
    model
}

fn generate(model: &Model, folder: &Path) {
    let (all, options) = (Types::of_model(model), options(model));
    let files = types(&all, &options).expect("names without clashes");
    for file in files.into_iter().chain([index(&all, &[], &[], &options)]) {
        let path = folder.join(file.name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, file.contents).expect("a file");
    }
}

fn generate_codecs(model: &Model, formats: &[&str], folder: &Path) {
    let module = |name: &&str| {
        let format = polywire_lower::format(name).expect("a format of this name");
        format.lower(model).unwrap_or_else(|problems| panic!("{name}: {problems:?}"))
    };
    let lowered: Vec<Module> = formats.iter().map(module).collect();
    let mut modules = lowered.clone();
    modules.iter_mut().for_each(|module| optimize(module, &polywire_passes::Options::default()));
    fs::create_dir_all(folder.join("frames")).expect("a folder");
    let options = Options { name: "codecs".to_owned(), borrowed: true, ..Options::default() };
    let framings: Vec<Module> = polywire_lower::framing::FRAMINGS.iter().map(|framing| framing.lower()).collect();
    let of_frames = Options { name: "frames".to_owned(), ..Options::default() };
    let types = &modules.iter().max_by_key(|module| module.types.of_decl.len()).expect("a module").types;
    let views: Vec<Module> = formats.iter().flat_map(|name| views(model, name)).collect();
    let printed = [
        rust::types(types, &options),
        rust::codecs(&modules, &options),
        rust::codecs(&views, &options),
        rust::explain(&lowered, &options),
        rust::framings(&framings, &of_frames),
    ];
    let printed = printed.into_iter().flat_map(|files| files.unwrap_or_else(|problems| panic!("{problems}")));
    let mut files: Vec<File> = printed.collect();
    let names: Vec<String> = formats.iter().map(|name| (*name).to_owned()).collect();
    files.push(index(types, &names, &files, &options));
    for file in files {
        fs::write(folder.join(file.name), file.contents).expect("a file");
    }
}

/// Returns the views of a format, if it has some: of validated messages, and with checks on each access.
fn views(model: &Model, format: &str) -> Vec<Module> {
    let format = polywire_lower::format(format).filter(|format| format.has_views_of(model));
    let viewing = polywire_lower::Options { views: true, ..Default::default() };
    let lowered = format.map(|format| format.lower_with(model, &viewing));
    let Some(mut module) = lowered.transpose().unwrap_or_else(|problems| panic!("{problems:?}")) else { return vec![] };
    optimize(&mut module, &polywire_passes::Options::default());
    vec![trusting_views(module.clone()), checked_views(module)]
}

fn options(model: &Model) -> Options {
    let files = model.decls.iter().map(|decl| without_end(&decl.file)).collect();
    Options { name: "corner".to_owned(), files, borrowed: true, ..Options::default() }
}

fn without_end(file: &str) -> String {
    file.rsplit_once('.').map_or(file, |(name, _)| name).to_owned()
}

fn compile(folder: &Path, schema: &str) -> Model {
    let loader = |path: &str| match fs::read(folder.join(path.trim_start_matches('/'))) {
        Ok(bytes) => Ok(LoadedFile { name: path.to_owned(), bytes }),
        Err(_) => Err(LoadError::NotFound),
    };
    let (mut sources, mut diagnostics) = (SourceMap::default(), Diagnostics::default());
    let model = if schema.ends_with(".capnp") {
        capnp::compile_files(&[schema], &loader, &mut sources, &mut diagnostics).map(|it| it.model)
    } else {
        proto::compile(schema, &loader, &mut sources, &mut diagnostics).map(|it| it.model)
    };
    model.unwrap_or_else(|| panic!("{schema}: {:?}", diagnostics.into_sorted()))
}

fn write_crate(folder: &Path, modules: &[String]) {
    let write = |name: &str, contents: &str| fs::write(folder.join(name), contents).expect("a file");
    fs::create_dir_all(folder.join("tests")).expect("a folder");
    let runtime = root().join("runtime/rust");
    let manifest = format!(
        "[package]\nname = \"types\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n\
         polywire-runtime = {{ path = {runtime:?} }}\n"
    );
    write("Cargo.toml", &manifest);
    // The versions that the project uses, which need no network.
    write("Cargo.lock", &fs::read_to_string(root().join("Cargo.lock")).expect("a lock file"));
    write("rustfmt.toml", "");
    let modules: String = modules.iter().map(|module| format!("/// Types.\npub mod {module};\n\n")).collect();
    let library = format!(
        "//! Generated types.\n#![no_std]\n#![forbid(unsafe_code)]\n#![warn(missing_docs)]\n\n{modules}/// Types.\npub mod in_place {{\n    /// Types.\n    \
         pub mod deeper {{\n        include!(\"../out/mod.rs\");\n    }}\n}}\n"
    );
    write("src/lib.rs", &library);
    write("tests/uses.rs", include_str!("rust/uses.rs"));
}

/// Runs cargo without a network.
fn cargo(folder: &Path, args: &[&str], environment: &[(&str, &str)]) {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(folder).args(args).env("CARGO_TARGET_DIR", folder.join("target")).env("CARGO_INCREMENTAL", "0");
    command.env("CARGO_NET_OFFLINE", "true").envs(environment.iter().copied());
    let output = command.output().expect("cargo");
    let printed = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    let some: Vec<&str> = printed.lines().take(200).collect();
    assert!(output.status.success(), "cargo {args:?}:\n{}", some.join("\n"));
}

/// The tests in the folder have this project's format.
fn rustfmt(folder: &Path) {
    let mut command = Command::new("rustfmt");
    command.current_dir(folder).args(["--edition", "2024", "--check", "src/lib.rs", "out/mod.rs"]);
    let output = command.output().expect("rustfmt");
    assert!(output.status.success(), "rustfmt:\n{}", String::from_utf8_lossy(&output.stdout));
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The crate of calls has the types of envelopes as they are printed.
#[test]
fn the_crate_of_calls_has_the_types_of_envelopes() {
    let all = Types::of_model(&rpc::model());
    let printed = types(&all, &Options { name: "Rpc".to_owned(), ..Options::default() }).expect("files");
    let [file] = printed.as_slice() else { panic!("{printed:?}") };
    let path = root().join("runtime/rust/calls/src/envelope.rs");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(&path, &file.contents).expect("the file");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == file.contents, "{} differs; POLYWIRE_BLESS=1 writes it", path.display());
}
