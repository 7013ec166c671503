//! Messages and references of omniORB and JacORB, read and written again.

use crate::formats::cdr::corpus::files;
use crate::support::Codec;
use polywire_model::giop;
use std::collections::BTreeMap;

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

/// How a message comes out again.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Again {
    Same,
    /// Padding is zero, which it was not.
    ButForPadding,
    Other,
}

fn again(codec: &Codec, message: &[u8]) -> Again {
    let value = codec.decode(message).expect("accepted");
    let written = codec.encode(&value).expect("written");
    let is_zeroed = |(new, old): (&u8, &u8)| new == old || *new == 0;
    let differs_in_padding = written.len() == message.len() && written.iter().zip(message).all(is_zeroed);
    match written == message {
        true => Again::Same,
        false if differs_in_padding && codec.decode(&written) == Ok(value) => Again::ButForPadding,
        false => Again::Other,
    }
}

#[test]
fn messages_are_written_as_they_were_read() {
    let codec = codec();
    let mut counts = BTreeMap::new();
    for (name, message) in messages() {
        let again = again(&codec, &message);
        assert_ne!(again, Again::Other, "{name}");
        *counts.entry(again).or_insert(0) += 1;
    }
    assert_eq!(counts, [(Again::Same, 326), (Again::ButForPadding, 106)].into());
}

#[test]
fn references_are_written_as_they_were_read() {
    let codec = reference();
    let references = files("ior", ".ior");
    for (name, text) in &references {
        let value = codec.decode(text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        let written = codec.encode(&value).expect("written");
        // JacORB writes capital letters.
        assert!(written.eq_ignore_ascii_case(text.trim_ascii_end()), "{name}");
    }
    assert_eq!(references.len(), 13);
}

#[test]
fn modules_are_well_formed() {
    let model = giop::model();
    for name in ["giop", "ior", "cdr", "json"] {
        let module = polywire_lower::format(name).expect("a format").lower(&model).expect("supported");
        assert_eq!(polywire_ir::verify(&module), Ok(()), "{name}");
    }
}
