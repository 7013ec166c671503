//! The types printed in Go: they are formatted as gofmt does, and the go command, its checks and small programs accept
//! them.

mod codecs;
mod schemas;
mod shapes;
mod tools;

use polywire_backend::go::{Names, Options, Packages, types};
use polywire_backend::{File, Only};
use polywire_ir::ErrorCode;
use polywire_ir::types::Types;
use polywire_model::{Model, Parts, rpc, trade};
use schemas::{all_schemas, model_of};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use tools::{Module, root};

fn options(model: &Model, name: &str, root: &str) -> Options {
    let stem = |file: &str| file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
    Options {
        name: name.to_owned(),
        files: model.decls.iter().map(|decl| stem(&decl.file)).collect(),
        packages: Packages { root: root.to_owned(), ..Packages::default() },
        methods: ["AppendX", "UnmarshalX"].map(str::to_owned).into(),
        ..Options::default()
    }
}

fn printed(model: &Model, name: &str, root: &str) -> Vec<File> {
    types(&Types::of_model(model), &options(model, name, root)).unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

/// Every test model, example and schema of the corpus.
#[test]
fn types_of_all_schemas_are_accepted() {
    let Some(module) = Module::new() else { return };
    let add = |name: &str, model: &Model| {
        let name = name.replace(|ch: char| !ch.is_ascii_alphanumeric(), "_");
        module.add(&name, &printed(model, &name, &format!("{}/{name}", tools::MODULE)));
    };
    add("trade", &trade::model());
    for test_model in polywire_test_models::models() {
        add(test_model.name, &test_model.model);
    }
    for (name, model) in all_schemas() {
        add(&name, &model);
    }
    module.check();
}

/// Programs use the types of a schema, in its package and from another one.
#[test]
fn programs_use_the_types() {
    let Some(module) = Module::new() else { return };
    let folder = root().join("crates/backend/tests/go/use");
    let model = model_of(&folder, "use.proto");
    module.add("", &printed(&model, "use", tools::MODULE));
    module.add("gen", &printed(&model_of(&folder, "defaults.capnp"), "defaults", &format!("{}/gen", tools::MODULE)));
    module.add("", &printed(&shapes::model(), "shapes", tools::MODULE));
    let tests = [
        ("use", "use_test.go"),
        ("use", "enum_test.go"),
        ("use", "union_test.go"),
        ("gen", "defaults_test.go"),
        ("corner", "shapes_test.go"),
    ];
    for (package, test) in tests {
        fs::copy(folder.join(test), module.folder().join(package).join(test)).expect("a copy");
    }
    module.check();
    module.test();
}

/// The expectation shows the form of everything that is printed.
#[test]
fn types_are_printed_as_expected() {
    let folder = root().join("crates/backend/tests/go/use");
    let files = printed(&model_of(&folder, "use.proto"), "use", tools::MODULE);
    let text: String = files.iter().map(|file| format!("// {}\n{}\n", file.name, file.contents)).collect();
    expect(&folder.join("expected.txt"), &text);
}

fn expect(path: &Path, text: &str) {
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(path, text).expect("the expectation");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(text == expected, "{} differs; run with POLYWIRE_BLESS=1 and read the diff:\n{text}", path.display());
}

/// The file of a schema is the same whether it is printed alone or with others.
#[test]
fn files_are_printed_one_by_one() {
    let model = model_of(&root().join("crates/backend/tests/go/use"), "use.proto");
    let whole = options(&model, "use", tools::MODULE);
    let all_types = Types::of_model(&model);
    let names = Arc::new(Names::of(&all_types, &whole));
    let parts = Parts::of(&model, &|file: &str| file.to_owned());
    let mut alone = Vec::new();
    for part in (0..parts.len()).map(|group| parts.part(group)) {
        let origins = part.origins.iter().map(|id| all_types.named(*id)).collect();
        let files = part.files.iter().map(|file| file.trim_end_matches(".proto").to_owned()).collect();
        let only = Only { names: names.clone(), origins, files, types: true };
        let options = Options { only: Some(only), ..options(&part.model, "use", tools::MODULE) };
        alone.extend(types(&Types::of_model(&part.model), &options).expect("files"));
    }
    assert_eq!(alone, printed(&model, "use", tools::MODULE));
}

/// The runtime has the codes of the IR, by number, name and message.
#[test]
fn runtime_has_the_error_codes() {
    let source = fs::read_to_string(root().join("runtime/go/error.go")).expect("the runtime");
    let lines: Vec<String> = source.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
    let mut declared = 0;
    for code in ErrorCode::ALL {
        let number = format!(" Code = {}", *code as u8);
        let constants: Vec<&str> = lines.iter().filter_map(|line| line.strip_suffix(&number)).collect();
        let [constant] = constants[..] else { panic!("{}: {constants:?}", code.name()) };
        assert_eq!(constant.to_lowercase(), code.name().replace('_', ""));
        let entry = format!("{constant}: {{\"{}\", \"{}\"}},", code.name(), code.message());
        assert!(lines.contains(&entry), "{entry}");
        declared += 1;
    }
    assert_eq!(lines.iter().filter(|line| line.contains(" Code = ")).count(), declared);
}

/// The runtime has the types of envelopes as they are printed.
#[test]
fn runtime_has_the_types_of_envelopes() {
    let model = rpc::model();
    let mut options = options(&model, "Rpc", "polywire");
    options.packages.given = vec![(rpc::MODULE.to_owned(), "polywire/calls".to_owned())];
    options.methods.clear();
    let printed = types(&Types::of_model(&model), &options).expect("files");
    let [file] = printed.as_slice() else { panic!("{printed:?}") };
    expect(&root().join("runtime/go/calls/envelope.go"), &file.contents);
}

/// The tests of the runtime, and its checks.
#[test]
fn runtime_passes_its_tests() {
    if let Some(go) = tools::Tools::find() {
        go.check(&root().join("runtime/go"));
        go.test(&root().join("runtime/go"));
    }
}

/// The same for the codecs of grpc-go.
#[test]
fn codecs_of_grpc_pass_their_tests() {
    let folder = root().join("runtime/go/grpc");
    if let Some(go) = tools::Tools::find().filter(|go| go.has_modules(&folder)) {
        go.check(&folder);
        go.test(&folder);
    }
}

/// Leaves that generated code calls for most values cost no call.
#[test]
fn short_leaves_are_inlined() {
    let Some(go) = tools::Tools::find() else { return };
    let remarks = go.remarks(&root().join("runtime/go"));
    for leaf in
        ["PutVarint", "VarintSize", "JSONSpace", "Padding", "(*Context).Charge", "(*Unknown).Clear", "Unknown.Of"]
    {
        assert!(remarks.lines().any(|line| line.ends_with(&format!(": can inline {leaf}"))), "{leaf}\n{remarks}");
    }
}

/// Packages that use each other become one.
#[test]
fn packages_that_use_each_other_are_merged() {
    let folder = root().join("crates/backend/tests/go/merge");
    let model = model_of(&folder, "first.proto");
    let names = |options: &Options| {
        let files = types(&Types::of_model(&model), options)?;
        Ok::<_, polywire_backend::Problems>(files.into_iter().map(|file| file.name).collect::<Vec<_>>())
    };
    let mut options = options(&model, "first", "example.com/gen");
    assert_eq!(names(&options).expect("files"), ["one/base.go", "one/second.go", "one/first.go"]);
    options.packages.given = vec![("one".into(), "example.com/a".into()), ("two".into(), "example.com/b".into())];
    let problems = names(&options).expect_err("a problem").messages;
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains("`one`") && problems[0].contains("`two`"), "{problems:?}");
}

/// Files that would have the same name are reported, not overwritten.
#[test]
fn files_of_the_same_name_are_reported() {
    let model = trade::model();
    let mut options = options(&model, "trade", "");
    options.files = vec!["a/b".to_owned(), "a_b".to_owned()];
    let problems = types(&Types::of_model(&model), &options).expect_err("a problem").messages;
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert!(problems[0].contains("`trade/a_b.go`"), "{problems:?}");
}
