//! Messages each of which tells the schema of its writer: single objects of Avro for Java, and messages behind the header of a
//! schema registry.

use crate::avro_files::is_same;
use crate::folder::root;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A folder with messages and schemas.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, contents: impl AsRef<[u8]>) {
        fs::write(self.path(name), contents).expect("writing");
    }

    /// Writes the messages of a stream, each behind its length.
    fn write_stream<'m>(&self, name: &str, messages: impl IntoIterator<Item = &'m Vec<u8>>) {
        let framed = |message: &Vec<u8>| [&(message.len() as u32).to_be_bytes(), message.as_slice()].concat();
        self.write(name, messages.into_iter().flat_map(framed).collect::<Vec<u8>>());
    }

    fn run(&self, line: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
        let command = command.args(line.split_whitespace()).current_dir(self.0.path()).stdin(Stdio::null());
        command.output().expect("the command")
    }

    /// Returns the output of a command that succeeds.
    fn output(&self, line: &str) -> Vec<u8> {
        let done = self.run(line);
        assert!(done.status.success(), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        done.stdout
    }

    fn text(&self, line: &str) -> String {
        String::from_utf8(self.output(line)).expect("text")
    }

    /// Returns the message of a command that fails with an exit code.
    fn failure(&self, line: &str, code: i32) -> String {
        let done = self.run(line);
        assert_eq!(done.status.code(), Some(code), "{line}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stderr).expect("text")
    }
}

/// Where the schemas and Java's messages are.
fn corpus(name: &str) -> PathBuf {
    root().join("tests/corpus/avro").join(name)
}

/// Returns the lines of a file of JSON.
fn lines(path: &str) -> Vec<Value> {
    let text = fs::read_to_string(corpus(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn from_hex(text: &Value) -> Vec<u8> {
    let digits = text.as_str().expect("a text").as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).expect("digits"), 16).expect("a byte")).collect()
}

/// Returns Java's single objects of all schemas but one, whose texts are no UUIDs, and their values.
fn java_objects() -> (Vec<Vec<u8>>, Vec<Value>) {
    let names = fs::read_dir(corpus("messages")).expect("the corpus");
    let names = names.filter_map(|entry| entry.expect("an entry").file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".jsonl") && name != "logical.jsonl").collect();
    names.sort();
    let all = names.iter().flat_map(|name| lines(&format!("messages/{name}")));
    let value = |line: &Value| serde_json::from_str(line["json"].as_str().expect("a text")).expect("JSON");
    all.map(|line| (from_hex(&line["single"]), value(&line))).unzip()
}

const FRAMED: &str = "--framing u32-be";

#[test]
fn objects_of_java_are_read_by_their_fingerprints() {
    let folder = Folder::new();
    let (objects, values) = java_objects();
    assert_eq!(objects.len(), 169);
    folder.write_stream("objects.bin", &objects);
    let schemas = format!("--writer-schemas {}", corpus("messages").display());
    let text = folder.text(&format!("convert --from avro_single --to json_avro {FRAMED} {schemas} objects.bin"));
    let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(found.len(), values.len());
    found.iter().zip(&values).for_each(|(one, other)| assert!(is_same(one, other), "{one}, expected {other}"));
    folder.output(&format!("validate --wire avro_single {FRAMED} {schemas} objects.bin"));
    let shown = folder.text(&format!("inspect --wire avro_single {FRAMED} --message 70 {schemas} objects.bin"));
    assert!(shown.contains("org.apache.avro.Interop in avro_single"), "{shown}");
    // The entries of maps are written in order, so a second copy is compared.
    let again = format!("convert --from avro_single --to avro_single {FRAMED} {schemas}");
    folder.output(&format!("{again} objects.bin -o once.bin"));
    folder.output(&format!("{again} once.bin -o twice.bin"));
    assert_eq!(fs::read(folder.path("once.bin")).ok(), fs::read(folder.path("twice.bin")).ok());
    let message = folder.failure(
        &format!("convert --from avro_single --to avro {FRAMED} --to-framing avro-file {schemas} objects.bin"),
        2,
    );
    assert!(message.contains("name it with --schema"), "{message}");
}

