//! Every engine reads and writes the messages of SBE's reference implementation: `tests/corpus/sbe/messages`.

mod corpus;
mod json;
mod values;
mod views;

use corpus::{Case, Group, evolution, groups, named};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, is_full, to_hex,
};
use polywire_model::attr::SbeRole;
use polywire_model::{DeclId, Model};
use serde_json::Value;
use values::Values;

fn request(ty: &str, (from, to): (&str, &str), input: &[u8]) -> Request {
    let (ty, from, to, input) = (ty.to_owned(), from.to_owned(), to.to_owned(), input.to_vec());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

fn ask(engine: &mut Box<dyn Engine>, ty: &str, formats: (&str, &str), input: &[u8]) -> Answer {
    engine.run(&[request(ty, formats, input)]).remove(0)
}

fn subject(group: &Group) -> Subject {
    Subject::new(&format!("sbe_{}", group.name), group.model.clone(), &["sbe", "json_sbe"])
}

/// The reference implementation leaves it to programs to put the numbers of groups and data into a header.
fn without_counts(model: &Model, id: DeclId, mut message: Vec<u8>) -> Vec<u8> {
    let header = model.as_struct(id).and_then(|it| it.attrs.sbe.as_ref()).and_then(|it| it.header.as_ref());
    let counts = header.expect("a message").members.iter();
    for member in counts.filter(|it| matches!(it.role, SbeRole::NumGroups | SbeRole::NumVarData)) {
        message[member.offset as usize..][..usize::from(member.bits / 8)].fill(0);
    }
    message
}

/// Returns why a message is written differently, if that is meant to be so.
fn difference(put: &Value) -> Option<&'static str> {
    match put {
        // Only texts of fixed length are lists of numbers; arrays have their numbers in strings.
        Value::Array(all) if all.iter().all(Value::is_i64) && !all.is_empty() => {
            let bytes = values::bytes(put);
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            bytes[end..].iter().any(|byte| *byte != 0).then_some("bytes behind NUL")
        }
        Value::Array(all) => all.iter().find_map(difference),
        Value::Object(all) => all.values().find_map(difference),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    }
}

/// Values equal those that were put, and messages are written as they were.
fn wrong_in(group: &Group) -> Vec<String> {
    let subject = subject(group);
    let engine = &mut bytecode(&subject);
    let sbe = polywire_lower::format("sbe").expect("a format");
    let mut wrong = Vec::new();
    for case in &group.cases {
        let (ty, message) = (group.type_of(case), case.message());
        let about = format!("{} {}", group.name, case.case);
        let id = group.model.find(&ty).expect("the message");
        if sbe.type_of(&group.model, &message) != Some(id) {
            wrong.push(format!("{about}: the header does not tell the type"));
        }
        let read = ask(engine, &ty, ("sbe", "raw"), &message);
        let put = Values { reader: &group.model, writer: &group.model }.members(id, &case.values);
        let expected = ask(engine, &ty, ("json_plain", "raw"), put.to_string().as_bytes());
        if read != expected || !matches!(read, Answer::Bytes(_)) {
            let text = ask(engine, &ty, ("sbe", "json_plain"), &message);
            wrong.push(format!("{about}: {} instead of {put} ({expected:?}): {}", shown(&text), case.hex));
            continue;
        }
        let written = match ask(engine, &ty, ("sbe", "sbe"), &message) {
            Answer::Bytes(written) => Answer::Bytes(without_counts(&group.model, id, written)),
            refused @ Answer::Error(_) => refused,
        };
        if written != Answer::Bytes(message) && difference(&case.values).is_none() {
            wrong.push(format!("{about}: {} instead of {}", shown(&written), case.hex));
        }
    }
    wrong
}

fn shown(answer: &Answer) -> String {
    match answer {
        Answer::Bytes(bytes) => std::str::from_utf8(bytes).map_or_else(|_| to_hex(bytes), str::to_owned),
        Answer::Error(code) => code.clone(),
    }
}

#[test]
fn values_and_bytes_equal_those_of_the_reference_implementation() {
    let groups = groups();
    let cases: usize = groups.iter().map(|group| group.cases.len()).sum();
    assert!(cases >= 724, "{cases}");
    let wrong: Vec<String> = groups.iter().flat_map(wrong_in).collect();
    assert!(wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Messages of another version of the schema.
#[test]
fn other_versions() {
    let mut wrong = Vec::new();
    for case in evolution() {
        let (reader, writer) = (named(&case.read_with), named(&case.written_with));
        let subject = subject(&reader);
        let engine = &mut bytecode(&subject);
        let ty = reader.type_of(&case);
        let id = reader.model.find(&ty).expect("the message");
        let put = Values { reader: &reader.model, writer: &writer.model }.members(id, &case.values);
        let expected = ask(engine, &ty, ("json_plain", "raw"), put.to_string().as_bytes());
        let read = ask(engine, &ty, ("sbe", "raw"), &case.message());
        if read != expected || !matches!(read, Answer::Bytes(_)) {
            let text = ask(engine, &ty, ("sbe", "json_plain"), &case.message());
            wrong.push(format!("{}: {} instead of {put}", case.case, shown(&text)));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Messages of both versions of the schema with every construct, whole and damaged.
#[test]
fn engines_agree() {
    for order in ["le", "be"] {
        let group = named(&format!("kitchen_{order}_v2"));
        let other_versions = evolution().into_iter().filter(|case| case.read_with == group.name);
        let cases: Vec<Case> = other_versions.chain(named(&group.name).cases).collect();
        engines_agree_on(&group, &cases);
    }
}

/// The schemas of upstream.
#[test]
fn engines_agree_on_messages_of_upstream() {
    const QUICK: [&str; 3] = ["example_extension_schema", "composite_elements_schema_rc4", "dto_test_schema"];
    for group in groups().iter().filter(|it| !it.name.starts_with("kitchen")) {
        if is_full() || QUICK.contains(&group.name.as_str()) {
            engines_agree_on(group, &group.cases);
        }
    }
}

fn engines_agree_on(group: &Group, cases: &[Case]) {
    let mut requests = Vec::new();
    for (case, index) in cases.iter().zip(0..) {
        let (ty, message) = (group.type_of(case), case.message());
        let copies = if index % 4 == 0 { broken_copies(&message) } else { vec![message] };
        requests.extend(
            copies.iter().flat_map(|copy| ["sbe", "raw", "json_sbe"].map(|to| request(&ty, ("sbe", to), copy))),
        );
    }
    for case in cases.iter().filter(|it| it.printed.len() < 600).step_by(8) {
        requests.extend(json::requests(&group.type_of(case), &case.printed));
    }
    let found = disagreements(&mut engines(&subject(group)), requests, 20);
    assert!(found.is_empty(), "{}: engines disagree:\n{}", group.name, found.join("\n"));
}
