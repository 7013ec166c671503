//! Every engine reads and writes the messages of FastBinaryEncoding's own codec: `tests/corpus/fbe`.

use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{
    Answer, Engine, Request, Subject, broken_copies, bytecode, disagreements, engines, from_hex, is_full, repository,
    to_hex,
};
use serde::Deserialize;
use serde_json::Value;
use std::path::PathBuf;

/// Both models.
const FORMATS: [&str; 2] = ["fbe", "fbe_final"];

/// The JSON of the official codec.
const JSON: &str = "json_fbe";

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

fn subject(name: &str, schema: &str) -> Subject {
    Subject::new(name, model(schema), &["fbe", "fbe_final", JSON])
}

fn kitchen() -> Subject {
    subject("fbe_kitchen", "kitchen.fbe")
}

fn ask(engine: &mut Box<dyn Engine>, ty: &str, formats: (&str, &str), input: &[u8]) -> Answer {
    engine.run(&[request(ty, formats, input)]).remove(0)
}

fn request(ty: &str, (from, to): (&str, &str), input: &[u8]) -> Request {
    let (ty, from, to, input) = (ty.to_owned(), from.to_owned(), to.to_owned(), input.to_vec());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

fn text(answer: &Answer) -> String {
    match answer {
        Answer::Bytes(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        Answer::Error(code) => code.clone(),
    }
}

/// Compares JSON. The official codec writes a float of 32 bits with the digits of one of 64 bits, and the elements of sets in
/// the order of their hashes; that of lists is compared in `raw`.
fn is_same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) if ours != theirs => {
            let same_float = |ours: f64, theirs: f64| ours as f32 == theirs as f32;
            ours.is_f64() && ours.as_f64().zip(theirs.as_f64()).is_some_and(|(ours, theirs)| same_float(ours, theirs))
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().all(|ours| theirs.iter().any(|theirs| is_same(ours, theirs)))
        }
        (Value::Object(ours), Value::Object(theirs)) => {
            let same = |(name, ours): (&String, &Value)| theirs.get(name).is_some_and(|theirs| is_same(ours, theirs));
            ours.len() == theirs.len() && ours.iter().all(same)
        }
        (ours, theirs) => ours == theirs,
    }
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
            let value = ask(engine, &case.ty, (JSON, "raw"), json.to_string().as_bytes());
            let read = ask(engine, &case.ty, (format, "raw"), &theirs);
            if read != value || !matches!(read, Answer::Bytes(_)) {
                let read = text(&ask(engine, &case.ty, (format, JSON), &theirs));
                wrong.push(format!("{} {format}: {read}, not {json} ({value:?})", case.case));
                continue;
            }
            let ours = text(&ask(engine, &case.ty, (format, JSON), &theirs));
            if !serde_json::from_str(&ours).is_ok_and(|ours: Value| is_same(&ours, json)) {
                wrong.push(format!("{} {format}: {ours}, not {json}", case.case));
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

/// All messages, their JSON, the damaged ones, and damaged copies of some.
#[test]
fn engines_agree() {
    let mut requests = requests_of(&lines("kitchen.jsonl"));
    for case in lines::<Damaged>("damaged.jsonl") {
        let format = FORMATS[usize::from(case.is_final)];
        requests.push(request(&format!("kitchen.{}", case.ty), (format, "raw"), &from_hex(&case.hex)));
    }
    engines_agree_on(&kitchen(), requests);
}

#[test]
fn engines_agree_on_messages_of_upstream() {
    let (name, schema, cases) = ("fbe_proto", "upstream/proto.fbe", "upstream_proto.jsonl");
    engines_agree_on(&subject(name, schema), requests_of(&lines(cases)));
    if is_full() {
        let (name, schema, cases) = ("fbe_test", "upstream/test.fbe", "upstream_test.jsonl");
        engines_agree_on(&subject(name, schema), requests_of(&lines(cases)));
    }
}

/// Numbers of enums and flags that only unsigned integers of 64 bits can hold, as defaults and values.
#[test]
fn engines_agree_on_wide_enums() {
    let json = |far: u64, wide: u64, widest: u64| {
        format!(r#"{{"far":{far},"wide":{wide},"known":[{widest}],"other":null}}"#).into_bytes()
    };
    let values = [0, 1, 5, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, u64::MAX - 1, u64::MAX];
    let texts = values.map(|value| json(value, value.reverse_bits(), !value));
    let subject = subject("fbe_wide", "wide.fbe");
    let engine = &mut bytecode(&subject);
    for text in &texts {
        let message = FORMATS.map(|format| ask(engine, "wide.Wides", (JSON, format), text));
        let read = FORMATS.iter().zip(&message).map(|(format, message)| match message {
            Answer::Bytes(message) => ask(engine, "wide.Wides", (format, JSON), message),
            Answer::Error(code) => panic!("{code}: {}", String::from_utf8_lossy(text)),
        });
        let read: Vec<Answer> = read.collect();
        assert!(read.iter().all(|read| *read == Answer::Bytes(text.clone())), "{read:?}");
    }
    let new = text(&ask(engine, "wide.Wides", (JSON, JSON), b"{}"));
    assert_eq!(new, r#"{"far":9223372036854775809,"wide":18446744073709551615,"known":[],"other":null}"#);
    let formats = ["raw", "fbe", "fbe_final", JSON, "json_plain"];
    let inputs = texts.iter().map(Vec::as_slice).chain([b"{}".as_slice()]);
    let mut requests: Vec<Request> =
        inputs.flat_map(|text| formats.map(|to| request("wide.Wides", (JSON, to), text))).collect();
    for text in &texts {
        let Answer::Bytes(message) = ask(engine, "wide.Wides", (JSON, "fbe"), text) else { panic!("it was read") };
        requests.extend(formats.map(|to| request("wide.Wides", ("fbe", to), &message)));
    }
    engines_agree_on(&subject, requests);
}

/// Every message in both models and in JSON to all of them, and damaged copies of some.
fn requests_of(cases: &[Case]) -> Vec<Request> {
    let mut requests = Vec::new();
    for (case, index) in cases.iter().zip(0..) {
        for format in FORMATS {
            let (message, json) = (case.message(format), case.json(format).to_string().into_bytes());
            for (from, message, step) in [(format, message, 5), (JSON, json, 17)] {
                let copies = if index % 16 == 0 { broken_copies(&message) } else { vec![message] };
                let copies = copies.into_iter().step_by(if index % 16 == 0 { step } else { 1 });
                let to = ["fbe", "fbe_final", JSON];
                requests.extend(copies.flat_map(|copy| to.map(|to| request(&case.ty, (from, to), &copy))));
            }
        }
    }
    requests
}

fn engines_agree_on(subject: &Subject, requests: Vec<Request>) {
    let found = disagreements(&mut engines(subject), requests, 20);
    assert!(found.is_empty(), "engines disagree:\n{}", found.join("\n"));
}
