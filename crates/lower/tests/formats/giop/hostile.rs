//! Messages that break off or are damaged are refused, or are other messages.

use super::corpus::{codec, messages, reference};
use crate::formats::cdr::corpus::files;
use crate::support::Codec;

/// One of this many messages is damaged everywhere.
const SAMPLE: usize = 9;

fn sample() -> Vec<Vec<u8>> {
    messages().into_values().step_by(SAMPLE).collect()
}

fn references() -> Vec<Vec<u8>> {
    files("ior", ".ior").into_values().map(|text| text.trim_ascii_end().to_vec()).collect()
}

fn refuses_beginnings(codec: &Codec, messages: &[Vec<u8>]) {
    for message in messages {
        for len in 0..message.len() {
            assert!(codec.decode(&message[..len]).is_err(), "{len} of {message:?}");
        }
    }
}

/// What is accepted can be written and read again.
fn survives_flips(codec: &Codec, messages: &[Vec<u8>]) {
    for message in messages {
        for at in 0..message.len() {
            for bits in [0x01, 0x80, 0xff] {
                let mut damaged = message.clone();
                damaged[at] ^= bits;
                if let Ok(value) = codec.decode(&damaged) {
                    let written = codec.encode(&value).unwrap_or_else(|error| panic!("{error}: {damaged:?}"));
                    assert_eq!(codec.decode(&written), Ok(value), "{damaged:?}");
                }
            }
        }
    }
}

#[test]
fn messages_that_break_off_are_refused() {
    refuses_beginnings(&codec(), &sample());
}

#[test]
fn references_that_break_off_are_refused() {
    refuses_beginnings(&reference(), &references());
}

#[test]
fn damaged_messages_are_refused_or_others() {
    survives_flips(&codec(), &sample());
}

#[test]
fn damaged_references_are_refused_or_others() {
    survives_flips(&reference(), &references()[..4]);
}

/// omniORB answered both with MessageError. That a fragment has no beginning, a message alone does not tell.
#[test]
fn a_huge_size_is_refused() {
    let sent = files("giop", ".sent.bin");
    let codec = codec();
    assert_eq!(codec.decode(&sent["omniorb-bad-huge"]).map(|_| ()), Err("truncated".to_owned()));
    assert!(codec.decode(&sent["omniorb-bad-fragment-without-start"]).is_ok());
}
