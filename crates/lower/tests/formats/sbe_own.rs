//! Simple Binary Encoding of its own schemas in the reference interpreter.

use crate::support::{Codec, digits_of, hex};
use polywire_model::Model;
use polywire_test_models::find;
use polywire_test_models::make::of_sbe;
use std::path::{Path, PathBuf};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/sbe/messages")
}

/// Returns a schema of the corpus, and its messages in hexadecimal digits by the names of their types.
fn group(name: &str) -> (Model, Vec<(String, String)>) {
    let folder = corpus().join(name);
    let schema = std::fs::read(folder.join(format!("{name}.xml"))).expect("a schema");
    let cases = std::fs::read_to_string(folder.join("cases.jsonl")).expect("messages");
    let case = |line: &str| {
        let member = |name: &str| line.split_once(&format!("\"{name}\": \"")).expect("a member").1;
        let text = |name: &str| member(name).split('"').next().unwrap_or_default().to_owned();
        (text("type"), text("hex"))
    };
    (of_sbe(&schema), cases.lines().map(case).collect())
}

#[test]
fn messages_of_the_reference_implementation_are_written_again() {
    for name in ["kitchen_le_v1", "kitchen_le_v2", "kitchen_be_v1", "kitchen_be_v2"] {
        let (model, cases) = group(name);
        for (ty, message) in cases {
            let codec = Codec::new(&model, "sbe", &format!("corpus.{name}.{ty}"));
            assert_eq!(codec.again_hex(&message).as_ref(), Ok(&message), "{name} {ty}");
        }
    }
}

fn everything() -> (Codec, Codec) {
    let model = find("sbe_own").expect("the model").model;
    (Codec::new(&model, "sbe", "corner.Everything"), Codec::new(&model, "json_plain", "corner.Everything"))
}

/// A value with everything, in JSON.
const FULL: &str = r#"{"latin":"é","wide":"ü€","utf":"äb","letter":90,"level":5,
    "point":{"x":-2,"inner":{"kind":65,"number":7,"marks":32769},"ratio":1.5},"double":0.25,"kind":66,"marks":1,"pair":[1.0,-2.0],
    "added":{"x":3,"inner":{"kind":66,"marks":1},"ratio":0.5},"word":"x",
    "lines":[{"id":1,"late":-1,"parts":[{"part":1},{"part":2}],"title":"ÿ"},{"id":2,"parts":[],"title":""}],
    "bare":[{"note":"a😀"}],"empty":[{},{}],"later":[{"point":{"x":1,"inner":{"kind":65,"marks":0},"ratio":2.0}}],
    "wideText":"€","raw":"AAE="}"#;

/// The same in the layout of the schema, computed by hand: the specification has no such message.
const FULL_MESSAGE: &str = "00000078 c8 004d 03 0000 04 0002
    e900000000 00fc20ac000000 c3a46200 5a 05 fffffffe0000 4100 0007 8001 3fc00000 0000000000000000000000000000 3fd0000000000000
    42 0001 3f800000c0000000 000000030000 4200 8000 0001 3f000000 7800000000000000
    0000000000000000000000000000000000000000000000000000000000
    02 00 0006 0000 0001  00000001ffff 01 00000002 01 02  0000 01 ff  000000028000 01 00000000  0000 00
    00 00000001  0000000000000006 61003dd800de
    00 00000002
    01 00 0010 0000 0000  000000010000 4100 8000 0000 40000000
    0000000000000002 ac20  0002 0001";

#[test]
fn everything_is_written_and_read() {
    let (sbe, json) = everything();
    let value = json.decode(FULL.as_bytes()).expect("a value");
    let message = sbe.encode(&value).expect("a message");
    assert_eq!(digits_of(&message), digits_of(&hex(FULL_MESSAGE)));
    assert_eq!(sbe.decode(&message), Ok(value));
}

