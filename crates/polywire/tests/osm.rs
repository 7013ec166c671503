//! OpenStreetMap files, written by osmium and osmconvert from invented data, survive a round trip.

use polywire::codec::{Codecs, Transcoder};
use polywire::convert::{Error, Framing, Sink, Source, Summary, run};
use polywire::osm;
use std::fs;
use std::path::Path;

/// One side of a conversion: format and framing.
#[derive(Clone, Copy)]
struct Side(&'static str, fn() -> Framing);

const FILE: Side = Side("protobuf", || Framing::OsmPbf);
const JSON: Side = Side("json", || Framing::Lines);
const MESSAGES: Side = Side("protobuf", || Framing::Delimited);

fn files() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/osm");
    let entries = fs::read_dir(folder).expect("the folder of files");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.map(|path| fs::read(path).expect("a file")).collect()
}

/// Converts from one side to another.
struct Conversion {
    from: Side,
    to: Side,
    transcoder: Transcoder,
}

impl Conversion {
    fn new(from: Side, to: Side) -> Self {
        let model = osm::model().expect("the model");
        let codec = |Side(format, _): Side| {
            let codecs = Codecs::new(&model, polywire::format(format).expect("a format")).expect("codecs");
            codecs.codec(&model, osm::BLOCK).expect("a codec")
        };
        Self { from, to, transcoder: Transcoder::new(codec(from), codec(to)) }
    }

    fn run(&mut self, input: &[u8]) -> Result<(Vec<u8>, Summary), Error> {
        let mut output = Vec::new();
        let mut source = Source::new(input, (self.from.1)()).expect("a source");
        let mut sink = Sink::new(&mut output, (self.to.1)()).expect("a sink");
        let summary = run(&mut source, &mut self.transcoder, &mut sink)?;
        Ok((output, summary))
    }
}

#[test]
fn files_round_trip_with_the_same_messages() {
    let mut reading = Conversion::new(FILE, MESSAGES);
    for side in [MESSAGES, JSON] {
        let (mut there, mut back) = (Conversion::new(FILE, side), Conversion::new(side, FILE));
        for file in files() {
            let (converted, summary) = there.run(&file).expect("reading the file");
            assert!(summary.messages > 0);
            assert_eq!(summary.with_losses, 0);
            let written = back.run(&converted).expect("writing the file").0;
            let messages = reading.run(&file).expect("reading the file").0;
            assert_eq!(reading.run(&written).expect("reading it again").0, messages, "through {}", side.0);
        }
    }
}

#[test]
fn damaged_files_never_panic() {
    let mut reading = Conversion::new(FILE, JSON);
    for file in files() {
        let blobs = reading.run(&file).expect("reading the file").1.messages;
        for at in (0..file.len()).step_by(file.len().div_ceil(100)) {
            let mut altered = file.clone();
            altered[at] ^= 1 << (at % 8);
            let _ = reading.run(&altered);
            let cut = reading.run(&file[..at]);
            assert!(cut.is_err() || cut.is_ok_and(|(_, summary)| summary.messages < blobs));
        }
    }
}