#[test]
fn unknown_fingerprints_are_named() {
    let folder = Folder::new();
    let (objects, _) = java_objects();
    folder.write_stream("objects.bin", &objects[..3]);
    let schemas = format!("--writer-schemas {}", corpus("compatibility").display());
    let expected = "has its fingerprint, 13d310e033bfa946 (there are 3 schemas)";
    for line in ["convert --from avro_single --to json", "validate --wire avro_single", "inspect --wire avro_single"] {
        let message = folder.failure(&format!("{line} {FRAMED} {schemas} objects.bin"), 1);
        assert!(message.contains("objects.bin: message 1: no schema in") && message.contains(expected), "{message}");
    }
    let done = folder.run(&format!("validate --all --format json --wire avro_single {FRAMED} {schemas} objects.bin"));
    let refused = String::from_utf8(done.stdout).expect("text");
    assert_eq!(refused.lines().count(), 3);
    assert_eq!(
        serde_json::from_str::<Value>(refused.lines().next().expect("a line")).expect("JSON")["code"],
        "mismatch"
    );
    folder.write("short.bin", [0xc3, 0x01, 0x00]);
    let message = folder.failure(&format!("validate --wire avro_single {schemas} short.bin"), 1);
    assert!(message.contains("it does not begin with c3 01"), "{message}");
}

/// A pair of schemas, with a message that Java wrote with the one, and what it read with the other.
struct Pair {
    writer: Value,
    message: Vec<u8>,
    read: Option<Value>,
}

/// Returns the pairs by the schema of the reader.
fn java_pairs() -> BTreeMap<String, Vec<Pair>> {
    let mut pairs: BTreeMap<String, Vec<Pair>> = BTreeMap::new();
    for line in lines("resolution.jsonl") {
        // Java reads the bytes of a decimal number that has none.
        let read = line["ok"] == true && line["case"] != "logical-decimal-1";
        let read = read.then(|| serde_json::from_str(line["reader_json"].as_str().expect("a text")).expect("JSON"));
        let pair = Pair { writer: line["writer"].clone(), message: from_hex(&line["hex"]), read };
        pairs.entry(line["reader"].to_string()).or_default().push(pair);
    }
    pairs
}

