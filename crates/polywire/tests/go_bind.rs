//! `polywire gen --lang go --bind`: codecs for existing structs, used by a program.

use crate::folder::{files_below, root};
use crate::programs::run;
use polywire_oracles::Go;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

fn polywire(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polywire")).args(args).current_dir(folder).output().expect("the command")
}

fn generate(folder: &Path, out: &str, more: &[&str]) {
    let common = ["gen", "--lang", "go", "--wire", "protobuf,json,msgpack,protobuf_text", "-o", out];
    let runtime = ["--go-package", "polywire=example.com/shop/internal/polywire"];
    let output = polywire(folder, &[&common[..], &runtime, more, &["desk.proto"]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Returns a module with types of a program.
fn module() -> TempDir {
    copy_of("go-bind")
}

fn copy_of(data: &str) -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in files_below(&root().join("crates/polywire/tests/data").join(data)) {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a copy");
    }
    folder
}

#[test]
fn codecs_use_existing_types() {
    let Some(go) = Go::find() else { return };
    let folder = module();
    let folder = folder.path();
    assert!(polywire(folder, &["runtime", "go", "-o", "internal/polywire"]).status.success());
    generate(folder, "plain", &[]);
    generate(folder, "bound", &["--bind", "model.bind.toml"]);
    let own = ["--bind", "own.bind.toml", "--go-package", "desk=example.com/shop/own", "--go-json", "json"];
    generate(folder, ".", &own);
    assert_eq!(run(go.fmt(folder).args(["-l", "."])), "");
    run(go.command(folder).args(["vet", "./..."]));
    run(go.command(folder).args(["test", "./..."]));
}

/// A member of another type than the schema's does not compile.
#[test]
fn members_of_other_types_are_compile_time_errors() {
    let Some(go) = Go::find() else { return };
    let folder = module();
    let folder = folder.path();
    assert!(polywire(folder, &["runtime", "go", "-o", "internal/polywire"]).status.success());
    let path = folder.join("model/model.go");
    let model = fs::read_to_string(&path).expect("the types");
    let changed = model.replace("type Side int\n", "type Side int8\n").replace("ID       int32", "ID       int64");
    fs::write(&path, changed).expect("the types");
    generate(folder, "bound", &["--bind", "model.bind.toml"]);
    let output = go.command(folder).args(["build", "./bound/..."]).output().expect("the go command");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && errors.contains("model.Side") && errors.contains("int64"), "{errors}");
}

/// Returns the first lines of the errors of a binding.
fn errors(folder: &Path, binding: &str, schema: &str) -> Vec<String> {
    let args = ["gen", "--lang", "go", "--wire", "json", "-o", "out", "--bind", binding, schema];
    let output = polywire(folder, &args);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    errors.lines().filter_map(|line| line.strip_prefix("error")).map(str::to_owned).collect()
}

#[test]
fn errors_of_a_binding_are_explained() {
    let folder = module();
    let folder = folder.path();
    let binding = root().join("crates/polywire/tests/data/wrong-go.bind.toml");
    fs::copy(binding, folder.join("wrong.bind.toml")).expect("a copy");
    let expected = [
        "[cannot-bind]: `id` is not an optional number, enumerator or text",
        "[cannot-bind]: unknown presence",
        "[wrong-kind]: an exported name of Go, as in \"Price\", is expected here",
        "[unknown-name]: `desk.Order` has no field `nothing`",
        "[wrong-kind]: an exported Go type behind the import path of its package, as in \"example.com/shop/model.Order\", or a type of the codec's package, as in \"Order\", is expected here",
        "[unknown-name]: the schema has no enum `desk.Sides`",
    ];
    assert_eq!(errors(folder, "wrong.bind.toml", "desk.proto"), expected);
    // Each package would import the other one.
    let part = "[struct.\"desk.Order\"]\ntype = \"example.com/shop/model.Order\"\n";
    fs::write(folder.join("part.bind.toml"), part).expect("a file");
    let expected = ["desk.Side", "desk.Money"]
        .map(|name| format!("[cannot-bind]: `Order` cannot have the generated type `{name}`"));
    assert_eq!(errors(folder, "part.bind.toml", "desk.proto"), expected);
    // Go has no other new values than zero.
    fs::write(folder.join("limit.capnp"), "@0xbf5147cbbecf40c1;\nstruct Limit { most @0 :Int32 = 7; }\n")
        .expect("a file");
    fs::write(folder.join("limit.bind.toml"), "[struct.Limit]\ntype = \"Limit\"\n").expect("a file");
    let expected = ["[cannot-bind]: a new `Limit` has a default in `most`"];
    assert_eq!(errors(folder, "limit.bind.toml", "limit.capnp"), expected);
}

/// The structs of a Go file that is the schema, with members that codecs cannot use as they are.
#[test]
fn structs_of_the_schema_are_used() {
    let Some(go) = Go::find() else { return };
    let folder = copy_of("go-own");
    let folder = folder.path();
    assert!(polywire(folder, &["runtime", "go", "-o", "internal/polywire"]).status.success());
    let common = ["gen", "--lang", "go", "--wire", "zebrapack,msgpack,json", "--explain"];
    let runtime = ["--go-package", "polywire=example.com/shop/internal/polywire"];
    for more in [&["-o", ".", "--bind", "desk/desk.go"][..], &["-o", "plain"]] {
        let output = polywire(folder, &[&common[..], &runtime, more, &["desk/desk.go"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    assert_eq!(run(go.fmt(folder).args(["-l", "."])), "");
    run(go.command(folder).args(["vet", "./..."]));
    run(go.command(folder).args(["test", "./..."]));
}

#[test]
fn structs_of_the_schema_that_cannot_be_used_are_reported() {
    let folder = TempDir::new().expect("a folder");
    let folder = folder.path();
    let schema = "package desk\n\n//msgp:shim net.IP as:string\n\ntype Order struct {\n\tAny any\n\tHome net.IP\n\tGood int\n\tKeys map[float64]int\n}\n";
    fs::write(folder.join("desk.go"), schema).expect("a file");
    let expected = ["Any", "Home", "Keys"].map(|name| format!("[cannot-bind]: codecs cannot use the member `{name}`"));
    assert_eq!(errors(folder, "desk.go", "desk.go"), expected);
    fs::write(folder.join("other.go"), "package other\n\ntype Order struct{ A int }\n").expect("a file");
    let expected = ["[cannot-bind]: the schema has none of the structs of the bound files"];
    assert_eq!(errors(folder, "other.go", "desk.go"), expected);
}

/// A package of several files, whose structs contain each other's types.
#[test]
fn several_files_of_a_package_are_bound() {
    let Some(go) = Go::find() else { return };
    let folder = copy_of("go-package");
    let folder = folder.path();
    assert!(polywire(folder, &["runtime", "go", "-o", "internal/polywire"]).status.success());
    let generate = |bound: &[&str]| {
        let common = ["gen", "--lang", "go", "--wire", "zebrapack", "-o", "."];
        let runtime = ["--go-package", "polywire=example.com/shop/internal/polywire"];
        polywire(folder, &[&common[..], &runtime, bound, &["desk/order.go", "desk/price.go"]].concat())
    };
    let text = |output: &Output| String::from_utf8_lossy(&output.stderr).into_owned();
    let output = generate(&["--bind", "desk/order.go", "--bind", "desk/price.go"]);
    assert!(output.status.success(), "{}", text(&output));
    run(go.command(folder).args(["vet", "./..."]));
    run(go.command(folder).args(["test", "./..."]));
    assert!(text(&generate(&["--bind", "desk/order.go"])).contains("bind its file, too"));
    // Without methods for the structs themselves, there would be others in their place.
    let output = generate(&[]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output).contains("give `--bind desk/order.go` to generate methods"), "{}", text(&output));
}

/// Numbers in messages of SBE are changed by views.
#[test]
fn numbers_are_changed_in_place() {
    let Some(go) = Go::find() else { return };
    let folder = copy_of("go-sbe");
    let folder = folder.path();
    let corpus = root().join("tests/corpus/sbe/trade");
    for name in ["trade.xml", "trade.bin"] {
        fs::copy(corpus.join(name), folder.join(name)).expect("a copy");
    }
    assert!(polywire(folder, &["runtime", "go", "-o", "polywire"]).status.success());
    let runtime = "polywire=example.com/shop/polywire";
    let args = ["gen", "--lang", "go", "--wire", "sbe", "--views", "--go-package", runtime, "-o", ".", "trade.xml"];
    let output = polywire(folder, &args);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    run(go.command(folder).args(["test", "./..."]));
}
