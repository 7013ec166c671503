//! Every engine reads and writes what Avro for Java wrote of its own schemas, in binary and in Avro's JSON encoding:
//! `tests/corpus/avro`.

mod options;
mod pairs;

use polywire::schema::{avro_without_logical_types, compile_avro_files, compile_avro_text};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, is_full, repository,
};
use polywire_lower::Writer;
use polywire_lower::avro::resolution::mismatches;
use polywire_model::DeclId;
use serde_json::Value;

/// The schema whose logical types have no effect.
const PLAIN: &str = "logical_plain";

/// The schemas. `logical` with its types stands apart, because some of Java's messages have no UUIDs in it.
const GROUPS: &[&str] = &[
    "arr_empty_rec",
    "arr_null",
    "arr_of_arr",
    "decimals",
    "handshake_request",
    "handshake_response",
    "interop",
    "json_schema",
    "just_double",
    "just_null",
    "just_string",
    "linked",
    PLAIN,
    "map_of_arr",
    "nested",
    "prims",
    "top_enum",
    "top_fixed",
    "top_union",
    "tree",
    "unions",
    "weather",
];

const FORMATS: &[&str] = &["avro", "avro_single", "json_avro", "json_plain", "raw"];

/// A message of Java's.
struct Message {
    name: String,
    ty: String,
    binary: Vec<u8>,
    /// Behind the fingerprint of its schema.
    single: Vec<u8>,
    json: String,
}

