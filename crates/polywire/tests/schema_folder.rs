//! Schemas printed into a folder, one file for each schema file: the official compilers read them, and so does the command.

use crate::folder::{files_below, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const POLYWIRE: &str = env!("CARGO_BIN_EXE_polywire");
const TRACES: &str =
    "tests/corpus/public/opentelemetry-proto/opentelemetry/proto/collector/trace/v1/trace_service.proto";
const TRACES_ROOT: &str = "tests/corpus/public/opentelemetry-proto";

fn run(arguments: &[&str]) -> Output {
    Command::new(POLYWIRE).args(arguments).current_dir(root()).output().expect("the command")
}

fn done(arguments: &[&str]) -> Vec<u8> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Prints a schema in a language into a folder; returns the folder and the paths of its files.
fn printed(to: &str, schema: &[&str]) -> (TempDir, Vec<String>) {
    let folder = TempDir::new().expect("a folder");
    let target = format!("{}/", folder.path().join("out").display());
    done(&[&["schema", "--to", to, "-o", &target], schema].concat());
    let files = files_below(&folder.path().join("out")).into_iter().map(|(name, _)| name).collect();
    (folder, files)
}

fn out(folder: &TempDir) -> PathBuf {
    folder.path().join("out")
}

/// Runs an official compiler in the folder of the printed files.
fn compiles(program: &Path, arguments: &[String], folder: &TempDir) {
    match Command::new(program).args(arguments).current_dir(out(folder)).output() {
        Ok(output) => {
            let said = [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
            assert!(output.status.success(), "{} {arguments:?}: {}", program.display(), said.concat());
        }
        Err(_) => polywire_oracles::absent(&program.display().to_string(), "scripts/oracles"),
    }
}

fn flatc(folder: &TempDir, files: &[String]) {
    let target = folder.path().display().to_string();
    let arguments = [vec!["-b".to_owned(), "--schema".to_owned(), "-o".to_owned(), target], files.to_vec()].concat();
    compiles(
        &root().join("build/oracles/bin/flatc").canonicalize().unwrap_or_else(|_| "flatc".into()),
        &arguments,
        folder,
    );
}

fn capnp(folder: &TempDir, files: &[String]) {
    let arguments = [vec!["compile".to_owned(), "-I.".to_owned(), "-o/bin/cat".to_owned()], files.to_vec()].concat();
    compiles(Path::new("capnp"), &arguments, folder);
}

fn protoc(folder: &TempDir, files: &[String]) {
    let built_in = root().join("crates/front/src/proto/well_known").canonicalize().expect("a folder");
    let head = ["-I.".to_owned(), format!("-I{}", built_in.display()), "-o/dev/null".to_owned()];
    let program = root().join("build/oracles/protoc-36.2").canonicalize().unwrap_or_else(|_| "protoc-36.2".into());
    compiles(&program, &[head.to_vec(), files.to_vec()].concat(), folder);
}

#[test]
fn a_public_schema_of_several_files() {
    let schema = ["-I", TRACES_ROOT, TRACES];
    let expected = |extension: &str| {
        ["collector/trace/v1/trace_service", "common/v1/common", "resource/v1/resource", "trace/v1/trace"]
            .map(|name| format!("opentelemetry/proto/{name}.{extension}"))
    };
    let (fbs, files) = printed("fbs", &schema);
    // The tables for the values of `AnyValue` are in a file of their own.
    assert_eq!(files[0], "common.fbs");
    assert_eq!(files[1..], expected("fbs"));
    flatc(&fbs, &files);
    let (capnp_files, files) = printed("capnp", &schema);
    assert_eq!(files, expected("capnp"));
    capnp(&capnp_files, &files);
    let (proto, files) = printed("proto", &schema);
    assert_eq!(files, expected("proto"));
    protoc(&proto, &files);
    let (avro, files) = printed("avro", &schema);
    assert_eq!(files, expected("avsc"));
    for (name, text) in files_below(&out(&avro)) {
        let json: serde_json::Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(json.is_array() || json.is_object(), "{name}");
    }
}

/// Messages of the printed schema have the bytes of the original one.
#[test]
fn printed_files_describe_the_same_messages() {
    let (fbs, files) = printed("fbs", &["-I", TRACES_ROOT, TRACES]);
    let json = fbs.path().join("message.json");
    let text = r#"{"resourceSpans":[{"resource":{"attributes":[{"key":"a","value":{"arrayValue":{"values":[{"intValue":"5"},
        {"stringValue":"b"}]}}}]},"scopeSpans":[{"spans":[{"traceId":"AAEC","name":"n","kind":"SPAN_KIND_SERVER"}]}]}]}"#;
    fs::write(&json, text).expect("writing");
    let bytes = fbs.path().join("message.bin");
    let paths = [&json, &bytes].map(|path| path.display().to_string());
    let ty = "opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest";
    done(&[
        "convert",
        "-I",
        TRACES_ROOT,
        "--schema",
        TRACES,
        "--type",
        ty,
        "--from",
        "json",
        "--to",
        "flatbuffers",
        "-o",
        &paths[1],
        &paths[0],
    ]);
    let plain = |schema: &[&str]| {
        done(
            &[&["convert", "--from", "flatbuffers", "--to", "json_plain", "--type", ty], schema, &[&paths[1]]].concat(),
        )
    };
    let printed = out(&fbs).join(&files[1]).display().to_string();
    let folder = out(&fbs).display().to_string();
    let original: serde_json::Value =
        serde_json::from_slice(&plain(&["-I", TRACES_ROOT, "--schema", TRACES])).expect("JSON");
    let again: serde_json::Value =
        serde_json::from_slice(&plain(&["-I", &folder, "--schema", &printed])).expect("JSON");
    let name = |json: &serde_json::Value| json["resource_spans"][0]["scope_spans"][0]["spans"][0]["name"].clone();
    assert_eq!(name(&original), "n");
    assert_eq!(name(&again), name(&original));
    let value = |json: &serde_json::Value| json["resource_spans"][0]["resource"]["attributes"][0]["key"].clone();
    assert_eq!(value(&again), value(&original));
}

