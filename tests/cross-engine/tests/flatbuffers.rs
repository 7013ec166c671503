//! Every engine reads and writes the messages that flatc wrote for FlatBuffers' own schemas: `tests/corpus/flatbuffers`.

use polywire::Model;
use polywire_cross_engine::{
    Answer, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, repository,
};
use polywire_test_models::make::of_fbs;
use serde::Deserialize;
use std::path::{Path, PathBuf};

const PLAIN: &str = "flatbuffers";
const PREFIXED: &str = "flatbuffers_size_prefixed";

/// flatc's JSON.
const JSON: &str = "json_flatc";

/// A message of a type in a format.
#[derive(Clone)]
struct Message {
    ty: String,
    format: &'static str,
    bytes: Vec<u8>,
}

/// A damaged message of the kitchen schema, and the verdict of the official verifier.
#[derive(Deserialize)]
struct Damaged {
    root: String,
    hex: String,
    verifies: bool,
}

fn corpus(path: &str) -> PathBuf {
    repository("tests/corpus/flatbuffers").join(path)
}

/// The types of a schema and of what it includes, as one file.
fn model(path: &str) -> Model {
    let folder = corpus(path).parent().map(Path::to_path_buf).unwrap_or_default();
    let folders = [folder.clone(), folder.join("include_test"), folder.join("include_test/sub"), corpus("schemas")];
    let find = |name: &str| {
        let paths = folders.iter().map(|folder| folder.join(name.trim_start_matches('/')));
        let found = paths.map(|path| path.canonicalize()).find_map(Result::ok);
        let path = found.or_else(|| PathBuf::from(name).canonicalize().ok())?;
        Some((path.to_string_lossy().into_owned(), std::fs::read(&path).ok()?))
    };
    let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut model = of_fbs(&file, find);
    let own = corpus(path).canonicalize().expect("a schema").to_string_lossy().into_owned();
    model.flatbuffers_files.retain(|file, _| *file == own);
    model.flatbuffers_files = model.flatbuffers_files.into_values().map(|file| (String::new(), file)).collect();
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

fn subject(name: &str, schema: &str) -> Subject {
    Subject::new(name, model(schema), &[PLAIN, PREFIXED, JSON])
}

/// The files of a folder with an ending: their names, and their bytes.
fn files(folder: &str, ending: &str) -> Vec<(String, Vec<u8>)> {
    let entries = std::fs::read_dir(corpus(folder)).expect("the corpus");
    let paths = entries.map(|entry| entry.expect("a file").path());
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let mut found: Vec<(String, Vec<u8>)> = paths
        .filter(|path| name(path).ends_with(ending))
        .map(|path| (name(&path), std::fs::read(&path).expect("a file")))
        .collect();
    found.sort();
    found
}

fn message(path: &str, (ty, format): (&str, &'static str)) -> Message {
    Message { ty: ty.to_owned(), format, bytes: std::fs::read(corpus(path)).expect("the corpus") }
}

/// All messages of a folder in one format, which have one type.
fn of_type(folder: &str, ending: &str, (ty, format): (&str, &'static str)) -> Vec<Message> {
    let files = files(folder, ending).into_iter();
    files.map(|(_, bytes)| Message { ty: ty.to_owned(), format, bytes }).collect()
}

/// Messages of the kitchen schema, whose files are named after their types, and flatc's JSON of them.
fn kitchen(ending: &str, format: &'static str) -> Vec<Message> {
    let ty = |name: &str| {
        let stem = name.split('-').next().unwrap_or_default();
        format!("corpus.kitchen.{}{}", stem[..1].to_uppercase(), &stem[1..])
    };
    let files = files("messages/kitchen", ending).into_iter();
    let files = files.filter(|(name, _)| format != PLAIN || !name.ends_with(".sizeprefixed.bin"));
    files.map(|(name, bytes)| Message { ty: ty(&name), format, bytes }).collect()
}

fn request(message: &Message, to: &str, input: Vec<u8>) -> Request {
    let (ty, from, to) = (message.ty.clone(), message.format.to_owned(), to.to_owned());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

/// Every message is accepted; it, and damaged copies of some, give the same answers in all formats and engines, and so does
/// what is written of them in JSON.
fn engines_agree(subject: &Subject, messages: &[Message], mut requests: Vec<Request>) {
    let formats = [PLAIN, PREFIXED, JSON, "raw"];
    let engine = &mut bytecode(subject);
    for (message, index) in messages.iter().zip(0..) {
        let copies = if index % 16 == 0 { broken_copies(&message.bytes) } else { vec![] };
        let copies = std::iter::once(message.bytes.clone()).chain(copies.into_iter().step_by(7));
        requests.extend(copies.flat_map(|copy| formats.map(|to| request(message, to, copy.clone()))));
        match engine.run(&[request(message, JSON, message.bytes.clone())]).remove(0) {
            Answer::Bytes(bytes) => {
                let text = Message { ty: message.ty.clone(), format: JSON, bytes };
                requests.extend(formats.map(|to| request(&text, to, text.bytes.clone())));
            }
            Answer::Error(code) => panic!("{} {}: {code}: {:02x?}", message.ty, message.format, message.bytes),
        }
    }
    println!("{}: {} messages, {} requests", subject.name, messages.len(), requests.len());
    let found = disagreements(&mut engines(subject), requests, 20);
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}

/// Every construct, flatc's JSON in three styles, and damaged messages with the verdict of the official verifier, which does not
/// look at the characters of texts.
#[test]
fn every_construct() {
    let subject = polywire_cross_engine::subject("flatbuffers_kitchen");
    let binary = [kitchen(".bin", PLAIN), kitchen(".sizeprefixed.bin", PREFIXED)].concat();
    assert_eq!(binary.len(), 140, "messages");
    let lines = std::fs::read_to_string(corpus("messages/mutants.jsonl")).expect("the corpus");
    let damaged: Vec<Damaged> = lines.lines().map(|line| serde_json::from_str(line).expect("a line")).collect();
    assert_eq!(damaged.len(), 120);
    let requests = damaged.iter().map(|case| {
        let message = Message { ty: case.root.clone(), format: PLAIN, bytes: from_hex(&case.hex) };
        request(&message, "raw", message.bytes.clone())
    });
    let requests: Vec<Request> = requests.collect();
    for (case, answer) in damaged.iter().zip(bytecode(subject).run(&requests)) {
        match answer {
            Answer::Bytes(_) => assert!(case.verifies, "{}: {}", case.root, case.hex),
            Answer::Error(code) => assert!(!case.verifies || code == "invalid_utf8", "{code}: {}", case.hex),
        }
    }
    engines_agree(subject, &[binary, kitchen(".json", JSON)].concat(), requests);
}

/// The schema of the official tests, with files of several implementations.
#[test]
fn monsters() {
    let subject = subject("flatbuffers_monster", "schemas/tests/monster_test.fbs");
    let ty = "MyGame.Example.Monster";
    let own = of_type("messages/monster", ".bin", (ty, PLAIN));
    let upstream = [
        ("tests/monsterdata_test.mon", PLAIN),
        ("tests/monsterdata_go_wire.mon.sp", PREFIXED),
        ("tests/FlatBuffers.Test/monsterdata_cstest_sp.mon", PREFIXED),
    ];
    let upstream = upstream.map(|(name, format)| message(&format!("messages/upstream-data/{name}"), (ty, format)));
    engines_agree(&subject, &own.into_iter().chain(upstream).collect::<Vec<_>>(), vec![]);
}

/// Each schema reads the messages of both.
#[test]
fn newer_and_older_schemas() {
    for version in ["evo1", "evo2"] {
        let subject = subject(&format!("flatbuffers_{version}"), &format!("messages/evolution/{version}.fbs"));
        engines_agree(&subject, &of_type("messages/evolution", ".bin", ("evo.Doc", PLAIN)), vec![]);
    }
}

/// Unions of structs and texts, arrays in structs, offsets of 64 bits, forced alignment; the published message.
#[test]
fn rare_constructs() {
    for (name, path, schema, ty) in [
        ("wide", "messages/more/wide.bin", "messages/more/wide.fbs", "Wide"),
        (
            "movie",
            "messages/more/union_vector.bin",
            "schemas/java/src/test/java/union_vector/union_vector.fbs",
            "Movie",
        ),
        ("arrays", "messages/more/arrays.mon", "schemas/tests/arrays_test.fbs", "MyGame.Example.ArrayTable"),
    ] {
        let subject = subject(&format!("flatbuffers_{name}"), schema);
        engines_agree(&subject, &[message(path, (ty, PLAIN))], vec![]);
    }
}

/// Compiled schemas are messages, too.
#[test]
fn compiled_schemas() {
    let subject = subject("flatbuffers_reflection", "schemas/reflection/reflection.fbs");
    let own = of_type("schemas/tests", ".bfbs", ("reflection.Schema", PLAIN));
    let rules = of_type("verdicts", ".bfbs", ("reflection.Schema", PLAIN));
    engines_agree(&subject, &[own, rules].concat(), vec![]);
}

/// What the official library shows as invalid, byte by byte.
#[test]
fn invalid_messages() {
    let subject = subject("flatbuffers_annotated", "schemas/tests/annotated_binary/annotated_binary.fbs");
    let folder = "messages/upstream-data/tests/annotated_binary/tests";
    let invalid = of_type(folder, ".bin", ("AnnotatedBinary.Foo", PLAIN));
    assert_eq!(invalid.len(), 14);
    let requests = invalid.iter().map(|it| request(it, "raw", it.bytes.clone())).collect();
    engines_agree(&subject, &[], requests);
}
