//! The protoc plugin generates the same files as `polywire gen`. Requests and responses are encoded with `plugin.proto`
//! itself.

use crate::folder::{files_below, root};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

const PLUGIN: &str = env!("CARGO_BIN_EXE_protoc-gen-polywire");

/// Returns the output of a command, given its input.
fn piped(command: &mut Command, input: &[u8]) -> Vec<u8> {
    command.current_dir(root()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the command");
    child.stdin.take().expect("a pipe").write_all(input).expect("the command reads");
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success());
    output.stdout
}

fn convert(from: &str, to: &str, ty: &str, input: &[u8]) -> Vec<u8> {
    let schema = "crates/polywire/tests/data/protoc_plugin.proto";
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    piped(command.args(["convert", "--schema", schema, "--from", from, "--to", to, "--type", ty, "-"]), input)
}

/// Returns the descriptors of a schema and all that it imports.
fn descriptors(schema: &str, folder: &str) -> Value {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    let path = format!("{folder}/{schema}");
    let set = piped(command.args(["schema", "--to", "descriptor-set", "-I", folder, &path]), b"");
    let set = convert("protobuf", "json", "google.protobuf.FileDescriptorSet", &set);
    serde_json::from_slice::<Value>(&set).expect("descriptors")["file"].take()
}

/// Returns the request that protoc would make for a schema.
fn request(schema: &str, descriptors: &Value, parameter: &str) -> Vec<u8> {
    let request = json!({ "fileToGenerate": [schema], "parameter": parameter, "protoFile": descriptors });
    convert("json", "protobuf", "google.protobuf.compiler.CodeGeneratorRequest", request.to_string().as_bytes())
}

fn answer(request: &[u8]) -> Value {
    let answer = piped(&mut Command::new(PLUGIN), request);
    let answer = convert("protobuf", "json", "google.protobuf.compiler.CodeGeneratorResponse", &answer);
    serde_json::from_slice(&answer).expect("an answer")
}

/// Returns the output of `polywire gen` by path.
fn generated(schema: &str, folder: &str, arguments: &[&str]) -> Vec<(String, String)> {
    let target = TempDir::new().expect("a folder");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["gen", "-I", folder]).args(arguments).arg("-o").arg(target.path()).arg(format!("{folder}/{schema}"));
    assert!(command.current_dir(root()).status().expect("the command").success());
    files_below(target.path())
}

/// Documentation is in the source information that protoc adds; the set that the command writes has none.
fn without_comments(files: Vec<(String, String)>) -> Vec<(String, String)> {
    let is_comment = |line: &&str| ["///", "%%"].iter().any(|mark| line.trim_start().starts_with(mark));
    let strip = |text: String| text.lines().filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n");
    files.into_iter().map(|(name, text)| (name, strip(text))).collect()
}

#[test]
fn the_response_contains_the_files_of_gen() {
    let descriptors = descriptors("invoice.proto", "examples/files");
    let request = request("invoice.proto", &descriptors, "lang=cpp,wire=protobuf+json");
    let answer = answer(&request);
    assert_eq!((&answer["supportedFeatures"], &answer["error"]), (&json!("3"), &Value::Null));
    assert_eq!((&answer["minimumEdition"], &answer["maximumEdition"]), (&json!(998), &json!(1002)));
    let files = answer["file"].as_array().expect("files").iter();
    let text = |file: &Value, name: &str| file[name].as_str().expect("text").to_owned();
    let files: Vec<_> = files.map(|file| (text(file, "name"), text(file, "content"))).collect();
    let expected = generated("invoice.proto", "examples/files", &["--lang", "cpp", "--wire", "protobuf,json"]);
    assert!(expected.len() > 3);
    assert_eq!(without_comments(files), without_comments(expected));
}

/// buf and Bazel call the plugin once for each file. What it returns for a file compiles without the other calls.
#[test]
fn files_are_the_same_one_by_one() {
    let folder = TempDir::new().expect("a folder");
    for (language, arguments) in [("cpp", ["--lang", "cpp"]), ("erlang", ["--lang", "erlang"])] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        let together = folder.path().join(language);
        command.args(["gen", "-I", "tests/erlang", "--wire", "protobuf,json", "--explain"]).args(arguments);
        command.arg("-o").arg(&together).args(["tests/erlang/any_held.proto", "tests/erlang/order.proto"]);
        assert!(command.current_dir(root()).status().expect("the command").success());
        let together: BTreeMap<String, String> = without_comments(files_below(&together)).into_iter().collect();
        let mut seen = 0;
        let apart = folder.path().join(format!("{language}-apart"));
        for schema in ["any_held.proto", "parts/any_part.proto", "parts/part.proto", "order.proto"] {
            let parameter = format!("lang={language},wire=protobuf+json,explain");
            let answer = answer(&request(schema, &descriptors(schema, "tests/erlang"), &parameter));
            for file in answer["file"].as_array().unwrap_or_else(|| panic!("{schema}: {answer}")) {
                let text = |name: &str| file[name].as_str().expect("text").to_owned();
                let alone = without_comments(vec![(text("name"), text("content"))]).swap_remove(0);
                assert_eq!(Some(&alone.1), together.get(&alone.0), "{language}: {schema}: {}", alone.0);
                let path = apart.join(schema.replace('/', "_")).join(&alone.0);
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, text("content")).expect("a file");
                seen += 1;
            }
        }
        if language == "cpp" {
            fs::read_dir(&apart).expect("a folder").for_each(|entry| headers_compile(&entry.expect("an entry").path()));
        }
        assert!(seen >= together.len(), "{language}: {seen} of {}", together.len());
    }
}

