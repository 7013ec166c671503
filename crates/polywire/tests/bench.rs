//! `polywire bench`: its results apart from durations.

use polywire_bench::{Absent, Plan, Subject, measure, unframed};
use serde_json::Value;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use tempfile::TempDir;

const SAMPLE: &str = "crates/polywire/tests/data/bench/accounts.jsonl";

/// Compiles quickly.
const FLAGS: &str = "-std=c++20 -O0";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const SCHEMA: &str = "examples/trade/trade.proto";

fn bench(schema: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(["bench", "--type", "trade.Account", "--rounds", "2", "--slice", "1", "--cxxflags", FLAGS]);
    command.args(arguments).arg(schema).current_dir(root());
    command.output().expect("the command")
}

#[test]
fn formats_are_measured_and_reported_and_broken_codecs_are_found() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("a path in UTF-8");
    let output = bench(SCHEMA, &["--data", SAMPLE, "--wire", "avro,capnp", "--format", "json", "--out", out]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(fs::read(folder.path().join("report.json")).expect("a report"), output.stdout);
    check_facts(&json);
    check_page(&fs::read_to_string(folder.path().join("report.html")).expect("a page"));
    check_pictures(folder.path());
    let lines = fs::read_to_string(folder.path().join("report.csv")).expect("a table").lines().count();
    assert_eq!(lines, 1 + 6 + 7);
    check_broken(folder.path());
}

/// Erlang, and both engines of the command itself; and a format that cannot hold the type.
#[test]
fn erlang_and_both_engines_are_measured() {
    let folder = TempDir::new().expect("a folder");
    let schema = folder.path().join("trade.proto");
    let text = fs::read_to_string(root().join(SCHEMA)).expect("a schema");
    fs::write(&schema, text.replace("  sell = 1;", "  sell = 1; lend = 70000;")).expect("a file");
    let (schema, out) = (schema.to_str().expect("a path in UTF-8"), folder.path().join("out"));
    let arguments = ["--data", SAMPLE, "--wire", "avro,sbe", "--lang", "erlang,command", "--format", "json", "--out"];
    let output = bench(schema, &[&arguments[..], &[out.to_str().expect("a path in UTF-8")]].concat());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let codecs = json["codecs"].as_array().expect("codecs");
    let names: Vec<&str> = codecs.iter().filter_map(|it| it["name"].as_str()).collect();
    let expected = ["Polywire, erlang", "Polywire, command, bytecode", "Polywire, command, jit"];
    assert_eq!(names, expected.map(|it| format!("avro ({it})")));
    for codec in codecs {
        assert_eq!((&codec["faithful"], &codec["bytes"]), (&Value::Bool(true), &Value::from(99 + 10)));
        let operations = codec["operations"].as_object().expect("operations");
        assert_eq!(operations.keys().collect::<Vec<_>>(), ["copy", "decode", "encode", "validate"]);
        assert!(operations.values().all(|it| it["ns"].as_f64() > Some(0.0) && it["allocations"].is_null()));
    }
    let absent = json["not_measured"].as_array().expect("a list");
    assert_eq!((absent.len(), &absent[0]["name"]), (1, &Value::from("sbe")));
    let page = fs::read_to_string(out.join("report.html")).expect("a page");
    assert!(page.contains("Not measured") && page.contains("an enumerator is not between 0 and 65534"));
}