/// Compiles one schema of the corpus; returns the name of the struct that it states, too.
fn compiled(group: &str) -> (Model, String) {
    let file = group.strip_suffix("_plain").unwrap_or(group);
    let path = repository("tests/corpus/avro/messages").join(format!("{file}.avsc"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = format!("{group}.avsc");
    let loader =
        |_: &str| -> Result<LoadedFile, LoadError> { Ok(LoadedFile { name: name.clone(), bytes: bytes.clone() }) };
    let compiled = compile_avro_files(&[&name], &loader);
    let (model, root) = (compiled.model, compiled.root);
    // Some texts of the corpus are no UUIDs.
    let plain = || avro_without_logical_types(compiled.avro.as_ref()?);
    let (model, root) = if group == PLAIN { plain().unzip() } else { (model, Some(root)) };
    let mut model = model.unwrap_or_else(|| panic!("{group}: {:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    let root: DeclId = root.flatten().expect("a schema");
    let ty = model.decl(root).path();
    (model, ty)
}

fn messages(group: &str, ty: &str) -> Vec<Message> {
    let path = repository("tests/corpus/avro/messages").join(format!("{group}.jsonl"));
    let text = std::fs::read_to_string(path).expect("messages");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let text_of = |line: &Value, key: &str| line[key].as_str().expect("a text").to_owned();
    let message = |line: Value| Message {
        name: text_of(&line, "name"),
        ty: ty.to_owned(),
        binary: from_hex(&text_of(&line, "binary")),
        single: from_hex(&text_of(&line, "single")),
        json: text_of(&line, "json"),
    };
    lines.map(message).collect()
}

fn subject(group: &str) -> (Subject, Vec<Message>) {
    let (model, ty) = compiled(group);
    let messages = messages(group.strip_suffix("_plain").unwrap_or(group), &ty);
    (Subject::new(&format!("avro_{group}"), model, FORMATS), messages)
}

fn request(message: &Message, (from, to): (&str, &str), input: &[u8]) -> Request {
    Request {
        ty: message.ty.clone(),
        from: from.to_owned(),
        to: to.to_owned(),
        input: input.to_vec(),
        schema: None,
        settings: vec![],
    }
}

fn ask(engine: &mut dyn Engine, request: Request) -> Vec<u8> {
    let shown = request.line();
    match engine.run(&[request]).remove(0) {
        Answer::Bytes(bytes) => bytes,
        Answer::Error(code) => panic!("{code}: {shown}"),
    }
}

#[test]
fn messages_are_read_and_written_as_java_does() {
    let mut checked = 0;
    for group in GROUPS {
        let (subject, messages) = subject(group);
        let mut engine = bytecode(&subject);
        for message in messages {
            let shown = ask(engine.as_mut(), request(&message, ("avro", "json_avro"), &message.binary));
            let shown: Value = serde_json::from_slice(&shown).expect("JSON");
            let expected: Value = serde_json::from_str(&message.json).expect("JSON");
            assert!(same(&shown, &expected), "{}: {shown} instead of {expected}", message.name);
            let of_json = ask(engine.as_mut(), request(&message, ("json_avro", "avro"), message.json.as_bytes()));
            let written = ask(engine.as_mut(), request(&message, ("avro", "avro"), &message.binary));
            // Java writes the entries of a map in any order.
            let is_same = written == message.binary && of_json == message.binary;
            assert!(is_same || message.has_maps() && written == of_json, "{}", message.name);
            let single = ask(engine.as_mut(), request(&message, ("avro_single", "avro_single"), &message.single));
            assert_eq!(single, [&message.single[..10], &written].concat(), "{}", message.name);
            let named =
                polywire_lower::format("avro_single").and_then(|it| it.type_of(&subject.model, &message.single));
            assert_eq!(named.map(|id| subject.model.decl(id).path()), Some(message.ty.clone()), "{}", message.name);
            checked += 1;
        }
    }
    assert!(checked > 120, "{checked}");
}

#[test]
fn long_decimals_are_the_texts_of_java() {
    let (subject, messages) = subject("decimals");
    let text = std::fs::read_to_string(repository("tests/corpus/avro/messages/decimals.jsonl")).expect("messages");
    let texts = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["texts"].clone());
    let mut engine = bytecode(&subject);
    for (message, texts) in messages.iter().zip(texts) {
        let shown = ask(engine.as_mut(), request(message, ("avro", "json_plain"), &message.binary));
        let plain: Value = serde_json::from_slice(&shown).expect("JSON");
        for (name, expected) in texts.as_object().expect("texts") {
            assert_eq!(plain.get(name), Some(expected), "{}: {name}", message.name);
        }
        let written = ask(engine.as_mut(), request(message, ("json_plain", "avro"), &shown));
        assert_eq!(written, message.binary, "{}", message.name);
    }
    assert_eq!(messages.len(), 40);
}

#[test]
fn texts_that_are_no_decimals_are_refused() {
    let (subject, messages) = subject("decimals");
    let mut engine = bytecode(&subject);
    let mut outcome = |name: &str, text: &str| {
        let input = serde_json::json!({ name: text }).to_string();
        let answer = engine.run(&[request(&messages[0], ("json_plain", "avro"), input.as_bytes())]).remove(0);
        match answer {
            Answer::Bytes(bytes) => {
                let shown = ask(engine.as_mut(), request(&messages[0], ("avro", "json_plain"), &bytes));
                let shown: Value = serde_json::from_slice(&shown).expect("JSON");
                shown[name].as_str().expect("a text").to_owned()
            }
            Answer::Error(code) => code,
        }
    };
    for text in ["", "-", ".", "1,5", "1.2.3", " 1", "1 ", "0x10", "1e", "1e+", "--1", "NaN", "1e5x"] {
        assert_eq!(outcome("amount", text), "syntax", "{text:?}");
        assert_eq!(outcome("big", text), "syntax", "{text:?}");
    }
    for text in ["1e30", "0.0000000001", "123456789012345678901234567890", "1e99999999999"] {
        assert_eq!(outcome("amount", text), "out_of_range", "{text:?}");
    }
    for text in ["1e9999999999", "1e-9999999999", &"9".repeat(1001)] {
        assert_eq!(outcome("big", text), "out_of_range", "{text:?}");
    }
    for (text, shown) in
        [("+1", "1.000000000"), ("-.5", "-0.500000000"), ("5.", "5.000000000"), ("1.2300000000000", "1.230000000")]
    {
        assert_eq!(outcome("amount", text), shown);
    }
    for (text, shown) in [("12e-1", "1.2"), ("1E3", "1E+3"), ("0.0000001", "1E-7"), ("007", "7"), ("-0.00", "0.00")] {
        assert_eq!(outcome("big", text), shown);
    }
    assert_eq!(outcome("amount", "-0"), "0.000000000");
    assert_eq!(outcome("amount", "0e5"), "0.000000000");
}

impl Message {
    /// Returns true if its bytes may differ by the order of entries.
    fn has_maps(&self) -> bool {
        ["tree", "interop", "nested", "map", "handshake", "json", "unions"].iter().any(|it| self.name.starts_with(it))
    }
}

/// Returns all messages of the corpus in both forms, and damaged copies.
fn requests(messages: &[Message]) -> Vec<Request> {
    let mut all = Vec::new();
    for message in messages {
        let forms = [
            ("avro", message.binary.as_slice()),
            ("avro_single", &message.single),
            ("json_avro", message.json.as_bytes()),
        ];
        for (from, bytes) in forms {
            let copies = broken_copies(bytes).into_iter();
            all.extend(copies.flat_map(|copy| ["json_avro", "raw"].map(|to| request(message, (from, to), &copy))));
        }
    }
    all
}

/// A pair of schemas, and a message of the writer.
struct Resolution {
    case: Value,
    writer: Writer,
    reader: Model,
    root: DeclId,
    message: Message,
}

fn of_text(text: &str) -> (Model, DeclId) {
    let compiled = compile_avro_text("value.avsc", text.as_bytes());
    let mut model = compiled.model.unwrap_or_else(|| panic!("{text}: {:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    (model, compiled.root.expect("a schema"))
}

fn resolutions() -> Vec<Resolution> {
    let text = std::fs::read_to_string(repository("tests/corpus/avro/resolution.jsonl")).expect("cases");
    let resolution = |line: &str| {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let (model, root) = of_text(&case["writer"].to_string());
        let writer = Writer { model, root };
        let (reader, root) = of_text(&case["reader"].to_string());
        let message = Message {
            name: case["case"].to_string(),
            ty: reader.decl(root).path(),
            binary: from_hex(case["hex"].as_str().expect("hex")),
            single: Vec::new(),
            json: case["reader_json"].as_str().unwrap_or_default().to_owned(),
        };
        Resolution { case, writer, reader, root, message }
    };
    text.lines().map(resolution).collect()
}

/// Java reads the bytes of a decimal number that has none.
const REFUSED: &[&str] = &["logical-decimal-1"];

#[test]
fn data_of_other_schemas_is_read_as_java_does() {
    for Resolution { case, writer, reader, root, message } in resolutions() {
        let name = case["case"].as_str().expect("a name");
        let found = mismatches(&reader, root, &writer);
        let shown: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert_eq!(found.is_empty(), case["compatibility"] == "COMPATIBLE", "{name}: {shown:?}");
        let subject = Subject::of_writer("avro_reader", reader, root, writer);
        let answer = bytecode(&subject).run(&[request(&message, ("avro", "json_avro"), &message.binary)]).remove(0);
        match answer {
            Answer::Bytes(bytes) => {
                assert_eq!(case["ok"], true, "{name} is read");
                let found: Value = serde_json::from_slice(&bytes).expect("JSON");
                let expected: Value = serde_json::from_str(&message.json).expect("JSON");
                assert!(same(&found, &expected), "{name}: {found} instead of {expected}");
            }
            Answer::Error(code) => assert!(case["ok"] == false || REFUSED.contains(&name), "{name}: {code}"),
        }
    }
}

/// Compares numbers as binary32, since Java prints floats of 32 bits as the doubles that they are; the bytes written for them
/// are compared exactly.
fn same(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => left == right || single(left) == single(right),
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| same(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(name, value)| right.get(name).is_some_and(|it| same(value, it)))
        }
        _ => left == right,
    }
}

fn single(number: &serde_json::Number) -> Option<f32> {
    number.as_f64().map(|it| it as f32)
}

/// Java's verdicts that differ: it takes any byte for a boolean, drops bits of an `int`, and replaces what is not UTF-8.
const STRICTER: &[&str] = &["m01", "m07", "m11"];

#[test]
fn odd_messages_get_the_verdict_of_java() {
    let text = std::fs::read_to_string(repository("tests/corpus/avro/malformed.jsonl")).expect("cases");
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).expect("JSON");
        let name = case["case"].as_str().expect("a name");
        let (model, root) = of_text(&case["schema"].to_string());
        let message = Message {
            name: name.to_owned(),
            ty: model.decl(root).path(),
            binary: from_hex(case["hex"].as_str().expect("hex")),
            single: Vec::new(),
            json: String::new(),
        };
        let subject = Subject::new("avro_malformed", model, FORMATS);
        let answer = bytecode(&subject).run(&[request(&message, ("avro", "json_avro"), &message.binary)]).remove(0);
        let is_read = matches!(answer, Answer::Bytes(_));
        assert!(STRICTER.contains(&name) && !is_read || is_read == (case["ok"] == true), "{name}: {answer:?}");
        if let (Answer::Bytes(bytes), Some(json)) = (answer, case["json"].as_str()) {
            let found: Value = serde_json::from_slice(&bytes).expect("JSON");
            assert_eq!(found, serde_json::from_str::<Value>(json).expect("JSON"), "{name}");
        }
    }
}

#[test]
fn engines_agree() {
    let groups = if is_full() { GROUPS } else { &["unions", "interop", "decimals"] };
    for group in groups.iter().chain(&["logical"]) {
        let (subject, messages) = subject(group);
        let found = disagreements(&mut engines(&subject), requests(&messages), 20);
        assert!(found.is_empty(), "{group}:\n{}", found.join("\n"));
    }
}
