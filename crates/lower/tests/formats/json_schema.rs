//! JSON Schema: a validator accepts what the codecs write, and refuses other JSON.

use crate::formats::flatbuffers_corpus::{kitchen_type, messages, model};
use crate::support::Codec;
use polywire_model::Model;
use polywire_test_models::models;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Reads files `NAME.schema.json`, and for each the lines of `NAME.jsonl`: 1 or 0, then an instance. Prints each line with the
/// wrong verdict.
const VALIDATE: &str = r#"
import json, pathlib, sys
from jsonschema import Draft202012Validator
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.schema.json")):
    schema = json.loads(path.read_text())
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    for line in path.with_name(path.name.replace(".schema.json", ".jsonl")).read_text().splitlines():
        valid, instance = line[0] == "1", json.loads(line[2:])
        errors = [error.message for error in validator.iter_errors(instance)]
        if valid == bool(errors):
            print(path.name, line[:300], errors[:1])
"#;

/// The interpreter of the oracles, or else the installed one, if it has the validator.
fn python() -> Option<Command> {
    let oracles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../build/oracles/bin/python3");
    let has_validator = |program: &&str| {
        let done = Command::new(program).args(["-c", "import jsonschema"]).output();
        done.is_ok_and(|done| done.status.success())
    };
    [oracles.to_str()?, "python3"].into_iter().find(has_validator).map(Command::new)
}

fn check(python: &mut Command, folder: &Path) {
    let output = python.arg("-c").arg(VALIDATE).arg(folder).output().expect("Python runs");
    let (said, errors) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.is_empty(), "{said}{errors}");
}

fn schema_of(model: &Model, ty: &str) -> String {
    let id = model.find(ty).unwrap_or_else(|| panic!("no type {ty}"));
    polywire_lower::json::json_schema(model, id).unwrap_or_else(|parts| panic!("{ty}: {parts:?}"))
}

/// Messages of FlatBuffers' corpus, as JSON.
#[test]
fn messages_are_instances() {
    let Some(mut python) = python() else { return polywire_oracles::absent("Python's jsonschema", "scripts/oracles") };
    let folder = TempDir::new().expect("a folder");
    for (schema, messages_of) in
        [("messages/kitchen/kitchen.fbs", "messages/kitchen"), ("schemas/tests/monster_test.fbs", "messages/monster")]
    {
        let ty = |name: &str| match name.starts_with("monster") {
            true => "MyGame.Example.Monster".to_owned(),
            false => kitchen_type(name),
        };
        let model = model(schema);
        let mut instances: BTreeMap<String, String> = BTreeMap::new();
        for (name, message) in messages(messages_of, ".bin").iter().filter(|(name, _)| !name.ends_with(".sizeprefixed"))
        {
            let codecs = ["flatbuffers", "json"].map(|format| Codec::new(&model, format, &ty(name)));
            let json = codecs[0].decode(message).and_then(|value| codecs[1].encode(&value)).expect("JSON");
            let lines = instances.entry(ty(name)).or_default();
            lines.push_str(&format!("1 {}\n", String::from_utf8(json).expect("UTF-8")));
        }
        for (ty, lines) in instances {
            std::fs::write(folder.path().join(format!("{ty}.schema.json")), schema_of(&model, &ty)).expect("a file");
            std::fs::write(folder.path().join(format!("{ty}.jsonl")), lines).expect("a file");
        }
    }
    check(&mut python, folder.path());
}

/// Every model of the tests has valid schemas; an empty message is valid if nothing is required.
#[test]
fn schemas_are_valid() {
    let Some(mut python) = python() else { return polywire_oracles::absent("Python's jsonschema", "scripts/oracles") };
    let folder = TempDir::new().expect("a folder");
    for it in models() {
        for decl in &it.model.decls {
            let name = format!("{}.{}", it.name, decl.path());
            let id = it.model.find(&decl.path()).expect("a declaration");
            let Ok(schema) = polywire_lower::json::json_schema(&it.model, id) else { continue };
            std::fs::write(folder.path().join(format!("{name}.schema.json")), schema).expect("a file");
            std::fs::write(folder.path().join(format!("{name}.jsonl")), "").expect("a file");
        }
    }
    check(&mut python, folder.path());
}

/// What the codecs do not write is refused.
#[test]
fn other_json_is_refused() {
    let Some(mut python) = python() else { return polywire_oracles::absent("Python's jsonschema", "scripts/oracles") };
    let folder = TempDir::new().expect("a folder");
    let schema = std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats/data/flatc_json.fbs"));
    let schema = schema.expect("the schema");
    let model = polywire_test_models::make::of_fbs("a.fbs", |name| {
        (name == "a.fbs").then(|| (name.to_owned(), schema.clone()))
    });
    std::fs::write(folder.path().join("R.schema.json"), schema_of(&model, "n.R")).expect("a file");
    let instances = [
        (true, r#"{"i":1,"l":"-5","u":"18446744073709551615","f":0.5,"d":"NaN","b":true,"c":"Blue","s":"a"}"#),
        (true, r#"{"c":7,"fl":3,"oi":0,"oc":"Red","bytes":"AQI=","vi":[1,2],"vs":[""]}"#),
        (true, r#"{"p":{"x":1,"y":1.5,"c":"Red"},"t":{"v":1},"vt":[{}],"n":{"k":1}}"#),
        (true, r#"{"un":{"Two":{"s":"q"}},"vu":[{"T1":{}},{"S1":"x"},{}]}"#),
        (false, r#"{"i":"x"}"#),
        (false, r#"{"i":2147483648}"#),
        (false, r#"{"l":5}"#),
        (false, r#"{"l":"05"}"#),
        (false, r#"{"u":"-1"}"#),
        (false, r#"{"d":"nan"}"#),
        (false, r#"{"c":"Nope"}"#),
        (false, r#"{"c":200}"#),
        (false, r#"{"fl":256}"#),
        (false, r#"{"vi":1}"#),
        (false, r#"{"zz":1}"#),
        (false, r#"{"un":{"T1":{},"Two":{}}}"#),
        (false, r#"{"un":{"T3":{}}}"#),
        (false, r#"[]"#),
    ];
    let lines: String = instances.map(|(valid, json)| format!("{} {json}\n", u8::from(valid))).concat();
    std::fs::write(folder.path().join("R.jsonl"), lines).expect("a file");
    check(&mut python, folder.path());
}
