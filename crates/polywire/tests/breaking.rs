//! Each rule with the bytes that show it. Both versions are one file, `t.proto` or `t.capnp`.

use polywire::breaking::{Break, DIRECTIONS, Finding, compare, versions};
use polywire::lock_update::Found;
use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model, Severity, SourceMap};

fn model(language: Language, text: &str) -> Model {
    let loader = |path: &str| match path {
        "t" => Ok(LoadedFile { name: path.to_owned(), bytes: text.into() }),
        _ => Err(LoadError::NotFound),
    };
    let compiled = compile(language, "t", &loader);
    compiled.model.unwrap_or_else(|| panic!("{text}\n{:?}", compiled.diagnostics))
}

fn found(language: Language, old: &str, new: &str, formats: &[&str]) -> Vec<Finding> {
    let (old, new) = (model(language, old), model(language, new));
    let find = |file: &str| Ok(Some(Found { path: format!("{file}.polywire.lock"), text: None }));
    let sources = SourceMap::default();
    let version = |model| versions::Version { model, sources: &sources, find: &find };
    let formats: Vec<_> = formats.iter().map(|name| polywire::format(name).expect("a format")).collect();
    let (old, new) = versions::settle(&version(&old), &version(&new), &formats).expect("locks");
    compare(&old, &new, &formats, &DIRECTIONS).findings
}

/// Returns the findings about two versions of the message `M` of a `.proto` file.
fn proto(old: &str, new: &str, formats: &[&str]) -> Vec<Finding> {
    let text = |body: &str| match body.starts_with("syntax") {
        true => body.to_owned(),
        false => format!("syntax = \"proto3\"; package t; {body}"),
    };
    found(Language::Proto, &text(old), &text(new), formats)
}

/// Returns a finding's rule, and what each of its messages is and becomes.
fn told(findings: &[Finding]) -> Vec<String> {
    let line = |finding: &Finding, it: &Break| {
        let witness = it.witness.as_ref().expect("a message");
        let bytes: String = witness.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let read = witness.read.clone().unwrap_or_else(|| "refused".to_owned());
        let (rule, direction, effect) = (finding.rule, it.direction.name(), it.effect.name());
        format!("{rule} {} {direction} {effect}: {} {bytes} {read}", it.format, witness.written)
    };
    findings.iter().flat_map(|finding| finding.breaks.iter().map(|it| line(finding, it))).collect()
}

#[test]
fn a_type_with_other_bytes_is_misread_both_ways() {
    let found = proto("message M { int32 a = 1; }", "message M { sint32 a = 1; }", &["protobuf", "json"]);
    let expected = [
        r#"FIELD_SAME_TYPE protobuf backward changed: {"a":1} 0801 {"a":-1}"#,
        r#"FIELD_SAME_TYPE protobuf forward changed: {"a":1} 0802 {"a":2}"#,
    ];
    assert_eq!(told(&found), expected);
    assert_eq!(found[0].message, "`t.M.a` was i32 (varint) and is i32 (zigzag)");
}

#[test]
fn a_wider_integer_is_truncated_by_old_programs_only() {
    let found = proto("message M { int32 a = 1; }", "message M { int64 a = 1; }", &["protobuf", "json"]);
    let expected = [
        r#"FIELD_SAME_TYPE protobuf forward changed: {"a":2147483648} 088080808008 {"a":-2147483648}"#,
        r#"FIELD_SAME_TYPE json forward refused: {"a":2147483648} 7b2261223a2232313437343833363438227d refused"#,
    ];
    assert_eq!(told(&found), expected);
}

#[test]
fn a_renamed_field_breaks_text_only() {
    let found = proto("message M { string a = 1; }", "message M { string b = 1; }", &["protobuf", "json"]);
    let expected = [
        r#"FIELD_SAME_NAME json backward refused: {"a":"a"} 7b2261223a2261227d refused"#,
        r#"FIELD_SAME_NAME json forward refused: {"b":"a"} 7b2262223a2261227d refused"#,
    ];
    assert_eq!(told(&found), expected);
}

#[test]
fn a_field_with_another_number_is_lost() {
    let found = proto("message M { string a = 1; }", "message M { string a = 2; }", &["protobuf", "json"]);
    let expected = [
        r#"FIELD_SAME_NUMBER protobuf backward lost: {"a":"a"} 0a0161 {}"#,
        r#"FIELD_SAME_NUMBER protobuf forward lost: {"a":"a"} 120161 {}"#,
    ];
    assert_eq!(told(&found), expected);
}

