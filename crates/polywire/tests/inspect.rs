//! The page of `polywire inspect --html` is self-contained, and shows the same as `--format json`.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const MESSAGE: &str = "tests/data/trade/protobuf-36.0.bin";

#[test]
fn the_page_needs_nothing_else() {
    let page = page();
    for foreign in ["http:", "https:", "src=", "href=", "@import", "url("] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn the_page_has_the_spans_and_a_tree_of_them() {
    let page = page();
    let data = page.split("const data = ").nth(1).and_then(|rest| rest.split(";\nconst ").next()).expect("the data");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let shown = &data["messages"][0];
    let told: Value = serde_json::from_slice(&polywire(&["--format", "json"])).expect("JSON");
    assert_eq!(shown["sections"], told["sections"]);
    let mut leaves = Vec::new();
    collect(&shown["trees"][0], &mut leaves);
    leaves.sort_unstable();
    let count = told["sections"][0]["spans"].as_array().expect("spans").len() as u64;
    assert_eq!(leaves, (0..count).collect::<Vec<u64>>());
}

/// Collects the numbers of the spans below a node.
fn collect(node: &Value, leaves: &mut Vec<u64>) {
    for item in node["items"].as_array().expect("items") {
        match item.as_u64() {
            Some(number) => leaves.push(number),
            None => collect(item, leaves),
        }
    }
}

fn page() -> String {
    String::from_utf8(polywire(&["--html", "-"])).expect("UTF-8")
}

fn polywire(how: &[&str]) -> Vec<u8> {
    let schema = ["--schema", "examples/trade/trade.proto", "--type", "trade.Account"];
    let output = Command::new(env!("CARGO_BIN_EXE_polywire"))
        .args(["inspect", "--wire", "protobuf"])
        .args(how)
        .args(schema)
        .arg(MESSAGE)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("the command");
    assert!(output.status.success());
    output.stdout
}

/// Returns the inspection of a message of the trade model in JSON.
fn inspected(arguments: &[&str], file: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_polywire"))
        .args(["inspect", "--format", "json"])
        .args(arguments)
        .arg(file)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("the command");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

const ACCOUNT: [&str; 4] = ["--schema", "examples/trade/trade.proto", "--type", "Account"];

/// Returns the distinct names of spans that are not values.
fn elements(report: &Value) -> BTreeSet<String> {
    let spans = report["sections"][0]["spans"].as_array().expect("spans");
    spans.iter().filter_map(|span| span["element"].as_str()).map(str::to_owned).collect()
}

#[test]
fn formats_are_shown_in_their_own_terms() {
    let folder = tempfile::tempdir().expect("a folder");
    let cases: [(&str, &[&str]); 8] = [
        ("protobuf", &["tag", "length"]),
        ("capnp", &["segment count", "segment size", "struct pointer", "list pointer", "tag word"]),
        ("capnp_packed", &["tag byte", "packed bytes"]),
        ("flatbuffers", &["uoffset", "soffset to vtable", "vtable size", "vtable entry", "string length"]),
        ("sbe", &["message header", "group dimensions", "data length"]),
        ("cdr", &["byte order", "string length", "sequence length", "terminating NUL"]),
        ("avro", &["length", "union branch", "block count"]),
        ("msgpack", &["fixmap", "fixstr", "fixarray", "float 64"]),
    ];
    for (format, expected) in cases {
        let file = folder.path().join(format);
        convert(format, &file);
        let report = inspected(&[&["--wire", format], &ACCOUNT[..]].concat(), &file);
        let found = elements(&report);
        for name in expected {
            assert!(found.contains(*name), "{format} lacks `{name}`: {found:?}");
        }
        for word in ["position", "others", "head", "octet"] {
            assert!(!found.contains(word), "{format} has `{word}`");
        }
    }
}

/// Converts the sample of the trade model to a format.
fn convert(format: &str, file: &Path) {
    let done = Command::new(env!("CARGO_BIN_EXE_polywire"))
        .args(["convert", "--from", "protobuf", "--to", format, MESSAGE, "-o"])
        .arg(file)
        .args(ACCOUNT)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .status();
    assert!(done.expect("the command").success());
}

/// A term for a variable that no codec has would never be shown.
#[test]
fn terms_are_of_variables_that_codecs_have() {
    let mut models: Vec<polywire::Model> = polywire_test_models::models().into_iter().map(|it| it.model).collect();
    models.push(polywire_model::trade::model());
    models.extend(polywire::FORMATS.iter().filter_map(|format| format.built_in).map(|it| (it.model)()));
    for format in polywire::FORMATS {
        let modules: Vec<_> = models.iter().filter_map(|model| format.lower(model).ok()).collect();
        let functions = || modules.iter().flat_map(|module| &module.functions);
        for term in format.terms {
            let is_there = functions().any(|function| function.vars.iter().any(|var| var.name == term.variable));
            assert!(is_there, "{}: {}", format.name, term.variable);
        }
    }
}

/// Limits on the spans and bytes shown, with messages of very many parts.
#[test]
fn very_many_parts_are_summed_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many");
    // Half a million empty segments, and packed zeros.
    let segments = [499_999u32.to_le_bytes().to_vec(), vec![0; 4 * 500_000 + 4]].concat();
    let packed = [vec![0x10, 0xff, 0xff, 0xff], [0, 0xff].repeat(40_000)].concat();
    let list = [b"\xdd\x00\x07\xa1\x20".to_vec(), vec![1; 500_000]].concat();
    let zeros = vec![0; 4 << 20];
    let cases: [(&str, Vec<u8>, &[&str]); 4] = [
        ("capnp", segments, &ACCOUNT),
        ("capnp_packed", packed, &ACCOUNT),
        ("msgpack", list, &[]),
        ("protobuf", zeros, &[]),
    ];
    for (format, bytes, schema) in cases {
        std::fs::write(&file, &bytes).expect("a file");
        let arguments = [&["--wire", format], schema].concat();
        let report = inspected(&arguments, &file);
        for section in report["sections"].as_array().expect("sections") {
            let spans = section["spans"].as_array().expect("spans");
            assert!(spans.len() <= 2 * 50_000 + 1, "{format}: {} spans", spans.len());
            let len: u64 = spans.iter().filter_map(|span| span["length"].as_u64()).sum();
            assert_eq!(Some(len), section["size"].as_u64(), "{format}: each byte is in one span");
        }
        let text = text(&arguments, &file);
        assert!(text.len() < 8 << 20, "{format}: {} bytes", text.len());
        if ["capnp", "msgpack"].contains(&format) {
            assert!(text.lines().count() < 60, "{format}: {} lines", text.lines().count());
            assert!(text.contains("more like these"), "{format}: {text}");
            assert!(text.contains("not shown"), "{format}: {text}");
        }
    }
}

/// Elements with the same members are similar; those with errors are always shown.
#[test]
fn similar_elements_are_summed_up_unless_all_are_wanted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("orders");
    let order = |symbol: [u8; 2]| [&[0x22, 4, 0x12, 2][..], &symbol].concat();
    let mut orders = vec![order(*b"ab"); 500];
    orders[300] = order([0xff, 0xfe]);
    std::fs::write(&file, orders.concat()).expect("a file");
    let arguments = [&["--wire", "protobuf"], &ACCOUNT[..]].concat();
    let few = text(&arguments, &file);
    assert!(few.lines().count() < 120, "{few}");
    assert_eq!(few.matches("more like these").count(), 2, "{few}");
    assert!(few.contains("292 more like these"), "{few}");
    assert!(few.contains("orders[300]"), "{few}");
    assert!(few.contains("!!! orders[300].symbol: text is not valid UTF-8"), "{few}");
    let all = text(&[&arguments[..], &["--all"]].concat(), &file);
    assert!(!all.contains("more like these"), "{all}");
    assert_eq!(all.matches("orders[").count(), 501, "{all}");
}

fn text(arguments: &[&str], file: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_polywire"))
        .arg("inspect")
        .args(arguments)
        .arg(file)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .output()
        .expect("the command");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
