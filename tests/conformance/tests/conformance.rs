//! The official conformance suite of Protocol Buffers finds nothing wrong with any engine.

use polywire_conformance::{engine, suite};
use polywire_cross_engine::repository;
use std::process::Command;

#[test]
fn interpreter() {
    passes("interpreter");
}

#[test]
fn bytecode() {
    passes("bytecode");
}

#[test]
fn jit() {
    passes("jit");
}

#[test]
fn cpp() {
    passes("cpp");
}

#[test]
fn erlang() {
    passes("erlang");
}

/// Runs the official runner with an engine as its testee, recommended tests and all editions included.
fn passes(name: &str) {
    let runner = repository("build/oracles/conformance_test_runner");
    if !runner.exists() {
        println!("the official conformance runner is not installed: scripts/oracles does it");
        return;
    }
    // Programs are built here, where the runner does not wait for them.
    drop(engine(name, &suite()));
    let output = Command::new(runner)
        .args(["--enforce_recommended", "--maximum_edition", "UNSTABLE"])
        .args([env!("CARGO_BIN_EXE_polywire-conformance"), name, "built"])
        .output()
        .unwrap_or_else(|error| panic!("the runner cannot be started: {error}"));
    let report = String::from_utf8_lossy(&output.stderr);
    println!("{}", summaries(&report));
    assert!(output.status.success(), "{name}: {}\n{report}", output.status);
}

fn summaries(report: &str) -> String {
    report.lines().filter(|line| line.starts_with("CONFORMANCE SUITE")).collect::<Vec<_>>().join("\n")
}
