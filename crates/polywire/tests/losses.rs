//! Formats change or refuse values as documented: each claim is demonstrated by a value.

use polywire::codec::{Codecs, Transcoder};
use polywire::convert::{expected_losses, expected_wrapping};
use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Model, Options, format};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Debug, PartialEq)]
enum Outcome {
    Kept,
    Changed,
    Refused,
}

use Outcome::{Changed, Refused};

fn model(text: &str) -> Model {
    let load = |path: &str| match path {
        "sample.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: text.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    compile(Language::Proto, "sample.proto", &load).model.expect("a model")
}

/// Returns the result of converting a Protocol Buffers message to another format.
fn outcome(model: &Model, to: &str, message: &[u8]) -> Outcome {
    let codec = |name: &str| {
        let codecs = Codecs::new(model, format(name).expect("a format")).expect("codecs");
        codecs.codec(model, "Sample").expect("a codec")
    };
    let (from, to) = (codec("protobuf"), codec(to));
    let value = from.decode(message).expect("a message");
    match to.encode(&value).map(|bytes| to.decode(&bytes)) {
        Ok(Ok(read)) if read == value => Outcome::Kept,
        Ok(Ok(_)) => Changed,
        Ok(Err(_)) | Err(_) => Refused,
    }
}

/// Checks that a claim is reported, and that it holds for a message.
fn check(schema: &str, to: &str, (path, claim): (&str, &str), message: &[u8], expected: Outcome) {
    let model = model(schema);
    let formats = (format("protobuf").expect("a format"), format(to).expect("a format"));
    let claims = expected_losses(&model, model.find("Sample").expect("a type"), formats.0, formats.1);
    let is_claimed = claims.iter().any(|it| it.message == claim && it.paths.contains(&path.to_owned()));
    assert!(is_claimed, "{to}: {path}: {claim}, found {claims:?}");
    assert_eq!(outcome(&model, to, message), expected, "{to}: {path}: {claim}");
}

#[test]
fn nans_become_one_in_text() {
    let schema = "syntax = \"proto3\"; message Sample { double number = 1; }";
    let message = b"\x09\x01\0\0\0\0\0\xf8\x7f";
    let claim = ("Sample.number", "every NaN becomes the same NaN");
    for to in ["json", "json_plain", "protobuf_text", "protobuf_text_line"] {
        check(schema, to, claim, message, Changed);
    }
    for to in ["avro", "capnp", "cdr", "flatbuffers", "msgpack", "raw", "sbe"] {
        assert_eq!(outcome(&model(schema), to, message), Outcome::Kept, "{to}");
    }
}

#[test]
fn json_refuses_texts_that_are_not_utf8() {
    let schema = "syntax = \"proto2\"; message Sample { optional string name = 1; }";
    check(schema, "json", ("Sample.name", "texts that are not UTF-8 are rejected"), b"\x0a\x01\xff", Refused);
}

#[test]
fn json_rejects_well_known_values_without_a_form() {
    let cases: [(&str, &str, &str, &[u8]); 5] = [
        (
            "timestamp",
            "Timestamp",
            "times before the year 1 and after the year 9999 are rejected",
            b"\x0a\x07\x08\x80\xf0\xff\xff\xff\x3f",
        ),
        (
            "duration",
            "Duration",
            "durations beyond 10,000 years, or with mixed signs, are rejected",
            b"\x0a\x07\x08\x80\xf0\xff\xff\xff\x3f",
        ),
        (
            "field_mask",
            "FieldMask",
            "paths that do not survive the conversion to camelCase and back are rejected",
            b"\x0a\x05\x0a\x03aBc",
        ),
        ("any", "Any", "messages of types that are not in the schema are rejected", b"\x0a\x05\x0a\x03x/Y"),
        ("struct", "Value", "values without a kind, NaN and infinities are rejected", b"\x0a\x00"),
    ];
    for (file, name, claim, message) in cases {
        let schema = format!(
            "syntax = \"proto3\"; import \"google/protobuf/{file}.proto\"; message Sample {{ google.protobuf.{name} it = 1; }}"
        );
        check(&schema, "json", ("Sample.it", claim), message, Refused);
    }
}

#[test]
fn unions_without_a_case_get_one_in_capnp() {
    let schema = "syntax = \"proto3\"; message Sample { oneof choice { int64 a = 1; string b = 2; } }";
    let claim = ("Sample.choice", "a union without a case becomes the default of the first case");
    check(schema, "capnp", claim, b"", Changed);
    check(schema, "capnp_packed", claim, b"", Changed);
}

/// The contents of the bytes must be a message; other formats do not check that.
#[test]
fn opaque_capnp_values_must_be_messages() {
    let fields = "any @0 :AnyPointer; voids @1 :List(Void); object @2 :Capability;";
    let schema = format!("@0xc2f1d3a45b6e7781; struct Sample {{ {fields} }}");
    let load = |_: &str| Ok(LoadedFile { name: "sample.capnp".to_owned(), bytes: schema.clone().into_bytes() });
    let model = compile(Language::Capnp, "sample.capnp", &load).model.expect("a model");
    let said = |to: &str, path: &str| {
        let formats = (format("protobuf").expect("a format"), format(to).expect("a format"));
        let claims = expected_losses(&model, model.find("Sample").expect("a type"), formats.0, formats.1);
        let of_path = claims.iter().filter(|it| it.paths.contains(&path.to_owned()));
        of_path.map(|it| it.message.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(said("capnp", "Sample.any"), ["bytes that are not a message are rejected"]);
    assert_eq!(outcome(&model, "capnp", b"\x0a\x03abc"), Refused);
    assert_eq!(said("capnp", "Sample.voids"), ["more than 536,870,911 elements are rejected"]);
    assert_eq!(outcome(&model, "capnp", b"\x10\xff\xff\xff\xff\x01"), Outcome::Kept);
    assert_eq!(outcome(&model, "capnp", b"\x10\x80\x80\x80\x80\x02"), Refused);
    let (reference, root) = (b"\x18\x05", b"\x0a\x10\0\0\0\0\x01\0\0\0\x03\0\0\0\x04\0\0\0");
    assert_eq!(said("capnp_canonical", "Sample.object"), ["capabilities are rejected"]);
    for message in [&reference[..], root] {
        assert_eq!(outcome(&model, "capnp", message), Outcome::Kept);
        assert_eq!(outcome(&model, "capnp_canonical", message), Refused);
    }
}

#[test]
fn sbe_nulls_are_not_values() {
    let schema = "syntax = \"proto3\"; message Sample { optional int32 number = 1; }";
    let claim = ("Sample.number", "a value that equals SBE's null is rejected");
    check(schema, "sbe", claim, b"\x08\x80\x80\x80\x80\xf8\xff\xff\xff\xff\x01", Refused);
    let schema =
        "syntax = \"proto3\"; message Sample { Inner inner = 1; } message Inner { optional int32 number = 1; }";
    let claim = ("Sample.inner", "a struct with only null values and empty texts and lists becomes absent");
    check(schema, "sbe", claim, b"\x0a\x00", Changed);
    let schema = "syntax = \"proto3\"; message Sample { Inner inner = 1; } message Inner { string text = 1; }";
    check(schema, "sbe", claim, b"\x0a\x02\x0a\x00", Changed);
    check(schema, "sbe", claim, b"\x0a\x03\x0a\x01a", Outcome::Kept);
}

#[test]
fn groups_of_sbe_have_few_entries() {
    let schema = "syntax = \"proto3\"; message Sample { repeated bool flags = 1; }";
    let claim = ("Sample.flags", "more than 65,534 elements are rejected");
    let longer = [b"\x0a\xff\xff\x03".as_slice(), &vec![0; 65_535]].concat();
    check(schema, "sbe", claim, &longer, Refused);
    let shorter = [b"\x0a\xfe\xff\x03".as_slice(), &vec![0; 65_534]].concat();
    check(schema, "sbe", claim, &shorter, Outcome::Kept);
}

#[test]
fn numbers_without_a_place_in_avro_are_refused() {
    let schema = "syntax = \"proto3\"; message Sample { uint64 number = 1; }";
    let claim = ("Sample.number", "numbers from 2^63 on are rejected");
    check(schema, "avro", claim, b"\x08\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", Refused);
    check(schema, "avro", claim, b"\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f", Outcome::Kept);
    let schema = "syntax = \"proto3\"; message Sample { Side side = 1; } enum Side { BUY = 0; }";
    check(schema, "avro", ("Sample.side", "numbers without a name are rejected"), b"\x08\x07", Refused);
}

/// Nothing of what is wrapped is lost.
#[test]
fn what_a_format_wraps_is_told() {
    let schema = "syntax = \"proto3\"; message Sample { repeated bytes blobs = 1; oneof kind { int64 number = 2; string text = 3; } }";
    let model = model(schema);
    let told = |to: &str| {
        let wrapped = expected_wrapping(&model, model.find("Sample").expect("a type"), format(to).expect("a format"));
        wrapped.into_iter().map(|it| format!("{}: {}", it.message, it.paths.join(" "))).collect::<Vec<_>>()
    };
    assert_eq!(told("flatbuffers"), ["in a table of its own: Sample.blobs[] Sample.kind.number"]);
    assert_eq!(told("sbe"), ["a group for each case: Sample.kind"]);
    assert_eq!(told("capnp"), [""; 0]);
}

#[test]
fn only_types_in_a_message_are_reported() {
    let model = model("syntax = \"proto3\"; message Sample { int32 n = 1; } message Other { double d = 1; }");
    let formats = (format("json").expect("a format"), format("json_plain").expect("a format"));
    assert_eq!(expected_losses(&model, model.find("Sample").expect("a type"), formats.0, formats.1), []);
    assert_eq!(expected_losses(&model, model.find("Other").expect("a type"), formats.0, formats.1).len(), 1);
}

/// Messages of a newer schema, which has another member in a part and in the message, are read with an older one.
#[test]
fn additions_of_a_newer_schema_are_reported_in_every_format() {
    let older = model(
        "syntax = \"proto3\"; message Sample { int32 id = 1; repeated Part parts = 2; } message Part { int32 x = 1; }",
    );
    let newer = model(
        "syntax = \"proto3\"; message Sample { int32 id = 1; repeated Part parts = 2; int32 late = 3; } \
         message Part { int32 x = 1; int32 y = 2; }",
    );
    let codec = |model: &Model, name: &str| {
        let telling = Options { report_unknown: true, ..Options::default() };
        let codecs = Codecs::with(model, format(name).expect("a format"), &telling).expect("codecs");
        codecs.codec(model, "Sample").expect("a codec")
    };
    for name in ["capnp", "capnp_packed", "flatbuffers", "msgpack", "protobuf", "sbe"] {
        let mut write = Transcoder::new(codec(&newer, "json"), codec(&newer, name));
        let mut read = Transcoder::new(codec(&older, name), codec(&older, "json"));
        let mut lost = |text: &str| {
            let (mut message, mut json) = (Vec::new(), Vec::new());
            write.transcode(text.as_bytes(), &mut message).expect("written");
            let lost = read.transcode(&message, &mut json).expect("read");
            let omitted = lost.omitted.iter().map(|part| part.path.to_string());
            let places = omitted.chain(lost.unknown.iter().map(|path| path.to_string())).collect::<BTreeSet<String>>();
            (places.into_iter().collect::<Vec<_>>().join(" "), String::from_utf8(json).expect("JSON"))
        };
        let (places, json) = lost(r#"{"id":7,"parts":[{"x":1,"y":2},{"x":3,"y":4}],"late":5}"#);
        assert_eq!(places, " parts[0] parts[1]", "{name}");
        assert_eq!(json, r#"{"id":7,"parts":[{"x":1},{"x":3}]}"#, "{name}");
        // These do not write defaults.
        if matches!(name, "capnp" | "capnp_packed" | "protobuf") {
            assert_eq!(lost(r#"{"id":7,"parts":[{"x":1},{"y":4}]}"#).0, "parts[1]", "{name}");
            assert_eq!(lost(r#"{"id":7,"parts":[{"x":1}]}"#).0, "", "{name}");
        }
    }
}

/// With a `.capnp` schema, values keep no unknown fields, so those of Protocol Buffers are lost.
#[test]
fn unknown_fields_that_no_value_keeps_are_reported() {
    let schema =
        "@0xc2f1d3a45b6e7781; struct Sample { id @0 :UInt32; parts @1 :List(Part); } struct Part { x @0 :UInt32; }";
    let load = |_: &str| Ok(LoadedFile { name: "sample.capnp".to_owned(), bytes: schema.as_bytes().to_vec() });
    let model = compile(Language::Capnp, "sample.capnp", &load).model.expect("a model");
    let codec = |name: &str| {
        let telling = Options { report_unknown: true, ..Options::default() };
        let codecs = Codecs::with(&model, format(name).expect("a format"), &telling).expect("codecs");
        codecs.codec(&model, "Sample").expect("a codec")
    };
    // The number, a part with a field 9, and a field 16.
    let message = b"\x08\x07\x12\x04\x08\x01\x48\x05\x80\x01\x01";
    for to in ["json", "protobuf"] {
        let mut transcoder = Transcoder::new(codec("protobuf"), codec(to));
        let lost = transcoder.transcode(message, &mut Vec::new()).expect("converted");
        let places = lost.omitted.iter().map(|part| (part.path.to_string(), part.offset)).collect::<Vec<_>>();
        assert_eq!(places, [("parts[0]".to_owned(), Some(6)), (String::new(), Some(8))], "{to}");
    }
}

/// The schema knows the exact number of list elements, or only their first member.
#[test]
fn lost_contents_of_elements_are_reported() {
    let schema = |fields: &str| {
        let text =
            format!("@0xc2f1d3a45b6e7781; struct Sample {{ {fields} }} struct Part {{ x @0 :UInt8; name @1 :Text; }}");
        let load = |_: &str| Ok(LoadedFile { name: "sample.capnp".to_owned(), bytes: text.clone().into_bytes() });
        compile(Language::Capnp, "sample.capnp", &load).model.expect("a model")
    };
    let codec = |model: &Model, name: &str| {
        let telling = Options { report_unknown: true, ..Options::default() };
        let codecs = Codecs::with(model, format(name).expect("a format"), &telling).expect("codecs");
        codecs.codec(model, "Sample").expect("a codec")
    };
    let newer = schema("it @0 :List(Part); more @1 :List(List(Part));");
    let places = |older: &str, text: &str| {
        let older = schema(older);
        let mut message = Vec::new();
        let mut write = Transcoder::new(codec(&newer, "json"), codec(&newer, "capnp"));
        write.transcode(text.as_bytes(), &mut message).expect("written");
        let lost = Transcoder::new(codec(&older, "capnp"), codec(&older, "json")).transcode(&message, &mut Vec::new());
        let places = lost.expect("read").omitted.into_iter().map(|part| part.path.to_string());
        places.collect::<Vec<_>>().join(" ")
    };
    let voids = "it @0 :List(Void); more @1 :List(List(Void));";
    let numbers = "it @0 :List(UInt8); more @1 :List(List(UInt8));";
    let texts = "it @0 :List(Text); more @1 :List(List(Text));";
    let nothing = r#"{"it":[{},{}],"more":[[{}]]}"#;
    assert_eq!([voids, numbers, texts].map(|older| places(older, nothing)), ["", "", ""]);
    let first = r#"{"it":[{},{"x":3}],"more":[[{"x":4}],[{}]]}"#;
    assert_eq!(places(voids, first), "it more[0]");
    assert_eq!(places(numbers, first), "");
    assert_eq!(places(texts, first), "it[1] more[0][0]");
    let second = r#"{"it":[{},{"name":"a"}],"more":[[{}],[{},{"name":"b"}]]}"#;
    assert_eq!(places(voids, second), "it more[1]");
    assert_eq!(places(numbers, second), "it[1] more[1][1]");
    assert_eq!(places(texts, second), "");
}

/// Runs the command on a message, and returns its output, or its exit code and errors.
fn command(arguments: &str, input: &[u8]) -> Result<Vec<u8>, (Option<i32>, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_polywire"));
    command.args(arguments.split_whitespace()).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut running = piped.spawn().expect("the command");
    running.stdin.take().expect("its input").write_all(input).expect("writing");
    let output = running.wait_with_output().expect("its output");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(output.stdout) } else { Err((output.status.code(), errors)) }
}

#[test]
fn texts_that_are_not_utf8_are_kept_on_demand() {
    let schema = "--schema examples/fbs/shop.fbs --type shop.Item";
    let plain = command(&format!("convert {schema} --from json --to flatbuffers -"), b"{\"name\": \"mug\"}");
    let plain = plain.expect("a message");
    let at = plain.windows(3).position(|part| part == b"mug").expect("the text");
    let message = [&plain[..at], b"m\xffg", &plain[at + 3..]].concat();
    let (code, errors) = command(&format!("validate {schema} --wire flatbuffers -"), &message).expect_err("not UTF-8");
    assert!(code == Some(1) && errors.contains("UTF-8"), "{code:?} {errors}");
    let convert =
        |to: &str| command(&format!("convert {schema} --allow-non-utf8 --from flatbuffers --to {to} -"), &message);
    for to in ["flatbuffers", "msgpack", "protobuf", "capnp"] {
        let converted = convert(to).unwrap_or_else(|problem| panic!("{to}: {problem:?}"));
        assert!(converted.windows(3).any(|part| part == b"m\xffg"), "{to}");
    }
    for to in ["json", "json_flatc"] {
        let (code, errors) = convert(to).expect_err("no JSON");
        assert!(code == Some(1) && errors.contains("name"), "{to}: {code:?} {errors}");
    }
}
