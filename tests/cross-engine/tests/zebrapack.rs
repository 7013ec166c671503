//! Every engine reads and writes the MessagePack that ZebraPack's generator writes of Go structs (its mode `-msgp`), with the
//! Go files as schemas: `tests/corpus/zebrapack/messages`.

use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile};
use polywire_cross_engine::{
    Answer, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, repository, to_hex,
};
use serde_json::{Value, json};

/// The files of schemas and messages, and the package.
const SETS: [(&str, &str); 2] = [("kitchen", "kitchen"), ("struct-a", "zdef")];

fn subject(set: &str) -> Subject {
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
    Subject::new(&format!("msgpack_go_{}", set.replace('-', "_")), model, &["msgpack", "json", "raw"])
}

fn cases(set: &str) -> Vec<Value> {
    let path = repository("tests/corpus/zebrapack/messages").join(format!("{set}.jsonl"));
    let text = std::fs::read_to_string(path).expect("messages");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn requests(package: &str, case: &Value) -> Request {
    let ty = format!("{package}.{}", case["type"].as_str().expect("a type"));
    let input = from_hex(case["msgpack"].as_str().expect("hex"));
    Request { ty, from: "msgpack".to_owned(), to: "msgpack".to_owned(), input, schema: None, settings: vec![] }
}

#[test]
fn messages_are_written_as_they_were_read() {
    for (set, package) in SETS {
        let mut engine = bytecode(&subject(set));
        for case in cases(set) {
            let request = requests(package, &case);
            let found = engine.run(std::slice::from_ref(&request)).remove(0);
            assert!(found == Answer::Bytes(request.input.clone()), "{}: {}", case["name"], to_hex(&request.input));
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
        let request = Request { to: "json".to_owned(), ..requests("kitchen", &case) };
        let Answer::Bytes(found) = engine.run(&[request]).remove(0) else { panic!("{}", case["name"]) };
        let found: Value = serde_json::from_slice(&found).expect("JSON");
        assert_eq!(plain(&found), plain(expected), "{}", case["name"]);
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

#[test]
fn engines_agree() {
    for (set, package) in SETS {
        let subject = subject(set);
        let whole: Vec<Request> = cases(set).iter().map(|case| requests(package, case)).collect();
        let broken = whole.iter().step_by(5).flat_map(|request| {
            let copies = broken_copies(&request.input).into_iter();
            copies.map(|input| Request { input, ..request.clone() })
        });
        let all: Vec<Request> = whole.iter().cloned().chain(broken).collect();
        let found = disagreements(&mut engines(&subject), all, 20);
        assert!(found.is_empty(), "{set}:\n{}", found.join("\n"));
    }
}
