//! Conversion in several threads gives the same output as in one.

use polywire::codec::{Codecs, Transcoder};
use polywire::convert::{Error, Framing, Sink, Source, Summary, run, run_parallel};
use polywire::schema::{Language, compile};
use polywire::{LoadError, LoadedFile, Options};

use std::cell::Cell;
use std::io::{BufReader, Read, Write};

const SCHEMA: &str = "syntax = \"proto3\"; message Note { int32 id = 1; string text = 2; repeated Note notes = 3; }";
const JOBS: [usize; 3] = [1, 2, 5];

fn transcoder(from: &str, to: &str) -> Transcoder {
    let load = |path: &str| match path {
        "note.proto" => Ok(LoadedFile { name: path.to_owned(), bytes: SCHEMA.as_bytes().to_vec() }),
        _ => Err(LoadError::NotFound),
    };
    let model = compile(Language::Proto, "note.proto", &load).model.expect("the model");
    let codec = |format: &str| {
        let codecs = Codecs::new(&model, polywire::format(format).expect("a format")).expect("codecs");
        codecs.codec(&model, "Note").expect("a codec")
    };
    Transcoder::new(codec(from), codec(to))
}

/// What a format cannot hold, here recursion, does not keep other types of the schema from being converted.
#[test]
fn types_beside_a_refused_one_are_converted() {
    let schema = b"syntax = \"proto3\"; message Good { int32 id = 1; } message Bad { repeated Bad all = 1; } message Last { Good it = 1; }";
    let load = |path: &str| Ok(LoadedFile { name: path.to_owned(), bytes: schema.to_vec() });
    let model = compile(Language::Proto, "mixed.proto", &load).model.expect("the model");
    for name in ["Good", "Last"] {
        let options = Options { root: model.find(name), ..Options::default() };
        let codec = |format: &str| {
            let codecs = Codecs::with(&model, polywire::format(format).expect("a format"), &options).expect("codecs");
            codecs.codec(&model, name).expect("a codec")
        };
        let (mut message, mut again) = (Vec::new(), Vec::new());
        let text: &[u8] = if name == "Good" { b"{\"id\":3}" } else { b"{\"it\":{\"id\":3}}" };
        Transcoder::new(codec("json"), codec("sbe")).transcode(text, &mut message).expect("converted");
        Transcoder::new(codec("sbe"), codec("json")).transcode(&message, &mut again).expect("converted");
        assert_eq!(again, text);
    }
    let options = Options { root: model.find("Bad"), ..Options::default() };
    assert!(Codecs::with(&model, polywire::format("sbe").expect("a format"), &options).is_err());
}

/// The output and the result.
type Outcome = (Vec<u8>, Result<Summary, Error>);

fn sequential(from: &str, to: &str, input: &[u8]) -> Outcome {
    let mut output = Vec::new();
    let (mut source, mut sink) = streams((from, to), input, &mut output);
    let result = run(&mut source, &mut transcoder(from, to), &mut sink);
    drop(sink);
    (output, result)
}

fn parallel(from: &str, to: &str, input: &[u8], jobs: usize) -> Outcome {
    let mut output = Vec::new();
    let (mut source, mut sink) = streams((from, to), input, &mut output);
    let result = run_parallel(&mut source, &transcoder(from, to), &mut sink, jobs);
    drop(sink);
    (output, result)
}

fn streams<R: Read, W: Write>((from, to): (&str, &str), input: R, output: W) -> (Source<BufReader<R>>, Sink<W>) {
    let framing = |format: &str| if format == "json" { Framing::Lines } else { Framing::Delimited };
    let source = Source::new(BufReader::new(input), framing(from)).expect("a source");
    (source, Sink::new(output, framing(to)).expect("a sink"))
}

/// Returns lines of JSON: short ones and, occasionally, one longer than a batch.
fn lines(count: usize) -> Vec<String> {
    let note = |id: usize| match id % 5000 {
        4999 => format!("{{\"id\":{id},\"text\":\"{}\"}}", "long ".repeat(100_000)),
        _ => format!("{{\"id\":{id},\"text\":\"{}\"}}", "short ".repeat(id % 7)),
    };
    (1..=count).map(note).collect()
}

