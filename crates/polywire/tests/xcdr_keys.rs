//! Samples of DDS that are only a key, as Cyclone DDS 11.0.1 for Python writes them.

use polywire::codec::{Codec, Codecs};
use polywire::format;
use polywire::schema::compile_idl_files;
use polywire_front::{LoadError, LoadedFile};

const SCHEMA: &str = include_str!("../../../tests/corpus/corba/xcdr/keys.idl");

/// Each line has a format, a type, the key of a sample in both byte orders, and the key as JSON.
const CASES: &str = include_str!("../../../tests/corpus/corba/xcdr/keys.tsv");

fn codec(options: &[&str], name: &str, ty: &str) -> Option<Codec> {
    codec_of(SCHEMA, options, name, ty)
}

fn codec_of(schema: &str, options: &[&str], name: &str, ty: &str) -> Option<Codec> {
    let loader = |name: &str| match name {
        "a.idl" => Ok(LoadedFile { name: name.to_owned(), bytes: schema.into() }),
        _ => Err(LoadError::NotFound),
    };
    let mut model = compile_idl_files(&["a.idl"], &loader).model.expect("a schema");
    model.options = options.iter().fold(model.options, |all, choice| all.with(choice).expect("an option"));
    let codecs = Codecs::new(&model, format(name).expect("a format")).unwrap_or_else(|it| panic!("{name}: {it:?}"));
    codecs.codec(&model, ty)
}

fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|digit| digit.to_digit(16)).collect();
    digits.chunks(2).map(|pair| (pair[0] * 16 + pair[1]) as u8).collect()
}

#[test]
fn keys_are_those_of_cyclone_dds() {
    let mut count = 0;
    for line in CASES.lines() {
        let parts: Vec<&str> = line.split('\t').collect();
        let [name, ty, little, big, text] = parts[..] else { panic!("{line}") };
        let value = codec(&[], "json_plain", ty).expect("a codec").decode(text.as_bytes()).expect("JSON of the type");
        for (order, expected) in [("cdr.byte_order=little", little), ("cdr.byte_order=big", big)] {
            let codec = codec(&["xcdr.sample=key", order], name, ty).expect("a codec");
            let message = codec.encode(&value).expect("a message");
            // Cyclone DDS for Python does not complete messages to four octets.
            let mut expected = hex(expected);
            let padding = expected.len().next_multiple_of(4) - expected.len();
            expected.resize(expected.len() + padding, 0);
            expected[3] = padding as u8;
            assert_eq!(message, expected, "{name} {ty} {order}: {text}");
            assert_eq!(codec.decode(&message).as_ref(), Ok(&value), "{name} {ty}");
        }
        count += 1;
    }
    assert_eq!(count, 10);
}

/// Elements that are only a key are shorter than whole ones, so that more of them are in as many octets.
#[test]
fn elements_of_a_key_are_short() {
    let schema =
        "module m { @final struct K { @key octet a; long b; }; @final struct S { @key sequence<K> list; long x; }; };";
    let codec = |name| codec_of(schema, &["xcdr.sample=key"], name, "m.S").expect("a codec");
    let value = codec("json_plain").decode(br#"{"list":[{"a":1},{"a":2},{"a":3}]}"#).expect("JSON of the type");
    for name in ["xcdr1", "xcdr2"] {
        let message = codec(name).encode(&value).expect("a message");
        assert_eq!(codec(name).decode(&message).as_ref(), Ok(&value), "{name}");
    }
}

#[test]
fn types_without_a_key_have_none() {
    assert!(codec(&["xcdr.sample=key"], "xcdr2", "Keys.Plain").is_none());
    assert!(codec(&[], "xcdr2", "Keys.Plain").is_some());
}
