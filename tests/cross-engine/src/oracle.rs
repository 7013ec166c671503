use crate::repository;
use std::io::Write;
use std::process::{Command, Stdio};

/// Returns the answers of an original implementation (`tests/oracles/oracle.py` describes oracles and verbs) to lines
/// about a type of a model; `None` if it is not installed, which is noted.
///
/// # Panics
/// If it fails otherwise.
pub fn ask_oracle((oracle, model, ty): (&str, &str, &str), verb: &str, lines: &[String]) -> Option<Vec<String>> {
    let installed = repository("build/oracles/bin/python");
    let python = if installed.exists() { installed } else { "python3".into() };
    let child = Command::new(python)
        .arg(repository("tests/oracles/oracle.py"))
        .args([oracle, model, ty, verb])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        polywire_oracles::absent("python3", "scripts/setup");
        return None;
    };
    let mut input = child.stdin.take().expect("standard input is piped");
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the oracle ends");
    let written = writer.join().expect("the writer ends");
    if output.status.code() == Some(3) {
        polywire_oracles::absent(&format!("the implementation {oracle}"), "scripts/oracles");
        return None;
    }
    assert!(output.status.success() && written.is_ok(), "{oracle}: the oracle failed: {}", output.status);
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "{oracle}: one answer for each line");
    println!("{oracle}: {verb} {} messages of {ty}", answers.len());
    Some(answers)
}
