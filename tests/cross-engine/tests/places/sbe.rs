//! The edits that Simple Binary Encoding supports: new members come last or are missing in older versions, removed ones
//! keep their places.

use crate::places::{Version, model, settled};
use polywire::{Format, Value, format};
use polywire_lock::Lock;
use polywire_lower::sbe::layout::layout;

const OLD: &str = "message M { int32 id = 1; repeated Item items = 5; string name = 9; Part part = 7;
        repeated Item gone = 2; bytes lost = 3; sint64 left = 4; E kind = 6; Part whole = 8; repeated string texts = 10; }
    message Item { int32 n = 1; string note = 2; repeated int32 marks = 3; }
    message Part { int32 x = 1; optional bool off = 2; int32 y = 3; }
    enum E { A = 0; B = 1; C = 200; }";

const NEW: &str =
    "message M { string end = 11; repeated int32 more = 12; optional int32 size = 13; repeated Item items = 5;
        string name = 9; Part part = 7; int32 id = 1; }
    message Item { int32 k = 4; string note = 2; int32 n = 1; }
    message Part { int32 y = 3; int32 x = 1; }";

const OLD_JSON: &str = r#"{"id": 7, "items": [{"n": 1, "note": "one", "marks": [1, 2]}, {"n": 2, "note": "two", "marks": []}],
    "name": "Eve", "part": {"x": 3, "off": true, "y": 4}, "gone": [{"n": 9, "note": "none", "marks": [3]}, {"n": 8}],
    "lost": "AAEC", "left": -5, "kind": 200, "whole": {"x": 1, "y": 2}, "texts": ["a", "", "b"]}"#;

const NEW_JSON: &str = r#"{"id": 8, "items": [{"n": 1, "note": "one", "k": 11}], "name": "Ada", "part": {"x": 5, "y": 6},
    "end": "last", "more": [1, 2, 3], "size": 77}"#;

fn sbe() -> &'static Format {
    format("sbe").expect("a format")
}

/// Returns both versions under one lock.
fn versions(old: &str, new: &str) -> (Version, Version) {
    let text = |text: &str| format!("syntax = \"proto3\"; package t; {}", text.replace("message M ", "message M2 "));
    let (first, lock) = settled(&Lock::default(), &model(&text(old)), sbe());
    let (later, _) = settled(&lock, &model(&text(new)), sbe());
    let [first, later] = [first, later].map(|model| Version::new(model, sbe()).expect("codecs"));
    (first, later)
}

fn same(writer: &Version, reader: &Version, json: &str) -> Value {
    let bytes = writer.bytes(json).expect("a message");
    let read = reader.read(&bytes).expect("a value");
    assert_eq!(reader.difference(writer, &writer.value(json), &read), None);
    read
}

#[test]
fn older_messages_lack_newer_members() {
    let (old, new) = versions(OLD, NEW);
    let Value::Struct(read) = same(&old, &new, OLD_JSON) else { panic!("no struct") };
    // The new group precedes existing data.
    let expected = [Value::Text(Vec::new()), Value::List(Vec::new()), Value::Absent];
    assert_eq!(read.fields[..3], expected);
    same(&new, &new, NEW_JSON);
}

#[test]
fn older_programs_read_newer_messages() {
    let (old, new) = versions(OLD, &NEW.replace("repeated int32 more = 12;", ""));
    same(&new, &old, &NEW_JSON.replace("\"more\": [1, 2, 3],", ""));
}

#[test]
fn derived_schemas_state_versions_and_removed_members() {
    let (_, new) = versions(OLD, NEW);
    let root = new.model.find("t.M2").expect("the message");
    let xml = layout(&new.model, root).expect("a layout").xml();
    for line in [
        "package=\"t\" id=\"1\" version=\"3\"",
        "<field name=\"id\" id=\"1\" type=\"int32\"/>",
        "<field name=\"removed3\" id=\"4\" type=\"bytes_8\"/>",
        "<field name=\"removed5\" id=\"6\" type=\"bytes_1\"/>",
        "<type name=\"removed1\" primitiveType=\"uint8\" length=\"1\"/>",
        "<field name=\"removed7\" id=\"8\" type=\"bytes_9\"/>",
        "<field name=\"size\" id=\"13\" type=\"int32\" presence=\"optional\" sinceVersion=\"3\"/>",
        "<group name=\"removed1\" id=\"2\" dimensionType=\"groupSizeEncoding\">",
        "<group name=\"more\" id=\"12\" dimensionType=\"groupSizeEncoding\" sinceVersion=\"2\">",
        "<data name=\"removed2\" id=\"3\" type=\"varDataEncoding\"/>",
        "<data name=\"end\" id=\"11\" type=\"varStringEncoding\" sinceVersion=\"1\"/>",
    ] {
        assert!(xml.contains(line), "{line}\n{xml}");
    }
}
