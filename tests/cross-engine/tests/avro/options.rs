//! Options of Avro: blocks with their sizes, and unsigned numbers as decimal numbers.

use super::{of_text, request};
use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model};
use polywire_cross_engine::{Answer, Request, Subject, broken_copies, bytecode, disagreements, engines, to_hex};
use polywire_lower::Writer;

const SCHEMA: &str = r#"syntax = "proto3"; package options;
message Inner { repeated sint32 small = 1; }
message Numbers {
  repeated uint64 list = 1;
  map<string, uint64> named = 2;
  map<uint64, bool> keyed = 3;
  oneof choice { uint64 number = 4; string text = 5; }
  optional uint64 maybe = 6;
  uint64 most = 7;
  repeated Inner inner = 8;
}"#;

const VALUE: &str = r#"{"list":["1","18446744073709551615"],"named":{"a":"9223372036854775808"},"keyed":{"2":true},"number":"3","maybe":"4","most":"18446744073709551615","inner":[{"small":[1,-1]},{}]}"#;

/// What Avro for Java 1.12.0 reads by the schema that `polywire schema --to avsc` prints, and what its `BlockingBinaryEncoder` writes.
const SIZED: &str = "0324000000000000000001\
    00ffffffffffffffff\
    000116026100800000000000000000\
    01140000000000000000020100\
    0200000000000000000302000000000000000004\
    00ffffffffffffffff\
    030c030402010000\
    00";

fn model(choices: &[&str]) -> Model {
    let loader = |name: &str| -> Result<LoadedFile, LoadError> {
        Ok(LoadedFile { name: name.to_owned(), bytes: SCHEMA.as_bytes().to_vec() })
    };
    let compiled = compile(Language::Proto, "options.proto", &loader);
    let mut model: Model = compiled.model.unwrap_or_else(|| panic!("{:?}", compiled.diagnostics));
    model.decls.iter_mut().for_each(|decl| decl.file.clear());
    model.options = choices.iter().fold(model.options, |options, choice| options.with(choice).expect("a choice"));
    model
}

fn subject() -> Subject {
    let model = model(&["avro.blocks=sized", "avro.unsigned=decimal"]);
    Subject::new("avro_options", model, &["avro", "avro_single", "json_avro", "json", "raw"])
}

fn ask(from: &str, to: &str, input: &[u8]) -> Request {
    let (ty, from, to, input) = ("options.Numbers".to_owned(), from.to_owned(), to.to_owned(), input.to_vec());
    Request { ty, from, to, input, schema: None, settings: vec![] }
}

fn written() -> Vec<u8> {
    match bytecode(&subject()).run(&[ask("json", "avro", VALUE.as_bytes())]).remove(0) {
        Answer::Bytes(bytes) => bytes,
        Answer::Error(code) => panic!("{code}"),
    }
}

#[test]
fn blocks_have_sizes_and_numbers_their_digits() {
    let written = written();
    assert_eq!(to_hex(&written), SIZED);
    let mut engine = bytecode(&subject());
    let answers = engine.run(&[ask("avro", "json", &written), ask("avro", "json_avro", &written)]);
    assert_eq!(answers[0], Answer::Bytes(VALUE.as_bytes().to_vec()));
    let Answer::Bytes(json) = &answers[1] else { panic!("{answers:?}") };
    assert_eq!(engine.run(&[ask("json_avro", "avro", json)]), [Answer::Bytes(written)]);
    // A number with a sign.
    let negative = SIZED.replace("00ffffffffffffffff030c", "ffffffffffffffffff030c");
    let negative = polywire_cross_engine::from_hex(&negative);
    assert_eq!(engine.run(&[ask("avro", "raw", &negative)]), [Answer::Error("out_of_range".to_owned())]);
}

#[test]
fn engines_agree_on_options() {
    let subject = subject();
    let mut engine = bytecode(&subject);
    let Answer::Bytes(json) = engine.run(&[ask("avro", "json_avro", &written())]).remove(0) else { panic!("no JSON") };
    let binary = broken_copies(&written()).into_iter().map(|it| ("avro", it));
    let text = broken_copies(&json).into_iter().step_by(5).map(|it| ("json_avro", it));
    let requests = binary.chain(text).flat_map(|(from, it)| ["avro", "raw"].map(|to| ask(from, to, &it)));
    let found = disagreements(&mut engines(&subject), requests.collect::<Vec<Request>>(), 10);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A reader that lacks an array moves over its blocks by their sizes: elements that are cut off or wrong do not matter.
#[test]
fn blocks_with_sizes_are_skipped_at_once() {
    let record =
        |fields: &str| format!(r#"{{"type":"record","name":"R","fields":[{fields}{{"name":"n","type":"int"}}]}}"#);
    let (writer, root) = of_text(&record(r#"{"name":"a","type":{"type":"array","items":"string"}},"#));
    let (reader, of_reader) = of_text(&record(""));
    let subject = Subject::of_writer("avro_skipping", reader, of_reader, Writer { model: writer, root });
    let message = super::Message {
        name: String::new(),
        ty: "R".to_owned(),
        binary: Vec::new(),
        single: Vec::new(),
        json: String::new(),
    };
    // Two elements, of which the first one is longer than the block.
    let answer =
        bytecode(&subject).run(&[request(&message, ("avro", "json_avro"), b"\x03\x04\x7f\x7f\x00\x0a")]).remove(0);
    assert_eq!(answer, Answer::Bytes(br#"{"n":5}"#.to_vec()));
}

/// A boolean is false, and an `int` has its low bits, as for Avro for Java, whose decoder gave these values.
#[test]
fn values_out_of_range_are_read_as_java_does() {
    let record =
        r#"{"type":"record","name":"R","fields":[{"name":"flag","type":"boolean"},{"name":"n","type":"int"}]}"#;
    let (mut model, _) = of_text(record);
    model.options = model.options.with("avro.strictness=java").expect("a choice");
    let subject = Subject::new("avro_lenient", model, &["avro", "json_avro"]);
    let request = |hex: &str| {
        let request = ask("avro", "json_avro", &polywire_cross_engine::from_hex(hex));
        Request { ty: "R".to_owned(), ..request }
    };
    let expected = [
        ("0202", r#"{"flag":false,"n":1}"#),
        ("018080808010", r#"{"flag":true,"n":0}"#),
        ("01ffffffff7f", r#"{"flag":true,"n":-2147483648}"#),
    ];
    let mut requests: Vec<Request> = expected.iter().map(|(hex, _)| request(hex)).collect();
    let mut engine = bytecode(&subject);
    for (answer, (hex, json)) in engine.run(&requests).into_iter().zip(expected) {
        assert_eq!(answer, Answer::Bytes(json.as_bytes().to_vec()), "{hex}");
    }
    requests.push(request("01808080808000"));
    assert_eq!(engine.run(&requests[3..]), [Answer::Error("overlong".to_owned())]);
    let found = disagreements(&mut engines(&subject), requests, 10);
    assert!(found.is_empty(), "{}", found.join("\n"));
}
