//! Conversions without a schema.

use polywire::untyped::{Converter, Found, Reader};
use polywire::{format, inspect};
use polywire_ir::ErrorCode;

fn converter(from: &str, to: &str) -> Converter {
    let format = |name| format(name).expect("a format");
    Converter::between(format(from), format(to)).expect("no schema is needed")
}

fn converted(from: &str, to: &str, message: &[u8]) -> (Vec<u8>, Found) {
    let mut output = Vec::new();
    let found = converter(from, to).convert(message, &mut output).expect("a message");
    (output, found)
}

fn refused(from: &str, to: &str, message: &[u8]) -> (ErrorCode, usize) {
    let refusal = converter(from, to).convert(message, &mut Vec::new()).expect_err("no message");
    (refusal.failure.code, refusal.failure.offset)
}

/// MessagePack and its form in JSON, which converts back to the same bytes.
const PAIRS: [(&[u8], &str); 38] = [
    (b"\xc0", "null"),
    (b"\xc2", "false"),
    (b"\xc3", "true"),
    (b"\x7f", "127"),
    (b"\xe0", "-32"),
    (b"\xcc\x80", "128"),
    (b"\xcd\x01\x00", "256"),
    (b"\xce\x00\x01\x00\x00", "65536"),
    (b"\xcf\xff\xff\xff\xff\xff\xff\xff\xff", "18446744073709551615"),
    (b"\xd0\x80", "-128"),
    (b"\xd1\x80\x00", "-32768"),
    (b"\xd2\x80\x00\x00\x00", "-2147483648"),
    (b"\xd3\x80\x00\x00\x00\x00\x00\x00\x00", "-9223372036854775808"),
    (b"\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00", "1.5"),
    (b"\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00", "1.0"),
    (b"\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", "{\"$float\":\"NaN\"}"),
    (b"\xcb\xff\xf0\x00\x00\x00\x00\x00\x00", "{\"$float\":\"-Infinity\"}"),
    (b"\xcb\xff\xf0\x00\x00\x00\x00\x00\x01", "{\"$float\":\"0xfff0000000000001\"}"),
    (b"\xca\x3d\xcc\xcc\xcd", "{\"$float32\":0.1}"),
    (b"\xca\x80\x00\x00\x00", "{\"$float32\":-0.0}"),
    (b"\xca\x7f\x80\x00\x00", "{\"$float32\":\"Infinity\"}"),
    (b"\xca\x7f\xa0\x00\x01", "{\"$float32\":\"0x7fa00001\"}"),
    (b"\xa3a\"b", "\"a\\\"b\""),
    (b"\xa1\xff", "{\"$str\":\"/w==\"}"),
    (b"\xc4\x03\x00\x01\x02", "{\"$bin\":\"AAEC\"}"),
    (b"\xd4\x05\x61", "{\"$ext\":[5,\"YQ==\"]}"),
    (b"\xc7\x03\x80abc", "{\"$ext\":[-128,\"YWJj\"]}"),
    (b"\xd6\xff\x65\x53\xf1\x00", "{\"$timestamp\":\"2023-11-14T22:13:20Z\"}"),
    (b"\xd7\xff\x77\x35\x94\x00\x65\x53\xf1\x00", "{\"$timestamp\":\"2023-11-14T22:13:20.5Z\"}"),
    // A timestamp in a longer encoding than necessary, and an invalid date.
    (b"\xc7\x0c\xff\0\0\0\0\0\0\0\0\0\0\0\0", "{\"$ext\":[-1,\"AAAAAAAAAAAAAAAA\"]}"),
    (b"\xc7\x0c\xff\0\0\0\0\x7f\xff\xff\xff\xff\xff\xff\xff", "{\"$ext\":[-1,\"AAAAAH//////////\"]}"),
    (b"\x90", "[]"),
    (b"\x80", "{}"),
    (b"\x93\x01\x91\x02\x80", "[1,[2],{}]"),
    (b"\x82\xa1a\x01\xa1b\x90", "{\"a\":1,\"b\":[]}"),
    (b"\x82\x01\x02\xa1a\x91\x03", "{\"$map\":[[1,2],[\"a\",[3]]]}"),
    // A map that looks like a special object, and one whose keys are containers.
    (b"\x81\xa4$bin\xa4AAEC", "{\"$map\":[[\"$bin\",\"AAEC\"]]}"),
    (b"\x81\x91\x01\x81\x02\x81\x03\x04", "{\"$map\":[[[1],{\"$map\":[[2,{\"$map\":[[3,4]]}]]}]]}"),
];

#[test]
fn msgpack_and_json_convert_both_ways() {
    for (msgpack, json) in PAIRS {
        let (found, _) = converted("msgpack", "json", msgpack);
        assert_eq!(String::from_utf8_lossy(&found), json);
        assert_eq!(converted("json", "msgpack", json.as_bytes()).0, msgpack, "{json}");
        let (pretty, _) = converted("msgpack", "json_pretty", msgpack);
        assert_eq!(converted("json", "json", &pretty).0, json.as_bytes());
        assert_eq!(converted("json_pretty", "msgpack", &pretty).0, msgpack, "{json}");
    }
}

