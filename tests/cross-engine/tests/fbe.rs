//! Every engine reads and writes the messages of FastBinaryEncoding's own codec: `tests/corpus/fbe`.

use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, repository, to_hex,
};
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;

/// Both models.
const FORMATS: [&str; 2] = ["fbe", "fbe_final"];

/// A value in both models, as the official codec wrote it.
#[derive(Deserialize)]
struct Case {
    case: String,
    #[serde(rename = "type")]
    ty: String,
    fbe: String,
    fbe_final: String,
    json: Value,
    /// In the final model, if that has another value.
    json_final: Option<Value>,
}

impl Case {
    fn message(&self, format: &str) -> Vec<u8> {
        from_hex(if format == "fbe" { &self.fbe } else { &self.fbe_final })
    }

    fn json(&self, format: &str) -> &Value {
        self.json_final.as_ref().filter(|_| format == "fbe_final").unwrap_or(&self.json)
    }
}

/// A damaged message of the kitchen schema, and the verdict of the official codec.
#[derive(Deserialize)]
struct Damaged {
    case: String,
    #[serde(rename = "struct")]
    ty: String,
    #[serde(rename = "final")]
    is_final: bool,
    hex: String,
    verify: bool,
}

fn path(name: &str) -> PathBuf {
    repository("tests/corpus/fbe").join(name)
}

fn lines<T: for<'de> Deserialize<'de>>(name: &str) -> Vec<T> {
    let text = std::fs::read_to_string(path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{name}: {error}: {line}")))
        .collect()
}

fn model(schema: &str) -> Model {
    let loader = |name: &str| {
        let bytes = std::fs::read(path(name)).map_err(|_| LoadError::NotFound)?;
        Ok(LoadedFile { name: name.to_owned(), bytes })
    };
    let compiled = compile(Language::Fbe, schema, &loader);
    let mut model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model
}

fn kitchen() -> Subject {
    Subject::new("fbe_kitchen", model("kitchen.fbe"), &FORMATS)
}

fn ask(engine: &mut Box<dyn Engine>, ty: &str, formats: (&str, &str), input: &[u8]) -> Answer {
    engine.run(&[request(ty, formats, input)]).remove(0)
}

fn request(ty: &str, (from, to): (&str, &str), input: &[u8]) -> Request {
    let (ty, from, to, input) = (ty.to_owned(), from.to_owned(), to.to_owned(), input.to_vec());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

/// Compares values with those of the official JSON, and messages with the official ones. The official codec writes the
/// entries of maps in the order in which they were put into them.
fn equals_the_official_codec(subject: &Subject, cases: &[Case]) {
    let engine = &mut bytecode(subject);
    let mut wrong = Vec::new();
    let mut reordered = 0;
    for case in cases {
        for format in FORMATS {
            let theirs = case.message(format);
            let json = case.json(format);
            let value = ask(engine, &case.ty, ("json_plain", "raw"), json.to_string().as_bytes());
            let read = ask(engine, &case.ty, (format, "raw"), &theirs);
            if read != value || !matches!(read, Answer::Bytes(_)) {
                let read = ask(engine, &case.ty, (format, "json_plain"), &theirs);
                wrong.push(format!("{} {format}: {read:?}, not {json} ({value:?})", case.case));
                continue;
            }
            let written = ask(engine, &case.ty, (format, format), &theirs);
            let Answer::Bytes(ours) = &written else {
                wrong.push(format!("{} {format}: {written:?}", case.case));
                continue;
            };
            let has_map = case.ty.ends_with("Maps") && ours.len() == theirs.len();
            match (*ours == theirs, has_map) {
                (true, _) => {}
                (false, true) => reordered += 1,
                (false, false) => {
                    wrong.push(format!("{} {format}: {} not {}", case.case, to_hex(ours), to_hex(&theirs)))
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
    assert!(reordered * 3 < cases.len(), "{reordered}");
}

#[test]
fn values_and_bytes_equal_those_of_the_official_codec() {
    equals_the_official_codec(&kitchen(), &lines("kitchen.jsonl"));
}

#[test]
fn messages_of_upstream() {
    let subject = |name: &str, schema: &str| Subject::new(name, model(schema), &FORMATS);
    equals_the_official_codec(&subject("fbe_proto", "upstream/proto.fbe"), &lines("upstream_proto.jsonl"));
    equals_the_official_codec(&subject("fbe_test", "upstream/test.fbe"), &lines("upstream_test.jsonl"));
}

/// Why a message that the official codec accepts is refused: its `verify` looks neither at the size of the message nor at
/// values that end behind it, which it then reads as defaults, nor at UTF-8.
const STRICTER: [&str; 5] = ["truncated", "trailing_bytes", "bad_pointer", "bad_length", "invalid_utf8"];

/// Everything that the official codec refuses is refused; what is refused beyond that has a reason.
#[test]
fn verdicts_on_damaged_messages() {
    let subject = kitchen();
    let engine = &mut bytecode(&subject);
    let mut wrong = Vec::new();
    let mut stricter = std::collections::BTreeMap::new();
    for case in lines::<Damaged>("damaged.jsonl") {
        let format = FORMATS[usize::from(case.is_final)];
        let answer = ask(engine, &format!("kitchen.{}", case.ty), (format, "raw"), &from_hex(&case.hex));
        match (&answer, case.verify) {
            (Answer::Error(_), false) | (Answer::Bytes(_), true) => {}
            (Answer::Error(code), true) if STRICTER.contains(&code.as_str()) => {
                *stricter.entry(code.clone()).or_insert(0) += 1;
            }
            _ => wrong.push(format!("{} {format} {}: {answer:?}: {}", case.case, case.ty, case.hex)),
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", wrong.len(), wrong.join("\n"));
    println!("{stricter:?}");
}

/// All messages, the damaged ones, and damaged copies of some.
#[test]
fn engines_agree() {
    let mut engines = engines(&kitchen());
    let mut requests = Vec::new();
    for (case, index) in lines::<Case>("kitchen.jsonl").iter().zip(0..) {
        for format in FORMATS {
            let message = case.message(format);
            let copies = if index % 16 == 0 { broken_copies(&message) } else { vec![message] };
            let copies = copies.into_iter().step_by(if index % 16 == 0 { 5 } else { 1 });
            requests.extend(copies.flat_map(|copy| FORMATS.map(|to| request(&case.ty, (format, to), &copy))));
        }
    }
    for case in lines::<Damaged>("damaged.jsonl") {
        let format = FORMATS[usize::from(case.is_final)];
        requests.push(request(&format!("kitchen.{}", case.ty), (format, "raw"), &from_hex(&case.hex)));
    }
    let found = disagreements(&mut engines, requests, 20);
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}
