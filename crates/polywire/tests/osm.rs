//! OpenStreetMap files, written by osmium from invented data, go through the library and come back.

use polywire::convert::{Framing, Sink, Source, Summary, run};
use polywire::osm::{self, OsmFile};
use polywire::{Model, codec::Codec, codec::Codecs};
use std::fs;
use std::path::Path;

fn files() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/osm");
    let entries = fs::read_dir(folder).expect("the folder of files");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let files = paths.filter(|path| path.extension().is_some_and(|it| it == "pbf"));
    files.map(|path| fs::read(path).expect("a file")).collect()
}

fn block_codec(model: &Model, format: &str) -> Codec {
    let format = polywire::format(format).expect("a format");
    Codecs::new(model, format).expect("codecs").codec(model, osm::BLOCK).expect("a codec")
}

fn osm_file(model: &Model) -> OsmFile {
    OsmFile::new(model).expect("the container")
}

/// The file as messages in a format, one behind the other.
fn unpacked(model: &Model, file: &[u8], format: &str, framing: Framing) -> (Vec<u8>, Summary) {
    let mut messages = Vec::new();
    let mut source = Source::osm(file, osm_file(model));
    let summary = run(&mut source, &mut Sink::messages(&mut messages, block_codec(model, format), framing));
    (messages, summary.expect("reading the file"))
}

fn packed(model: &Model, messages: &[u8], format: &str, framing: Framing) -> Vec<u8> {
    let mut file = Vec::new();
    let mut source = Source::messages(messages, block_codec(model, format), framing);
    run(&mut source, &mut Sink::osm(&mut file, osm_file(model))).expect("writing the file");
    file
}

#[test]
fn files_come_back_with_the_same_messages() {
    let model = osm::model().expect("the model");
    for file in files() {
        let messages = unpacked(&model, &file, "protobuf", Framing::Delimited).0;
        for (format, framing) in [("protobuf", Framing::Delimited), ("json", Framing::Lines)] {
            let (converted, summary) = unpacked(&model, &file, format, framing);
            assert!(summary.messages > 0);
            assert_eq!(summary.with_losses, 0);
            let back = packed(&model, &converted, format, framing);
            assert_eq!(unpacked(&model, &back, "protobuf", Framing::Delimited).0, messages, "through {format}");
        }
    }
}

#[test]
fn damaged_files_are_refused_or_read_but_survived() {
    let model = osm::model().expect("the model");
    for file in files() {
        let step = file.len().div_ceil(100);
        for at in (0..file.len()).step_by(step) {
            let mut altered = file.clone();
            altered[at] ^= 1 << (at % 8);
            let _ = run(&mut Source::osm(altered.as_slice(), osm_file(&model)), &mut nowhere(&model));
            let cut = run(&mut Source::osm(&file[..at], osm_file(&model)), &mut nowhere(&model));
            assert!(cut.is_err() || cut.is_ok_and(|summary| summary.messages < blobs(&model, &file)));
        }
    }
}

fn nowhere(model: &Model) -> Sink<std::io::Sink> {
    Sink::messages(std::io::sink(), block_codec(model, "protobuf"), Framing::Delimited)
}

fn blobs(model: &Model, file: &[u8]) -> u64 {
    unpacked(model, file, "protobuf", Framing::Delimited).1.messages
}
