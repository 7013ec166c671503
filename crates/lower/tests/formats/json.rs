//! JSON in the reference interpreter.

use crate::support::{Codec, data};
use polywire_model::{BytesMeaning, Field, Model, Type, trade};
use polywire_test_models::find;
use polywire_test_models::make::{case, declare, record, text, union};

fn node(format: &str) -> Codec {
    Codec::new(&find("json_members").expect("a corner case").model, format, "corner.Node")
}

fn again(codec: &Codec, text: &str) -> Result<String, String> {
    codec.again(text.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("UTF-8"))
}

#[test]
fn trade_equals_the_originals() {
    let model = trade::model();
    let (plain, protobuf) =
        (Codec::new(&model, "json_plain", "trade.Account"), Codec::new(&model, "protobuf", "trade.Account"));
    let value = protobuf.decode(&data("trade/protobuf-36.0.bin")).expect("accepted");
    for file in ["trade/json-rapidjson-1.1.0+dfsg2.bin", "trade/json-yyjson-0.12.0-90.bin"] {
        let bytes = data(file);
        assert_eq!(plain.decode(&bytes).as_ref(), Ok(&value), "{file}");
        assert_eq!(plain.encode(&value), Ok(bytes), "{file}");
    }
    assert_eq!(plain.decode(&data("trade/json-json-c-0.16.bin")), Ok(value));
}

