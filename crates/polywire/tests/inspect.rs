//! The page that `polywire inspect --html` writes is self-contained, and shows the same as `--format json`.

use serde_json::Value;
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

/// The numbers of the spans below a node.
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
