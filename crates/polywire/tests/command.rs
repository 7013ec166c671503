//! Each `tests/command/*.case` consists of a command line, run at the root of the project, its standard output, its
//! standard error and its exit code. `POLYWIRE_BLESS=1` rewrites all but the command line.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

#[test]
fn commands_give_the_expected_output() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command");
    let entries = fs::read_dir(&folder).expect("the folder of cases");
    let mut cases: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    cases.sort();
    assert!(!cases.is_empty());
    let failures: Vec<String> = cases.iter().filter_map(|case| check(case)).collect();
    assert!(failures.is_empty(), "{}\nPOLYWIRE_BLESS=1 accepts what is found.", failures.join("\n"));
}

/// Returns the difference, if any.
fn check(case: &Path) -> Option<String> {
    let expected = fs::read_to_string(case).expect("a case");
    let line = expected.lines().next().unwrap_or_default();
    let found = run(line.strip_prefix("$ polywire ").expect("a command line"));
    let found = format!("{line}\n{found}");
    if std::env::var_os("POLYWIRE_BLESS").is_some() {
        fs::write(case, &found).expect("writing what is expected");
        return None;
    }
    (found != expected).then(|| format!("--- {}, expected:\n{expected}\n--- found:\n{found}", case.display()))
}

fn run(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_polywire"))
        .args(arguments.split_whitespace())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .stdin(Stdio::null())
        .output()
        .expect("the command");
    shown(&output)
}

fn shown(output: &Output) -> String {
    let stream = |name: &str, bytes: &[u8]| match String::from_utf8_lossy(bytes).trim_end() {
        "" => String::new(),
        text => format!("--- {name}\n{text}\n"),
    };
    let code = output.status.code().map_or_else(|| "none".to_owned(), |code| code.to_string());
    stream("stdout", &output.stdout) + &stream("stderr", &output.stderr) + &format!("--- exit {code}\n")
}
