//! The original implementations read what Polywire writes, and the other way round (`tests/judges`).

use polywire_proof::{Answer, Request, Subject, bytecode, from_hex, random_accounts, repository, subjects, to_hex};
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

#[test]
fn protobuf() {
    both_ways("protobuf");
}

#[test]
fn capnp() {
    both_ways("capnp");
}

#[test]
fn packed_capnp() {
    both_ways("capnp_packed");
}

#[test]
fn json() {
    both_ways("json_plain");
}

/// What flatc reads passes the verifier of its C++ library first.
#[test]
fn flatbuffers() {
    both_ways("flatbuffers");
}

#[test]
fn avro() {
    both_ways("avro");
}

#[test]
fn msgpack() {
    both_ways("msgpack");
}

/// The reference tool's printer only reads; what it writes stands in `tests/data`.
#[test]
fn sbe() {
    reads_what_we_write("sbe");
}

fn both_ways(format: &str) {
    reads_what_we_write(format);
    writes_what_we_read(format);
}

fn reads_what_we_write(format: &str) {
    let (subject, accounts) = (trade(), random_accounts(60));
    let messages: Vec<Vec<u8>> = accounts
        .iter()
        .map(|account| transcode(&subject, "json_plain", format, account.to_string().as_bytes()))
        .collect();
    let lines: Vec<String> = messages.iter().map(|message| to_hex(message)).collect();
    let Some(answers) = judge(format, "read", &lines) else { return };
    for (account, answer) in accounts.iter().zip(&answers) {
        let read: Value = serde_json::from_str(answer).unwrap_or_else(|_| panic!("{format}: {account}: {answer}"));
        assert_eq!(comparable(format, &read), comparable(format, account), "{format}: read differently");
    }
}

fn writes_what_we_read(format: &str) {
    let (subject, accounts) = (trade(), random_accounts(60));
    let lines: Vec<String> = accounts.iter().map(Value::to_string).collect();
    let Some(answers) = judge(format, "write", &lines) else { return };
    for (account, answer) in accounts.iter().zip(&answers) {
        assert!(!answer.starts_with("refused"), "{format}: {account}: {answer}");
        let expected = transcode(&subject, "json_plain", "raw", account.to_string().as_bytes());
        let read = transcode(&subject, format, "raw", &from_hex(answer));
        assert_eq!(to_hex(&read), to_hex(&expected), "{format}: {account} in {answer}");
    }
}

fn trade() -> Subject {
    subjects().into_iter().find(|subject| subject.name == "trade").expect("the trade model")
}

fn transcode(subject: &Subject, from: &str, to: &str, input: &[u8]) -> Vec<u8> {
    let request = Request {
        ty: "trade.Account".to_owned(),
        from: from.to_owned(),
        to: to.to_owned(),
        input: input.to_vec(),
        schema: None,
    };
    match bytecode(subject).run(&[request]).remove(0) {
        Answer::Bytes(bytes) => bytes,
        Answer::Error(code) => panic!("{from} to {to}: {code}: {}", to_hex(input)),
    }
}

/// The answers of an original implementation, or nothing (and a line that says so) where it is not installed.
fn judge(format: &str, verb: &str, lines: &[String]) -> Option<Vec<String>> {
    let installed = repository("build/judges/bin/python");
    let python = if installed.exists() { installed } else { "python3".into() };
    let mut child = Command::new(python)
        .arg(repository("tests/judges/judge.py"))
        .args([format, verb])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut input = child.stdin.take().expect("standard input is piped");
    let text = lines.join("\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the judge ends");
    let written = writer.join().expect("the writer ends");
    if output.status.code() == Some(3) {
        println!("{format}: the original implementation is not installed");
        return None;
    }
    assert!(output.status.success() && written.is_ok(), "{format}: the judge failed: {}", output.status);
    let answers: Vec<String> = String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect();
    assert_eq!(answers.len(), lines.len(), "{format}: one answer for each line");
    Some(answers)
}

/// The value with all its numbers as floats: 1000 and 1000.0 are the same number in JSON. flatc's JSON has twelve decimals
/// only.
fn comparable(format: &str, value: &Value) -> Value {
    match value {
        Value::Number(number) if format == "flatbuffers" => number.as_f64().map(|it| format!("{it:.9}")).into(),
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(|item| comparable(format, item)).collect(),
        Value::Object(members) => {
            members.iter().map(|(name, value)| (name.clone(), comparable(format, value))).collect()
        }
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}
