//! Decoders for a pair of schemas in every engine.

use super::{Message, REFUSED, Resolution, ask, of_text, request, resolutions, same};
use polywire::Model;
use polywire_cross_engine::{Subject, broken_copies, bytecode, disagreements, engines, from_hex};
use polywire_lower::Writer;
use polywire_model::DeclId;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Pairs of schemas that Java resolves, as the fields of one writer's and one reader's record: what is generated for all of them is
/// compiled once.
struct Pairs {
    writer: Writer,
    reader: Model,
    root: DeclId,
    messages: Vec<Message>,
}

/// Fields whose values JSON shows with the names of records, which are others here.
const WITH_NAMES: &[&str] = &["recursive", "union_rec"];

impl Pairs {
    fn of_cases() -> Self {
        let mut cases: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for Resolution { case, .. } in resolutions() {
            let (name, _) = case["case"].as_str().and_then(|name| name.rsplit_once('-')).expect("a number");
            cases.entry(name.to_owned()).or_default().push(case);
        }
        let is_read =
            |case: &Value| case["ok"] == true && !REFUSED.contains(&case["case"].as_str().unwrap_or_default());
        cases.retain(|_, of_pair| of_pair.iter().all(is_read));
        let schema = |side: &str| {
            let field = |(name, of_pair): (&String, &Vec<Value>)| {
                let name = name.replace('-', "_");
                json!({ "name": name, "type": renamed(&of_pair[0][side], &prefix(&name)) })
            };
            let fields: Vec<Value> = cases.iter().map(field).collect();
            of_text(&json!({ "type": "record", "name": "All", "fields": fields }).to_string())
        };
        let ((model, of_writer), (reader, root)) = (schema("writer"), schema("reader"));
        let messages = (0..3).map(|number| message_of(&cases, number)).collect();
        Self { writer: Writer { model, root: of_writer }, reader, root, messages }
    }
}

/// Names of types begin like this.
fn prefix(field: &str) -> String {
    field.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

/// Returns the message of this number of all pairs; of pairs with fewer ones, their last.
fn message_of(cases: &BTreeMap<String, Vec<Value>>, number: usize) -> Message {
    let chosen = cases.iter().map(|(name, of_pair)| (name, of_pair.get(number).or(of_pair.last()).expect("a message")));
    let (mut binary, mut json) = (Vec::new(), Map::new());
    for (name, case) in chosen {
        binary.extend(from_hex(case["hex"].as_str().expect("hex")));
        let value = serde_json::from_str(case["reader_json"].as_str().expect("JSON")).expect("JSON");
        json.insert(name.replace('-', "_"), value);
    }
    let (name, ty, json) = (format!("message {number}"), "All".to_owned(), Value::Object(json).to_string());
    Message { name, ty, binary, single: Vec::new(), json }
}

const PRIMITIVES: &[&str] = &["null", "boolean", "int", "long", "float", "double", "bytes", "string"];

/// Returns a schema whose types have names, without namespaces, that begin with a prefix.
fn renamed(schema: &Value, prefix: &str) -> Value {
    let prefixed = |name: &Value| match name.as_str() {
        Some(primitive) if PRIMITIVES.contains(&primitive) => name.clone(),
        Some(name) => format!("{prefix}{name}").into(),
        None => renamed(name, prefix),
    };
    match schema {
        Value::Array(branches) => branches.iter().map(prefixed).collect(),
        Value::Object(object) => {
            let mut object = object.clone();
            object.remove("namespace");
            let is_declared = object.contains_key("name");
            for (key, part) in &mut object {
                *part = match key.as_str() {
                    "name" => prefixed(part),
                    "aliases" => part.as_array().expect("names").iter().map(prefixed).collect(),
                    "fields" => part.as_array().expect("fields").iter().map(|it| renamed_field(it, prefix)).collect(),
                    "type" if !is_declared => prefixed(part),
                    "items" | "values" => prefixed(part),
                    _ => part.clone(),
                };
            }
            // Of arrays and maps.
            for (key, word) in [("items", "array"), ("values", "map")] {
                if object.contains_key(key) {
                    object.insert("type".to_owned(), word.into());
                }
            }
            Value::Object(object)
        }
        other => prefixed(other),
    }
}

fn renamed_field(field: &Value, prefix: &str) -> Value {
    let mut field = field.clone();
    field["type"] = renamed(&field["type"], prefix);
    field
}

#[test]
fn decoders_for_a_pair_of_schemas_agree() {
    let Pairs { writer, reader, root, messages } = Pairs::of_cases();
    let subject = Subject::of_writer("avro_pairs", reader, root, writer);
    let mut requests = Vec::new();
    for message in &messages {
        let shown = ask(bytecode(&subject).as_mut(), request(message, ("avro", "json_avro"), &message.binary));
        let shown: Value = serde_json::from_slice(&shown).expect("JSON");
        let expected: Map<String, Value> = serde_json::from_str(&message.json).expect("JSON");
        for (name, expected) in expected.iter().filter(|(name, _)| !WITH_NAMES.contains(&name.as_str())) {
            assert!(same(&shown[name], expected), "{name}: {} instead of {expected}", shown[name]);
        }
        let copies = std::iter::once(message.binary.clone()).chain(broken_copies(&message.binary));
        requests.extend(copies.map(|copy| request(message, ("avro", "raw"), &copy)));
    }
    let found = disagreements(&mut engines(&subject), requests, 10);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
