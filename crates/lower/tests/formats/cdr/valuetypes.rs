//! Valuetypes that omniORB and JacORB wrote, read and written again, in the byte order of each.

use super::corpus::files;
use crate::support::Codec;
use polywire_test_models::find;
use std::collections::BTreeMap;

/// Values that omniORB 4.2.5 writes otherwise: it divides chunks elsewhere, and ends values with one tag.
const OTHERWISE: [&str; 2] = ["point3-as-point-truncatable", "deep-two-truncatable-bases"];

fn struct_of(case: &str) -> &'static str {
    match case.split('-').next().unwrap_or_default() {
        "box" if case.contains("sequence") => "BoxSeqOne",
        "box" if case.contains("struct") => "BoxPOne",
        "box" => "BoxSOne",
        "cycle" | "list" => "NodeOne",
        "deep" if case != "deep-two-truncatable-bases" => "DeepOne",
        "equal" | "shared" => "TreeOne",
        "named" if case == "named-empty" => "NamedOne",
        _ => "PointOne",
    }
}

/// Returns the messages of an ORB by case, with the codec that writes their byte order.
fn messages(orb: &str, order: &str) -> BTreeMap<String, (Codec, Vec<u8>)> {
    let mut model = find("corba_values").expect("a corner case").model;
    let choice = if order == "be" { "cdr.byte_order=big" } else { "cdr.byte_order=little" };
    model.options = model.options.with(choice).expect("an option");
    let all = files("valuetypes", &format!(".{orb}.{order}.bin")).into_iter();
    let codec = |case: &str| Codec::new(&model, "cdr", &format!("Held.{}", struct_of(case)));
    all.map(|(case, bytes)| (case.clone(), (codec(&case), bytes))).collect()
}

fn again(case: &str, codec: &Codec, given: &[u8]) -> Vec<u8> {
    let value = codec.decode(given).unwrap_or_else(|error| panic!("{case}: {error}"));
    let again = codec.encode(&value).unwrap_or_else(|error| panic!("{case}: {error}"));
    assert!(codec.decode(&again) == Ok(value), "{case}");
    again
}

/// Returns true for the same bytes but for padding, which omniORB does not zero.
fn is_same(given: &[u8], again: &[u8]) -> bool {
    given.len() == again.len() && given.iter().zip(again).all(|(given, again)| given == again || *again == 0)
}

#[test]
fn those_of_omniorb_come_out_as_they_went_in() {
    for order in ["le", "be"] {
        for (case, (codec, given)) in messages("omniorb", order) {
            let again = again(&case, &codec, &given);
            assert_eq!(is_same(&given, &again), !OTHERWISE.contains(&case.as_str()), "{case}: {again:02x?}");
        }
    }
}

#[test]
fn those_of_jacorb_are_the_values_of_omniorb() {
    let of_omniorb = messages("omniorb", "le");
    let of_jacorb = messages("jacorb", "be");
    assert_eq!(of_omniorb.keys().collect::<Vec<_>>(), of_jacorb.keys().collect::<Vec<_>>());
    let mut same = 0;
    for (case, (codec, given)) in &of_jacorb {
        let (_, other) = &of_omniorb[case];
        assert!(codec.decode(given) == codec.decode(other), "{case}");
        same += usize::from(again(case, codec, given) == *given);
    }
    // JacORB writes the id of the declared type, too.
    assert_eq!((of_jacorb.len(), same), (20, 6));
}