fn check_same(from: &str, to: &str, input: &[u8]) -> Outcome {
    let (output, result) = sequential(from, to, input);
    for jobs in JOBS {
        let (found, outcome) = parallel(from, to, input, jobs);
        assert!(found == output, "{jobs} jobs wrote {} bytes instead of {}", found.len(), output.len());
        match (&outcome, &result) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected),
            (found, expected) => {
                assert_eq!(found.as_ref().err().map(Error::to_string), expected.as_ref().err().map(Error::to_string))
            }
        }
    }
    (output, result)
}

#[test]
fn messages_keep_their_order() {
    let text = lines(30_000).join("\n");
    let (binary, summary) = check_same("json", "protobuf", text.as_bytes());
    assert_eq!(summary.expect("all are converted").messages, 30_000);
    let (back, _) = check_same("protobuf", "json", &binary);
    let back = String::from_utf8(back).expect("JSON");
    assert!(back.lines().zip(1..).all(|(line, id)| line.starts_with(&format!("{{\"id\":{id}"))));
    assert_eq!(check_same("json", "json", b"").1.expect("nothing").messages, 0);
}

#[test]
fn the_first_failing_message_is_reported() {
    let mut lines = lines(20_000);
    lines[12_345] = "{\"id\":1,\"notes\":[{\"id\":\"x\"}]}".to_owned();
    lines[12_346] = "{".to_owned();
    lines[19_000] = "}".to_owned();
    let (output, result) = check_same("json", "json", lines.join("\n").as_bytes());
    let error = result.expect_err("a message is broken").to_string();
    assert!(error.starts_with("message 12346 cannot be read: notes[0].id:") && error.contains("byte"), "{error}");
    assert_eq!(output.iter().filter(|byte| **byte == b'\n').count(), 12_345);
}

#[test]
fn a_truncated_stream_is_reported_after_its_messages() {
    let (mut binary, _) = sequential("json", "protobuf", lines(10_000).join("\n").as_bytes());
    binary.truncate(binary.len() - 3);
    let (_, result) = check_same("protobuf", "json", &binary);
    assert_eq!(
        result.expect_err("the last message is cut").to_string(),
        "message 10000: the stream ends inside a record"
    );
}

#[test]
fn losses_do_not_depend_on_threads() {
    let known = b"\x04\x08\x01\x12\x00".to_vec();
    let unknown = b"\x06\x08\x01\x1a\x02\x48\x07".to_vec();
    let input: Vec<u8> =
        (0..100_000).flat_map(|id| if id % 99 == 98 { unknown.clone() } else { known.clone() }).collect();
    let summary = check_same("protobuf", "json", &input).1.expect("all are converted");
    assert_eq!((summary.messages, summary.with_losses), (100_000, 1010));
    let (_, loss) = summary.losses.iter().next().expect("a place");
    assert_eq!((loss.count, loss.message), (1010, 99));
}

/// Counts the bytes read.
struct Counted<'a, R> {
    reader: R,
    read: &'a Cell<usize>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read.set(self.read.get() + count);
        Ok(count)
    }
}

/// Counts the bytes written, and the greatest distance to the reader.
struct Behind<'a> {
    read: &'a Cell<usize>,
    written: usize,
    most: usize,
}

impl Write for Behind<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.written += bytes.len();
        self.most = self.most.max(self.read.get() - self.written.min(self.read.get()));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn read_ahead_is_limited_by_waiting_batches() {
    let (message, _) = sequential("json", "protobuf", format!("{{\"text\":\"{}\"}}", "x".repeat(1000)).as_bytes());
    let (stream, read) = (message.repeat(64_000), Cell::new(0));
    let input = Counted { reader: stream.as_slice(), read: &read };
    let mut output = Behind { read: &read, written: 0, most: 0 };
    let (mut source, mut sink) = streams(("protobuf", "protobuf"), input, &mut output);
    let jobs = 3;
    run_parallel(&mut source, &transcoder("protobuf", "protobuf"), &mut sink, jobs).expect("all are converted");
    drop(sink);
    assert_eq!(output.written, message.len() * 64_000);
    let batch = (1 << 18) + 2000;
    assert!(output.most <= (3 * jobs + 2) * batch && output.most > 3 * batch, "{}", output.most);
}