fn headers_compile(folder: &Path) {
    let headers = files_below(folder).into_iter().map(|(name, _)| format!("#include \"{name}\"\n"));
    let unit = folder.join("all.cpp");
    fs::write(&unit, headers.collect::<String>()).expect("a file");
    let mut compiler = Command::new("g++");
    compiler
        .args(["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I", "runtime/cpp", "-I"])
        .arg(folder);
    assert!(compiler.arg(&unit).current_dir(root()).status().expect("g++").success(), "{}", folder.display());
}

#[test]
fn errors_are_in_the_response() {
    let cases = [
        ("", "lang is needed, as in --polywire_out=lang=cpp,wire=protobuf:out"),
        ("lang=cpp", "wire is needed, as in --polywire_out=lang=cpp,wire=protobuf+json:out"),
        ("lang=erlan,wire=json", "there is no language `erlan`; did you mean `erlang`?"),
        ("lang=cpp,wire=jsn", "there is no format `jsn`; did you mean `json`?"),
        ("lang=cpp,wires=json", "there is no parameter `wires`; did you mean `wire`?"),
        (
            "lang=cpp,wire=json,select=id",
            "select=id: give NAME=TYPE:PATHS, as in `quote=trade.Account:id,wallet.amount`",
        ),
        ("lang=erlang,wire=json,borrowed", "borrowed: Erlang does not support this option; C++ and Rust do"),
        (
            "lang=cpp,wire=json,views",
            "views: none of the formats can be read in place; capnp, flatbuffers, flatbuffers_size_prefixed, sbe, memory can",
        ),
        (
            "lang=cpp,wire=sbe",
            "error[unsupported-by-format]: sbe cannot represent `walk.Folder`: SBE has no recursive types\n |\n \
             = help: number the values and refer to them by their number",
        ),
    ];
    let descriptors = descriptors("tree.proto", "examples/walk");
    for (parameter, error) in cases {
        let answer = answer(&request("tree.proto", &descriptors, parameter));
        assert_eq!(answer["error"], json!(error), "{parameter}");
        assert_eq!(answer["file"], Value::Null);
    }
}

#[test]
fn help_explains_the_plugin() {
    let output = Command::new(PLUGIN).arg("--help").output().expect("the plugin");
    let text = String::from_utf8(output.stdout).expect("a text");
    assert!(output.status.success() && text.contains("protoc --polywire_out=lang=cpp"), "{text}");
}

#[test]
fn invalid_requests_are_rejected() {
    let mut child = Command::new(PLUGIN).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the plugin");
    child.stdin.take().expect("a pipe").write_all(b"\x0a\xff").expect("the plugin reads");
    let output = child.wait_with_output().expect("the plugin ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("this is not a CodeGeneratorRequest"));
}

/// Uses protoc itself, if `scripts/oracles` could install it: the same files, including documentation.
#[test]
fn protoc_writes_the_files_of_gen() {
    let protoc = root().join("build/oracles/protoc-36.2");
    if !protoc.exists() {
        return polywire_oracles::absent("protoc 36.2", "scripts/oracles");
    }
    let cases: [(&str, &str, &str, &[&str]); 5] = [
        ("trade.proto", "examples/trade", "lang=cpp,wire=protobuf+json", &["--lang", "cpp", "--wire", "protobuf,json"]),
        (
            "invoice.proto",
            "examples/files",
            "lang=erlang,wire=capnp,explain",
            &["--lang", "erlang", "--wire", "capnp", "--explain"],
        ),
        (
            "trade.proto",
            "examples/trade",
            "lang=cpp,wire=json,bind=crates/polywire/tests/data/balance.bind.toml",
            &["--lang", "cpp", "--wire", "json", "--bind", "crates/polywire/tests/data/balance.bind.toml"],
        ),
        ("shop.proto", "examples/proto", "lang=cpp,wire=json", &["--lang", "cpp", "--wire", "json"]),
        (
            "trade.proto",
            "examples/trade",
            "lang=cpp,wire=json,frames=delimited,select=quote=trade.Account:id+orders.price",
            &[
                "--lang",
                "cpp",
                "--wire",
                "json",
                "--frames",
                "delimited",
                "--select",
                "quote=trade.Account:id,orders.price",
            ],
        ),
    ];
    for (schema, folder, parameter, arguments) in cases {
        let target = TempDir::new().expect("a folder");
        let mut command = Command::new(&protoc);
        command.current_dir(root()).arg(format!("--plugin=protoc-gen-polywire={PLUGIN}")).arg("-I").arg(folder);
        command.args(["-I", "crates/front/src/proto/well_known"]);
        command.arg(format!("--polywire_opt={parameter}")).arg(format!("--polywire_out={}", target.path().display()));
        assert!(command.arg(schema).status().expect("protoc").success());
        assert_eq!(files_below(target.path()), generated(schema, folder, arguments), "{schema} {parameter}");
    }
}
