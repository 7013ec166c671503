//! Every engine's output for a message equals upb's: `tests/corpus/protobuf/upb`.

use polywire_conformance::{ENGINES, engine, upb, upstream};
use polywire_cross_engine::{
    Answer, Inspector, Request, Subject, broken_copies, disagreements, from_hex, is_full, repository, requests, to_hex,
};
use serde::Deserialize;
use serde_json::Value;
use std::cell::RefCell;
use std::sync::LazyLock;

/// A message and upb's output for it.
#[derive(Deserialize)]
struct Case {
    case: String,
    #[serde(rename = "type")]
    ty: String,
    hex: String,
    json: Option<Value>,
    text: Option<String>,
    reserialised: Option<String>,
    #[serde(default)]
    refused: bool,
}

const GROUPS: [&str; 6] = ["kitchen3", "legacy2", "edition23", "evolution", "mutants", "quirks"];

/// They hold a `NullValue` with an unknown number: upb writes the number in JSON, we leave it out.
const UNKNOWN_NULL: [&str; 3] = ["known-r04", "known-r07", "known-r13"];

static UPB: LazyLock<Subject> = LazyLock::new(upb);

static UPSTREAM: LazyLock<Subject> = LazyLock::new(upstream);

#[test]
fn interpreter() {
    agrees("interpreter", &UPB, &GROUPS);
    agrees("interpreter", &UPSTREAM, &["upstream"]);
}

#[test]
fn bytecode() {
    agrees("bytecode", &UPB, &GROUPS);
    agrees("bytecode", &UPSTREAM, &["upstream"]);
}

#[test]
fn jit() {
    agrees("jit", &UPB, &GROUPS);
    agrees("jit", &UPSTREAM, &["upstream"]);
}

#[test]
fn cpp() {
    agrees("cpp", &UPB, &GROUPS);
    if is_full() {
        agrees("cpp", &UPSTREAM, &["upstream"]);
    }
}

#[test]
fn erlang() {
    agrees("erlang", &UPB, &GROUPS);
}

