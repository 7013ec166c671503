//! FlexBuffers without a schema, compared with the official implementations.

use polywire::untyped::{Converter, Found, Reader};
use polywire::{Limits, format, inspect, without_schema};
use polywire_ir::ErrorCode;
use polywire_vm::Refusal;
use serde_json::Value;
use std::fmt::Write;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Stdio};

fn converter(from: &str, to: &str) -> Converter {
    let format = |name| format(name).or(without_schema(name)).expect("a format");
    Converter::between(format(from), format(to)).expect("no schema is needed")
}

fn converted(from: &str, to: &str, message: &[u8]) -> (Vec<u8>, Found) {
    let mut output = Vec::new();
    let found = converter(from, to).convert(message, &mut output).expect("a message");
    (output, found)
}

fn json_of(buffer: &[u8]) -> String {
    String::from_utf8(converted("flexbuffers", "json", buffer).0).expect("UTF-8")
}

fn refusal(from: &str, message: &[u8]) -> Refusal {
    let to = if from == "json" { "flexbuffers" } else { "json" };
    converter(from, to).convert(message, &mut Vec::new()).expect_err("no message")
}

fn refused(from: &str, message: &[u8]) -> (ErrorCode, usize) {
    let refusal = refusal(from, message);
    (refusal.failure.code, refusal.failure.offset)
}

fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).expect("digits")).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// Buffers of all types, by the official implementation for Python.
fn samples() -> Vec<(Vec<u8>, Value)> {
    let text = std::fs::read_to_string(repository("tests/corpus/flexbuffers/all_types.jsonl")).expect("the cases");
    let sample = |line: &str| {
        let case = value(line);
        (bytes(case["hex"].as_str().expect("digits")), case["json"].clone())
    };
    text.lines().map(sample).collect()
}

fn gold() -> Vec<u8> {
    std::fs::read(repository("tests/corpus/flexbuffers/gold_flexbuffer_example.bin")).expect("the official example")
}

#[test]
fn the_official_example_is_read() {
    let expected = r#"{"bar":[1,2,3],"bar3":[1,2,3],"bool":true,"bools":[true,false,true,false],"foo":100.0,"mymap":{"foo":"Fred"},"vec":[-100,"Fred",4.0,{"$bin":"TQ=="},false,4.0]}"#;
    assert_eq!(json_of(&gold()), expected);
}

#[test]
fn all_types_are_read_and_come_back() {
    for (buffer, json) in samples() {
        let text = json_of(&buffer);
        assert_eq!(value(&text), json, "{}", hex(&buffer));
        let (again, _) = converted("json", "flexbuffers", text.as_bytes());
        assert_eq!(json_of(&again), text);
        assert_eq!(
            converted("json_pretty", "flexbuffers", &converted("flexbuffers", "json_pretty", &buffer).0).0,
            again
        );
        assert_eq!(converted("flexbuffers", "flexbuffers", &buffer).0, buffer);
        // MessagePack between them changes nothing.
        let (msgpack, _) = converted("flexbuffers", "msgpack", &buffer);
        assert_eq!(hex(&converted("msgpack", "flexbuffers", &msgpack).0), hex(&again));
    }
}

/// JSON, and the bytes that flatc 25.12.19 writes for it.
const WRITTEN: [(&str, &str); 20] = [
    ("null", "000001"),
    ("true", "016801"),
    ("1", "010401"),
    ("-1", "ff0401"),
    ("300", "2c010502"),
    ("1.5", "0000c03f0e04"),
    ("0.1", "9a9999999999b93f0f08"),
    ("\"x\"", "017800021401"),
    ("[]", "00002801"),
    ("{}", "00000100002401"),
    ("[1,2,3]", "03010203040404062801"),
    ("[\"a\",\"b\"]", "0161000162000206041414042801"),
    ("[1,\"a\",-300]", "01610000030001000700d4fe051405092901"),
    ("{\"b\":[1,2],\"a\":\"x\"}", "62000201020404610001780002060e02010208101428042401"),
    ("[{\"a\":1},{\"a\":2}]", "610001030101010104010a0101010204020a042424042801"),
    ("[1.5,2.5]", "020000000000c03f000020400e0e0a2a01"),
    ("[true,false]", "0201006868042801"),
    ("[1,0.1]", "020000000000000001000000000000009a9999999999b93f070f122b01"),
    ("[\"aa\",\"aa\"]", "026161000204051414042801"),
    ("{\"aa\":\"aa\",\"b\":\"aa\"}", "616100026161006200020a040201020b0c1414042401"),
];

