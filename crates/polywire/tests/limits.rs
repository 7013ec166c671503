//! The limits of docs/limits.md are options of every command that reads messages, with the defaults of the table, and
//! are enforced.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const COMMANDS: [&str; 4] = ["convert", "validate", "inspect", "diff"];

/// A nested message.
const NESTED: &[u8] = b"{\"child\":{\"child\":{}}}";

#[test]
fn commands_have_the_limits_of_the_table() {
    let page = fs::read_to_string(root().join("docs/limits.md")).expect("the page");
    for limit in ["depth", "budget", "size"] {
        let row = page.lines().find(|line| line.starts_with(&format!("| {limit} |"))).expect("a row");
        let default = row.split('|').nth(3).expect("a default").trim();
        let option = row.rsplit('`').nth(1).expect("an option");
        for command in COMMANDS {
            let help = String::from_utf8(polywire(&[command, "--help"]).stdout).expect("text");
            let (_, of_option) =
                help.split_once(&format!("{option} <")).unwrap_or_else(|| panic!("{command} {option}"));
            let found = of_option.split_once("[default: ").and_then(|(_, rest)| rest.split(']').next());
            assert_eq!(found, Some(default), "{command} {option}");
        }
    }
}

#[test]
fn commands_reject_input_beyond_a_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("a file");
        path.display().to_string()
    };
    let schema = write("node.proto", b"syntax = \"proto3\"; message Node { Node child = 1; }");
    let message = write("node.json", NESTED);
    let reads = [
        &["convert", "--from", "json", "--to", "protobuf"][..],
        &["validate", "--wire", "json"],
        &["inspect", "--wire", "json"],
        &["diff", "--wire", "json", &message],
    ];
    let size = NESTED.len();
    for (limit, error) in
        [("--max-depth=2", "nested deeper"), (&format!("--max-size={}", size - 1), "longer than the limit")]
    {
        for arguments in reads {
            let output = polywire(&[arguments, &["--schema", &schema, "--quiet", limit, &message]].concat());
            let told = [output.stdout, output.stderr].concat();
            let told = String::from_utf8_lossy(&told);
            assert!(told.contains(error), "{arguments:?} {limit}: {told}");
            let expected = if arguments[0] == "diff" { 2 } else { 1 };
            assert_eq!(output.status.code(), Some(expected), "{arguments:?} {limit}");
        }
    }
    for within in ["--max-depth=3", &format!("--max-size={size}")] {
        for arguments in reads {
            let output = polywire(&[arguments, &["--schema", &schema, "--quiet", within, &message]].concat());
            assert!(output.status.success(), "{arguments:?} {within}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

fn polywire(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_polywire")).args(arguments).output().expect("the command")
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
