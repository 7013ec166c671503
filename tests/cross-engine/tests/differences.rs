//! The differences that `polywire diff` finds in random values: none between a value and itself, some between unequal
//! ones, in JSON, with different texts for a changed value.

use polywire::codec::Codecs;
use polywire::diff::{Change, Difference, Options, differences};
use polywire::{Model, Value, format};
use polywire_cross_engine::{PALETTES, is_full, random_messages, random_model, random_values};

#[test]
fn differences_are_reported() {
    let seeds = if is_full() { 300 } else { 25 };
    let (mut pairs, mut differing) = (0, 0);
    for palette in PALETTES {
        for seed in 0..seeds {
            let model = random_model(palette, seed);
            for ty in random_messages(&model) {
                let found = check(&model, &ty, &format!("{}/{seed}", palette.name));
                pairs += found.0;
                differing += found.1;
            }
        }
    }
    assert!(differing > pairs / 2, "{differing} of {pairs} pairs differ");
}

/// Compares random values of a type; returns the number of pairs, and of those that differ.
fn check(model: &Model, ty: &str, name: &str) -> (usize, usize) {
    let codecs = Codecs::new(model, format("json_plain").expect("a format")).expect("codecs");
    let (codec, record) = (codecs.codec(model, ty).expect("a codec"), codecs.record(model, ty).expect("a struct"));
    let texts = random_values(model, ty, 5);
    let read = |text: &serde_json::Value| codec.decode(text.to_string().as_bytes()).expect("a value");
    let values: Vec<Value> = texts.iter().map(read).collect();
    let differ = |a: &Value, b: &Value| differences(&codecs.module().types, record, (a, b), Options::default());
    let (mut pairs, mut differing) = (0, 0);
    for (number, a) in values.iter().enumerate() {
        assert_eq!(differ(a, a), [], "{name}: value {number}");
        for b in &values[..number] {
            let found = differ(a, b);
            assert_eq!(found.is_empty(), a == b, "{name}: {texts:?}");
            found.iter().for_each(|difference| check_texts(difference, name));
            // Swapping the values gives differences as well.
            assert_eq!(differ(b, a).is_empty(), found.is_empty(), "{name}: {texts:?}");
            pairs += 1;
            differing += usize::from(!found.is_empty());
        }
    }
    (pairs, differing)
}

/// The text is valid JSON, and a changed value has another text.
fn check_texts(difference: &Difference, name: &str) {
    let json = |text: &String| {
        serde_json::from_str::<serde_json::Value>(text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"))
    };
    match &difference.change {
        Change::Changed(a, b) => assert_ne!(json(a), json(b), "{name}: {}", difference.path),
        Change::Added(one) | Change::Removed(one) | Change::Set(one) | Change::Unset(one) => drop(json(one)),
        Change::Unknown(..) => panic!("{name}: the format keeps nothing unknown"),
    }
}
