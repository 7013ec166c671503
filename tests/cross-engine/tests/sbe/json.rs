//! The JSON of the reference implementation's printer.

use super::corpus::{Group, evolution, groups, named};
use super::{ask, difference, request, shown, subject, without_counts};
use polywire_cross_engine::{Answer, Request, broken_copies, bytecode};
use serde_json::Value;

/// Characters in an encoding that Polywire does not know: an array of bytes.
const UNKNOWN_ENCODING: &str = "\"fixed16Gb18030Char\"";

/// Texts equal those of the printer, and are read as the message that was printed.
fn wrong_in(group: &Group) -> Vec<String> {
    let subject = subject(group);
    let engine = &mut bytecode(&subject);
    let mut wrong = Vec::new();
    for case in &group.cases {
        let (ty, message) = (group.type_of(case), case.message());
        let about = format!("{} {}", group.name, case.case);
        let found = shown(&ask(engine, &ty, ("sbe", "json_sbe"), &message));
        let printed = with_bytes(case.printed.trim_end(), &found);
        if found != printed {
            wrong.push(format!("{about}: {found}\ninstead of {printed}"));
        }
        let id = group.model.find(&ty).expect("the message");
        let read = match ask(engine, &ty, ("json_sbe", "sbe"), printed.as_bytes()) {
            Answer::Bytes(read) => Answer::Bytes(without_counts(&group.model, id, read)),
            refused @ Answer::Error(_) => refused,
        };
        if read != Answer::Bytes(message) && difference(&case.values).is_none() {
            wrong.push(format!("{about}: {} read of {printed}\ninstead of {}", shown(&read), case.hex));
        }
    }
    wrong
}

/// Replaces the lines of the printer that are other ones in a text.
fn with_bytes(printed: &str, found: &str) -> String {
    let lines = printed.lines().zip(found.lines());
    let lines = lines.map(|(line, ours)| if line.trim_start().starts_with(UNKNOWN_ENCODING) { ours } else { line });
    let same = lines.collect::<Vec<&str>>().join("\n");
    if printed.contains(UNKNOWN_ENCODING) { same } else { printed.to_owned() }
}

#[test]
fn texts_equal_those_of_the_printer() {
    let groups = groups();
    let wrong: Vec<String> = groups.iter().flat_map(wrong_in).collect();
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Messages of another version of the schema.
#[test]
fn texts_of_other_versions() {
    let mut wrong = Vec::new();
    for case in evolution() {
        let reader = named(&case.read_with);
        let engine = &mut bytecode(&subject(&reader));
        let text = shown(&ask(engine, &reader.type_of(&case), ("sbe", "json_sbe"), &case.message()));
        let mut found: Value = serde_json::from_str(&text).unwrap_or(Value::Null);
        let printed: Value = serde_json::from_str(&case.printed).expect("JSON");
        // The printer tells numbers without a name like null values.
        if let Some(side) = found.get_mut("side").filter(|it| it.is_number()) {
            *side = "null".into();
        }
        if found != printed {
            wrong.push(format!("{}: {text}\ninstead of {}", case.case, case.printed));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Texts whose meaning is told here.
#[test]
fn forms_that_are_read() {
    let group = named("kitchen_le_v2");
    let engine = &mut bytecode(&subject(&group));
    let package = group.model.decls[0].module.join(".");
    let mut read = |ty: &str, text: &str| {
        let whole = ask(engine, &format!("{package}.{ty}"), ("json_sbe", "json_sbe"), text.as_bytes());
        shown(&whole).lines().map(str::trim).collect::<Vec<&str>>().join(" ")
    };
    let scalars = |of: &str| {
        format!("{{ \"i8\": 0, \"u8\": 0, \"i16\": 0, \"u16\": 0, \"i32\": 0, \"u32\": 0, \"i64\": 0, {of} }}")
    };
    let rest =
        |u64: &str, f: &str, d: &str, c: &str| scalars(&format!("\"u64\": {u64}, \"f\": {f}, \"d\": {d}, \"c\": {c}"));
    for (given, written) in [
        ("{}", rest("0", "0.0", "0.0", "\"\\u0000\"")),
        ("{\"u64\":18446744073709551615,\"c\":\"\\u00e9\"}", rest("-1", "0.0", "0.0", "\"\u{e9}\"")),
        ("{\"u64\":-2,\"c\":34}", rest("-2", "0.0", "0.0", "\"\\\"\"")),
        ("{\"f\":\"0/0\",\"d\":\"-1/0\"}", rest("0", "\"0/0\"", "\"-1/0\"", "\"\\u0000\"")),
        ("{\"f\":1e-45,\"d\":5e-324}", rest("0", "1.4E-45", "4.9E-324", "\"\\u0000\"")),
        ("{\"f\":0.001,\"d\":1234567.5}", rest("0", "0.001", "1234567.5", "\"\\u0000\"")),
        ("{\"f\":9.5e-4,\"d\":1e7}", rest("0", "9.5E-4", "1.0E7", "\"\\u0000\"")),
        ("{\"f\":-120,\"d\":1.7976931348623157e308}", rest("0", "-120.0", "1.7976931348623157E308", "\"\\u0000\"")),
        ("{\"c\":\"ab\"}", "bad_length".to_owned()),
        ("{\"c\":\"\u{20ac}\"}", "out_of_range".to_owned()),
        ("{\"u8\":256}", "out_of_range".to_owned()),
        ("{\"u8\":1,\"u8\":1}", "duplicate_field".to_owned()),
        ("{\"other\":1}", "unknown_member".to_owned()),
        ("{\"f\":\"0/1\"}", "wrong_kind".to_owned()),
    ] {
        assert_eq!(read("Scalars", given), written, "{given}");
    }
    let data = |a: &str, b: &str| format!("{{ \"a\": {a}, \"b\": {b} }}");
    for (given, written) in [
        ("{\"b\":\"00fF\",\"a\":null}", data("\"\"", "\"00ff\"")),
        ("{\"a\":\"\\u0001\\n\u{1f600}\"}", data("\"\\u0001\\n\\uD83D\\uDE00\"", "\"\"")),
        ("{\"b\":\"0\"}", "bad_length".to_owned()),
        ("{\"b\":\"0g\"}", "syntax".to_owned()),
    ] {
        assert_eq!(read("OnlyData", given), written, "{given}");
    }
}

/// Requests to read the printer's text, whole and damaged, and to print what was read.
pub fn requests(ty: &str, printed: &str) -> Vec<Request> {
    let copies = broken_copies(printed.trim_end().as_bytes());
    let request = |copy: &Vec<u8>| ["raw", "json_sbe"].map(|to| request(ty, ("json_sbe", to), copy));
    copies.iter().flat_map(request).collect()
}
