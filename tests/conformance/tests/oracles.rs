//! Random values of the conformance suite's messages: Google's implementation for Python and protoc read Polywire's
//! output in Protocol Buffers and in canonical JSON, and vice versa.

use polywire_conformance::suite_of_values;
use polywire_cross_engine::{Subject, ask_oracle, from_hex, is_full, random_values, texts, to_hex, transcode};
use serde_json::Value;
use std::sync::LazyLock;

static SUITE: LazyLock<Subject> = LazyLock::new(suite_of_values);

const TYPES: &[&str] = &[
    "protobuf_test_messages.proto3.TestAllTypesProto3",
    "protobuf_test_messages.proto2.TestAllTypesProto2",
    "protobuf_test_messages.editions.TestAllTypesEdition2023",
];

#[test]
fn python() {
    both_ways("protobuf-python-canonical", if is_full() { 1_000 } else { 60 });
}

#[test]
fn protoc() {
    both_ways("protoc-canonical", if is_full() { 300 } else { 20 });
}

fn both_ways(oracle: &str, count: u64) {
    for ty in TYPES {
        let values = texts(&random_values(&SUITE.model, ty, count));
        let messages = transcode(&SUITE, ty, ("json_plain", "protobuf"), &values);
        let canonical = transcode(&SUITE, ty, ("json_plain", "json"), &values);
        let expected = transcode(&SUITE, ty, ("json_plain", "raw"), &values);
        let same = |found: Vec<Vec<u8>>, verb: &str| {
            for ((found, expected), canonical) in found.iter().zip(&expected).zip(&canonical) {
                let canonical = String::from_utf8_lossy(canonical);
                assert_eq!(to_hex(found), to_hex(expected), "{oracle}: {verb} {ty}: {canonical}");
            }
        };
        let hex: Vec<String> = messages.iter().map(|message| to_hex(message)).collect();
        let lines: Vec<String> = canonical.iter().map(|text| String::from_utf8_lossy(text).into_owned()).collect();
        let (Some(read), Some(written)) =
            (ask_oracle((oracle, "messages", ty), "read", &hex), ask_oracle((oracle, "messages", ty), "write", &lines))
        else {
            return;
        };
        let read: Vec<Value> = read.iter().map(|line| accepted(oracle, line)).collect();
        same(transcode(&SUITE, ty, ("json", "raw"), &texts(&read)), "reads");
        let written: Vec<Vec<u8>> = written.iter().map(|line| from_hex(line)).collect();
        same(transcode(&SUITE, ty, ("protobuf", "raw"), &written), "writes");
    }
}

fn accepted(oracle: &str, line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|_| panic!("{oracle}: {line}"))
}