#[test]
fn lengths_and_counts_of_all_sizes_round_trip() {
    for len in [0, 1, 15, 16, 31, 32, 255, 256, 65_535, 65_536] {
        let text = format!("\"{}\"", "x".repeat(len));
        let list = format!("[{}]", vec!["7"; len].join(","));
        let map = format!("{{{}}}", (0..len).map(|n| format!("\"{n}\":{n}")).collect::<Vec<_>>().join(","));
        let (bytes, _) = converted("json", "msgpack", format!("[{text},{list},{map}]").as_bytes());
        let (json, found) = converted("msgpack", "json", &bytes);
        assert_eq!(json, format!("[{text},{list},{map}]").as_bytes());
        assert_eq!(found, Found::default());
    }
}

/// Objects that look like special ones, but are none, are maps.
#[test]
fn what_is_no_float_is_a_map() {
    for json in [
        r#"{"$float32":1e39}"#,
        r#"{"$float32":"0x7f800000"}"#,
        r#"{"$float32":"0x7fc0000"}"#,
        r#"{"$float":"0x3ff0000000000000"}"#,
        r#"{"$float":1.0}"#,
    ] {
        let (msgpack, _) = converted("json", "msgpack", json.as_bytes());
        assert_eq!(msgpack[0], 0x81, "{json}");
    }
}

/// In a comparison, a float of 32 bits is the number that it is in text.
#[test]
fn floats_of_32_bits_are_compared_as_text() {
    let read = |name: &str, message: &[u8]| {
        Reader::of(format(name).expect("a format"), 100, 1000)
            .expect("no schema is needed")
            .read(message)
            .expect("a value")
            .0
    };
    assert_eq!(read("msgpack", b"\xca\x3d\xcc\xcc\xcd"), read("json", b"0.1"));
}

#[test]
fn reformatted_json_equals_written_json() {
    let json = " { \"a\\u00e9\" : [ 1.50e+3 , -0, 123456789012345678901234567890 ] , \"b\":{} }\n";
    let (compact, _) = converted("json", "json", json.as_bytes());
    assert_eq!(
        String::from_utf8_lossy(&compact),
        "{\"a\\u00e9\":[1.50e+3,-0,123456789012345678901234567890],\"b\":{}}"
    );
    let (pretty, _) = converted("json", "json_pretty", json.as_bytes());
    let expected =
        "{\n  \"a\\u00e9\": [\n    1.50e+3,\n    -0,\n    123456789012345678901234567890\n  ],\n  \"b\": {}\n}";
    assert_eq!(String::from_utf8_lossy(&pretty), expected);
}

