//! MessagePack without a schema, compared with the official suite and other implementations.

use polywire::convert::{Boundary, Framing, Source};
use polywire::untyped::Converter;
use polywire::{Limits, format, inspect};
use polywire_vm::leaves::{write_json_base64, write_json_float64, write_json_string};
use serde_json::Value;
use std::fmt::Write;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn converted(from: &str, to: &str, message: &[u8]) -> Option<Vec<u8>> {
    let format = |name| format(name).expect("a format");
    let mut output = Vec::new();
    let converter = Converter::between(format(from), format(to)).expect("no schema is needed");
    converter.convert(message, &mut output).is_ok().then_some(output)
}

fn json_of(message: &[u8]) -> String {
    String::from_utf8(converted("msgpack", "json", message).expect("a message")).expect("UTF-8")
}

fn msgpack_of(json: &str) -> Vec<u8> {
    converted("json", "msgpack", json.as_bytes()).expect("JSON")
}

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Returns the cases of a file.
fn cases(name: &str) -> Vec<Value> {
    let path = repository("tests/corpus/msgpack").join(name).with_extension("jsonl");
    let text = std::fs::read_to_string(path).expect("the cases");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<char> = hex.chars().filter(char::is_ascii_hexdigit).collect();
    let byte = |pair: &[char]| u8::from_str_radix(&pair.iter().collect::<String>(), 16).expect("digits");
    digits.chunks(2).map(byte).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn text_at<'v>(case: &'v Value, member: &str) -> &'v str {
    case[member].as_str().unwrap_or_else(|| panic!("{case} has no {member}"))
}

fn written(write: impl FnOnce(&mut Vec<u8>)) -> String {
    let mut out = Vec::new();
    write(&mut out);
    String::from_utf8(out).expect("UTF-8")
}

fn base64(hex: &str) -> String {
    written(|out| write_json_base64(&bytes(hex), out))
}

/// Returns the text of a case's value, in the form of docs/msgpack.md.
fn expected(value: &Value) -> String {
    let Some(object) = value.as_object() else { return value.to_string() };
    let list = |items: &[Value]| items.iter().map(expected).collect::<Vec<_>>().join(",");
    let parts = |name: &str| object[name].as_array().expect("a list").as_slice();
    match object.keys().next().map(String::as_str) {
        Some("int") => text_at(value, "int").to_owned(),
        Some("str") => written(|out| write_json_string(text_at(value, "str").as_bytes(), out)),
        Some("bin_hex") => format!("{{\"$bin\":{}}}", base64(text_at(value, "bin_hex"))),
        Some("f64_hex") => float(u64::from_str_radix(text_at(value, "f64_hex"), 16).expect("digits")),
        Some("array") => format!("[{}]", list(parts("array"))),
        Some("map") => map(parts("map")),
        Some("timestamp") => timestamp(parts("timestamp")),
        _ => format!("{{\"$ext\":[{},{}]}}", object["ext"], base64(text_at(value, "data_hex"))),
    }
}

fn float(bits: u64) -> String {
    let text = written(|out| write_json_float64(bits, out));
    if text.starts_with('"') { format!("{{\"$float\":{text}}}") } else { text }
}

fn map(entries: &[Value]) -> String {
    let are_names = entries.iter().all(|entry| entry[0]["str"].as_str().is_some_and(|key| !key.starts_with('$')));
    let between = if are_names { ":" } else { "," };
    let entry = |entry: &Value| format!("{}{between}{}", expected(&entry[0]), expected(&entry[1]));
    let entries: Vec<String> = entries.iter().map(entry).collect();
    if are_names {
        return format!("{{{}}}", entries.join(","));
    }
    let pairs: Vec<String> = entries.iter().map(|entry| format!("[{entry}]")).collect();
    format!("{{\"$map\":[{}]}}", pairs.join(","))
}