#[test]
fn canonical_form() {
    let json = node("json");
    for (given, written) in [
        ("{}", "{}"),
        (r#" { "big_number" : 12 , "mood":5 } "#, r#"{"bigNumber":"12","mood":"GLAD"}"#),
        (
            r#"{"bigNumber":"-9223372036854775808","mood":"MERRY"}"#,
            r#"{"bigNumber":"-9223372036854775808","mood":"GLAD"}"#,
        ),
        (r#"{"mood":"CALM","maybeText":""}"#, r#"{"maybeText":""}"#),
        (r#"{"mood":7,"blob":"_-8"}"#, r#"{"mood":7,"blob":"/+8="}"#),
        (r#"{"ratio":"NaN"}"#, r#"{"ratio":"NaN"}"#),
        (r#"{"ratio":-0.0}"#, r#"{"ratio":-0.0}"#),
        (r#"{"countOf":3}"#, r#"{"countOf":3}"#),
        (r#"{"items":[{"label":"a"},{},{"count_of":0}]}"#, r#"{"items":[{"label":"a"},{},{"countOf":0}]}"#),
        (
            r#"{"child":{"child":{"mood":5}},"flags":[ true , false ]}"#,
            r#"{"child":{"child":{"mood":"GLAD"}},"flags":[true,false]}"#,
        ),
        (r#"{"odd\"name":200}"#, r#"{"odd\"name":200}"#),
    ] {
        assert_eq!(again(&json, given).as_deref(), Ok(written), "{given}");
    }
}

#[test]
fn lenient_reading() {
    let plain = node("json_plain");
    let empty = again(&plain, "{}").expect("written");
    assert_eq!(empty, r#"{"big_number":0,"mood":0,"blob":"","ratio":0.0,"items":[],"flags":[],"odd\"name":0}"#);
    for (given, same_as) in [
        (r#"{"big_number":null,"child":null,"items":null}"#, "{}"),
        (r#"{"m\u006fod":5}"#, r#"{"mood":5}"#),
        ("{\"mood\"\t:\r\n5}", r#"{"mood":5}"#),
        (r#"{"mood":null,"mood":5,"mood":null}"#, r#"{"mood":5}"#),
        (r#"{"countOf":null,"label":"x"}"#, r#"{"label":"x"}"#),
        (r#"{"big_number":1.2e1,"odd\"name":2.0}"#, r#"{"big_number":"12","odd\"name":"2"}"#),
    ] {
        assert_eq!(plain.decode(given.as_bytes()), plain.decode(same_as.as_bytes()), "{given}");
        assert!(plain.decode(given.as_bytes()).is_ok(), "{given}");
    }
}

#[test]
fn members_come_once() {
    for given in [
        r#"{"mood":1,"mood":5}"#,
        r#"{"big_number":1,"bigNumber":1}"#,
        r#"{"flags":[true],"flags":[]}"#,
        r#"{"child":{"mood":5},"child":{}}"#,
        r#"{"countOf":3,"label":"x"}"#,
        r#"{"label":"y","label":"x"}"#,
    ] {
        for format in ["json", "json_plain"] {
            assert_eq!(again(&node(format), given), Err("duplicate_field".to_owned()), "{given}");
        }
    }
}

#[test]
fn unknown_members_are_skipped_on_demand() {
    for (given, written, error) in [
        (r#"{"unknown":{"a":[1,{"b":"\n"},[],null,true],"c":-1e5},"mood":5}"#, r#"{"mood":5}"#, "unknown_member"),
        (r#"{"mood":5,"x":[]}"#, r#"{"mood":5}"#, "unknown_member"),
        (r#"{"Mood":5}"#, "{}", "unknown_member"),
        (r#"{"child":{"x":1}}"#, r#"{"child":{}}"#, "unknown_member"),
        (r#"{"mood":"ANGRY"}"#, "{}", "unknown_enumerator"),
    ] {
        for format in ["json", "json_plain"] {
            let mut codec = node(format);
            assert_eq!(again(&codec, given), Err(error.to_owned()), "{given}");
            codec.limits.ignore_unknown = true;
            assert_eq!(codec.decode(given.as_bytes()), codec.decode(written.as_bytes()), "{given}");
            assert!(codec.decode(given.as_bytes()).is_ok(), "{given}");
        }
    }
}

#[test]
fn malformed_texts_are_refused() {
    let json = node("json");
    let mut lenient = node("json");
    lenient.limits.ignore_unknown = true;
    let deep = |levels: usize| format!(r#"{{"x":{}{}}}"#, "[".repeat(levels), "]".repeat(levels));
    assert!(lenient.decode(deep(90).as_bytes()).is_ok());
    assert_eq!(again(&lenient, &deep(200)), Err("too_deep".to_owned()));
    for (given, error) in [
        ("", "truncated"),
        ("[]", "wrong_kind"),
        ("{", "truncated"),
        ("{}x", "trailing_bytes"),
        (r#"{"mood":5"#, "truncated"),
        (r#"{"mood"5}"#, "syntax"),
        (r#"{"mood":5 "blob":1}"#, "syntax"),
        (r#"{"mood":5,}"#, "wrong_kind"),
        (r#"{"mood":nul}"#, "wrong_kind"),
        (r#"{"flags":[true,]}"#, "wrong_kind"),
        (r#"{"flags":[true false]}"#, "syntax"),
        ("null", "wrong_kind"),
        (r#"{"mood":"ANGRY"}"#, "unknown_enumerator"),
        (r#"{"mood":true}"#, "wrong_kind"),
        (r#"{"odd\"name":256}"#, "out_of_range"),
        (r#"{"maybe_text":"\ud800"}"#, "bad_escape"),
        ("{\"maybe_text\":\"\u{1}\"}", "syntax"),
        (r#"{"flags":[null]}"#, "wrong_kind"),
        (r#"{"flags":{}}"#, "wrong_kind"),
        (r#"{"blob":"!"}"#, "syntax"),
    ] {
        assert_eq!(again(&json, given), Err(error.to_owned()), "{given}");
    }
    for given in [r#"{"x":nul}"#, r#"{"x":[1 2]}"#, r#"{"x":{"a" 1}}"#] {
        assert_eq!(again(&lenient, given), Err("syntax".to_owned()), "{given}");
    }
}

/// Two unions of one type have cases of the same names, so that each is a member of its own.
#[test]
fn unions_whose_names_clash_are_objects() {
    let mut model = Model::default();
    let cases = vec![case("number", Type::int(32, true)), case("label", text())];
    let shape = Type::Named(declare(&mut model, "Shape", union(cases)));
    let other = Type::Named(declare(&mut model, "Other", union(vec![case("size", Type::int(32, true))])));
    let fields = vec![Field::new("left", shape.clone()), Field::new("right", shape), Field::new("other", other)];
    declare(&mut model, "Pair", record(fields));
    let codec = |format: &str| Codec::new(&model, format, "corner.Pair");
    let given = r#"{"left":{"number":1},"right":{"label":"a"},"size":3}"#;
    for format in ["json", "json_plain"] {
        assert_eq!(again(&codec(format), given).as_deref(), Ok(given), "{format}");
        let empty = if format == "json" { "{}" } else { r#"{"left":{},"right":{}}"# };
        assert_eq!(again(&codec(format), "{}").as_deref(), Ok(empty), "{format}");
    }
    let value = codec("json").decode(given.as_bytes()).expect("a value");
    let bytes = codec("msgpack").encode(&value).expect("written");
    assert_eq!(codec("msgpack").decode(&bytes), Ok(value));
}

#[test]
fn decimals_are_text_or_base64() {
    let mut model = Model::default();
    let decimal = Type::meant_bytes(BytesMeaning::Decimal);
    declare(&mut model, "Price", record(vec![Field::new("at", decimal)]));
    let [fbe, plain] = ["json_fbe", "json_plain"].map(|format| Codec::new(&model, format, "corner.Price"));
    let written = |codec: &Codec, given: &str| again(codec, &format!(r#"{{"at":{given}}}"#));
    for (given, text, base64) in [
        (r#""0""#, "0", "AAAAAAAAAAAAAAAAAAAAAA=="),
        (r#""-0.00""#, "-0.00", "AAAAAAAAAAAAAAAAAAACgA=="),
        (r#""1.50""#, "1.50", "lgAAAAAAAAAAAAAAAAACAA=="),
        ("-12.5", "-12.5", "fQAAAAAAAAAAAAAAAAABgA=="),
        (r#"".5""#, "0.5", "BQAAAAAAAAAAAAAAAAABAA=="),
        (r#""5.""#, "5", "BQAAAAAAAAAAAAAAAAAAAA=="),
        (r#""1e+5""#, "100000", "oIYBAAAAAAAAAAAAAAAAAA=="),
        (r#""1.25E1""#, "12.5", "fQAAAAAAAAAAAAAAAAABAA=="),
        (r#""0.000001""#, "0.000001", "AQAAAAAAAAAAAAAAAAAGAA=="),
        (r#""0.0000001""#, "1E-7", "AQAAAAAAAAAAAAAAAAAHAA=="),
        (r#""12345e-28""#, "1.2345E-24", "OTAAAAAAAAAAAAAAAAAcAA=="),
        (r#""1000000000000000000000000000""#, "1000000000000000000000000000", "AAAA6DyA0J88LjsDAAAAAA=="),
        (r#""79228162514264337593543950335""#, "79228162514264337593543950335", "////////////////AAAAAA=="),
        (r#""0000000000000000000000000000000000000001""#, "1", "AQAAAAAAAAAAAAAAAAAAAA=="),
    ] {
        let [text, base64] = [text, base64].map(|it| Ok::<_, String>(format!(r#"{{"at":"{it}"}}"#)));
        assert_eq!(written(&fbe, given), text, "{given}");
        assert_eq!(written(&plain, given), base64, "{given}");
        assert_eq!(again(&fbe, base64.as_deref().unwrap_or_default()), text, "{given}");
    }
    let no_number = r#""AQAAAAAAAAAAAAAAAAAdAA==""#;
    assert_eq!(written(&fbe, no_number).as_deref(), Ok(r#"{"at":"AQAAAAAAAAAAAAAAAAAdAA=="}"#));
    for (given, code) in [
        (r#""""#, "syntax"),
        (r#"".""#, "syntax"),
        (r#""-""#, "syntax"),
        (r#""1.2.3""#, "syntax"),
        (r#""1e""#, "syntax"),
        (r#""1 ""#, "syntax"),
        (r#""+1""#, "syntax"),
        (r#""AA==""#, "bad_length"),
        (r#""79228162514264337593543950336""#, "out_of_range"),
        (r#""1e29""#, "out_of_range"),
        (r#""1e100""#, "out_of_range"),
        (r#""1e-29""#, "out_of_range"),
        ("true", "wrong_kind"),
    ] {
        for codec in [&fbe, &plain] {
            assert_eq!(written(codec, given), Err(code.to_owned()), "{given}");
        }
    }
}
