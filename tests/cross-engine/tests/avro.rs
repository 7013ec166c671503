//! Every engine reads and writes what Avro for Java wrote of its own schemas, in binary and in Avro's JSON encoding:
//! `tests/corpus/avro`.

use polywire::schema::compile_avro_files;
use polywire::{LoadError, LoadedFile};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, repository,
};
use polywire_model::DeclId;
use serde_json::Value;

/// The schemas, and for those that are no records the names of their structs. `logical` stands apart.
const GROUPS: &[&str] = &[
    "arr_empty_rec",
    "arr_null",
    "arr_of_arr",
    "handshake_request",
    "handshake_response",
    "interop",
    "json_schema",
    "just_double",
    "just_null",
    "just_string",
    "linked",
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

const FORMATS: &[&str] = &["avro", "json_avro", "json_plain", "raw"];

/// A message of Java's.
struct Message {
    name: String,
    ty: String,
    binary: Vec<u8>,
    json: String,
}

/// Compiles one schema of the corpus; returns the name of the struct that it states, too.
fn compiled(group: &str) -> (polywire::Model, String) {
    let path = repository("tests/corpus/avro/messages").join(format!("{group}.avsc"));
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = format!("{group}.avsc");
    let loader =
        |_: &str| -> Result<LoadedFile, LoadError> { Ok(LoadedFile { name: name.clone(), bytes: bytes.clone() }) };
    let compiled = compile_avro_files(&[&name], &loader);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{group}: {:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    let root: DeclId = compiled.root.expect("a schema");
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
        json: text_of(&line, "json"),
    };
    lines.map(message).collect()
}

fn subject(group: &str) -> (Subject, Vec<Message>) {
    let (model, ty) = compiled(group);
    (Subject::new(&format!("avro_{group}"), model, FORMATS), messages(group, &ty))
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
            assert_eq!(shown, expected, "{}", message.name);
            let of_json = ask(engine.as_mut(), request(&message, ("json_avro", "avro"), message.json.as_bytes()));
            let written = ask(engine.as_mut(), request(&message, ("avro", "avro"), &message.binary));
            // Java writes the entries of a map in any order.
            let is_same = written == message.binary && of_json == message.binary;
            assert!(is_same || message.has_maps() && written == of_json, "{}", message.name);
            checked += 1;
        }
    }
    assert!(checked > 120, "{checked}");
}

impl Message {
    /// Returns true if its bytes may differ by the order of entries.
    fn has_maps(&self) -> bool {
        ["avro_tree", "tree", "interop", "nested", "map", "handshake", "json", "unions"]
            .iter()
            .any(|it| self.name.starts_with(it))
    }
}

/// Returns all messages of the corpus in both forms, and damaged copies.
fn requests(messages: &[Message]) -> Vec<Request> {
    let mut all = Vec::new();
    for message in messages {
        for (from, bytes) in [("avro", message.binary.as_slice()), ("json_avro", message.json.as_bytes())] {
            let copies = broken_copies(bytes).into_iter();
            all.extend(copies.flat_map(|copy| ["json_avro", "raw"].map(|to| request(message, (from, to), &copy))));
        }
    }
    all
}

#[test]
fn engines_agree() {
    for group in ["unions", "interop", "top_union", "logical"] {
        let (subject, messages) = subject(group);
        let found = disagreements(&mut engines(&subject), requests(&messages).into_iter(), 20);
        assert!(found.is_empty(), "{group}:\n{}", found.join("\n"));
    }
}