#[test]
fn json_becomes_the_bytes_that_flatc_writes() {
    for (json, expected) in WRITTEN {
        let (buffer, _) = converted("json", "flexbuffers", json.as_bytes());
        assert_eq!(hex(&buffer), expected, "{json}");
    }
}

/// What JSON cannot say has a form of its own, and comes back.
#[test]
fn special_values_round_trip() {
    let cases = [
        "{\"$float\":\"NaN\"}",
        "[{\"$float\":\"-Infinity\"}]",
        "{\"$bin\":\"AAH/\"}",
        "{\"$str\":\"/w==\"}",
        "{\"$map\":[[{\"$str\":\"/w==\"},1]]}",
        "{\"$map\":[[\"$bin\",\"AAH/\"]]}",
        "18446744073709551615",
        "-9223372036854775808",
        "9007199254740993",
        "{\"\":{\"\":[]}}",
    ];
    for json in cases {
        assert_eq!(json_of(&converted("json", "flexbuffers", json.as_bytes()).0), json);
    }
}

#[test]
fn keys_are_sorted_by_their_bytes() {
    let (buffer, found) = converted("json", "flexbuffers", "{\"é\":1,\"b\":2,\"ab\":3,\"a\":4,\"b\":5}".as_bytes());
    assert_eq!(json_of(&buffer), "{\"a\":4,\"ab\":3,\"b\":2,\"b\":5,\"é\":1}");
    assert_eq!(found.duplicates.map(|(count, _)| count), Some(1));
    assert_eq!(converted("flexbuffers", "json", &buffer).1.duplicates.map(|(count, _)| count), Some(1));
}