fn agrees(name: &str, subject: &Subject, groups: &[&str]) {
    let mut engine = engine(name, subject).unwrap_or_else(|| panic!("there is no engine {name}"));
    let cases: Vec<Case> = groups.iter().flat_map(|group| cases(group)).collect();
    let mut ask = |from: &str, to: &str, input: &dyn Fn(&Case) -> Vec<u8>| {
        let request = |case: &Case| Request {
            ty: case.ty.clone(),
            from: from.to_owned(),
            to: to.to_owned(),
            input: input(case),
            schema: None,
            settings: vec![],
        };
        engine.run(&cases.iter().map(request).collect::<Vec<_>>())
    };
    let message = |case: &Case| from_hex(&case.hex);
    let text = |case: &Case| case.json.as_ref().map_or_else(|| b"{}".to_vec(), |json| json.to_string().into_bytes());
    let rewritten = |case: &Case| from_hex(case.reserialised.as_ref().unwrap_or(&case.hex));
    let written = ask("protobuf", "protobuf", &message).into_iter().zip(ask("protobuf", "protobuf", &rewritten));
    let json = ask("protobuf", "json", &message).into_iter().zip(ask("json", "json", &text));
    let wrong = cases.iter().zip(written.zip(json)).filter_map(|(case, ((again, expected), (json, from_json)))| {
        let found = difference(case, &again, &expected);
        let found = found.or_else(|| other_json(case, &json)).or_else(|| other_json(case, &from_json));
        found.map(|found| format!("{} {}: {found}", case.ty, case.case))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{name}: {} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// In messages that upb accepts, every byte is explained, in their own format and in those that upb writes.
#[test]
fn every_byte_is_explained() {
    explains(&UPB, &GROUPS);
    explains(&UPSTREAM, &["upstream"]);
}

fn explains(subject: &Subject, groups: &[&str]) {
    let inspector = Inspector::new(subject);
    let cases: Vec<Case> = groups.iter().flat_map(|group| cases(group)).collect();
    let mut wrong = Vec::new();
    for case in cases.iter().filter(|case| !case.refused) {
        let json = case.json.as_ref().map(|json| ("json", json.to_string().into_bytes()));
        for (format, message) in [("protobuf", from_hex(&case.hex))].into_iter().chain(json) {
            let problems = inspector.problems(format, &case.ty, &message).expect("a reader");
            wrong.extend(problems.iter().map(|problem| format!("{} {}: {format}: {problem}", case.ty, case.case)));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// Uses every sixth message in the quick tests.
#[test]
fn engines_agree_on_broken_messages() {
    let mut engines: Vec<_> = ENGINES.iter().map(|(_, make)| make(&UPB)).collect();
    let cases: Vec<Case> = GROUPS.iter().flat_map(|group| cases(group)).collect();
    let requests = cases.iter().step_by(if is_full() { 1 } else { 6 }).flat_map(|case| {
        let messages = broken_copies(&from_hex(&case.hex));
        let texts = case.json.iter().flat_map(|json| broken_copies(json.to_string().as_bytes())).collect::<Vec<_>>();
        let asked =
            [(("protobuf", "protobuf"), &messages), (("protobuf", "json"), &messages), (("json", "protobuf"), &texts)];
        asked.map(|(formats, inputs)| requests(&case.ty, formats, inputs)).concat()
    });
    let found = disagreements(&mut engines, requests, 20);
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}

#[test]
fn texts() {
    let with_text = Subject::of_formats("upb_text", UPB.model.clone(), &["protobuf", "protobuf_text", "json"]);
    reads_texts(&with_text, &["kitchen3", "legacy2", "edition23", "evolution"]);
    reads_texts(&UPSTREAM, &["upstream"]);
}

/// Upb's and our text format of a message decode to the same message.
fn reads_texts(subject: &Subject, groups: &[&str]) {
    let cases: Vec<(Case, String)> = groups
        .iter()
        .flat_map(|group| cases(group))
        .filter_map(|mut case| case.text.take().map(|text| (case, text)))
        .collect();
    let engine = RefCell::new(engine("bytecode", subject).expect("the bytecode is an engine"));
    let mut wrong = Vec::new();
    for (case, text) in &cases {
        let message = from_hex(case.reserialised.as_ref().unwrap_or(&case.hex));
        let ask = |from: &str, to: &str, input: &[u8]| {
            engine.borrow_mut().run(&requests(&case.ty, (from, to), &[input.to_vec()])).remove(0)
        };
        let back = |text: &[u8]| match ask("protobuf_text", "protobuf", text) {
            // An `Any` holds bytes, in which the order of map entries may differ between upb and us.
            Answer::Bytes(bytes) => (ask("protobuf", "protobuf", &bytes), ask("protobuf", "json", &bytes)),
            refused => (refused.clone(), refused),
        };
        let upbs = back(text.as_bytes());
        let ours = match ask("protobuf", "protobuf_text", &message) {
            Answer::Bytes(ours) => back(&ours),
            refused => (refused.clone(), refused),
        };
        let expected = (ask("protobuf", "protobuf", &message), ask("protobuf", "json", &message));
        for (whose, found) in [("upb's", upbs), ("our", ours)] {
            if found.0 != expected.0 && found.1 != expected.1 {
                wrong.push(format!("{} {}: {whose} text is {found:?}, not {expected:?}: {text}", case.ty, case.case));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

/// Returns the re-encoded message if it differs from upb's. If upb's order of parts is its own, its message must have
/// the same value: `expected` is our re-encoding of upb's message.
fn difference(case: &Case, again: &Answer, expected: &Answer) -> Option<String> {
    match again {
        Answer::Error(_) if case.refused => None,
        Answer::Error(code) => Some(format!("refused: {code}: {}", case.hex)),
        Answer::Bytes(bytes) if case.refused => Some(format!("accepted as {}: {}", to_hex(bytes), case.hex)),
        Answer::Bytes(bytes) if has_own_order(case) => {
            (again != expected).then(|| format!("written as {}, not {expected:?}", to_hex(bytes)))
        }
        Answer::Bytes(bytes) => {
            let wanted = from_hex(case.reserialised.as_ref().unwrap_or(&case.hex));
            (*bytes != wanted).then(|| format!("written as {}, not {}", to_hex(bytes), to_hex(&wanted)))
        }
    }
}

/// Returns true for types that contain maps or extensions.
fn has_own_order(case: &Case) -> bool {
    let own = [".Doc", ".Extendable", ".Known", ".Maps", ".Mix", ".Strings", ".Tree"];
    let upstream = ["Extensions", "Map", "WellKnownTypes"];
    own.iter().chain(&upstream).any(|end| case.ty.ends_with(end))
}

fn other_json(case: &Case, answer: &Answer) -> Option<String> {
    let expected = case.json.as_ref().filter(|_| !UNKNOWN_NULL.contains(&case.case.as_str()))?;
    let found = match answer {
        Answer::Error(code) => return Some(format!("no JSON: {code}: {expected}")),
        Answer::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    };
    let same = serde_json::from_str(&found).is_ok_and(|found: Value| comparable(&found) == comparable(expected));
    (!same).then(|| format!("JSON {found}, not {expected}"))
}

/// Returns the value with every number as a float, because a whole number may have a decimal point. For the smallest
/// numbers upb prints more digits than necessary (1.4013e-45 for 1e-45).
fn comparable(value: &Value) -> Value {
    let float =
        |number: f64| if number.abs() < f64::from(f32::MIN_POSITIVE) { f64::from(number as f32) } else { number };
    match value {
        Value::Number(number) => number.as_f64().map(float).into(),
        Value::Array(items) => items.iter().map(comparable).collect(),
        Value::Object(members) => members.iter().map(|(name, value)| (name.clone(), comparable(value))).collect(),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

fn cases(group: &str) -> Vec<Case> {
    let path = repository("tests/corpus/protobuf/upb").join(format!("{group}.jsonl"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{group}: {error}"));
    let case = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{group}: {error}: {line}"));
    text.lines().map(case).collect()
}
