//! OpenStreetMap files, written by osmium and osmconvert from invented data, go through the library and come back.

use polywire::codec::{Codecs, Transcoder};
use polywire::convert::{Error, Framing, Sink, Source, Summary, run};
use polywire::osm;
use std::fs;
use std::path::Path;

/// A side of a conversion: format and framing.
type Side = (&'static str, Framing);

const FILE: Side = ("protobuf", Framing::OsmPbf);
const JSON: Side = ("json", Framing::Lines);
const MESSAGES: Side = ("protobuf", Framing::Delimited);

fn files() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/osm");
    let entries = fs::read_dir(folder).expect("the folder of files");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.map(|path| fs::read(path).expect("a file")).collect()
}

fn transcoder(from: &str, to: &str) -> Transcoder {
    let model = osm::model().expect("the model");
    let codec = |format| {
        let codecs = Codecs::new(&model, polywire::format(format).expect("a format")).expect("codecs");
        codecs.codec(&model, osm::BLOCK).expect("a codec")
    };
    Transcoder::new(codec(from), codec(to))
}

fn convert(input: &[u8], from: Side, to: Side) -> Result<(Vec<u8>, Summary), Error> {
    let mut output = Vec::new();
    let mut source = Source::new(input, from.1).expect("a source");
    let mut sink = Sink::new(&mut output, to.1).expect("a sink");
    let summary = run(&mut source, &mut transcoder(from.0, to.0), &mut sink)?;
    Ok((output, summary))
}

#[test]
fn files_come_back_with_the_same_messages() {
    for file in files() {
        let messages = convert(&file, FILE, MESSAGES).expect("reading the file").0;
        for side in [MESSAGES, JSON] {
            let (converted, summary) = convert(&file, FILE, side).expect("reading the file");
            assert!(summary.messages > 0);
            assert_eq!(summary.with_losses, 0);
            let back = convert(&converted, side, FILE).expect("writing the file").0;
            assert_eq!(convert(&back, FILE, MESSAGES).expect("reading it again").0, messages, "through {}", side.0);
        }
    }
}

#[test]
fn damaged_files_are_refused_or_read_but_survived() {
    for file in files() {
        let blobs = convert(&file, FILE, JSON).expect("reading the file").1.messages;
        for at in (0..file.len()).step_by(file.len().div_ceil(50)) {
            let mut altered = file.clone();
            altered[at] ^= 1 << (at % 8);
            let _ = convert(&altered, FILE, JSON);
            let cut = convert(&file[..at], FILE, JSON);
            assert!(cut.is_err() || cut.is_ok_and(|(_, summary)| summary.messages < blobs));
        }
    }
}