#[test]
fn fields_can_be_added_and_removed() {
    let found =
        proto("message M { int32 a = 1; int32 b = 2; }", "message M { int32 a = 1; }", &["protobuf", "flatbuffers"]);
    assert_eq!(told(&found), Vec::<String>::new());
    // Code that uses the field has to change.
    assert_eq!(
        found.iter().map(|it| (it.rule.name(), it.severity)).collect::<Vec<_>>(),
        [("FIELD_NO_DELETE", Severity::Warning)]
    );
    let found = proto(
        "message M { int32 a = 1; }",
        "message M { int32 a = 1; int32 b = 2; }",
        &["protobuf", "capnp", "json", "cdr"],
    );
    let expected = [
        r#"FIELD_NO_ADD json forward refused: {"b":1} 7b2262223a317d refused"#,
        "FIELD_NO_ADD cdr backward refused: {} 0100000000000000 refused",
        "FIELD_NO_ADD cdr forward refused: {} 010000000000000000000000 refused",
    ];
    assert_eq!(told(&found), expected);
}

#[test]
fn required_fields_cannot_be_added() {
    let old = "syntax = \"proto2\"; package t; message M { optional int32 a = 1; }";
    let new = "syntax = \"proto2\"; package t; message M { optional int32 a = 1; required int32 b = 2; }";
    let expected = ["MESSAGE_SAME_REQUIRED_FIELDS protobuf backward refused: {}  refused"];
    assert_eq!(told(&proto(old, new, &["protobuf"])), expected);
}

#[test]
fn another_default_changes_what_absence_means() {
    let text = |default: &str| {
        format!("syntax = \"proto2\"; package t; message M {{ optional int32 a = 1 [default = {default}]; }}")
    };
    let found = proto(&text("5"), &text("6"), &["protobuf"]);
    assert_eq!(told(&found).len(), 2);
    assert!(found.iter().all(|it| it.rule.name() == "FIELD_SAME_DEFAULT"));
    assert_eq!(found[0].breaks[0].reason, "`a`: 5 is read as 6");
}