#[test]
fn messages_behind_headers_are_resolved_as_java_does() {
    let folder = Folder::new();
    let (mut read, mut refused) = (0, 0);
    for (reader, pairs) in java_pairs() {
        folder.write("reader.avsc", &reader);
        let ids: BTreeMap<String, String> = (0..pairs.len()).map(|id| (id.to_string(), format!("{id}.avsc"))).collect();
        folder.write("ids.json", json!(ids).to_string());
        let mut messages = Vec::new();
        for (id, pair) in (0u32..).zip(&pairs) {
            folder.write(&format!("{id}.avsc"), pair.writer.to_string());
            messages.push([&[0], &id.to_be_bytes()[..], &pair.message].concat());
        }
        folder.write_stream("messages.bin", &messages);
        let options = format!("{FRAMED} --registry ids.json --schema reader.avsc messages.bin");
        let done = folder.run(&format!("validate --quiet --all --format json --wire avro {options}"));
        let wrong = String::from_utf8(done.stdout).expect("text");
        let wrong = wrong.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")["message"].as_u64());
        let expected = (1..).zip(&pairs).filter(|(_, pair)| pair.read.is_none()).map(|(number, _)| Some(number));
        assert_eq!(wrong.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{reader}");
        let good = messages.iter().zip(&pairs).filter(|(_, pair)| pair.read.is_some()).map(|(message, _)| message);
        folder.write_stream("messages.bin", good);
        let text = folder.text(&format!("convert --from avro --to json_avro {options}"));
        let found: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let expected: Vec<&Value> = pairs.iter().filter_map(|pair| pair.read.as_ref()).collect();
        assert_eq!(found.len(), expected.len(), "{reader}");
        found.iter().zip(&expected).for_each(|(one, other)| assert!(is_same(one, other), "{one}, expected {other}"));
        (read, refused) = (read + expected.len(), refused + pairs.len() - expected.len());
    }
    assert_eq!((read, refused), (74, 52));
}

const BEFORE: &str = r#"{"weight": 250, "to": "Ada", "size": "S"}"#;

/// A folder with a message and the schemas of a registry.
fn registry() -> Folder {
    let folder = Folder::new();
    for name in ["before.avsc", "later.avsc"] {
        fs::copy(corpus("compatibility").join(name), folder.path(name)).expect("a copy");
    }
    folder.write("ids.json", r#"{"42": "before.avsc", "43": "later.avsc"}"#);
    folder.write("parcel.json", BEFORE);
    folder
}

#[test]
fn headers_of_registries_are_written() {
    let folder = registry();
    let writing = "convert --from json_avro --to avro --registry ids.json --schema before.avsc parcel.json";
    let message = folder.output(&format!("{writing} --to-registry-id 42"));
    assert_eq!(message, *b"\x00\x00\x00\x00\x2a\xf4\x03\x06Ada\x00");
    let message = folder.failure(&format!("{writing} --to-registry-id 43"), 2);
    assert!(message.contains("later.avsc has another schema than the output, post.Parcel"), "{message}");
    let message = folder.failure(&format!("{writing} --to-registry-id 44"), 2);
    assert!(message.contains("ids.json has no schema with this id"), "{message}");
    let message = folder.failure(&format!("{writing} --to-registry-id 42 --to-framing avro-file -o a.avro"), 2);
    assert!(message.contains("--to-registry-id is for messages of `avro`"), "{message}");

    folder.output(&format!("{writing} --to-registry-id 42 -o 42.bin"));
    folder.output(
        "convert --from avro --to avro --registry ids.json --schema later.avsc --to-registry-id 43 42.bin -o 43.bin",
    );
    let read = |name: &str| folder.text(&format!("convert --from avro --to json_avro --registry ids.json {name}"));
    assert_eq!(read("42.bin"), "{\"weight\":250,\"to\":\"Ada\",\"size\":\"S\"}\n");
    let later = "{\"size\":\"M\",\"weight\":250,\"recipient\":\"Ada\",\"stamps\":1,\"express\":false}\n";
    assert_eq!(read("43.bin"), later);
    folder.output("diff --wire avro --registry ids.json --schema later.avsc 42.bin 43.bin");
    folder.write("later.json", later);
    folder.output("diff --wire avro,json_avro --registry ids.json --schema later.avsc 42.bin later.json");
    folder.output("convert --from avro --to avro --registry ids.json --schema later.avsc 42.bin 43.bin -o both.avro");
    assert_eq!(folder.text("avro count both.avro"), "2\n");
}

#[test]
fn wrong_headers_and_registries_are_refused() {
    let folder = registry();
    let options = "--wire avro --registry ids.json";
    folder.write("unknown.bin", b"\x00\x00\x00\x00\x07\x00");
    assert!(
        folder.failure(&format!("validate {options} unknown.bin"), 1).contains("ids.json has no schema with its id, 7")
    );
    folder.write("bare.bin", b"\xf4\x03\x06Ada\x00");
    assert!(folder.failure(&format!("inspect {options} bare.bin"), 1).contains("it does not begin with 00 and the id"));
    let message = folder.failure("validate --wire json --registry ids.json bare.bin", 2);
    assert!(message.contains("--registry: it is for messages of `avro`"), "{message}");
    assert!(
        folder
            .failure(&format!("validate --framing concatenated {options} bare.bin"), 2)
            .contains("--framing delimited")
    );
    folder.write("ids.json", r#"{"v42": "before.avsc"}"#);
    assert!(folder.failure(&format!("validate {options} bare.bin"), 1).contains("`v42` is no id"));
    folder.write("ids.json", "[]");
    assert!(folder.failure(&format!("validate {options} bare.bin"), 1).contains("the path of the schema of each id"));
    folder.write("ids.json", r#"{"42": []}"#);
    assert!(folder.failure(&format!("validate {options} bare.bin"), 1).contains("`[]`, of the id 42, is no path"));
}

/// A registry in TOML, and a schema that refers to the types of another one, as those of registries do.
#[test]
fn schemas_of_registries_refer_to_others() {
    let folder = Folder::new();
    folder.write("size.avsc", r#"{"type":"enum","name":"post.Size","symbols":["S","M"]}"#);
    folder.write(
        "parcel.avsc",
        r#"{"type":"record","name":"post.Parcel","fields":[{"name":"size","type":"post.Size"}]}"#,
    );
    folder.write("ids.toml", "42 = [\"parcel.avsc\", \"size.avsc\"]\n43 = \"size.avsc\"\n");
    folder.write("42.bin", b"\x00\x00\x00\x00\x2a\x02");
    let read = "convert --from avro --to json_avro --registry ids.toml";
    assert_eq!(folder.text(&format!("{read} 42.bin")), "{\"size\":\"M\"}\n");
    folder.write("43.bin", b"\x00\x00\x00\x00\x2b\x00");
    assert_eq!(folder.text(&format!("{read} 43.bin")), "\"S\"\n");
    folder.write("ids.toml", "42 = [\"parcel.avsc\"");
    let message = folder.failure(&format!("{read} 42.bin"), 1);
    assert!(message.contains("as in 42 = \"order-v1.avsc\""), "{message}");
}

#[test]
fn the_schema_of_the_writer_is_named() {
    let folder = registry();
    for format in ["avro", "avro_single"] {
        folder.output(&format!("convert --from json_avro --to {format} --schema before.avsc parcel.json -o one.bin"));
        let options = format!("--wire {format} --schema later.avsc --writer-schema before.avsc");
        folder.output(&format!("validate {options} one.bin"));
        let shown = folder.text(&format!("inspect {options} one.bin"));
        assert!(shown.contains("recipient"), "{shown}");
        let later =
            folder.output(&format!("convert --from {format} --to json_avro {} one.bin", &options[7 + format.len()..]));
        folder.write("later.json", later);
        folder.output(&format!("diff {} --wire {format},json_avro one.bin later.json", &options[7 + format.len()..]));
        folder.failure(&format!("validate --wire {format} --schema later.avsc one.bin"), 1);
    }
    let message = folder.failure("validate --wire json --schema later.avsc --writer-schema before.avsc later.json", 2);
    assert!(message.contains("json has no rules"), "{message}");
}

/// The decoder for a pair of schemas, by the option and by a project file.
#[test]
fn decoders_for_a_pair_are_generated() {
    let folder = Folder::new();
    for name in ["before.avsc", "later.avsc"] {
        fs::copy(corpus("compatibility").join(name), folder.path(name)).expect("a copy");
    }
    let of_language =
        [("cpp", "later.avro_before.hpp"), ("erlang", "later_avro_before.erl"), ("rust", "later_avro_before.rs")];
    for (language, file) in of_language {
        folder.output(&format!(
            "gen --lang {language} --wire avro,json --writer before=Parcel:before.avsc -o option-{language} later.avsc"
        ));
        let option = fs::read(folder.path(&format!("option-{language}/{file}"))).expect("a decoder");
        let project = format!(
            "schema = [\"later.avsc\"]\nlang = \"{language}\"\nwire = [\"avro\", \"json\"]\n\
             writer = \"before=Parcel:before.avsc\"\noutput = \"project-{language}\"\n"
        );
        folder.write("polywire.toml", project);
        folder.output("gen");
        assert_eq!(fs::read(folder.path(&format!("project-{language}/{file}"))).expect("a decoder"), option);
        let read = folder.text("gen --list inputs");
        assert!(read.contains("before.avsc"), "{read}");
    }
    let gen_cpp = "gen --lang cpp -o out later.avsc";
    let message = folder.failure(&format!("{gen_cpp} --wire json --writer before=Parcel:before.avsc"), 2);
    assert!(message.contains("none of the formats has rules for data of another schema"), "{message}");
    let message = folder.failure(&format!("{gen_cpp} --wire avro --writer before"), 2);
    assert!(message.contains("NAME=TYPE:FILE"), "{message}");
    let message = folder.failure(&format!("{gen_cpp} --wire avro --writer before=Letter:before.avsc"), 2);
    assert!(message.contains("there is no type `Letter`"), "{message}");
}
