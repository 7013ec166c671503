//! Ops that occur only for certain types in a schema, through every engine: modules in the IR's text form. The tests of
//! the interpreter check the outputs; here the engines are compared with it.

use polywire_cross_engine::{Request, Subject, disagreements, engines, from_hex, repository};
use polywire_ir::{Setting, text};

#[test]
fn every_engine_builds_values() {
    check("making");
}

#[test]
fn every_engine_has_a_memo() {
    check("remembering");
}

#[test]
fn every_engine_skips_runs() {
    check("runs");
}

fn check(name: &str) {
    let path = repository(&format!("crates/vm/tests/ops/{name}.ir"));
    let source = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let module = text::parse(&source).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let requests: Vec<Request> = source.lines().filter_map(|line| request(name, line)).collect();
    assert!(requests.len() >= 10);
    let wrong = disagreements(&mut engines(&Subject::of_module(module)), requests, 10);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Parses a request line `;= [ignore_unknown] INPUT => OUTPUT`.
fn request(module: &str, line: &str) -> Option<Request> {
    let (input, _) = line.strip_prefix(";=")?.split_once("=>")?;
    let without = input.trim_start().strip_prefix("ignore_unknown");
    let digits: String = without.unwrap_or(input).split_whitespace().collect();
    Some(Request {
        ty: "T".to_owned(),
        from: module.to_owned(),
        to: module.to_owned(),
        input: from_hex(&digits),
        schema: None,
        settings: without.is_some().then_some(Setting::IgnoreUnknown).into_iter().collect(),
    })
}
