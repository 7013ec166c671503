//! In every format, every byte of every message is explained, and the spans agree with the decoder's reads.

use polywire::Style;
use polywire::codec::Codecs;
use polywire::inspect::{Extent, Inspection, guess, listing};
use polywire_cross_engine::{Inspector, broken_copies, case_files, gap, is_full, repository, subjects};

#[test]
fn every_byte_of_an_accepted_message_is_explained_once() {
    let files = case_files();
    let (mut messages, mut bytes, mut wrong) = (0, 0, Vec::new());
    for subject in subjects() {
        let inspector = Inspector::new(subject);
        for message in subject.messages(&files) {
            let Some(problems) = inspector.problems(&message.format, &message.ty, &message.bytes) else { continue };
            messages += 1;
            bytes += message.bytes.len();
            let said = |problem| format!("{}: {} {}: {problem}", subject.name, message.format, message.ty);
            wrong.extend(problems.into_iter().map(said));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(messages > 400 && bytes > 20_000, "{bytes} bytes of {messages} messages");
}

/// For truncated, flipped and edited messages, the first fault is the decoder's, each fault is reported once, and each
/// byte is still in one span.
#[test]
fn errors_of_broken_messages_equal_those_of_the_decoder() {
    let files = case_files();
    let (mut broken, mut wrong) = (0, Vec::new());
    for subject in subjects() {
        let inspector = Inspector::new(subject);
        for message in subject.messages(&files) {
            for copy in broken_copies(&message.bytes).into_iter().skip(1).step_by(if is_full() { 1 } else { 2 }) {
                let Some((inspection, expected)) = inspector.broken(&message.format, &message.ty, &copy) else {
                    continue;
                };
                broken += 1;
                let first = inspection.faults.first().map(|fault| fault.failure);
                let told = listing(&inspection, Style::Plain, Extent::Abbreviated).matches("\n!!! ").count();
                if first != expected || told != inspection.faults.len() || has_gaps(&inspection) {
                    wrong.push(format!("{}: {}: {first:?}, expected {expected:?}", subject.name, message.format));
                }
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(broken > 5_000, "{broken} copies");
}

fn has_gaps(inspection: &Inspection) -> bool {
    inspection.sections.iter().any(|section| gap(section).is_some())
}

/// Protocol Buffers, JSON and MessagePack can be inspected without a schema.
#[test]
fn guesses_explain_every_byte() {
    let files = case_files();
    let (mut messages, mut wrong) = (0, Vec::new());
    for subject in subjects() {
        for message in subject.messages(&files).into_iter().filter(|it| guess::can_guess(&it.format)) {
            let inspection = guessed(&message.format, &message.bytes);
            messages += 1;
            if !inspection.faults.is_empty() || has_gaps(&inspection) {
                wrong.push(format!("{}: {}: {:?}", subject.name, message.format, inspection.faults));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
    assert!(messages > 100, "{messages} messages");
}

/// JSON can be inspected without a schema if and only if it is accepted.
#[test]
fn json_is_inspected_if_it_is_accepted() {
    let folder = std::fs::read_dir(repository("tests/data/JSONTestSuite")).expect("a folder");
    let paths = folder.map(|entry| entry.expect("an entry").path());
    let mut wrong = Vec::new();
    for path in paths.filter(|path| path.extension().is_some_and(|it| it == "json")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let inspection = guessed("json", &std::fs::read(&path).expect("a file"));
        let as_promised = match name.as_bytes().first() {
            Some(b'y') => inspection.faults.is_empty(),
            Some(b'n') => !inspection.faults.is_empty(),
            _ => true,
        };
        if !as_promised || has_gaps(&inspection) {
            wrong.push(format!("{name}: {:?}", inspection.faults));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

fn guessed(format: &str, message: &[u8]) -> Inspection {
    let known = polywire::format(format).expect("a format");
    if let Some(inspection) = guess::untyped(known, message, &polywire::Limits::default()) {
        return inspection;
    }
    let guess = guess::guess(format, message).expect("a guess");
    let model = guess.model().expect("its model");
    let codecs = Codecs::new(&model, known).expect("codecs");
    let codec = codecs.codec(&model, guess.type_name).expect("a codec");
    Inspection::of(&codec, None, message).expect("an inspection")
}