/// The seconds of these cases as text.
fn timestamp(parts: &[Value]) -> String {
    let (seconds, nanos) = (parts[0].as_str().expect("seconds"), parts[1].to_string());
    let text = match (seconds, nanos.as_str()) {
        ("0", "0") => "1970-01-01T00:00:00Z",
        ("0", "1") => "1970-01-01T00:00:00.000000001Z",
        ("1", "0") => "1970-01-01T00:00:01Z",
        ("-1", "999999999") => "1969-12-31T23:59:59.999999999Z",
        ("4294967295", "0") => "2106-02-07T06:28:15Z",
        ("4294967296", "0") => "2106-02-07T06:28:16Z",
        ("17179869184", "0") => "2514-05-30T01:53:04Z",
        ("1700000000", "123456789") => "2023-11-14T22:13:20.123456789Z",
        ("9223372036854775807", "0") => return "{\"$ext\":[-1,\"AAAAAH//////////\"]}".to_owned(),
        other => panic!("no text for {other:?}"),
    };
    format!("{{\"$timestamp\":\"{text}\"}}")
}

#[test]
fn documents_are_read_and_written_as_by_msgpack_for_python() {
    for case in ["documents", "edges"].into_iter().flat_map(cases) {
        let message = bytes(text_at(&case, "hex"));
        let json = json_of(&message);
        assert_eq!(json, expected(&case["value"]), "{}", case["case"]);
        assert_eq!(hex(&msgpack_of(&json)), hex(&message), "{}", case["case"]);
    }
}

#[test]
fn every_form_of_the_official_suite_is_its_value() {
    for case in cases("suite") {
        let forms: Vec<Vec<u8>> =
            case["msgpack"].as_array().expect("forms").iter().map(|form| bytes(form.as_str().expect("hex"))).collect();
        let values: Vec<String> = forms.iter().map(|form| plain(&json_of(form))).collect();
        assert!(values.iter().all(|value| *value == values[0]), "{}: {values:?}", case["case"]);
        let json = json_of(&forms[0]);
        assert!(forms.contains(&msgpack_of(&json)), "{}", case["case"]);
        for (form, back) in forms.iter().map(|form| (form, msgpack_of(&json_of(form)))) {
            assert!(back.len() <= form.len() && forms.contains(&back), "{}", case["case"]);
        }
        if let Some(value) = ["nil", "bool", "string", "array", "map"].iter().find_map(|kind| case.get(kind)) {
            assert_eq!(serde_json::from_str::<Value>(&json).expect("JSON"), *value);
        }
        if let Some(number) = case.get("bignum").and_then(Value::as_str).map(str::to_owned) {
            assert_eq!(values[0], number);
        }
    }
}

/// Returns the number of a text, whatever its width; other values unchanged. A negative zero of the suite is a zero.
fn plain(json: &str) -> String {
    let single = json.strip_prefix("{\"$float32\":").and_then(|rest| rest.strip_suffix('}'));
    let float = single.map(|text| text.parse().map(|number: f32| number.into())).unwrap_or_else(|| json.parse::<f64>());
    match float {
        Ok(number) if json.contains('.') && number.fract() == 0.0 => format!("{number:.0}"),
        Ok(number) if json.contains('.') => number.to_string(),
        _ => json.to_owned(),
    }
}

#[test]
fn longer_encodings_become_the_shortest() {
    for case in cases("non-minimal") {
        let message = bytes(text_at(&case, "hex"));
        let json = json_of(&message);
        // A float of 32 bits stays one.
        let (value, shortest) = match message[0] {
            0xca => (json.clone(), text_at(&case, "hex")),
            _ => (expected(&case["value"]), text_at(&case, "minimal_hex")),
        };
        assert_eq!(json, value);
        assert_eq!(hex(&msgpack_of(&json)), shortest);
    }
}

