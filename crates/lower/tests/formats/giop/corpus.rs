//! Messages and references of omniORB and JacORB, read and written again.

use crate::support::Codec;
use polywire_model::giop;
use std::collections::BTreeMap;
use std::path::Path;

/// The files of a folder of the corpus whose names end like this, by the rest of their names.
pub(super) fn files(folder: &str, ending: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/corba").join(folder);
    let entries = std::fs::read_dir(&root).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    let found = entries.filter_map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name()?.to_str()?.strip_suffix(ending)?.to_owned();
        Some((name, std::fs::read(&path).expect("a file")))
    });
    found.collect()
}

/// What the ORB under test got, which it refused.
const BROKEN: &str = ".sent";

pub(super) fn messages() -> BTreeMap<String, Vec<u8>> {
    let all = files("giop", ".bin");
    all.into_iter().filter(|(name, _)| !name.ends_with(BROKEN)).collect()
}

pub(super) fn codec() -> Codec {
    Codec::new(&giop::model(), "giop", giop::MESSAGE)
}

pub(super) fn reference() -> Codec {
    Codec::new(&giop::model(), "ior", giop::REFERENCE)
}

#[test]
fn messages_are_written_as_they_were_read() {
    let (codec, mut differing) = (codec(), Vec::new());
    let messages = messages();
    for (name, message) in &messages {
        let again = codec.decode(message).and_then(|value| codec.encode(&value));
        if again.as_ref() != Ok(message) {
            differing.push(format!("{name}: {again:?}"));
        }
    }
    assert_eq!(differing, Vec::<String>::new());
    assert_eq!(messages.len(), 432);
}

#[test]
fn references_are_written_as_they_were_read() {
    let codec = reference();
    let references = files("ior", ".ior");
    for (name, text) in &references {
        let value = codec.decode(text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let text = text.trim_ascii_end().to_vec();
        assert_eq!(codec.encode(&value), Ok(text), "{name}");
    }
    assert_eq!(references.len(), 13);
}
