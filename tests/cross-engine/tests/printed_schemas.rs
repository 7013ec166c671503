//! Values that a format wraps, read by the original implementations with the schemas that `polywire schema --to` prints.

use polywire::codec::{Codec, Codecs};
use polywire::lock_update::{needed, settle};
use polywire::schema::{avsc, derive_capnp, derive_proto, layout};
use polywire::{Model, SourceMap, Value, format};
use polywire_cross_engine::{ask_oracle, from_hex, random_values, repository, to_hex};
use polywire_model::attr::FormatOptions;
use polywire_model::{Case, DeclKind, Field, Presence, Type, Union};
use polywire_test_models::make::{case, declare, map, record, text, union};
use serde_json::{Value as Json, json};
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

const NAME: &str = "corner.Wrapped";
const FILE: &str = "wrapped.proto";

/// Unions, lists and bytes where most formats cannot hold them.
fn model() -> Model {
    let mut model = Model::default();
    let part = declare(&mut model, "Part", record(vec![Field::new("number", Type::int(32, true))]));
    let inner = vec![case("left", Type::int(8, false)), case("right", Type::fixed_bytes(3))];
    let inner = declare(&mut model, "Inner", union(inner));
    let cases = vec![
        case("number", Type::int(64, true)),
        case("other", Type::int(64, true)),
        case("label", text()),
        case("many", Type::list(Type::int(16, false))),
        case("part", Type::Named(part)),
        Case { ty: None, ..case("nothing", text()) },
        case("inner", Type::Named(inner)),
    ];
    let choice = Type::Named(declare(&mut model, "Choice", union(cases)));
    let shared = shared(&mut model);
    let other = vec![Field::new("third", shared.clone()), Field::new("after", text())];
    let other = Type::Named(declare(&mut model, "Other", record(other)));
    let named = map(&mut model, "Wrapped", "named", (text(), choice.clone()));
    let ranked = map(&mut model, "Wrapped", "ranked", (Type::int(32, true), Type::list(text())));
    let with = |presence, name: &str, ty| Field { presence, ..Field::new(name, ty) };
    let fields = vec![
        Field::new("choice", choice.clone()),
        with(Presence::Optional, "maybe", choice.clone()),
        Field::new("choices", Type::list(choice)),
        Field::new("named", named),
        Field::new("ranked", ranked),
        Field::new("matrix", Type::list(Type::list(Type::int(32, true)))),
        with(Presence::Optional, "absent", Type::list(Type::int(32, true))),
        with(Presence::Required, "sure", Type::list(text())),
        with(Presence::Optional, "hash", Type::fixed_bytes(4)),
        with(Presence::Optional, "count", Type::int(32, true)),
        Field::new("first", shared.clone()),
        Field::new("second", shared),
        Field::new("companion", other),
    ];
    declare(&mut model, "Wrapped", record(fields));
    model.decls.iter_mut().for_each(|decl| decl.file = FILE.to_owned());
    model.cut_cycles();
    model
}

/// A union that several members share, with a case that keeps its label.
fn shared(model: &mut Model) -> Type {
    let labelled = |labels: &[i128], it: Case| Case { labels: labels.to_vec(), ..it };
    let cases = vec![
        labelled(&[7], case("size", Type::int(64, true))),
        labelled(&[-2], case("word", text())),
        labelled(&[3, 5], case("ratio", Type::Float { bits: 64 })),
    ];
    let it = Union { cases, discriminator: Some(Type::int(16, true)), ..Union::default() };
    let id = declare(model, "Shared", DeclKind::Union(it));
    model.keep_labels(id);
    Type::Named(id)
}

/// The model with the facts of a format, its codec, and random values.
fn subject(name: &str) -> (Model, Codec, Vec<Value>) {
    let model = model();
    let format = format(name).expect("a format");
    let facts = needed(&model, &[format]);
    let model = settle(&model, &facts, &SourceMap::default(), &mut |_| Ok(None)).expect("a new lock").model;
    let codec = |format| Codecs::new(&model, format).expect("codecs").codec(&model, NAME).expect("a struct");
    let json = codec(polywire::format("json_plain").expect("a format"));
    let values: Vec<Json> = random_values(&model, NAME, 20).iter().map(plain).collect();
    let values = values.iter().map(|value| json.decode(value.to_string().as_bytes()).expect("a value")).collect();
    let codec = codec(format);
    (model, codec, values)
}

