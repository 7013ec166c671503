//! The formatter as a command: it writes files only with `--write`, and reads the standard input.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

const CROWDED: &str = "syntax=\"proto3\";\nmessage  A { int32 a=1; } // here\n";
const FORMATTED: &str = "syntax = \"proto3\";\nmessage A {\n  int32 a = 1;\n}  // here\n";

#[test]
fn files_are_written_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.proto");
    fs::write(&path, CROWDED).expect("a schema");
    let run = |options: &[&str]| polywire(&[&["format"], options, &[path.to_str().expect("a path")]].concat(), "");
    assert_eq!(run(&["--check"]).status.code(), Some(1));
    assert_eq!(run(&[]).stdout, FORMATTED.as_bytes());
    assert_eq!(fs::read_to_string(&path).expect("the schema"), CROWDED, "nothing is written");
    assert!(run(&["--write"]).status.success());
    assert_eq!(fs::read_to_string(&path).expect("the schema"), FORMATTED);
    assert!(run(&["--check"]).status.success());
    let before = fs::metadata(&path).and_then(|it| it.modified()).expect("a time");
    assert!(run(&["--write"]).status.success());
    let after = fs::metadata(&path).and_then(|it| it.modified()).expect("a time");
    assert_eq!(before, after, "a formatted file is left alone");
}

#[test]
fn the_standard_input_is_formatted() {
    let output = polywire(&["format", "--stdin-name", "a.proto", "-"], CROWDED);
    assert_eq!(String::from_utf8_lossy(&output.stdout), FORMATTED);
}

fn polywire(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    let piped = command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().expect("the command");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("the command reads");
    child.wait_with_output().expect("the command ends")
}