/// What msgpack for Python refuses, but for texts that are not UTF-8 and timestamps out of range, which stay what they are.
#[test]
fn malformed_messages_are_refused() {
    let kept = [
        ("a2c328", r#"{"$str":"wyg="}"#),
        ("a3eda080", r#"{"$str":"7aCA"}"#),
        ("d7ffffffffff00000000", r#"{"$ext":[-1,"/////wAAAAA="]}"#),
        ("c70cff3b9aca000000000000000000", r#"{"$ext":[-1,"O5rKAAAAAAAAAAAA"]}"#),
    ];
    for case in cases("malformed") {
        let text = text_at(&case, "hex");
        match kept.iter().find(|(hex, _)| *hex == text) {
            Some((_, json)) => {
                assert_eq!(json_of(&bytes(text)), *json);
                assert_eq!(hex(&msgpack_of(json)), text);
            }
            None => assert!(converted("msgpack", "json", &bytes(text)).is_none(), "{text}"),
        }
    }
}

#[test]
fn streams_are_divided_into_their_messages() {
    for case in cases("streams") {
        let stream = bytes(text_at(&case, "hex"));
        // A reader that gives few bytes at a time.
        let reader = BufReader::with_capacity(3, stream.as_slice());
        let boundary = Boundary::without_schema(format("msgpack").expect("the format")).expect("messages have ends");
        let mut source = Source::new(reader, Framing::Concatenated(boundary)).expect("a stream");
        let (mut message, mut found) = (Vec::new(), Vec::new());
        while source.read(&mut message).expect("a message") {
            found.push(json_of(&message));
        }
        let values: Vec<String> = case["values"].as_array().expect("values").iter().map(expected).collect();
        assert_eq!(found, values);
    }
}

/// Every case, cut at any point or with any byte changed, gives a value that goes back to the same bytes (or shorter ones), or an
/// error; and an inspection in which each byte is in one span, with an error if and only if the message is refused.
#[test]
fn damaged_messages_give_errors_and_are_explained() {
    let whole = ["suite", "edges", "documents"].into_iter().flat_map(cases).map(|case| match case.get("hex") {
        Some(text) => bytes(text.as_str().expect("hex")),
        None => bytes(case["msgpack"][0].as_str().expect("hex")),
    });
    for message in whole.filter(|message| message.len() < 120) {
        for at in 0..message.len() {
            judge(&message[..at]);
            for bit in 0..8 {
                let mut changed = message.clone();
                changed[at] ^= 1 << bit;
                judge(&changed);
            }
        }
    }
}

fn judge(message: &[u8]) {
    let json = converted("msgpack", "json", message);
    let msgpack = format("msgpack").expect("the format");
    let inspection = inspect::guess::untyped(msgpack, message, &Limits::default()).expect("an inspection");
    assert_eq!(inspection.sections[0].spans.iter().map(|span| span.len).sum::<usize>(), message.len());
    assert_eq!(inspection.faults.is_empty(), json.is_some(), "{}", hex(message));
    if let Some(json) = json {
        let back = converted("json", "msgpack", &json).expect("our own JSON");
        assert!(back.len() <= message.len(), "{}", hex(message));
        assert_eq!(converted("msgpack", "json", &back).as_ref(), Some(&json), "{}", hex(message));
    }
}

/// Returns the lines that a program answers; `None` if it reports that what it needs is not installed.
fn answers(mut program: Command, input: String) -> Option<Vec<String>> {
    let mut child = program.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the answers");
    let _ = writer.join().expect("a thread");
    if output.status.code() == Some(3) {
        return None;
    }
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect())
}

/// Asks msgpack for Python.
fn python(arguments: &[&str], input: String) -> Option<Vec<String>> {
    let installed = repository("build/oracles/bin/python");
    let mut program = Command::new(if installed.exists() { installed } else { "python3".into() });
    program.arg(repository("tests/oracles/msgpack_oracle.py")).args(arguments);
    let answers = answers(program, input);
    if answers.is_none() {
        polywire_oracles::absent("msgpack for Python", "scripts/oracles");
    }
    answers
}

fn two_columns(line: &str) -> (&str, &str) {
    line.split_once('\t').expect("two columns")
}

#[test]
fn random_messages_of_python_are_read_and_written_with_the_same_bytes() {
    for line in python(&["random", "2000"], String::new()).unwrap_or_default() {
        let (message, value) = two_columns(&line);
        let json = json_of(&bytes(message));
        assert_eq!(numbers_unified(&json), numbers_unified(value), "{message}");
        assert_eq!(hex(&msgpack_of(&json)), message);
    }
    for line in python(&["json", "1000"], String::new()).unwrap_or_default() {
        let (json, message) = two_columns(&line);
        assert_eq!(hex(&msgpack_of(json)), message, "{json}");
    }
}

/// Returns JSON as a value in which a float of 32 bits has its exact number, as Python writes it.
fn numbers_unified(json: &str) -> Value {
    fn widened(value: Value) -> Value {
        match value {
            Value::Array(items) => items.into_iter().map(widened).collect(),
            Value::Object(members) if members.len() == 1 && members.get("$float32").is_some_and(Value::is_number) => {
                let number = members["$float32"].as_f64().expect("a number");
                format!("{:?}", number as f32).into()
            }
            Value::Object(members) => members.into_iter().map(|(name, member)| (name, widened(member))).collect(),
            other => other,
        }
    }
    widened(serde_json::from_str(json).expect("JSON"))
}

#[test]
fn verdicts_on_damaged_messages_are_those_of_python() {
    let mut damaged = Vec::new();
    for message in cases("edges").iter().map(|case| bytes(text_at(case, "hex"))).filter(|message| message.len() < 40) {
        for at in 0..message.len() {
            damaged.push(message[..at].to_vec());
            for bit in 0..8 {
                let mut changed = message.clone();
                changed[at] ^= 1 << bit;
                damaged.push(changed);
            }
        }
    }
    let lines: String = damaged.iter().map(|message| hex(message) + "\n").collect();
    let Some(verdicts) = python(&["verdicts"], lines) else { return };
    assert_eq!(verdicts.len(), damaged.len());
    for (message, verdict) in damaged.iter().zip(verdicts) {
        let json = converted("msgpack", "json", message).map(|json| String::from_utf8(json).expect("UTF-8"));
        // Python refuses texts that are not UTF-8, timestamps that have no valid length or too many nanoseconds, and other reserved types
        // of extensions.
        let stays = json.as_ref().is_some_and(|json| json.contains("$str") || json.contains("\"$ext\":[-"));
        assert!(verdict == json.is_some().to_string() || (stays && verdict == "false"), "{}: {verdict}", hex(message));
    }
}

/// msgpack-core writes floats of 32 bits as those of 64, and refuses timestamps after the year 1000000000, so such cases are left out.
#[test]
fn java_writes_the_same_bytes_for_what_it_reads() {
    let messages: Vec<String> =
        ["documents", "edges"].into_iter().flat_map(cases).map(|case| text_at(&case, "hex").to_owned()).collect();
    let messages: Vec<String> = messages
        .into_iter()
        .filter(|message| !message.starts_with("c70cff000000007f"))
        .map(|message| hex(&msgpack_of(&json_of(&bytes(&message)))))
        .collect();
    let jar = std::env::home_dir().unwrap_or_default().join(JAR);
    if !jar.exists() {
        return polywire_oracles::absent("msgpack-core", "scripts/oracles");
    }
    let mut program = Command::new("java");
    program.arg("-cp").arg(jar).arg(repository("tests/oracles/MsgpackOracle.java"));
    let rewritten = answers(program, messages.iter().map(|message| format!("{message}\n")).collect());
    assert_eq!(rewritten.expect("java runs"), messages);
}

const JAR: &str = ".m2/repository/org/msgpack/msgpack-core/0.9.8/msgpack-core-0.9.8.jar";
