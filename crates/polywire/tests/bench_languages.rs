//! `polywire bench` of generated Go and Rust: its results apart from durations.

use polywire_oracles::{Go, path_with};
use serde_json::Value;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the project's folder")
}

fn bench(lang: &str, wire: &str, out: &Path, path: &OsString) -> Output {
    command(lang, wire, out, path).output().expect("the command")
}

fn command(lang: &str, wire: &str, out: &Path, path: &OsString) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["bench", "--quiet", "--type", "trade.Account", "--rounds", "2", "--slice", "1", "--format", "json"]);
    command.args(["--data", "crates/polywire/tests/data/bench/accounts.jsonl", "--wire", wire, "--lang", lang]);
    command.arg("--out").arg(out).arg("examples/trade/trade.proto").current_dir(root()).env("PATH", path);
    // Compiles quickly.
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("RUSTFLAGS", "");
    command
}

fn report(output: &Output) -> Value {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// Checks properties that do not depend on the machine.
fn check(codec: &Value, name: &str, operations: &[&str]) {
    assert_eq!(codec["name"], format!("avro ({name})"));
    assert_eq!((&codec["faithful"], &codec["bytes"]), (&Value::Bool(true), &Value::from(99 + 10)));
    assert!(codec["code_bytes"].as_u64() > Some(1000) && codec["compile_ns"].as_u64() > Some(0));
    let found = codec["operations"].as_object().expect("operations");
    assert_eq!(found.keys().collect::<Vec<_>>(), operations);
    for (operation, measured) in found {
        assert!(measured["ns"].as_f64() > Some(0.0), "{operation}");
        let allocations = measured["allocations"].as_f64().expect("a number");
        // A few may come from elsewhere in the program.
        let is_expected = match operation.as_str() {
            "copy" | "encode" | "validate" => allocations < 0.4,
            // The orders of one of two accounts, and its wallet.
            "decode_fresh" => allocations > 0.4,
            _ => true,
        };
        assert!(is_expected, "{operation}: {allocations} allocations");
    }
}

#[test]
fn generated_go_is_measured() {
    let Some(path) = path_with_go() else { return };
    let folder = TempDir::new().expect("a folder");
    let json = report(&bench("go", "avro,sbe", folder.path(), &path));
    let codecs = json["codecs"].as_array().expect("codecs");
    assert_eq!((codecs.len(), &json["not_measured"]), (2, &Value::Array(Vec::new())));
    let operations = ["copy", "decode", "decode_borrowed", "decode_fresh", "encode", "validate"];
    check(&codecs[0], "Polywire, go", &operations);
    // Nothing has changed, so that the first compilation is reported.
    let again = report(&bench("go", "avro", folder.path(), &path));
    assert_eq!(again["codecs"][0]["compile_ns"], codecs[0]["compile_ns"]);
}

#[test]
fn generated_rust_is_measured() {
    let folder = TempDir::new().expect("a folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let json = report(&bench("rust,rust-safe", "avro", folder.path(), &path));
    let codecs = json["codecs"].as_array().expect("codecs");
    assert_eq!((codecs.len(), &json["not_measured"]), (2, &Value::Array(Vec::new())));
    for (codec, name) in codecs.iter().zip(["Polywire, rust", "Polywire, safe, rust"]) {
        check(codec, name, &["copy", "decode", "decode_fresh", "encode", "validate"]);
    }
}

#[test]
fn types_of_several_packages_are_measured() {
    let Some(path) = path_with_go() else { return };
    let folder = TempDir::new().expect("a folder");
    let order = r#"{"id":"7","state":"STATE_PAID","items":[{"product":"tea","count":2,"price":{"currency":"EUR","amount":"499"}}],"shelf":12}"#;
    let data = folder.path().join("orders.jsonl");
    std::fs::write(&data, format!("{order}\n")).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["bench", "--quiet", "--type", "shop.Order", "--rounds", "2", "--slice", "1", "--format", "json"]);
    command.args(["--wire", "protobuf", "--lang", "go,rust", "-I", "examples/go/schema", "--data"]).arg(data);
    command.arg("--out").arg(folder.path().join("out")).arg("examples/go/schema/shop/order.proto");
    command.env("CARGO_PROFILE_RELEASE_LTO", "off").env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("RUSTFLAGS", "");
    let json = report(&command.current_dir(root()).env("PATH", path).output().expect("the command"));
    let codecs = json["codecs"].as_array().expect("codecs");
    assert_eq!(json["not_measured"], Value::Array(Vec::new()));
    let names: Vec<&Value> = codecs.iter().map(|codec| &codec["name"]).collect();
    assert_eq!(names, ["protobuf (Polywire, go)", "protobuf (Polywire, rust)"]);
    assert!(codecs.iter().all(|codec| codec["faithful"] == Value::Bool(true)), "{codecs:?}");
}

/// If a peer is installed, it must preserve every field, and write the same bytes in Protocol Buffers; otherwise it is
/// listed as absent.
fn check_peers(lang: &str, wire: &str, peers: &[&str], path: &OsString) {
    let folder = TempDir::new().expect("a folder");
    let output = command(lang, wire, folder.path(), path).arg("--peers=build/peers").output();
    let json = report(&output.expect("the command"));
    let (codecs, absent) =
        (json["codecs"].as_array().expect("a list"), json["not_measured"].as_array().expect("a list"));
    for peer in peers {
        let Some(found) = codecs.iter().find(|codec| codec["implementation"] == *peer) else {
            let name = format!("{wire} ({peer}, {lang})");
            let told = absent.iter().find(|it| it["name"] == name).expect("the peer")["reason"].as_str();
            assert!(told.is_some_and(|it| it.starts_with("not installed: ")), "{told:?}");
            continue;
        };
        assert_eq!(found["faithful"], true);
        // Peers that use serde write absent members, too.
        if wire == "protobuf" {
            assert_eq!(found["bytes"], codecs[0]["bytes"]);
        }
        assert!(found["version"].as_str().is_some_and(|version| version.contains('.')), "{found}");
        assert!(found["operations"]["decode"]["ns"].as_f64().is_some_and(|time| time > 0.0));
    }
    assert_eq!(codecs.len() + absent.len(), 1 + peers.len());
}

#[test]
fn peers_in_go_are_measured_or_absent() {
    let Some(path) = path_with_go() else { return };
    check_peers("go", "protobuf", &["protobuf-go", "vtprotobuf"], &path);
}

#[test]
fn peers_in_rust_are_measured_or_absent() {
    let path = env::var_os("PATH").unwrap_or_default();
    for (wire, peer) in [("protobuf", "prost"), ("msgpack", "rmp-serde"), ("json_plain", "sonic-rs")] {
        check_peers("rust", wire, &[peer], &path);
    }
}

#[test]
fn missing_compilers_are_reported() {
    let folder = TempDir::new().expect("a folder");
    for (lang, expected) in [
        ("go", "error: Go was not found (go); install Go 1.24 or later\n"),
        ("rust", "error: Rust was not found (cargo, rustc); install Rust 1.85 or later\n"),
    ] {
        let output = bench(lang, "avro", &folder.path().join("out"), &folder.path().into());
        assert_eq!((output.status.code(), &*String::from_utf8_lossy(&output.stderr)), (Some(1), expected));
    }
}

/// Returns the search path, with a Go that is new enough.
fn path_with_go() -> Option<OsString> {
    Go::find().map(|go| path_with(go.folder()))
}
