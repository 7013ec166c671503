//! Every engine reads and writes what ZebraPack's generator writes of Go structs, in its own format and in MessagePack (its mode
//! `-msgp`), with the Go files as schemas: `tests/corpus/zebrapack/messages`.

use polywire::schema::{Language, compile, derive_go, write_zebrapack};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, interpreter, is_full,
    jit, repository, to_hex,
};
use polywire_model::{DeclId, DeclKind};
use polywire_test_models::TestModel;
use serde_json::{Value, json};

/// The files of schemas and messages, and the package.
const SETS: [(&str, &str); 2] = [("kitchen", "kitchen"), ("struct-a", "zdef")];

/// The forms of a message in the corpus, with the format that reads it.
const FORMS: [(&str, &str); 3] = [("msgpack", "msgpack"), ("zebra", "zebrapack"), ("nameless", "zebrapack")];

fn model(set: &str) -> Model {
    let path = repository("tests/corpus/zebrapack/kitchen").join(format!("{set}.go.txt"));
    let loader = |name: &str| {
        let text = std::fs::read_to_string(&path).map_err(|_| LoadError::NotFound)?;
        // The program of an engine is in a package `main` of its own.
        let text = text.replace("package main\n", "package kitchen\n");
        Ok(LoadedFile { name: name.to_owned(), bytes: text.into_bytes() })
    };
    let compiled = compile(Language::Go, "schema.go", &loader);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

fn subject(set: &str) -> Subject {
    let name = format!("msgpack_go_{}", set.replace('-', "_"));
    Subject::new(&name, model(set), &["msgpack", "zebrapack", "json", "raw"])
}

/// Structs are written without their names.
fn nameless_subject(set: &str) -> Subject {
    let mut model = model(set);
    model.options = model.options.with("zebrapack.names=false").expect("a choice");
    Subject::new(&format!("zebrapack_nameless_{}", set.replace('-', "_")), model, &["zebrapack", "raw"])
}

fn cases(set: &str) -> Vec<Value> {
    let path = repository("tests/corpus/zebrapack/messages").join(format!("{set}.jsonl"));
    let text = std::fs::read_to_string(path).expect("messages");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn request((package, case): (&str, &Value), (form, from): (&str, &str), to: &str) -> Request {
    let ty = format!("{package}.{}", case["type"].as_str().expect("a type"));
    let (from, to, input) = (from.to_owned(), to.to_owned(), bytes(case, form));
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

fn bytes(case: &Value, form: &str) -> Vec<u8> {
    from_hex(case[form].as_str().expect("hex"))
}

fn ask(engine: &mut Box<dyn Engine>, request: Request) -> Answer {
    engine.run(&[request]).remove(0)
}

#[test]
fn messages_are_written_as_the_reference_does() {
    for (set, package) in SETS {
        let mut named = bytecode(&subject(set));
        let mut nameless = bytecode(&nameless_subject(set));
        for case in cases(set) {
            let check = |engine: &mut Box<dyn Engine>, from: (&str, &str), to: (&str, &str)| {
                let found = ask(engine, request((package, &case), from, to.1));
                let expected = bytes(&case, to.0);
                assert!(
                    found == Answer::Bytes(expected.clone()),
                    "{} {from:?} {found:?}\n{}",
                    case["name"],
                    to_hex(&expected)
                );
            };
            check(&mut named, FORMS[0], FORMS[0]);
            for from in &FORMS[1..] {
                check(&mut named, *from, FORMS[1]);
                check(&mut nameless, *from, FORMS[2]);
            }
        }
    }
}

/// Members that a reader lacks are skipped, and those that the writer lacked are zero.
#[test]
fn older_and_newer_structs_are_read() {
    let mut engine = bytecode(&subject("kitchen"));
    for case in cases("evolution") {
        for (ty, expected) in [("reader", "json"), ("writer", "written")] {
            let ty = format!("kitchen.{}", case[ty].as_str().expect("a type"));
            let (from, to, input) = ("zebrapack".to_owned(), "json".to_owned(), bytes(&case, "zebra"));
            let found = ask(&mut engine, Request { ty, from, to, input, schema: None, settings: vec![] });
            let Answer::Bytes(found) = found else { panic!("{}: {found:?}", case["name"]) };
            let found: Value = serde_json::from_slice(&found).expect("JSON");
            assert_eq!(plain(&found), plain(&case[expected]), "{}", case["name"]);
        }
    }
}

/// The JSON of Go's `encoding/json`, but for what is empty, and for integers of 64 bits, which are texts here.
#[test]
fn values_are_those_of_the_reference() {
    let mut engine = bytecode(&subject("kitchen"));
    let mut compared = 0;
    for case in cases("kitchen")
        .into_iter()
        .filter(|case| ["Lists", "Shown", "Point"].contains(&case["type"].as_str().expect("a type")))
    {
        let Some(expected) = case.get("json") else { continue };
        for form in FORMS {
            let found = ask(&mut engine, request(("kitchen", &case), form, "json"));
            let Answer::Bytes(found) = found else { panic!("{} {form:?}: {found:?}", case["name"]) };
            let found: Value = serde_json::from_slice(&found).expect("JSON");
            assert_eq!(plain(&found), plain(expected), "{}", case["name"]);
        }
        compared += 1;
    }
    assert!(compared >= 13, "{compared}");
}

/// Integers as floats, without members that are zero, empty or null, and with the names of Go in lower case.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) if text.parse::<i64>().is_ok() => plain(&text.parse::<i64>().unwrap_or_default().into()),
        Value::Number(number) => number.as_f64().into(),
        Value::Array(elements) => {
            elements.iter().map(plain).map(|it| if it.is_null() { Value::Array(vec![]) } else { it }).collect()
        }
        Value::Object(members) => {
            let members = members.iter().map(|(name, value)| (name.to_lowercase(), plain(value)));
            let is_empty = |value: &Value| {
                value.is_null()
                    || *value == json!(0.0)
                    || *value == json!("")
                    || *value == json!(false)
                    || *value == Value::Array(vec![])
                    || value.as_object().is_some_and(serde_json::Map::is_empty)
            };
            Value::Object(members.filter(|(_, value)| !is_empty(value)).collect())
        }
        other => other.clone(),
    }
}

/// Whole messages in each form, and broken copies of some, from each format to itself.
fn requests((set, package): (&str, &str), forms: &[(&str, &str)]) -> Vec<Request> {
    let all = cases(set);
    let whole = forms.iter().flat_map(|form| all.iter().map(|case| request((package, case), *form, form.1)));
    let whole: Vec<Request> = whole.collect();
    let step = if is_full() { 1 } else { 7 };
    let broken = whole.iter().step_by(step).flat_map(|request| {
        let copies = broken_copies(&request.input).into_iter();
        copies.map(|input| Request { input, ..request.clone() })
    });
    whole.iter().cloned().chain(broken).collect()
}

#[test]
fn engines_agree() {
    for set in SETS {
        let subject = subject(set.0);
        let hand_made = hand_made().into_iter().map(|(request, _)| request).filter(|_| set.0 == "kitchen");
        let all = requests(set, &FORMS).into_iter().chain(hand_made);
        let found = disagreements(&mut engines(&subject), all, 20);
        assert!(found.is_empty(), "{}:\n{}", set.0, found.join("\n"));
    }
}

/// Structs without names are written in engines that need no compiler; in all in the full tests.
#[test]
fn engines_leave_out_names() {
    for set in SETS {
        let subject = nameless_subject(set.0);
        let mut quick = vec![interpreter(&subject), bytecode(&subject), jit(&subject)];
        let engines = if is_full() { &mut engines(&subject) } else { &mut quick };
        let found = disagreements(engines, requests(set, &FORMS[1..]), 20);
        assert!(found.is_empty(), "{}:\n{}", set.0, found.join("\n"));
    }
}

/// Messages of `kitchen.Lists` without names, and why they are refused.
const HOSTILE: &[(&str, &str)] = &[
    // 2^32 - 1 members, elements and entries without bytes.
    ("dfffffffff", "truncated"),
    ("8100ddffffffff", "truncated"),
    ("8106dfffffffff", "truncated"),
    ("810adcffff", "truncated"),
    // A text of 2^32 - 1 bytes.
    ("810191dbffffffff61", "truncated"),
    // The byte that is never used: as a head, as a key, as the value of an unknown member.
    ("c1", "wrong_kind"),
    ("81c101", "wrong_kind"),
    ("8119c1", "wrong_kind"),
    // Keys that are no integers, or beyond all zids.
    ("81a14991", "wrong_kind"),
    ("81cfffffffffffffffff01", "out_of_range"),
    // An array of another length.
    ("81059101", "bad_length"),
    // The message ends behind a key, or behind the name.
    ("8105", "truncated"),
    ("82ffa54c69737473", "truncated"),
    // More bytes than the message.
    ("8000", "trailing_bytes"),
];

/// Messages of `kitchen.OldRec` in forms that writers do not use, and what is written of them.
const UNUSUAL: &[(&str, &str)] = &[
    // Of duplicates, the last one counts.
    ("8200050007", "82ffa64f6c645265630007"),
    // Integers and keys in longer forms, unsigned ones for a signed type.
    ("8100cf0000000000000007", "82ffa64f6c645265630007"),
    ("81d3000000000000000007", "82ffa64f6c645265630007"),
    ("8100cd0100", "82ffa64f6c6452656300d10100"),
    // The name behind a member, twice, of another struct, or no text.
    ("820007ffa64f6c64526563", "82ffa64f6c645265630007"),
    ("83ffa64f6c64526563ffa64f6c645265630007", "82ffa64f6c645265630007"),
    ("82ffa64e65775265630007", "82ffa64f6c645265630007"),
    ("82ff930102030007", "82ffa64f6c645265630007"),
    // Unknown keys, positive and negative, with values of several levels.
    ("8219810192c0c30007", "82ffa64f6c645265630007"),
    ("82fec00007", "82ffa64f6c645265630007"),
    // Nil, zero, and bytes in place of a text.
    ("8101c0", "81ffa64f6c64526563"),
    ("82000001a0", "81ffa64f6c64526563"),
    ("8101c40161", "82ffa64f6c6452656301a161"),
    // Nothing at all.
    ("80", "81ffa64f6c64526563"),
];

fn plain_request(ty: &str, input: &str) -> Request {
    let format = "zebrapack".to_owned();
    Request {
        ty: format!("kitchen.{ty}"),
        from: format.clone(),
        to: format,
        input: from_hex(input),
        schema: None,
        settings: vec![],
    }
}

fn hand_made() -> Vec<(Request, Answer)> {
    let hostile =
        HOSTILE.iter().map(|(input, code)| (plain_request("Lists", input), Answer::Error((*code).to_owned())));
    let unusual =
        UNUSUAL.iter().map(|(input, output)| (plain_request("OldRec", input), Answer::Bytes(from_hex(output))));
    hostile.chain(unusual).collect()
}

#[test]
fn unusual_messages_are_read_and_hostile_ones_refused() {
    let mut engine = bytecode(&subject("kitchen"));
    for (request, expected) in hand_made() {
        let input = to_hex(&request.input);
        assert_eq!(ask(&mut engine, request), expected, "{input}");
    }
}

/// Go structs made of schemas in other languages, in compiled form, have the same messages.
#[test]
fn derived_schemas_have_the_same_messages() {
    let mut compared = 0;
    for TestModel { name, model, .. } in polywire_test_models::finite() {
        let is_message = |id: DeclId| match &model.decl(id).kind {
            DeclKind::Struct(it) => it.is_declared(),
            DeclKind::Enum(_) | DeclKind::Union(_) | DeclKind::Constant(_) => false,
        };
        let Some(id) = (0..model.decls.len() as u32).map(DeclId).rfind(|id| is_message(*id)) else { continue };
        let ty = model.decl(id).path();
        let mut model = model.clone();
        model.options = model.options.with("zebrapack.names=false").expect("a choice");
        let derived = derive_go(&model, "schema", model.find(&ty));
        let restored = compiled(write_zebrapack(&derived.file)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let restored_type = format!("{}.{}", derived.file.package.text, derived.root.expect("the type"));
        let subject = Subject::new(name, model, &["zebrapack"]);
        let mut engine = bytecode(&Subject::of_formats(name, restored, &["raw", "zebrapack"]));
        for message in subject.written(&ty, 4).into_iter().filter(|it| it.format == "zebrapack") {
            let (ty, format, input) = (restored_type.clone(), message.format, message.bytes);
            let request =
                Request { ty, from: format.clone(), to: format, input: input.clone(), schema: None, settings: vec![] };
            let found = ask(&mut engine, request);
            assert!(found == Answer::Bytes(input.clone()), "{name} {}: {found:?}", to_hex(&input));
            compared += 1;
        }
    }
    assert!(compared > 60, "{compared}");
}

fn compiled(schema: Vec<u8>) -> Result<Model, String> {
    let loader = |name: &str| Ok(LoadedFile { name: name.to_owned(), bytes: schema.clone() });
    let compiled = compile(Language::Zebrapack, "schema.z", &loader);
    let mut model = compiled.model.ok_or_else(|| format!("{:?}", compiled.diagnostics))?;
    model.options = model.options.with("zebrapack.names=false").expect("a choice");
    Ok(model)
}