/// Checks properties that do not depend on the machine.
fn check_facts(json: &Value) {
    assert!(json["counters"].as_str().is_some_and(|it| it.starts_with("by perf") || it.starts_with("not available")));
    assert_eq!((&json["messages"], &json["rounds"]), (&Value::from(2), &Value::from(2)));
    let codecs = json["codecs"].as_array().expect("codecs");
    let facts =
        codecs.iter().map(|it| (it["name"].as_str().unwrap_or_default(), it["bytes"].as_u64().unwrap_or_default()));
    assert_eq!(facts.collect::<Vec<_>>(), [("avro (Polywire)", 99 + 10), ("capnp (Polywire)", 208 + 56)]);
    for codec in codecs {
        assert_eq!(codec["faithful"], true);
        assert!(codec["code_bytes"].as_u64() > Some(1000) && codec["compile_ns"].as_u64() > Some(0));
        let operations = codec["operations"].as_object().expect("operations");
        let names: Vec<&str> = operations.keys().map(String::as_str).collect();
        let visit = (codec["format"] == "capnp").then_some("visit");
        let expected =
            ["copy", "decode", "decode_borrowed", "decode_fresh", "encode", "validate"].into_iter().chain(visit);
        assert_eq!(names, expected.collect::<Vec<_>>());
        for operation in operations.values() {
            assert_eq!(operation["rounds_ns"].as_array().map(Vec::len), Some(2));
            // Two rounds are too few for a verdict.
            assert_eq!(operation["fastest"], false);
        }
        assert_eq!((&operations["copy"]["of_copy"], &operations["decode"]["allocations"]), (&1.0.into(), &0.0.into()));
        // The lists of orders; only one account has any.
        assert_eq!(operations["decode_fresh"]["allocations"], 0.5);
    }
    assert_eq!(json["not_measured"], Value::Array(Vec::new()));
}

/// The page must be self-contained.
fn check_page(page: &str) {
    for reference in ["src=", "href=", "url(", "@import", "<link"] {
        assert!(!page.contains(reference), "{reference}");
    }
    assert_eq!(page.matches("http").count(), page.matches("xmlns=\"http://www.w3.org/2000/svg\"").count());
    for part in ["trade.Account", "avro", "capnp", "prefers-color-scheme"] {
        assert!(page.contains(part), "{part}");
    }
}

fn check_pictures(folder: &Path) {
    let names =
        ["decode", "decode_borrowed", "decode_fresh", "encode", "size-decode", "size-encode", "validate", "visit"];
    for name in names {
        let picture = fs::read_to_string(folder.join(format!("{name}.svg"))).expect("a picture");
        assert!(
            picture.starts_with("<svg")
                && picture.ends_with("</svg>\n")
                && picture.contains(if name == "visit" { ">capnp</text>" } else { ">avro</text>" }),
            "{name}"
        );
    }
}

/// Runs a codec that misbehaves as its environment variables say.
fn check_broken(out: &Path) {
    let (build, program) = (out.join("build/cpp"), out.join("broken"));
    let mut compiler = Command::new("c++");
    compiler.args(FLAGS.split(' ')).arg("-I").arg(build.join("generated")).arg("-I").arg(build.join("runtime"));
    compiler.arg(root().join("crates/polywire/tests/data/bench/broken.cpp")).arg(build.join("main.o"));
    assert!(compiler.arg("-o").arg(&program).status().expect("a compiler").success());
    let images = unframed(&fs::read(out.join("build/images")).expect("images"));
    assert_eq!(images.len(), 2);
    let expected = [
        ("none", Ok(0)),
        ("forget", Ok(1)),
        ("encode", Err("avro: refuses to encode message 2")),
        ("refuse", Err("avro: refuses its own message 1")),
        ("borrow", Err("avro: decode_borrowed reads other values than decode in message 1")),
        ("validate", Err("avro: finds its own message 1 invalid")),
    ];
    let subject = |how: &str| Subject {
        format: "avro".to_owned(),
        implementation: how.to_owned(),
        command: vec![OsString::from("env"), format!("BROKEN={how}").into(), program.clone().into()],
        build: None,
    };
    let plan = Plan { rounds: 1, slice: Duration::from_micros(50), counts: false, reads_peers: false };
    for (how, expected) in expected {
        let work = out.join(how);
        let (measured, absent) =
            measure(vec![subject(how)], &images, &work, plan, &mut |_, _| {}).expect("a measurement");
        let found = match (measured.as_slice(), absent.as_slice()) {
            ([one], []) => Ok((one.introduction.changed, one.is_faithful)),
            ([], [Absent { reason, .. }]) => Err(reason.as_str()),
            _ => panic!("{how}: {} are measured", measured.len()),
        };
        assert_eq!(found, expected.map(|changed| (changed, changed == 0)), "{how}");
    }
}