/// Unions and lists that formats wrap, across files with several namespaces.
#[test]
fn files_of_flatbuffers_in_other_languages() {
    let folder = TempDir::new().expect("a folder");
    fs::create_dir(folder.path().join("sub")).expect("a folder");
    let common = "namespace a.b; enum Kind : byte { NONE = 0, SOME } table Part { kind: Kind; names: [string]; }\n\
        namespace c; table Other { part: a.b.Part; } union Choice { a.b.Part, Other }";
    let main = "include \"sub/common.fbs\"; namespace a; \
        table Doc { part: a.b.Part; choice: c.Choice; choices: [c.Choice]; kind: a.b.Kind; } root_type Doc;";
    fs::write(folder.path().join("sub/common.fbs"), common).expect("writing");
    let path = folder.path().join("main.fbs");
    fs::write(&path, main).expect("writing");
    let path = path.display().to_string();
    let (proto, files) = printed("proto", &[&path]);
    assert_eq!(files, ["main.proto", "sub/common.proto"]);
    protoc(&proto, &files);
    let text = fs::read_to_string(out(&proto).join("main.proto")).expect("a file");
    assert!(text.contains("package a;") && text.contains("import \"sub/common.proto\";"), "{text}");
    let (capnp_files, files) = printed("capnp", &[&path]);
    assert_eq!(files, ["main.capnp", "sub/common.capnp"]);
    capnp(&capnp_files, &files);
    let (fbs, files) = printed("fbs", &[&path]);
    assert_eq!(files, ["main.fbs", "sub/common.fbs"]);
    flatc(&fbs, &files);
}

/// Files of Cap'n Proto may import each other; those of Protocol Buffers must not.
#[test]
fn files_that_import_each_other() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str, id: &str, other: &str| {
        let text = format!(
            "@{id}; struct {name} {{ other @0 :import \"{other}.capnp\".{other}; rows @1 :List(List(Int32)); }}"
        );
        fs::write(folder.path().join(format!("{name}.capnp")), text).expect("writing");
    };
    file("One", "0xd2f1c3a45b6e7701", "Two");
    file("Two", "0xd2f1c3a45b6e7702", "One");
    let path = folder.path().join("One.capnp").display().to_string();
    let target = format!("{}/", folder.path().join("proto").display());
    let refused = run(&["schema", "--to", "proto", "-o", &target, &path]);
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(said.contains("Two.capnp, One.capnp: these files import each other"), "{said}");
    let (capnp_files, files) = printed("capnp", &[&path]);
    assert_eq!(files, ["One.capnp", "Two.capnp"]);
    capnp(&capnp_files, &files);
    // Both need a table for lists of lists, which is in a file of its own.
    let (fbs, files) = printed("fbs", &[&path]);
    assert_eq!(files, ["One.fbs", "Two.fbs", "common.fbs"]);
    flatc(&fbs, &files);
}

/// A message that the format cannot hold is left out of the file, and named.
#[test]
fn messages_of_sbe_in_one_file() {
    let folder = TempDir::new().expect("a folder");
    let text = "syntax = \"proto3\"; package p; message Tree { repeated Tree kids = 1; } \
        message Leaf { int32 a = 1; Side side = 2; Part part = 3; } message Part { string b = 1; Side side = 2; } \
        enum Side { BUY = 0; SELL = 1; }";
    let path = folder.path().join("p.proto");
    fs::write(&path, text).expect("writing");
    let target = format!("{}/", folder.path().join("out").display());
    let output = run(&["schema", "--to", "sbe", "-o", &target, &path.display().to_string()]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    assert!(said.contains("message p.Tree: `p.Tree`: SBE has no recursive types"), "{said}");
    let xml = fs::read_to_string(out(&folder).join("p.xml")).expect("a file");
    assert_eq!(xml.matches("<sbe:message ").count(), 2, "{xml}");
    assert_eq!(xml.matches("<enum name=\"Side\"").count(), 1, "{xml}");
}
