//! What the versions of GIOP and IIOP do not share.

use super::corpus::{codec, reference};
use crate::support::hex;

/// A request without service contexts and principal: key `k`, operation `f`, body `aa`.
const REQUEST_1_0: &str = "47494f50 01 00 00 00 00000021
    00000000 00000005 01 000000 00000001 6b 000000 00000002 6600 0000 00000000 aa";
const REQUEST_1_1: &str = "47494f50 01 01 01 00 21000000
    00000000 05000000 01 000000 01000000 6b 000000 02000000 6600 0000 00000000 aa";
const REQUEST_1_2: &str = "47494f50 01 02 01 00 25000000
    05000000 03 000000 0000 0000 01000000 6b 000000 02000000 6600 0000 00000000 00000000 aa";

#[test]
fn requests_have_another_order_from_1_2_on() {
    for message in [REQUEST_1_0, REQUEST_1_1, REQUEST_1_2] {
        let digits = message.split_whitespace().collect::<String>();
        assert_eq!(codec().again_hex(message), Ok(digits), "{message}");
    }
}

#[test]
fn bodies_are_not_padded_if_there_is_none() {
    let message = REQUEST_1_2.replace("25000000", "20000000").replace(" 00000000 aa", "");
    assert_eq!(codec().again_hex(&message), Ok(message.split_whitespace().collect::<String>()));
}

#[test]
fn octets_of_the_header_are_checked() {
    for (name, from, to, error) in [
        ("magic", "47494f50", "5a494f50", "mismatch"),
        ("major version", "50 01 02", "50 02 02", "out_of_range"),
        ("minor version", "50 01 02", "50 01 03", "out_of_range"),
        ("reserved flags", "02 01 00", "02 05 00", "out_of_range"),
        ("type", "02 01 00", "02 01 08", "unknown_case"),
        ("size", "25000000", "26000000", "truncated"),
        ("huge size", "25000000", "ffffffff", "truncated"),
        ("length of a key", "01000000", "ffffffff", "truncated"),
    ] {
        let message = REQUEST_1_2.replacen(from, to, 1);
        assert_ne!(message, REQUEST_1_2, "{name}");
        assert_eq!(codec().again_hex(&message), Err(error.to_owned()), "{name}");
    }
}

#[test]
fn there_are_no_fragments_in_1_0() {
    for (message, error) in
        [("47494f50 01 00 00 07 00000000", "unknown_case"), ("47494f50 01 00 02 00 00000000", "out_of_range")]
    {
        assert_eq!(codec().again_hex(message), Err(error.to_owned()));
    }
    for message in ["47494f50 01 01 02 07 00000001 aa", "47494f50 01 02 00 07 00000005 00000009 aa"] {
        assert_eq!(codec().again_hex(message), Ok(message.replace(' ', "")));
    }
}

#[test]
fn replies_break_off_if_fragments_follow() {
    let whole = "47494f50 01 02 00 01 0000001c 00000005 00000002 00000000 00000002 6100 0000 00000007 00000001";
    let mode = "47494f50 01 02 00 01 0000000e 00000005 00000005 00000000 0001";
    for message in [whole, mode, "47494f50 01 02 02 01 0000000e 00000005 00000002 00000000 0000"] {
        let again = codec().again_hex(message).map(|it| it.len());
        assert!(again.is_ok(), "{message}: {again:?}");
    }
    let broken_off = "47494f50 01 02 00 01 0000000e 00000005 00000002 00000000 0000";
    assert_eq!(codec().again_hex(broken_off), Err("truncated".to_owned()));
}

#[test]
fn targets_are_keys_before_1_2() {
    let by_profile = "47494f50 01 02 00 03 0000001d 00000005 0001 0000 00000000 0000000d
        00 01 00 00 00000002 6800 0001 00";
    assert!(codec().decode(&hex(by_profile)).is_err(), "the profile breaks off");
    let by_key = "47494f50 01 02 00 03 0000000d 00000005 0000 0000 00000001 6b";
    let old = "47494f50 01 01 00 03 00000009 00000005 00000001 6b";
    let value = codec().decode(&hex(by_key)).expect("accepted");
    let other = codec().decode(&hex(old)).expect("accepted");
    assert_ne!(value, other, "they differ in their version");
}

#[test]
fn texts_of_references_are_checked() {
    for (text, error) in [
        ("", "truncated"),
        ("ior:00", "mismatch"),
        ("IOR:", "truncated"),
        ("IOR:0", "truncated"),
        ("IOR:02", "out_of_range"),
        ("IOR:0000000000000001000000000000 x", "trailing_bytes"),
        ("IOR:0000000000000001000000ffffffffff", "truncated"),
        ("IOR:000000000000000100000000000000000", "truncated"),
        ("IOR:00000000000000010000000000000000ff", "trailing_bytes"),
    ] {
        assert_eq!(reference().decode(text.as_bytes()).map(|_| ()), Err(error.to_owned()), "{text}");
    }
    let nobody = "IOR:01000000010000000000000000000000";
    assert_eq!(reference().again(nobody.as_bytes()), Ok(nobody.as_bytes().to_vec()));
}
