use crate::repository;
use std::io::Write;
use std::process::{Child, Command, Stdio};

/// Returns the answers of an original implementation (`tests/oracles/oracle.py` describes oracles and verbs) to lines
/// about a type of a model; `None` if it is not installed, which is noted.
///
/// # Panics
/// If it fails otherwise.
pub fn ask_oracle((oracle, model, ty): (&str, &str, &str), verb: &str, lines: &[String]) -> Option<Vec<String>> {
    let installed = repository("build/oracles/bin/python");
    let mut command = Command::new(if installed.exists() { installed } else { "python3".into() });
    command.arg(repository("tests/oracles/oracle.py")).args([oracle, model, ty, verb]);
    let Ok(child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        polywire_oracles::absent("python3", "scripts/setup");
        return None;
    };
    answers((oracle, ty, verb), child, lines)
}

/// A language with a program of its original implementations.
#[derive(Clone, Copy)]
pub enum Judges {
    /// `tests/oracles/go`
    Go,
    /// `tests/oracles/rust`
    Rust,
}

/// The same as [`ask_oracle`], for an implementation in Go or Rust.
///
/// # Panics
/// If it fails.
pub fn ask_judge((judges, judge): (Judges, &str), ty: &str, verb: &str, lines: &[String]) -> Option<Vec<String>> {
    let (language, program) = match judges {
        Judges::Go => ("Go", "build/oracles/go/bin/judges"),
        Judges::Rust => ("Rust", "build/oracles/rust/debug/judges"),
    };
    let program = repository(program);
    if !program.exists() {
        polywire_oracles::absent(&format!("the implementation {judge} in {language}"), "scripts/oracles");
        return None;
    }
    let mut command = Command::new(&program);
    command.args([judge, ty, verb]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", program.display()));
    answers((judge, ty, verb), child, lines)
}

fn answers((oracle, ty, verb): (&str, &str, &str), mut child: Child, lines: &[String]) -> Option<Vec<String>> {
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