#[test]
fn what_a_buffer_cannot_hold_is_refused_with_its_place() {
    assert_eq!(refused("json", br#"{"a":1,"b\u0000":2}"#), (ErrorCode::InvalidKey, 7));
    assert_eq!(refused("json", br#"{"$map":[[1,2]]}"#), (ErrorCode::InvalidKey, 10));
    assert_eq!(refused("json", br#"[{"$ext":[5,"YQ=="]}]"#), (ErrorCode::Unsupported, 1));
    assert_eq!(converted("json", "flexbuffers", b"[18446744073709551617]").1.rounded, Some((1, 1)));
    let of_msgpack = |message: &[u8]| {
        let refusal = converter("msgpack", "flexbuffers").convert(message, &mut Vec::new()).expect_err("no buffer");
        (refusal.failure.code, refusal.failure.offset)
    };
    assert_eq!(of_msgpack(b"\x92\x01\xd4\x05a"), (ErrorCode::Unsupported, 2));
    assert_eq!(of_msgpack(b"\x81\x01\x02"), (ErrorCode::InvalidKey, 1));
}

#[test]
fn broken_buffers_are_refused_with_their_place() {
    let refused = |text: &str| refused("flexbuffers", &bytes(text));
    assert_eq!(refused(""), (ErrorCode::Truncated, 0));
    assert_eq!(refused("0001"), (ErrorCode::Truncated, 0));
    // A root of 3 bytes, a type 27, a float of 8 bits.
    assert_eq!(refused("000003"), (ErrorCode::Mismatch, 2));
    assert_eq!(refused("006c01"), (ErrorCode::InvalidKey, 1));
    assert_eq!(refused("000c01"), (ErrorCode::Unsupported, 0));
    // A string whose offset leaves the buffer, one without its length in front, and one that is too long.
    assert_eq!(refused("051401"), (ErrorCode::BadPointer, 0));
    assert_eq!(refused("780001151401"), (ErrorCode::BadPointer, 3));
    assert_eq!(refused("ff7800021401"), (ErrorCode::BadLength, 0));
    // A key without an end, and a vector of too many elements.
    assert_eq!(refused("61011001"), (ErrorCode::Unterminated, 0));
    assert_eq!(refused("050104022801"), (ErrorCode::BadLength, 0));
    // A map with a key too few, and one whose keys have a width of 3.
    assert_eq!(refused("610002030101010104022401"), (ErrorCode::BadLength, 2));
    assert_eq!(refused("610001030103010104022401"), (ErrorCode::Mismatch, 5));
}

/// The path leads to the value.
#[test]
fn a_refusal_names_the_value() {
    let (mut buffer, _) = converted("json", "flexbuffers", br#"{"orders":[1,{"symbol":"abc"}]}"#);
    let at = buffer.windows(3).position(|bytes| bytes == b"abc").expect("the text") - 1;
    buffer[at] = 0xff;
    assert_eq!(refusal("flexbuffers", &buffer).path.to_string(), "orders[1].symbol");
}

/// A vector that contains itself would never end.
#[test]
fn offsets_cannot_form_a_cycle() {
    // One element behind the start, with an offset to the start.
    assert_eq!(refused("flexbuffers", &bytes("010028022801")), (ErrorCode::BadPointer, 1));
}

/// Nested lists, each with several times the next one.
fn bomb(levels: usize, width: usize) -> Vec<u8> {
    // An empty vector.
    let (mut buffer, mut start) = (vec![0], 1);
    for _ in 0..levels {
        buffer.push(width as u8);
        let here = buffer.len();
        (0..width).for_each(|_| buffer.push((buffer.len() - start) as u8));
        buffer.extend(vec![40; width]);
        start = here;
    }
    buffer.extend([(buffer.len() - start) as u8, 40, 1]);
    buffer
}

#[test]
fn limits_hold() {
    let deep = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat().into_bytes();
    let limited = converter("json", "flexbuffers").with_limits(10, 1000);
    assert!(limited.convert(&deep(10), &mut Vec::new()).is_ok());
    assert_eq!(limited.convert(&deep(11), &mut Vec::new()).expect_err("too deep").failure.code, ErrorCode::TooDeep);
    let (buffer, _) = converted("json", "flexbuffers", &deep(11));
    let limited = converter("flexbuffers", "json").with_limits(10, 1000);
    assert_eq!(limited.convert(&buffer, &mut Vec::new()).expect_err("too deep").failure.code, ErrorCode::TooDeep);
    // Shared values count each time.
    let limited = converter("flexbuffers", "json").with_limits(100, 100_000);
    let mut output = Vec::new();
    let refusal = limited.convert(&bomb(12, 4), &mut output).expect_err("too much");
    assert_eq!(refusal.failure.code, ErrorCode::BudgetExceeded);
    assert!(output.len() < 1_000_000, "{}", output.len());
}

/// Every sample, cut at any point or with any byte changed, gives a value or an error; and an inspection in which each byte is in
/// one span, with an error if and only if the buffer is refused.
#[test]
fn damaged_buffers_give_errors_and_are_explained() {
    for buffer in samples().into_iter().map(|(buffer, _)| buffer).filter(|it| it.len() < 200).chain([gold()]) {
        for at in 0..buffer.len() {
            judge(&buffer[..at]);
            for bit in 0..8 {
                let mut changed = buffer.clone();
                changed[at] ^= 1 << bit;
                judge(&changed);
            }
        }
    }
}

fn judge(buffer: &[u8]) {
    let converted = converter("flexbuffers", "json").convert(buffer, &mut Vec::new());
    let format = without_schema("flexbuffers").expect("the format");
    let inspection = inspect::guess::untyped(format, buffer, &Limits::default()).expect("an inspection");
    let mut at = 0;
    for span in &inspection.sections[0].spans {
        assert_eq!(span.offset, at, "{}", hex(buffer));
        assert!(span.len > 0);
        at += span.len;
    }
    assert_eq!(at, buffer.len());
    let first = inspection.faults.first().map(|fault| fault.failure);
    assert_eq!(converted.err().map(|refusal| refusal.failure), first, "{}", hex(buffer));
    if first.is_none() {
        // Keys that were out of order are sorted.
        let again = |json: String| json_of(&self::converted("json", "flexbuffers", json.as_bytes()).0);
        let sorted = again(json_of(buffer));
        assert_eq!(again(sorted.clone()), sorted, "{}", hex(buffer));
    }
}

#[test]
fn differences_are_found_across_formats() {
    let read = |name: &str, message: &[u8]| {
        let format = format(name).or(without_schema(name)).expect("a format");
        Reader::of(format, 100, 1000).expect("no schema is needed").read(message).expect("a message").0
    };
    let json: &[u8] = br#"{"a":[1,2.5,{"$bin":"AQI="}],"b c":{"d":null}}"#;
    for name in ["msgpack", "flexbuffers"] {
        assert_eq!(read("json", json), read(name, &converted("json", name, json).0), "{name}");
    }
    let other = converted("json", "flexbuffers", br#"{"a":[1,{"$bin":"AQI="}],"b c":{"d":"x"},"e":1}"#).0;
    let found = polywire::diff::untyped_differences(
        (&read("json", json), &read("flexbuffers", &other)),
        polywire::diff::Options::default(),
    );
    let shown: Vec<String> = found.iter().map(|it| format!("{} {:?}", it.path, it.change)).collect();
    let expected = ["a[1] Removed(\"2.5\")", "[\"b c\"].d Changed(\"null\", \"\\\"x\\\"\")", "e Added(\"1\")"];
    assert_eq!(shown, expected);
}

/// Asks the official implementation for Python; `None` if it is not installed.
fn ask(arguments: &[&str], input: &str) -> Option<String> {
    let python = repository("build/oracles/bin/python");
    let mut child = Command::new(if python.exists() { python } else { "python3".into() })
        .arg(repository("tests/oracles/flexbuffers_oracle.py"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the answers");
    writer.join().expect("a thread").expect("the questions are read");
    if output.status.code() == Some(3) {
        polywire_oracles::absent("flatbuffers for Python", "scripts/oracles");
        return None;
    }
    assert!(output.status.success());
    Some(String::from_utf8(output.stdout).expect("UTF-8"))
}

#[test]
fn random_buffers_of_the_official_implementation_are_read_and_written_for_it() {
    let Some(answers) = ask(&["random", "500"], "") else { return };
    let mut ours = String::new();
    let mut expected = Vec::new();
    for line in answers.lines() {
        let (theirs, json) = line.split_once('\t').expect("two columns");
        let text = json_of(&bytes(theirs));
        assert_eq!(value(&text), value(json), "{theirs}");
        let _ = writeln!(ours, "{}", hex(&converted("json", "flexbuffers", text.as_bytes()).0));
        expected.push(value(json));
    }
    let read = ask(&["read"], &ours).expect("the same implementation");
    let read: Vec<Value> = read.lines().map(value).collect();
    assert_eq!(read, expected);
}

/// What JSON says becomes the same bytes as in flatc. It rounds integers of more than 63 bits, so there are none.
#[test]
fn random_json_becomes_the_bytes_that_flatc_writes() {
    let flatc = repository("build/oracles/bin/flatc");
    let Some(answers) = ask(&["json", "150"], "") else { return };
    if !flatc.exists() {
        return polywire_oracles::absent("flatc", "scripts/oracles");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut names = Vec::new();
    for (index, json) in answers.lines().enumerate() {
        names.push(format!("{index}.json"));
        std::fs::write(folder.path().join(&names[index]), json).expect("a file");
    }
    let done = Command::new(flatc).args(["--flexbuffers", "--binary"]).args(&names).current_dir(folder.path()).output();
    let done = done.expect("flatc runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    for (index, json) in answers.lines().enumerate() {
        let theirs = std::fs::read(folder.path().join(format!("{index}.bin"))).expect("what flatc wrote");
        assert_eq!(hex(&converted("json", "flexbuffers", json.as_bytes()).0), hex(&theirs), "{json}");
    }
}

/// Limits on what is shown of a message of very many parts; each byte is in one span nevertheless.
#[test]
fn inspections_of_large_buffers_are_limited() {
    let json = format!("[{}]", vec!["7"; 100_000].join(","));
    let (buffer, _) = converted("json", "flexbuffers", json.as_bytes());
    let format = without_schema("flexbuffers").expect("the format");
    for message in [buffer, bomb(12, 4)] {
        let inspection = inspect::guess::untyped(format, &message, &Limits::default()).expect("an inspection");
        let spans = &inspection.sections[0].spans;
        assert!(spans.len() <= 2 * 50_000 + 1, "{} spans", spans.len());
        assert_eq!(spans.iter().map(|span| span.len).sum::<usize>(), message.len());
    }
}