#[test]
fn duplicate_keys_are_kept_and_reported() {
    let json = br#"{"a":1,"b":{"a":2},"\u0061":3,"a":4}"#;
    let (msgpack, found) = converted("json", "msgpack", json);
    assert_eq!(found.duplicates, Some((2, 19)));
    let (back, found) = converted("msgpack", "json", &msgpack);
    assert_eq!(String::from_utf8_lossy(&back), r#"{"a":1,"b":{"a":2},"a":3,"a":4}"#);
    assert_eq!(found.duplicates.map(|(count, _)| count), Some(2));
    // The same text with its length in another encoding.
    assert_eq!(converted("msgpack", "json", b"\x82\xa1a\x01\xd9\x01a\x02").1.duplicates, Some((1, 4)));
    // The same integer in three encodings; a text of the same bytes is another key.
    let (_, found) = converted("msgpack", "json", b"\x84\x01\x01\xcc\x01\x02\xd3\0\0\0\0\0\0\0\x01\x03\xa1\x01\x04");
    assert_eq!(found.duplicates, Some((2, 3)));
}

#[test]
fn numbers_beyond_floats_are_reported() {
    assert_eq!(converted("json", "msgpack", b"[18446744073709551617, 0.1]").1.rounded, Some((1, 1)));
    assert_eq!(refused("json", "msgpack", b"[1e999]"), (ErrorCode::OutOfRange, 1));
}

#[test]
fn errors_are_reported_with_their_place() {
    assert_eq!(refused("msgpack", "json", b"\x92\x01"), (ErrorCode::Truncated, 2));
    assert_eq!(refused("msgpack", "json", b"\x91\xc1"), (ErrorCode::InvalidKey, 1));
    assert_eq!(refused("msgpack", "json", b"\x01\x02"), (ErrorCode::TrailingBytes, 1));
    assert_eq!(refused("msgpack", "json", b""), (ErrorCode::Truncated, 0));
    assert_eq!(refused("json", "json", b"[1,]"), (ErrorCode::Syntax, 3));
    assert_eq!(refused("json", "json", b"{\"a\" 1}"), (ErrorCode::Syntax, 5));
    assert_eq!(refused("json", "json", b"[1] 2"), (ErrorCode::TrailingBytes, 4));
    assert_eq!(refused("json", "json", b"[1}"), (ErrorCode::Syntax, 2));
    assert_eq!(refused("json", "msgpack", b"{\"$map\":[[1,2,3]]}"), (ErrorCode::WrongKind, 14));
    assert_eq!(refused("protobuf", "json", b"\x08"), (ErrorCode::Truncated, 0));
}

/// Every message, cut at any point or with any byte changed, gives a result or an error.
#[test]
fn broken_messages_give_errors() {
    for (msgpack, json) in PAIRS {
        for (message, from) in [(msgpack, "msgpack"), (json.as_bytes(), "json"), (msgpack, "protobuf")] {
            for to in ["json", "json_pretty", "msgpack"].iter().take(if from == "protobuf" { 2 } else { 3 }) {
                for at in 0..message.len() {
                    let _ = converter(from, to).convert(&message[..at], &mut Vec::new());
                    for bit in 0..8 {
                        let mut changed = message.to_vec();
                        changed[at] ^= 1 << bit;
                        let _ = converter(from, to).convert(&changed, &mut Vec::new());
                    }
                }
            }
        }
    }
}

#[test]
fn limits_hold() {
    let deep = |depth: usize| ["[".repeat(depth), "]".repeat(depth)].concat().into_bytes();
    let limited = converter("json", "msgpack").with_limits(10, 1000);
    assert!(limited.convert(&deep(10), &mut Vec::new()).is_ok());
    let refusal = limited.convert(&deep(11), &mut Vec::new()).expect_err("too deep");
    assert_eq!(refusal.failure.code, ErrorCode::TooDeep);
    let packed = |depth: usize| [vec![0x91; depth], vec![0]].concat();
    let limited = converter("msgpack", "json").with_limits(10, 1000);
    assert!(limited.convert(&packed(10), &mut Vec::new()).is_ok());
    assert_eq!(limited.convert(&packed(11), &mut Vec::new()).expect_err("too deep").failure.code, ErrorCode::TooDeep);
    // A large count of elements without data produces nothing.
    assert_eq!(refused("msgpack", "json", b"\xdd\xff\xff\xff\xff"), (ErrorCode::Truncated, 5));
    // Indentation exceeds the indented text.
    let wide = ["[".repeat(90), vec!["0"; 10_000].join(","), "]".repeat(90)].concat();
    let limited = converter("json", "json_pretty").with_limits(100, 100_000);
    let mut output = Vec::new();
    let refusal = limited.convert(wide.as_bytes(), &mut output).expect_err("too much");
    assert_eq!(refusal.failure.code, ErrorCode::BudgetExceeded);
    assert!(output.len() < 1_000_000, "{}", output.len());
}

#[test]
fn protobuf_is_shown_by_number() {
    // The fields 1: 150, 2: "testing", 3 {1: 150}, 4 twice, 5: a double, 6: other bytes, 7: a group.
    let message = b"\x08\x96\x01\x12\x07testing\x1a\x03\x08\x96\x01\x20\x01\x20\x02\x29\0\0\0\0\0\0\xf8\x3f\x32\x02\xff\xfe\x3b\x08\x05\x3c";
    let (json, _) = converted("protobuf", "json", message);
    let expected = r#"{"1":150,"2":"testing","3":{"1":150},"4":[1,2],"5":1.5,"6":{"$bytes":"//4="},"7":{"1":5}}"#;
    assert_eq!(String::from_utf8_lossy(&json), expected);
    assert!(converter("protobuf", "json").note().is_some());
    assert!(Converter::between(format("protobuf").unwrap(), format("msgpack").unwrap()).is_none());
    assert!(Converter::between(format("json").unwrap(), format("protobuf").unwrap()).is_none());
}

/// Each byte is in one span, named in the terms of the specification.
#[test]
fn msgpack_is_inspected_in_its_own_terms() {
    let message = b"\x83\xa2id\xcd\x01\x00\x01\xc4\x01\xff\x91\xc0\xc3";
    let inspection = inspect::guess::untyped(format("msgpack").unwrap(), message, &polywire::Limits::default())
        .expect("an inspection");
    let spans = &inspection.sections[0].spans;
    let shown: Vec<String> = spans.iter().map(|span| format!("{} {}", span.path, span.element)).collect();
    let expected = [
        " fixmap",
        "id key, fixstr",
        "id key",
        "id uint 16",
        "[1] key, positive fixint",
        "[1] bin 8",
        "[1] value",
        "[array] key, fixarray",
        "[array][0] nil",
        "[array] true",
    ];
    assert_eq!(shown, expected);
    assert_eq!(spans.iter().map(|span| span.len).sum::<usize>(), message.len());
    assert!(inspection.faults.is_empty());
}
