//! Streams of messages in every framing survive a round trip, and errors in a stream are reported.

use polywire::codec::{Codec, Codecs, Transcoder};
use polywire::convert::{Boundary, Error, Framing, Sink, Size, Source, run};
use polywire::schema::{Language, compile};
use polywire::{Format, LoadedFile, Model, Options};
use std::fs;
use std::io::BufReader;
use std::path::Path;

/// The schema of the messages, and the name of their type.
#[derive(Clone, Copy)]
struct Messages {
    language: Language,
    schema: &'static str,
    type_name: &'static str,
}

const NOTES: Messages = Messages { language: Language::Proto, schema: SCHEMA, type_name: "Note" };

const SCHEMA: &str = "syntax = \"proto3\"; message Note { int32 id = 1; string text = 2; repeated double rates = 4; }";

/// Self-delimiting formats.
const ENDING: &[&str] = &[
    "msgpack",
    "zebrapack",
    "avro",
    "cdr",
    "cdr_le",
    "cdr_be",
    "sbe",
    "capnp",
    "capnp_packed",
    "flatbuffers_size_prefixed",
    "json_pretty",
    "json_plain",
    "json_fbe",
    "json",
];

impl Messages {
    fn model(self) -> Model {
        let load = |_: &str| Ok(LoadedFile { name: "schema".to_owned(), bytes: self.schema.as_bytes().to_vec() });
        compile(self.language, "schema", &load).model.expect("the model")
    }

    fn codec(self, model: &Model, codecs: Codecs) -> Codec {
        codecs.codec(model, self.type_name).expect("a codec")
    }

    fn concatenated(self, name: &str) -> Framing {
        let read = || {
            let model = self.model();
            let trailing = Options { trailing_bytes: true, ..Options::default() };
            Boundary::Read(Box::new(
                self.codec(&model, Codecs::validating(&model, format(name), &trailing).expect("codecs")),
            ))
        };
        Framing::Concatenated(Boundary::framed(format(name)).unwrap_or_else(read))
    }

    /// Converts messages between formats and framings; input arrives in pieces of this size.
    fn converted(
        self,
        from: (&str, Framing),
        to: (&str, Framing),
        input: &[u8],
        piece: usize,
    ) -> Result<Vec<u8>, (Error, Vec<u8>)> {
        let model = self.model();
        let codec = |name| self.codec(&model, Codecs::new(&model, format(name)).expect("codecs"));
        let mut output = Vec::new();
        let mut source = Source::new(BufReader::with_capacity(piece, input), from.1).expect("a source");
        let mut sink = Sink::new(&mut output, to.1).expect("a sink");
        let result = run(&mut source, &mut Transcoder::new(codec(from.0), codec(to.0)), &mut sink);
        drop(sink);
        result.map(|_| output.clone()).map_err(|error| (error, output))
    }
}

fn format(name: &str) -> &'static Format {
    polywire::format(name).expect("a format")
}

fn concatenated(name: &str) -> Framing {
    NOTES.concatenated(name)
}

fn converted(
    from: (&str, Framing),
    to: (&str, Framing),
    input: &[u8],
    piece: usize,
) -> Result<Vec<u8>, (Error, Vec<u8>)> {
    NOTES.converted(from, to, input, piece)
}

/// Returns lines of JSON with short messages, and one longer than the read-ahead.
fn lines() -> Vec<u8> {
    let note = |id: usize| {
        let text = if id == 150 { "long".repeat(60_000) } else { "short ".repeat(id % 7) };
        let rates = (0..id % 4).map(|rate| format!("{rate}.5")).collect::<Vec<_>>().join(",");
        format!("{{\"id\":{id},\"text\":\"{text}\",\"rates\":[{rates}]}}\n")
    };
    let text: String = (1..=300).map(note).collect();
    converted(("json", Framing::Lines), ("json", Framing::Lines), text.as_bytes(), 1 << 16).expect("canonical JSON")
}

#[test]
fn concatenated_messages_are_split() {
    let lines = lines();
    for name in ENDING {
        let write = if format(name).is_text { Framing::Lines } else { Framing::None };
        let stream = converted(("json", Framing::Lines), (name, write), &lines, 1 << 16).expect("a stream");
        for piece in [100, 1 << 16] {
            let back = converted((name, concatenated(name)), ("json", Framing::Lines), &stream, piece);
            assert!(back.expect("the messages") == lines, "{name} by {piece}");
        }
        let empty = converted((name, concatenated(name)), ("json", Framing::Lines), b"", 100);
        assert_eq!(empty.expect("no messages"), b"", "{name}");
    }
}

