//! Values of valuetypes in an `any`, which omniORB wrote, read and written again, in both byte orders.

use crate::support::{Codec, hex};
use polywire_test_models::find;

/// Each line has a name, the encapsulation in both byte orders, and the value as JSON.
const CASES: &str = include_str!("../../../../../tests/corpus/corba/valuetypes/any.tsv");

/// A value of a derived type, which is cut down, and a type that omniORB does not repeat. In big-endian messages, too, its TypeCodes are in the order of the
/// machine.
const OTHERWISE: [&str; 2] = ["point3_as_point", "two"];

fn codec(format: &str, choice: &str) -> Codec {
    let mut model = find("corba_kitchen").expect("a corner case").model;
    model.options = model.options.with(choice).expect("an option");
    Codec::new(&model, format, "Corpus.anyValue")
}

#[test]
fn those_of_omniorb_come_out_as_they_went_in() {
    let orders = ["cdr.byte_order=little", "cdr.byte_order=big"].map(|choice| codec("cdr", choice));
    let json = codec("json_plain", "cdr.byte_order=little");
    let mut count = 0;
    for line in CASES.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [name, little, big, text] = parts[..] else { panic!("{line}") };
        let expected = json.decode(text.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (codec, (given, is_kept_order)) in orders.iter().zip([(hex(little), true), (hex(big), false)]) {
            let value = codec.decode(&given).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert!(value == expected, "{name}: {value:?}");
            let again = codec.encode(&value).unwrap_or_else(|error| panic!("{name}: {error}"));
            let is_kept = |(new, old): (&u8, &u8)| new == old || *new == 0;
            let is_same = again.len() == given.len() && again.iter().zip(&given).all(is_kept);
            assert_eq!(is_same, is_kept_order && !OTHERWISE.contains(&name), "{name}: {again:02x?}");
            assert!(codec.decode(&again) == Ok(value), "{name}");
        }
        count += 1;
    }
    assert_eq!(count, 11);
}

/// A TypeCode of a valuetype with one member, and the value behind it.
fn message(id: &str, modifier: u16, value: &str) -> Vec<u8> {
    let text = |text: &str| [&(text.len() as u32 + 1).to_be_bytes()[..], text.as_bytes(), &[0]].concat();
    let padded = |mut bytes: Vec<u8>| {
        bytes.resize(bytes.len().next_multiple_of(4), 0);
        bytes
    };
    // The octet of the order is in front.
    let mut inside = vec![0, 0, 0, 0];
    inside.extend(padded(text(id)));
    inside.extend(padded([text("V"), modifier.to_be_bytes().to_vec()].concat()));
    inside.extend([0, 0, 0, 0]);
    inside.extend([0, 0, 0, 1]);
    inside.extend(padded(text("a")));
    inside.extend([0, 0, 0, 3]);
    inside.extend([0, 1]);
    let head = [&[0, 0, 0, 0][..], &29u32.to_be_bytes(), &(inside.len() as u32).to_be_bytes()].concat();
    let mut all = padded([head, inside].concat());
    all.extend(hex(value));
    all
}

#[test]
fn hostile_values_are_refused() {
    let codec = codec("cdr", "cdr.byte_order=little");
    let refusal = |modifier, value: &str| {
        let message = message("IDL:V:1.0", modifier, value);
        codec.decode(&message).err().map(|error| error.to_string()).unwrap_or_default()
    };
    assert_eq!(refusal(0, "7fffff00 00000005"), "");
    assert_eq!(refusal(0, "00000000"), "");
    for (modifier, value, code) in [
        // A distance to what is no value, and one that points forward.
        (0, "ffffffff fffffff8", "bad_pointer"),
        (0, "ffffffff 00000004", "bad_pointer"),
        // Another type, which cannot be cut down.
        (0, "7fffff02 00000006 49444c3a5700 0000 00000005", "unknown_type"),
        (0, "00000007", "mismatch"),
        // Chunks that are too long, and an end of values that there are not.
        (0, "7fffff08 00000008 00000005 00000000 ffffffff", "bad_length"),
        (0, "7fffff08 00000004 00000005 fffffffe", "mismatch"),
        // A custom valuetype.
        (1, "7fffff0a 0000000a 49444c3a563a312e3000 0000 00000004 00000005 ffffffff", "unsupported"),
    ] {
        let found = refusal(modifier, value);
        assert!(found.contains(code), "{value}: {found}");
    }
    assert_eq!(refusal(0, "7fffff08 00000004 00000005 ffffffff"), "");
}