#[test]
fn two_fields_that_move_into_one_oneof_exclude_each_other() {
    let old = "message M { int32 a = 1; int32 b = 2; }";
    let found = proto(old, "message M { oneof u { int32 a = 1; int32 b = 2; } }", &["protobuf"]);
    let expected = [r#"FIELD_SAME_ONEOF protobuf backward lost: {"a":1,"b":1} 08011001 {"u":{"b":1}}"#; 2];
    assert_eq!(told(&found), expected);
    let found = proto(old, "message M { oneof u { int32 a = 1; } int32 b = 2; }", &["protobuf"]);
    assert_eq!(told(&found), Vec::<String>::new());
}

#[test]
fn a_list_has_more_than_a_single_value_can() {
    let found = proto("message M { string a = 1; }", "message M { repeated string a = 1; }", &["protobuf"]);
    let expected = [r#"FIELD_SAME_CARDINALITY protobuf forward changed: {"a":["a","1","é","","bbb"#];
    let told = told(&found);
    assert_eq!(told.len(), 1);
    assert!(told[0].starts_with(expected[0]), "{told:?}");
    let found = proto("message M { int32 a = 1; }", "message M { optional int32 a = 1; }", &["protobuf", "json"]);
    assert!(found.iter().all(|it| it.severity == Severity::Warning), "{found:?}");
}

#[test]
fn enumerators_are_numbers_or_names() {
    let old = "message M { E e = 1; } enum E { A = 0; B = 1; }";
    let lines = |new: &str| told(&proto(old, new, &["protobuf", "json"]));
    let expected = [
        r#"ENUM_VALUE_SAME_NAME json backward refused: {"e":"B"} 7b2265223a2242227d refused"#,
        r#"ENUM_VALUE_SAME_NAME json forward refused: {"e":"C"} 7b2265223a2243227d refused"#,
    ];
    assert_eq!(lines("message M { E e = 1; } enum E { A = 0; C = 1; }"), expected);
    let expected = [
        r#"ENUM_VALUE_SAME_NUMBER protobuf backward changed: {"e":"B"} 0801 {"e":1}"#,
        r#"ENUM_VALUE_SAME_NUMBER protobuf forward changed: {"e":"B"} 0802 {"e":2}"#,
    ];
    assert_eq!(lines("message M { E e = 1; } enum E { A = 0; B = 2; }"), expected);
    let expected = [r#"ENUM_VALUE_NO_DELETE json backward refused: {"e":"B"} 7b2265223a2242227d refused"#];
    assert_eq!(lines("message M { E e = 1; } enum E { A = 0; }"), expected);
    let expected = [r#"ENUM_VALUE_NO_ADD json forward refused: {"e":"C"} 7b2265223a2243227d refused"#];
    assert_eq!(lines("message M { E e = 1; } enum E { A = 0; B = 1; C = 2; }"), expected);
}

#[test]
fn closed_enums_lose_new_values() {
    let text = |enumerators: &str| {
        format!("syntax = \"proto2\"; package t; message M {{ optional E e = 1; }} enum E {{ {enumerators} }}")
    };
    let found = proto(&text("A = 0; B = 1;"), &text("A = 0; B = 1; C = 2;"), &["protobuf"]);
    assert_eq!(told(&found), [r#"ENUM_VALUE_NO_ADD protobuf forward lost: {"e":"C"} 0802 {}"#]);
}

#[test]
fn edits_inside_are_found_where_they_break() {
    // An SBE composite inside a block cannot grow; a message can.
    let old = "message M { N n = 1; int32 z = 2; } message N { int32 a = 1; }";
    let new = "message M { N n = 1; int32 z = 2; } message N { int32 a = 1; int32 b = 2; }";
    let found = proto(old, new, &["sbe"]);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule.name(), "FIELD_NO_ADD");
    assert!(found[0].breaks.iter().all(|it| it.witness.as_ref().is_some_and(|it| it.ty == "t.M")), "{found:?}");
}

#[test]
fn each_edit_is_told_apart_from_others() {
    let old = "message M { int32 a = 1; int32 b = 2; string c = 3; }";
    let new = "message M { sint32 a = 1; int64 b = 2; string d = 3; string e = 4; }";
    let found = proto(old, new, &["protobuf", "cdr"]);
    let broken: Vec<(String, Vec<String>)> = found
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .map(|it| {
            let breaks = it.breaks.iter().map(|it| format!("{} {}", it.format, it.direction.name()));
            (format!("{} {}", it.rule, it.member.as_deref().unwrap_or_default()), breaks.collect())
        })
        .collect();
    let expected = [
        ("FIELD_SAME_TYPE a", vec!["protobuf backward", "protobuf forward"]),
        ("FIELD_SAME_TYPE b", vec!["protobuf forward", "cdr backward", "cdr forward"]),
        ("FIELD_NO_ADD e", vec!["cdr backward", "cdr forward"]),
    ];
    let expected: Vec<(String, Vec<String>)> =
        expected.into_iter().map(|(rule, of)| (rule.to_owned(), of.into_iter().map(str::to_owned).collect())).collect();
    assert_eq!(broken, expected);
}

#[test]
fn services_break_by_their_calls() {
    let old = "message A {} message B {} service S { rpc F(A) returns (B); rpc G(A) returns (B); }";
    let new = "message A {} message B {} service S { rpc F(A) returns (stream B); }";
    let found = proto(old, new, &["protobuf"]);
    let rules: Vec<&str> = found.iter().map(|it| it.rule.name()).collect();
    assert_eq!(rules, ["RPC_SAME_SERVER_STREAMING", "RPC_NO_DELETE"]);
    let found = proto(old, "message A {} message B {}", &["protobuf"]);
    assert_eq!(found.iter().map(|it| it.rule.name()).collect::<Vec<_>>(), ["SERVICE_NO_DELETE"]);
}

#[test]
fn types_that_a_format_cannot_hold_any_more_are_told() {
    let found = proto("message M { int32 a = 1; }", "message M { int32 a = 1; repeated M m = 2; }", &["sbe"]);
    assert!(found.iter().any(|it| it.rule.name() == "FORMAT_SUPPORTED"), "{found:?}");
}

#[test]
fn renamed_types_are_followed() {
    let old = "message M { N n = 1; } message N { int32 a = 1; }";
    let new = "message M { O n = 1; } message O { sint32 a = 1; }";
    let found = proto(old, new, &["protobuf"]);
    let rules: Vec<(&str, &str)> = found.iter().map(|it| (it.rule.name(), it.owner.as_str())).collect();
    assert_eq!(rules, [("MESSAGE_SAME_NAME", "t.O"), ("FIELD_SAME_TYPE", "t.O")]);
}

#[test]
fn members_of_capnp_schemas_are_placed_by_their_ordinals() {
    let old = "@0xb0c1d2e3f4a5b6c7; struct M { a @0 :Int32; b @1 :Text; }";
    let swapped = "@0xb0c1d2e3f4a5b6c7; struct M { b @0 :Text; a @1 :Int32; }";
    let retyped = "@0xb0c1d2e3f4a5b6c7; struct M { a @0 :Int64; b @1 :Text; }";
    let added = "@0xb0c1d2e3f4a5b6c7; struct M { a @0 :Int32; b @1 :Text; c @2 :List(Int16); }";
    let lines = |new: &str| {
        let found = found(Language::Capnp, old, new, &["capnp"]);
        told(&found).into_iter().map(|line| line.split(':').next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(lines(added), Vec::<String>::new());
    assert_eq!(lines(swapped), Vec::<String>::new());
    // An old message has zeros behind the 32 bits, which is wrong for negative numbers only.
    assert_eq!(lines(retyped), ["FIELD_SAME_TYPE capnp backward changed", "FIELD_SAME_TYPE capnp forward changed"]);
}