/// Streams that the `capnp` tool wrote, in one segment, in several, and packed.
#[test]
fn streams_of_the_official_tool_round_trip() {
    for (name, type_name) in [("stream-03-x5", "Choice"), ("stream-07-x2", "Scalars")] {
        let kitchen =
            Messages { language: Language::Capnp, schema: include_str!("data/capnp/kitchen.capnp"), type_name };
        let file = |form: &str| {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/capnp/streams");
            fs::read(folder.join(format!("{name}.{form}"))).expect("a stream")
        };
        for (form, from) in [("bin", "capnp"), ("seg2.bin", "capnp"), ("packed", "capnp_packed")] {
            for (written, to) in [("bin", "capnp"), ("packed", "capnp_packed")] {
                let framing = || kitchen.concatenated(from);
                let converted = kitchen.converted((from, framing()), (to, Framing::None), &file(form), 7);
                assert!(converted.expect("messages") == file(written), "{name}: {form} as {to}");
            }
        }
    }
}

#[test]
fn a_truncated_stream_yields_its_complete_messages() {
    let lines = lines();
    let first: Vec<u8> = lines.split_inclusive(|byte| *byte == b'\n').take(20).flatten().copied().collect();
    for name in ENDING {
        let write = if format(name).is_text { Framing::Lines } else { Framing::None };
        let stream = converted(("json", Framing::Lines), (name, write), &first, 1 << 16).expect("a stream");
        // In JSON, the last byte is a line feed, which is not part of the message.
        let is_json = name.starts_with("json");
        let cut = &stream[..stream.len() - if is_json { 2 } else { 1 }];
        let (error, output) =
            converted((name, concatenated(name)), ("json", Framing::Lines), cut, 100).expect_err("an error");
        assert_eq!(error.message, 20, "{name}: {error}");
        assert!(error.to_string().contains("ends inside"), "{name}: {error}");
        assert!(first.starts_with(&output) && output.iter().filter(|byte| **byte == b'\n').count() == 19, "{name}");
    }
}

#[test]
fn unreadable_input_is_reported_by_its_reader() {
    let lines = b"{\"id\":1}\n{\"id\":2}\n".as_slice();
    let mut stream = converted(("json", Framing::Lines), ("sbe", Framing::None), lines, 100).expect("a stream");
    let second = stream.len() / 2;
    stream[second + 2] ^= 1;
    let (error, _) =
        converted(("sbe", concatenated("sbe")), ("json", Framing::Lines), &stream, 100).expect_err("an error");
    assert!(error.message == 2 && error.to_string().contains("differ"), "{error}");
}

#[test]
fn messages_behind_open_framing_headers_round_trip() {
    let (lines, sofh) = (lines(), || Framing::Sofh(0xeb50));
    let stream = converted(("json", Framing::Lines), ("sbe", sofh()), &lines, 1 << 16).expect("a stream");
    let plain = converted(("json", Framing::Lines), ("sbe", Framing::None), &lines, 1 << 16).expect("messages");
    assert_eq!((&stream[4..6], stream.len()), ([0xeb, 0x50].as_slice(), plain.len() + 300 * 6));
    for piece in [1, 1 << 16] {
        let back = converted(("sbe", sofh()), ("json", Framing::Lines), &stream, piece);
        assert!(back.expect("the messages") == lines, "by {piece}");
    }
    let (error, _) =
        converted(("sbe", sofh()), ("json", Framing::Lines), &[0, 0, 0, 5, 0, 0], 100).expect_err("an error");
    assert!(error.to_string().contains("its header alone has 6 bytes"), "{error}");
}

#[test]
fn length_delimited_messages_round_trip() {
    let lines = lines();
    for (bytes, is_big_endian) in [(4, false), (4, true), (8, false), (8, true)] {
        let sized = || Framing::Sized(Size { bytes, is_big_endian });
        let stream = converted(("json", Framing::Lines), ("protobuf", sized()), &lines, 1 << 16).expect("a stream");
        for piece in [1, 1 << 16] {
            let back = converted(("protobuf", sized()), ("json", Framing::Lines), &stream, piece);
            assert!(back.expect("the messages") == lines, "{bytes} bytes by {piece}");
        }
    }
    let sized = Framing::Sized(Size { bytes: 2, is_big_endian: true });
    let (error, _) = converted(("json", Framing::Lines), ("protobuf", sized), &lines, 1 << 16).expect_err("an error");
    assert!(error.message == 150 && error.to_string().contains("65535"), "{error}");
}
