//! The options of CDR, with types of CORBA.

use super::corpus::model;
use crate::support::{Codec, hex};

fn codec(choices: &[&str], format: &str, name: &str) -> Codec {
    Codec::new(&model(choices), format, &format!("Corpus.{name}"))
}

/// Checks that the bytes of a value in JSON are these, and that they are read as that value.
fn check((choices, format, name): (&[&str], &str, &str), json: &str, expected: &str) {
    let (cdr, text) = (codec(choices, format, name), codec(&[], "json_plain", name));
    let value = text.decode(json.as_bytes()).expect("a value");
    assert_eq!(cdr.encode(&value), Ok(hex(expected)), "{json}");
    assert_eq!(cdr.decode(&hex(expected)), Ok(value), "{json}");
}

#[test]
fn byte_order_of_encapsulations() {
    check((&[], "cdr", "Oops"), r#"{"code":1,"why":"a"}"#, "01 000000 01000000 02000000 6100");
    let big = &["cdr.byte_order=big"][..];
    check((big, "cdr", "Oops"), r#"{"code":1,"why":"a"}"#, "00 000000 00000001 00000002 6100");
    check((big, "cdr_le", "Oops"), r#"{"code":1,"why":"a"}"#, "01000000 02000000 6100");
    check((&[], "cdr_be", "Oops"), r#"{"code":1,"why":"a"}"#, "00000001 00000002 6100");
}

#[test]
fn character_sets() {
    check((&[], "cdr_le", "Short8Value"), r#"{"value":"é"}"#, "02000000 e900");
    let utf8 = &["cdr.char_set=utf-8"][..];
    check((utf8, "cdr_le", "Short8Value"), r#"{"value":"é"}"#, "03000000 c3a900");
    let octets = codec(utf8, "cdr_le", "Short8Value");
    assert_eq!(octets.decode(&hex("02000000 e900")), Err("invalid_utf8".to_owned()));
    assert_eq!(octets.decode(&hex("0a000000 c3a9c3a9c3a9c3a96100")), Err("out_of_range".to_owned()));
}

#[test]
fn wide_characters_of_giop_1_1() {
    let old = &["cdr.giop=1.1"][..];
    check((old, "cdr_le", "WShort6Value"), r#"{"value":"😀a"}"#, "04000000 3dd8 00de 6100 0000");
    check((old, "cdr_be", "WShort6Value"), r#"{"value":"😀a"}"#, "00000004 d83d de00 0061 0000");
    check((old, "cdr_le", "WShort6Value"), r#"{"value":""}"#, "01000000 0000");
    check((old, "cdr_be", "WCharsValue"), r#"{"value":[97,65279]}"#, "00000002 0061 feff");
    check((old, "cdr_le", "ByWCharValue"), r#"{"value":{"character":7}}"#, "226f 0700");
    check(
        (old, "cdr_le", "anyValue"),
        r#"{"value":{"type":{"tk_wchar":true},"value":{"wide_character":97}}}"#,
        "1a000000 6100",
    );
    let text = codec(old, "cdr_le", "WShort6Value");
    for (given, error) in [
        ("00000000", "bad_length"),
        ("02000000 6100 6200", "unterminated"),
        ("03000000 6100 0000 0000", "syntax"),
        ("08000000 6100 6100 6100 6100 6100 6100 6100 0000", "out_of_range"),
        ("02000000 3dd8 0000", "invalid_utf8"),
    ] {
        assert_eq!(text.decode(&hex(given)), Err(error.to_owned()), "{given}");
    }
}

#[test]
fn giop_1_0_has_no_wide_characters() {
    let format = polywire_lower::format("cdr").expect("a format");
    let problems = format.lower(&model(&["cdr.giop=1.0"])).expect_err("wide characters");
    let paths: Vec<&str> = problems.iter().map(|it| it.path.as_str()).collect();
    for path in ["Corpus.Scalars.wc", "Corpus.Text.ws", "Corpus.Lists.w", "Corpus.ByULL.zero"] {
        assert!(paths.contains(&path), "{path} is not in {paths:?}");
    }
    assert!(problems.iter().all(|it| it.message == "GIOP 1.0 has no wide characters"));
    assert!(paths.iter().all(|path| !path.starts_with("CORBA.")), "{paths:?}");
    let narrow = model(&["cdr.giop=1.0"]);
    let ragged = narrow.find("Corpus.Ragged").expect("a struct");
    assert!(format.lower(&narrow.reduced_to(ragged)).is_ok());
}