/// Leaves only letters, digits and the other characters of base64 in texts, since the text form of Cap'n Proto's tool (0.9.2)
/// does not read back all that it writes.
fn plain(value: &Json) -> Json {
    let kept = |text: &str| text.replace(|ch: char| !(ch.is_ascii_alphanumeric() || "+-/=_".contains(ch)), "x");
    match value {
        Json::String(text) => Json::String(kept(text)),
        Json::Array(elements) => elements.iter().map(plain).collect(),
        Json::Object(members) => {
            let member = |(name, it): (&String, &Json)| match (name.as_str(), it) {
                // The tool also counts parentheses that are bytes.
                ("hash", Json::String(_)) => (name.clone(), json!("3q2+7w==")),
                _ => (kept(name), plain(it)),
            };
            members.iter().map(member).collect()
        }
        Json::Null | Json::Bool(_) | Json::Number(_) => value.clone(),
    }
}

fn written(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a file");
    path
}

/// A tool that reads a message and writes text, and the reverse.
struct Tool {
    program: PathBuf,
    decode: Vec<String>,
    encode: Vec<String>,
}

impl Tool {
    fn again(&self, message: Vec<u8>) -> Option<Vec<u8>> {
        let text = self.run(&self.decode, message)?;
        self.run(&self.encode, text)
    }

    fn run(&self, arguments: &[String], input: Vec<u8>) -> Option<Vec<u8>> {
        let mut command = Command::new(&self.program);
        command.env_remove("PWD").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let Ok(mut child) = command.spawn() else {
            polywire_oracles::absent(&self.program.display().to_string(), "scripts/oracles");
            return None;
        };
        let (mut pipe, shown) = (child.stdin.take().expect("a pipe"), input.clone());
        // A tool that refuses the schema does not read its input.
        let writer = std::thread::spawn(move || pipe.write_all(&input).is_ok());
        let output = child.wait_with_output().expect("the tool ends");
        writer.join().expect("the writer ends");
        let shown = String::from_utf8_lossy(&shown);
        assert!(output.status.success(), "{} {arguments:?}\n{shown}", self.program.display());
        Some(output.stdout)
    }
}

fn both_ways(tool: &Tool, codec: &Codec, values: &[Value]) {
    for value in values {
        let message = codec.encode(value).expect("a message");
        let Some(again) = tool.again(message) else { return };
        assert_eq!(codec.decode(&again).as_ref(), Ok(value));
    }
}

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn capnp_reads_wrapped_values() {
    let (model, codec, values) = subject("capnp");
    let path = written("wrapped.capnp", &derive_capnp(&model, FILE).text);
    let command = |verb: &str| words(&format!("{verb} {} Wrapped", path.display()));
    both_ways(&Tool { program: "capnp".into(), decode: command("decode"), encode: command("encode") }, &codec, &values);
}

#[test]
fn protoc_reads_wrapped_values() {
    let (model, codec, values) = subject("protobuf");
    let path = written(FILE, &derive_proto(&model, FILE).text);
    let protoc = repository("build/oracles/protoc-36.2");
    let folder = path.parent().expect("a folder").display().to_string();
    let built_in = repository("crates/front/src/proto/well_known").display().to_string();
    let command = |verb: &str| words(&format!("-I{folder} -I{built_in} --{verb}={NAME} {FILE}"));
    both_ways(&Tool { program: protoc, decode: command("decode"), encode: command("encode") }, &codec, &values);
}

/// Java's implementation may write the entries of a map in another order.
#[test]
fn avro_reads_wrapped_values() {
    let (model, codec, values) = subject("avro");
    let schema = avsc(&model, model.find(NAME).expect("the type")).expect("a struct");
    let path = written("wrapped.avsc", &schema);
    let lines: Vec<String> = values.iter().map(|value| to_hex(&codec.encode(value).expect("a message"))).collect();
    let oracle = ("avro-printed", path.to_str().expect("a path"), NAME);
    let Some(answers) = ask_oracle(oracle, "rewrite", &lines) else { return };
    for (answer, value) in answers.iter().zip(&values) {
        assert_eq!(codec.decode(&from_hex(answer)).as_ref(), Ok(value), "{answer}");
    }
}