/// A message of a version, with a block of this length in hexadecimal digits, and what follows that.
fn message_of(version: u8, block: &str, rest: &str) -> Vec<u8> {
    let block = hex(block);
    let mut message = vec![0, 0, 0, block.len() as u8, 200, 0, 77, version, 0, 0, 0, 0, 0];
    message.extend(block);
    message.extend(hex(rest));
    message
}

/// The block of the first version.
const FIRST_BLOCK: &str = "6c00000000 00770000000000 00000000 00 80 000000000000 4100 8000 0000 00000000 0000000000000000000000000000 bff0000000000000";

/// No lines, nothing bare, nothing empty, no text.
const FIRST_REST: &str = "00 00 0004 0000 0000  00 00000000  00 00000000  0000000000000000";

fn read(message: &[u8]) -> String {
    let (sbe, json) = everything();
    match sbe.decode(message) {
        Ok(value) => String::from_utf8(json.encode(&value).expect("JSON")).expect("text"),
        Err(code) => code,
    }
}

#[test]
fn older_messages_lack_what_was_added() {
    let first = r#"{"latin":"l","wide":"w","point":{"x":0,"inner":{"kind":65,"marks":0},"ratio":0.0},"#;
    let rest = r#""lines":[],"bare":[],"empty":[],"later":[],"wideText":"","raw":""}"#;
    assert_eq!(read(&message_of(0, FIRST_BLOCK, FIRST_REST)), format!(r#"{first}"marks":0,{rest}"#));
    // The added members are padding in a longer block of the first version.
    let longer = format!("{FIRST_BLOCK} 42 ffff 3f800000c0000000");
    assert_eq!(read(&message_of(0, &longer, FIRST_REST)), format!(r#"{first}"marks":0,{rest}"#));
    assert_eq!(read(&message_of(1, &longer, FIRST_REST)), format!(r#"{first}"kind":66,"marks":65535,{rest}"#));
    // The block ends inside of `marks`.
    let shorter = format!("{FIRST_BLOCK} 42 ff");
    assert_eq!(read(&message_of(1, &shorter, FIRST_REST)), format!(r#"{first}"kind":66,"marks":0,{rest}"#));
    // The entries of groups have the version of the message.
    let lines = |version, entry: &str| {
        read(&message_of(version, FIRST_BLOCK, &FIRST_REST.replace("00 00 0004 0000 0000", entry)))
    };
    let line = r#""lines":[{"id":7,"parts":[],"title":""}]"#;
    assert!(lines(0, "01 00 0004 0000 0000  00000007  0000 00").contains(line));
    assert!(lines(1, "01 00 0006 0000 0000  00000007 0001  01 00000000  0000 00").contains(line));
}

#[test]
fn newer_messages_have_more() {
    let (sbe, _) = everything();
    let newer = |version: u8| {
        let mut message = hex(FULL_MESSAGE);
        message[7] = version;
        message.push(0xff);
        sbe.decode(&message).map(|value| sbe.encode(&value).as_deref() == Ok(hex(FULL_MESSAGE).as_slice()))
    };
    assert_eq!(newer(3), Err("trailing_bytes".to_owned()));
    assert_eq!(newer(4), Ok(true));
}

/// Messages that are refused, and why.
#[test]
fn malformed_messages() {
    let change = |from: &str, to: &str| message_of(0, FIRST_BLOCK, &FIRST_REST.replacen(from, to, 1));
    let text = |text: &str| change("0000000000000000", text);
    let lines = |lines: &str| change("00 00 0004 0000 0000", lines);
    let none = read(&message_of(0, FIRST_BLOCK, FIRST_REST));
    let mut other_template = message_of(0, FIRST_BLOCK, FIRST_REST);
    other_template[4] = 201;
    let mut other_schema = message_of(0, FIRST_BLOCK, FIRST_REST);
    other_schema[6] = 78;
    for (what, message, expected) in [
        ("another template", other_template, "mismatch"),
        ("another schema", other_schema, "mismatch"),
        ("a block that is too short", message_of(0, &FIRST_BLOCK[..FIRST_BLOCK.len() - 2], FIRST_REST), "bad_length"),
        ("no block", message_of(0, "", FIRST_REST), "bad_length"),
        ("a negative count", change("00 00 0004", "ff 00 0004"), "bad_length"),
        ("a count above the greatest", change("00 00 0004", "04 00 0004"), "bad_length"),
        ("a count beyond all limits", change("00 00000000", "00 ffffffff"), "bad_length"),
        ("entries with short blocks", change("00 00 0004", "01 00 0003"), "bad_length"),
        ("entries behind the end", change("00 00 0004", "03 00 ffff"), "truncated"),
        ("entries without their data", change("00 00000000", "00 00000100"), "truncated"),
        ("entries with more data than known", lines("01 00 0004 0000 0002 00000007 0000 00 0000 00"), "unsupported"),
        ("more data in no entry", lines("00 00 0004 0000 0002"), &none),
        ("a length beyond the greatest", text("00000000000003e9"), "bad_length"),
        ("a negative length", text("ffffffffffffffff"), "bad_length"),
        ("data behind the end", text("00000000000003e8"), "truncated"),
        ("half a character", text("0000000000000003 610061"), "invalid_utf8"),
        ("half a pair of surrogates", text("0000000000000002 3dd8"), "invalid_utf8"),
        ("a pair of surrogates in the wrong order", text("0000000000000004 00de3dd8"), "invalid_utf8"),
        ("text in the block", message_of(0, &FIRST_BLOCK.replace("0077", "dc00"), FIRST_REST), "invalid_utf8"),
    ] {
        assert_eq!(read(&message), expected, "{what}");
    }
}

/// Entries without bytes are charged: a count is no promise of memory.
#[test]
fn empty_entries_are_bounded() {
    let (mut sbe, _) = everything();
    let message = message_of(0, FIRST_BLOCK, &FIRST_REST.replacen("00 00000000  0000", "00 000186a0  0000", 1));
    assert!(sbe.decode(&message).is_ok());
    sbe.limits.budget = 100_000;
    assert_eq!(sbe.decode(&message), Err("budget_exceeded".to_owned()));
}

/// Values that are refused, and why.
#[test]
fn values_that_messages_cannot_hold() {
    let (sbe, json) = everything();
    let write = |members: &str| {
        let value = json.decode(format!("{{{members}}}").as_bytes()).expect("a value");
        sbe.encode(&value).map(|_| String::new()).unwrap_or_else(|code| code)
    };
    let long = |len: usize| format!(r#""wideText":"{}""#, "a".repeat(len));
    for (members, expected) in [
        ("", ""),
        (r#""latin":"abcde""#, ""),
        (r#""latin":"abcdef""#, "too_large"),
        (r#""latin":"€""#, "out_of_range"),
        (r#""latin":"a\u0000b""#, "out_of_range"),
        (r#""wide":"abc""#, ""),
        (r#""wide":"abcd""#, "too_large"),
        (r#""utf":"""#, "out_of_range"),
        (r#""utf":"abcde""#, "too_large"),
        (r#""letter":0"#, "out_of_range"),
        (r#""level":-128"#, "out_of_range"),
        (r#""double":-1"#, "out_of_range"),
        (r#""kind":0"#, "out_of_range"),
        (r#""pair":["NaN",1]"#, ""),
        (r#""pair":["NaN","NaN"]"#, "out_of_range"),
        (r#""lines":[{},{},{}]"#, ""),
        (r#""lines":[{},{},{},{}]"#, "out_of_range"),
        (r#""lines":[{"title":"Ā"}]"#, "out_of_range"),
        (&long(500), ""),
        (&long(501), "out_of_range"),
    ] {
        assert_eq!(write(members), expected, "{members}");
    }
}