/// The printer of the reference tool shows the groups; it has no writer.
#[test]
fn sbe_tool_reads_wrapped_values() {
    let (model, codec, _) = subject("sbe");
    let xml = layout(&model, model.find(NAME).expect("the type")).expect("a layout").xml();
    let path = written("wrapped.xml", &xml);
    let plain = Codecs::new(&model, format("json_plain").expect("a format")).expect("codecs");
    let plain = plain.codec(&model, NAME).expect("a struct");
    let messages = [
        r#"{"sure":[],"absent":[],"hash":"AAAAAA==","choices":[{"number":5},{}]}"#,
        r#"{"sure":["a","b"],"absent":[7,8],"maybe":{"inner":{"left":3}},"matrix":[[1],[]]}"#,
        r#"{"sure":[],"label":"c"}"#,
    ];
    let lines =
        messages.map(|text| to_hex(&codec.encode(&plain.decode(text.as_bytes()).expect("a value")).expect("it fits")));
    let oracle = ("sbe-printed", path.to_str().expect("a path"), NAME);
    let Some(answers) = ask_oracle(oracle, "read", &lines) else { return };
    let read: Vec<Json> = answers.iter().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(read[0]["absent"], json!([{"value": []}]));
    assert_eq!(read[0]["hash"].as_array().map(Vec::len), Some(1));
    assert_eq!(read[0]["choices"].as_array().map(Vec::len), Some(2));
    assert_eq!(read[1]["absent"], json!([{"value": [{"value": 7}, {"value": 8}]}]));
    assert_eq!(read[1]["sure"], json!([{"value": "a"}, {"value": "b"}]));
    assert_eq!(read[2]["absent"], json!([]));
    assert_eq!(read[2]["hash"], json!([]));
    assert_eq!(read[2]["choice_label"], json!([{"value": "c"}]));
}

/// With the options that widen groups and keep empty texts.
#[test]
fn sbe_tool_reads_wide_groups() {
    let (mut model, ..) = subject("sbe");
    let with = |options: FormatOptions, choice: &str| options.with(choice).expect("an option");
    model.options = ["sbe.counts=32", "sbe.optional=groups"].into_iter().fold(model.options, with);
    let id = model.find(NAME).expect("the type");
    if let DeclKind::Struct(it) = &mut model.decls[id.0 as usize].kind {
        it.fields.push(Field { presence: Presence::Optional, ..Field::new("note", text()) });
    }
    let path = written("wide.xml", &layout(&model, id).expect("a layout").xml());
    let codec = |name| Codecs::new(&model, format(name).expect("a format")).expect("codecs").codec(&model, NAME);
    let (plain, sbe) = (codec("json_plain").expect("a struct"), codec("sbe").expect("a struct"));
    let many = vec!["\"x\""; 70_000].join(",");
    let messages = [
        r#"{"sure":["a"],"note":"","absent":[7],"choices":[{"label":"c"},{}],"matrix":[[1],[]]}"#.to_owned(),
        format!(r#"{{"sure":[{many}],"note":"n"}}"#),
        r#"{"sure":[]}"#.to_owned(),
    ];
    let lines = messages.map(|text| {
        let value = plain.decode(text.as_bytes()).expect("a value");
        let bytes = sbe.encode(&value).expect("it fits");
        assert_eq!(sbe.decode(&bytes).as_ref(), Ok(&value));
        to_hex(&bytes)
    });
    let oracle = ("sbe-printed", path.to_str().expect("a path"), NAME);
    let Some(answers) = ask_oracle(oracle, "read", &lines) else { return };
    let read: Vec<Json> = answers.iter().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    assert_eq!(read[0]["note"], json!([{"value": ""}]));
    assert_eq!(read[0]["absent"], json!([{"value": [{"value": 7}]}]));
    assert_eq!(read[0]["choices"].as_array().map(Vec::len), Some(2));
    assert_eq!(read[1]["sure"].as_array().map(Vec::len), Some(70_000));
    assert_eq!(read[1]["note"], json!([{"value": "n"}]));
    assert_eq!(read[2]["note"], json!([]));
}
